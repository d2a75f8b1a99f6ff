// The examples run as they stand, against the compiled package.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { requireBuild, root, start } from './wend.fixture.ts';

beforeAll(requireBuild);

async function outputOf(name: string): Promise<string> {
  const { code, stdout, stderr } = await start(process.execPath, [join(root, 'examples', name)]).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

const tests: Record<string, (output: string) => void> = {
  'first-steps.js': (output) => {
    const [, x, y, time] = /^at \(([\d.]+), ([\d.]+)\) after ([\d.]+) s\n$/.exec(output)!.map(Number);
    expect(Math.hypot(x - 18, y - 5)).toBeLessThan(0.6);
    expect(time).toBeGreaterThan(11);
    expect(time).toBeLessThan(20);
  },
  'own-steering.js': (output) => {
    expect(output).toMatch(/^24 of 24 shy people arrived, with 0 serious collisions\nstate [0-9a-f]{16}\n$/);
  },
  'record-and-replay.js': (output) => {
    expect(output).toMatch(/^recorded 202 lines, \d+ bytes\nreplayed \{ kind: 'same', steps: 200 \}\n/);
    expect(output).toMatch(/forged \{\s+kind: 'damaged',\s+line: 101,/);
  },
  'save-and-go-on.js': (output) => {
    const [, wentOn, loaded] = output.trimEnd().split('\n');
    expect(wentOn).toMatch(/^went on to 16\.0 s: [0-9a-f]{16}$/);
    expect(loaded).toBe(wentOn.replace('went on to', 'loaded, to'));
  },
};

test.each(Object.entries(tests))('%s', async (name, check) => check(await outputOf(name)));

test('every example is run; those for a browser in chromium.test.ts', () => {
  const programs = readdirSync(join(root, 'examples')).filter((file) => file.endsWith('.js'));
  expect(programs.filter((file) => !file.startsWith('browser')).sort()).toEqual(Object.keys(tests).sort());
});
