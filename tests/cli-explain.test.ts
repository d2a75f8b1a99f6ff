// wend explain says why an agent moves as it does.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { lawn, requireBuild, temporaryFolder, wend, writeTo } from './wend.fixture.ts';

const folder = temporaryFolder();
beforeAll(requireBuild);
const lawnFile = writeTo(folder, 'lawn.json', lawn);

describe('wend explain', () => {
  test('prints sentences, and with --json the same as data; draws the chosen velocity', async () => {
    const svg = join(folder, 'why.svg');
    const words = await wend('explain', 'steerbench/oncoming-1', '--time', '4', '--svg', svg);
    expect(words.code, words.stderr).toBe(0);
    expect(words.stdout).toMatch(/^Agent 0 at 4 s: walking, steered by walker, [\d.]+ m from its goal\.\n/);
    const { stdout } = await wend('explain', 'steerbench/oncoming-1', '--time', '4', '--json');
    const { chosen, constraints, time } = JSON.parse(stdout);
    expect(time).toBe(4);
    expect(constraints.some(({ from }: { from: { id?: number } }) => from.id === 1)).toBe(true);
    const speed = Math.round(100 * Math.hypot(chosen.x, chosen.y)) / 100;
    expect(words.stdout).toContain(`It chooses ${speed} m/s`);
    expect(readFileSync(svg, 'utf8')).toContain('class="chosen"');
  });

  test('says when an agent has left', async () => {
    const file = writeTo(folder, 'leaving.json', { ...lawn, arrival: 'vanish', duration: 60 });
    const run = JSON.parse((await wend('run', file, '--json', '--quiet')).stdout);
    const asked = await wend('explain', file, '--agent', '0', '--time', '60');
    expect(asked.code).toBe(2);
    const [, left] = /--agent 0: no agent of that id in the world at 60 s: it left at ([\d.]+) s/.exec(
      asked.stderr,
    )!;
    expect(Number(left)).toBeGreaterThan(1);
    expect(Number(left)).toBeLessThanOrEqual(run.time);
    // It was there before the step in which it left.
    const at = (steps: number) =>
      wend('explain', file, '--agent', '0', '--time', String(Number(left) - 0.05 * steps));
    expect(await at(1)).toMatchObject({
      code: 2,
      stderr: '--agent 0: agent 0 leaves the world in this step\n',
    });
    expect(await at(2)).toMatchObject({ code: 0, stderr: '' });
  });

  test.each([
    ['--agent 99: no agent of that id', lawnFile, '--agent', '99'],
    ['--agent x: no agent of that id in the world at 0 s: ids are whole numbers', lawnFile, '--agent', 'x'],
    ['--time -1: expected seconds from 0 to 4', lawnFile, '--time', '-1'],
    ['chicken-3d: it has three dimensions; --svg draws', 'chicken-3d', '--svg', 'a.svg'],
  ])('refuses: %s', async (complaint, ...parameters) => {
    const { code, stderr, stdout } = await wend('explain', ...parameters);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(complaint);
  });
});
