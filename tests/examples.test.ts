// The examples run unchanged, against the compiled package.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { checkScenario } from 'wend/scenario';
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
  'evacuation.js': (output) => {
    const [, time, serious] = /^100 of 100 people left in ([\d.]+) s\n(\d+) serious collisions\n$/
      .exec(output)!
      .map(Number);
    // The farthest corner is about 14 m from the target: no agent gets there in less than 7 s at 1.8 m/s.
    expect(time).toBeGreaterThan(7);
    expect(time).toBeLessThan(120);
    expect(serious).toBe(0);
    const guide = readFileSync(join(root, 'docs/guide/getting-started.md'), 'utf8');
    expect(guide).toContain(`\n\`\`\`\n${output}\`\`\`\n`);
  },
  'floor-plan.js': (output) => {
    const [, time, serious] = /^40 of 40 people reached the stairs in ([\d.]+) s\n(\d+) serious collisions\n$/
      .exec(output)!
      .map(Number);
    // From the door of the west office it is 12.9 m to the stairs. The last one starts by 10 s.
    expect(time).toBeGreaterThan(12.9 / 1.8);
    expect(time).toBeLessThan(60);
    expect(serious).toBe(0);
  },
  'measuring.js': (output) => {
    const [, people, flow, density, time] =
      /^(\d+) people .*, ([\d.]+) a second\n.* up to ([\d.]+) people .*\n.* after ([\d.]+) s\n$/
        .exec(output)!
        .map(Number);
    expect(people).toBe(60);
    expect(flow).toBeGreaterThan(0.5);
    expect(density).toBeGreaterThan(0.7);
    // From x = 9.5 at most to x = 15 at 1.33 m/s.
    expect(time).toBeGreaterThan(5.5 / 1.33);
  },
  'sources.js': (output) => {
    const [, entered, most, left] = /^(\d+) visitors entered, at most (\d+) were inside, (\d+) left\n$/
      .exec(output)!
      .map(Number);
    expect(left).toBe(entered);
    expect(entered).toBeGreaterThan(25);
    // The entrance closes in the step after the hall is full.
    expect(most).toBeGreaterThanOrEqual(25);
    expect(most).toBeLessThanOrEqual(27);
  },
  'worker.js': (output) => {
    const lines = output.trimEnd().split('\n');
    const places = lines.slice(0, 3).map((line) => /^x = (\S+), (\S+)$/.exec(line)!.slice(1).map(Number));
    // Half of the displacement of 40 steps lies in the middle.
    for (const agent of [0, 1]) {
      expect(places[1][agent]).toBeCloseTo((places[0][agent] + places[2][agent]) / 2, 1);
      expect(Math.abs(places[2][agent] - places[0][agent])).toBeGreaterThan(1);
    }
    expect(lines[3]).toMatch(/^40 steps, state [0-9a-f]{16}$/);
  },
  'flock.js': (output) => {
    const [, arrived, time, highest] = /^(\d+) of 40 birds .* after ([\d.]+) s\nthey flew up to ([\d.]+) m/
      .exec(output)!
      .map(Number);
    expect(arrived).toBe(40);
    // From x = 8 or less to x = 35.5 at 1.6 m/s.
    expect(time).toBeGreaterThan(27.5 / 1.6);
    expect(highest).toBeGreaterThan(8);
  },
  'neighbours.js': (output) => {
    // From (−2, 3) southward at 1 m/s; another one s metres aside is 4 m away where it is √(16 − s²) ahead or behind.
    const times = [3 - Math.sqrt(7), 5.02 - 4, Math.sqrt(12) - 1, Math.sqrt(7), 5.02 - 0.5];
    const [comes, comesToo, goes, goesToo, touches] = times.map((time) => time.toFixed(4));
    expect(output.trimEnd().split('\n')).toEqual([
      'near within 4 m: 1, 4',
      'visible within 4 m: 4',
      'approachable within 4 m: 1, 4',
      'the two nearest: 4, 1',
      `${comes} s: 2 comes`,
      `${comesToo} s: 3 comes`,
      `${goes} s: 4 goes`,
      `${goesToo} s: 1 goes`,
      `${touches} s: touches 3 at (-2.00, -1.77)`,
    ]);
  },
  'automaton.js': (output) => {
    const times = [...output.matchAll(/^([\d.]+) s: height <= 0 and velocity < 0/gm)].map(([, time]) =>
      Number(time),
    );
    // The first fall, then flights that get shorter by the factor 0.8.
    const fall = Math.sqrt(2 / 9.81);
    const expected = [0, 1, 2, 3, 4, 5].map((n) => fall * (1 + (2 * 0.8 * (1 - 0.8 ** n)) / 0.2));
    expect(times.map((time) => time.toFixed(9))).toEqual(expected.map((time) => time.toFixed(9)));
  },
  'personal-distance.js': (output) => {
    expect(output).toContain('Anna keeps 0.12 m from her friend and 0.99 m from the stranger');
    expect(output).toContain('without personal distances 0.05 m and 0.05 m');
  },
  'own-automaton.js': (output) => {
    const [first, wentOn, loaded] = output.trimEnd().split('\n');
    const [, calm, cautious] = /^after 15 s (\d+) have arrived, and (\d+) of the/.exec(first)!.map(Number);
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
    // From the goal's edge on, at almost 2 m/s, it takes 2 s.
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
  'velocity-field.js': (output) => {
    // A metre outside of the ring: 1.2 m/s along it, and 0.8 tanh 1 m/s inwards.
    const inwards = (-0.8 * Math.tanh(1)).toFixed(2);
    const [first, second] = output.trimEnd().split('\n');
    expect(first).toBe(`the dance at (7, 0): ${inwards}, 1.20 m/s`);
    const [, nearest, farthest, fewest] = /^after 60 s: ([\d.]+) to ([\d.]+) m .*, ([\d.]+) to/
      .exec(second)!
      .map(Number);
    expect(nearest).toBeGreaterThan(5);
    expect(farthest).toBeLessThan(8);
    expect(fewest).toBeGreaterThan(1.2);
  },
};

test.each(Object.entries(tests))('%s', async (name, check) => check(await outputOf(name)));

test('the pieces of the guide on neighbours are a program that runs, and a part of a scenario', async () => {
  const guide = readFileSync(join(root, 'docs/guide/neighbours.md'), 'utf8');
  const piecesIn = (language: string) =>
    [...guide.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, piece]) => piece);
  const program = piecesIn('js').join('');
  const run = start(process.execPath, ['--input-type=module', '--eval', program], { cwd: root });
  const { code, stdout, stderr } = await run.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^[\d.]+ s: 11 comes near 1$/m);
  // Agent 3 is on the other side of the wall, and others report it.
  expect(stdout).toMatch(/^near \[[^\]]*\b3\b/m);
  expect(stdout).not.toMatch(/^visible \[[^\]]*\b3\b/m);
  expect(stdout).toMatch(/^agent 3 at .* told by 1$/m);
  const [part] = piecesIn('json');
  const rest = { version: 1, name: 'guide', bounds: { min: [0, 0], max: [1, 1] }, duration: 1 } as const;
  expect(checkScenario({ ...rest, ...JSON.parse(part) }).neighbours.name).toBe('auto');
});

test('every example is run; those for a browser in chromium.test.ts', () => {
  const programs = readdirSync(join(root, 'examples')).filter((file) => file.endsWith('.js'));
  const forPages = (file: string) => file.startsWith('browser');
  expect(programs.filter((file) => !forPages(file)).sort()).toEqual(Object.keys(tests).sort());
});
