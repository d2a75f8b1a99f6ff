// The command line selects another steering model for a scenario.
import { beforeAll, describe, expect, test } from 'vitest';
import { lawn as lawnWithSpeeds, requireBuild, temporaryFolder, wend, writeTo } from './wend.fixture.ts';

const folder = temporaryFolder();
beforeAll(requireBuild);

// Without speeds, which critters ignore, and which the command would warn of.
const [{ speed: _, ...goer }] = lawnWithSpeeds.groups;
const lawn = { ...lawnWithSpeeds, groups: [goer] };
const plain = writeTo(folder, 'plain.json', { ...lawn, steering: { name: 'nonlinear' } });
const noisy = writeTo(folder, 'noisy.json', { ...lawn, steering: { noise: 0.1, solver: 'integrate' } });
const pulled = { name: 'critters', drag: 2, targets: { strength: 3 } };
const critters = writeTo(folder, 'critters.json', { ...lawn, steering: pulled });

async function run(...parameters: string[]) {
  const { code, stdout, stderr } = await wend('run', ...parameters, '--json', '--quiet');
  expect(code, stderr).toBe(0);
  return { hash: JSON.parse(stdout).stateHash as string, stderr };
}

/** The final state of a file with this steering. */
async function hashWith(steering: object): Promise<string> {
  return (await run(writeTo(folder, 'expected.json', { ...lawn, steering }))).hash;
}

describe('--steering', () => {
  test.each([
    ['--steering', 'critters'],
    ['--set', 'steering.name=critters'],
    ['--set', 'steering.name="critters"'],
    ['--set', 'steering={"name":"critters"}'],
  ])('%s %s: a scenario without parameters runs with the defaults of the other model', async (...option) => {
    const expected = await hashWith({ name: 'critters' });
    expect(await run(plain, ...option)).toEqual({ hash: expected, stderr: '' });
  });

  test('leaves the parameters of the model before out, and names those that the file gives', async () => {
    expect(await run(noisy, '--steering', 'critters')).toEqual({
      hash: await hashWith({ name: 'critters' }),
      stderr: `${noisy}: left out, as critters steering does not have them: steering.noise, steering.solver\n`,
    });
    expect(await run(critters, '--steering', 'nonlinear')).toEqual({
      hash: await hashWith({ name: 'nonlinear' }),
      stderr: `${critters}: left out, as nonlinear steering does not have them: steering.drag, steering.targets\n`,
    });
  });

  test('of the model that the file has anyway changes nothing', async () => {
    const expected = await hashWith(pulled);
    expect(await run(critters, '--steering', 'critters')).toEqual({ hash: expected, stderr: '' });
  });

  test('parameters of the new model can be set with it, those that only defaults fill included', async () => {
    const steering = { name: 'critters', drag: 3, obstacles: { strength: 2 } };
    const settings = ['steering.drag=3', 'steering.obstacles.strength=2'].flatMap((one) => ['--set', one]);
    const { hash } = await run(plain, '--steering', 'critters', ...settings);
    expect(hash).toBe(await hashWith(steering));
    expect(hash).not.toBe(await hashWith({ name: 'critters' }));
    expect((await run(plain, '--set', 'steering.agilityTime[0]=0.3')).hash).toBe(
      await hashWith({ agilityTime: [0.3, 0.4] }),
    );
  });

  const wandering = {
    ...goer,
    goal: undefined,
    field: { strength: 2, exponent: 2 },
    wander: { region: { circle: { center: [0, 0], radius: 5 } }, interval: 1, strength: 2, exponent: 0 },
  };
  const classed = {
    ...lawn,
    groups: [{ ...goer, class: 'people' }],
    obstacles: Array.from({ length: 6 }, (_, k) => ({
      ...lawn.obstacles[0],
      center: [-9, 1.7 * k],
      radius: 0.3,
      class: 'posts',
    })),
    steering: {
      classes: [
        { name: 'goal', kind: 'target' },
        { name: 'people', kind: 'obstacle' },
        { name: 'posts', kind: 'obstacle' },
      ],
    },
  };
  test.each([
    [
      'nonlinear',
      { ...lawn, groups: [wandering], steering: { name: 'critters' } },
      'groups[0].field and groups[0].wander are understood by critters steering only',
    ],
    [
      'critters',
      classed,
      'groups[0].class, obstacles[0].class, obstacles[1].class, obstacles[2].class and 3 more are understood by nonlinear steering only',
    ],
  ])(
    '%s: what only the other model understands is refused in one line',
    async (model, scenario, complaint) => {
      const file = writeTo(folder, `${model}-refused.json`, scenario);
      expect(await wend('validate', file)).toMatchObject({ code: 0 });
      const { code, stdout, stderr } = await wend('run', file, '--steering', model);
      expect({ code, stdout, stderr }).toEqual({
        code: 2,
        stdout: '',
        stderr: `${file}: cannot be simulated with ${model} steering: ${complaint}\n`,
      });
    },
  );

  test('a parameter of the other model that is set is refused in one line', async () => {
    const { code, stderr } = await wend('run', plain, '--steering', 'critters', '--set', 'steering.noise=1');
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /: steering\.noise: belongs in nonlinear steering, not here; expected one of .*\n$/,
    );
    expect(stderr.trimEnd()).not.toContain('\n');
  });
});

describe('the summary', () => {
  test('gives the mean speed of critters in m/s, and that of others as a share', async () => {
    // Alone in a field that does not fade, with drag 1/s: 2 m/s² until a terminal speed of 2 m/s.
    const alone = writeTo(folder, 'alone.json', {
      ...lawn,
      duration: 30,
      bounds: { min: [-10, -10], max: [100, 10] },
      obstacles: [],
      groups: [],
      agents: [{ at: [0, 0], goal: [90, 0], speed: 0.1 }],
      steering: { name: 'critters', drag: 1, targets: { strength: 2, exponent: 0 } },
    });
    const speed = async (file: string, ...options: string[]) =>
      /mean speed {2}(.*)\n/.exec((await wend('run', file, ...options)).stdout)![1];
    // The mean of 2 (1 − e^−t) over 30 s.
    const exact = 2 * (1 - (1 - Math.exp(-30)) / 30);
    const [, metres] = /^(\d\.\d{3}) m\/s$/.exec(await speed(alone))!;
    expect(Math.abs(Number(metres) - exact)).toBeLessThan(0.01);
    expect(await speed(plain)).toMatch(/^0\.\d{3} of the desired speed$/);
  });
});
