// wend fit as a user runs it: parameters that are known beforehand are found again.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { requireBuild, temporaryFolder, wend, writeTo } from './wend.fixture.ts';

const folder = temporaryFolder();
const SPEED = 1.2;
/** Eight people cross a lawn and each other, with so much room that the speed, not the avoidance, decides where they get. */
const crossing = {
  version: 1,
  name: 'crossing',
  bounds: { min: [-20, -20], max: [20, 20] },
  duration: 8,
  groups: [
    {
      name: 'people',
      count: 8,
      region: { circle: { center: [0, 0], radius: 14 } },
      goal: { mirror: [0, 0] },
      speed: SPEED,
    },
  ],
};
const file = writeTo(folder, 'crossing.json', crossing);
const vary = ['--vary', 'groups[0].speed=0.8:1.8'];

beforeAll(requireBuild);

test('the speed of recorded people is found again, from SQLite and CSV', async () => {
  const recorded = join(folder, 'recorded');
  const format = ['--format', 'sqlite,csv'];
  expect((await wend('run', file, '--seed', '3', '--out', recorded, ...format, '--quiet')).code).toBe(0);
  const found = await Promise.all(
    ['trajectory.sqlite', 'trajectory.csv'].map(async (name) => {
      const out = join(folder, `fit-${name}`);
      const options = ['--trajectories', join(recorded, name), '--horizon', '2.4', '--seeds', '1'];
      const parameters = [
        'fit',
        file,
        ...vary,
        ...options,
        '--evaluations',
        '25',
        '--out',
        out,
        '--jobs',
        '1',
      ];
      const { code, stderr } = await wend(...parameters, '--quiet');
      expect(code, stderr).toBe(0);
      expect(readdirSync(out).sort()).toEqual(['fit.json', 'report.html', 'runs.jsonl']);
      return JSON.parse(readFileSync(join(out, 'fit.json'), 'utf8'));
    }),
  );
  for (const { constantVelocity, misfit, parameters, sensitivity } of found) {
    expect(parameters['groups[0].speed']).toBeCloseTo(SPEED, 1);
    // Nearer than people that keep their velocity, and worse a step below and above.
    expect(misfit).toBeLessThan(constantVelocity.mean);
    expect(sensitivity[0].steps.length).toBe(2);
    for (const step of sensitivity[0].steps) expect(step.misfit).toBeGreaterThan(misfit);
  }
});

const bad: [string, string[], string][] = [
  ['no reference', [...vary], '--target, --reference or --trajectories: expected one at least'],
  ['no parameter', ['--target', 'meanSpeed=1'], '--vary: expected at least one, path=from:to'],
  [
    'a list in place of a range',
    ['--vary', 'dt=0.1,0.2', '--target', 'a=1'],
    'expected a range to search, from:to',
  ],
  [
    'a figure that runs do not have',
    [...vary, '--target', 'meanSped=1'],
    'meanSped: the runs have no such figure; expected one of ',
  ],
  [
    'an unknown path',
    ['--vary', 'nowhere.x=1:2', '--target', 'meanSpeed=1'],
    'there is no nowhere in the scenario',
  ],
  ['a file that is no trajectory', [...vary, '--trajectories', file], 'expected a trajectory: SQLite'],
  ['a missing file', [...vary, '--trajectories', join(folder, 'none.csv')], 'none.csv'],
  [
    'a horizon without people',
    [...vary, '--target', 'meanSpeed=1', '--horizon', '2'],
    '--horizon: expected with --trajectories',
  ],
];

test.concurrent.each(bad)('%s: exit code 2, one message, and no folder', async (_, parameters, message) => {
  const out = join(folder, 'bad');
  const { code, stderr, stdout } = await wend('fit', file, ...parameters, '--out', out, '--quiet');
  expect(stderr).toContain(message);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(existsSync(out)).toBe(false);
});
