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
  'own-automaton.js': (output) => {
    const [first, wentOn, loaded] = output.trimEnd().split('\n');
    const [, calm, cautious] = /^after 15 s (\d+) have arrived, and (\d+) of those/.exec(first)!.map(Number);
    expect(calm).toBeGreaterThan(2 * cautious);
    expect(wentOn).toMatch(/^went on: [0-9a-f]{16}$/);
    expect(loaded).toBe(wentOn.replace('went on:', 'loaded: '));
  },
  'own-motion.js': (output) => {
    // v' = (2 − v) / 2 s has v(2 s) = 2 (1 − 1/e), in 40 steps of 0.05 s 2 (1 − 0.975^40).
    const [, speed, arrived, furthest] =
      /^after 2 s at ([\d.]+) m\/s\n(\d) of 1 arrived, and drifted to ([\d.]+) m/.exec(output)!.map(Number);
    expect(speed).toBeCloseTo(2 * (1 - 0.975 ** 40), 3);
    expect(arrived).toBe(1);
    // From the goal's edge on, at almost 2 m/s, the way is 2 s long.
    expect(furthest).toBeGreaterThan(30 + 3);
    expect(furthest).toBeLessThan(30 + 4.1);
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
