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

  test.each([
    ['--agent 99: no agent of that id', lawnFile, '--agent', '99'],
    ['--time -1: expected seconds from 0 to 4', lawnFile, '--time', '-1'],
    ['chicken-3d: it has three dimensions; --svg draws', 'chicken-3d', '--svg', 'a.svg'],
  ])('refuses: %s', async (complaint, ...parameters) => {
    const { code, stderr, stdout } = await wend('explain', ...parameters);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(complaint);
  });
});
