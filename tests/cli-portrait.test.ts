import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectSvg, lawn, requireBuild, temporaryFolder, wend, writeTo } from './wend.fixture.ts';

const folder = temporaryFolder();
const lawnFile = writeTo(folder, 'lawn.json', lawn);

beforeAll(requireBuild);

describe('wend portrait', () => {
  test('prints the portrait as JSON, exactly of this shape, and draws it', async () => {
    const svg = join(folder, 'portrait.svg');
    const { code, stdout, stderr } = await wend(
      'portrait',
      lawnFile,
      '--agent',
      '3',
      '--time',
      '1.5',
      '--svg',
      svg,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const portrait = JSON.parse(stdout);
    expect(portrait).toEqual({
      samples: expect.any(Array),
      weights: { target: expect.any(Number), obstacles: expect.any(Number) },
      gamma12: expect.any(Number),
      gamma21: 0.05,
      alpha1: expect.any(Number),
      alpha2: expect.any(Number),
      fixedPoints: expect.any(Array),
    });
    expect(portrait.samples.length).toBeGreaterThanOrEqual(180);
    for (const sample of portrait.samples) {
      expect(sample).toEqual({
        heading: expect.any(Number),
        target: expect.any(Number),
        obstacles: expect.any(Number),
        total: expect.any(Number),
      });
    }
    expect(portrait.fixedPoints.length).toBeGreaterThanOrEqual(2);
    for (const point of portrait.fixedPoints) {
      expect(point).toEqual({
        heading: expect.any(Number),
        kind: expect.stringMatching(/^(attractor|repeller)$/),
      });
    }
    expectSvg(svg);
  });

  test('is the same for every call, and another for another time', async () => {
    const at = async (time: string) => (await wend('portrait', lawnFile, '--time', time)).stdout;
    expect(await at('1')).toBe(await at('1'));
    expect(await at('2')).not.toBe(await at('1'));
  });
});
