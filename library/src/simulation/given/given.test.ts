import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addAgent, sendCommand } from '../commands.ts';
import { createPlainWorld } from '../create.ts';
import { registerBuiltIn } from '../scenario/built-in.ts';
import { checkScenario, ScenarioError, type ScenarioInput } from '../scenario/index.ts';
import { createWorld } from '../scenario-world.ts';
import { stepWorld } from '../step.ts';
import { stateHashOf, type World } from '../world.ts';
import { readSettings, type WorldSettings } from './world.ts';

// The schema of scenarios is the oracle: settings and commands mean the same with it and without it. It has all models.
registerBuiltIn();

const bounds = { min: [0, 0], max: [20, 10] } as const satisfies { min: [number, number]; max: unknown };
const plane = { bounds: { min: [0, 0], max: [20, 10] } } as WorldSettings;
const space = { dimension: 3, bounds: { min: [0, 0, 0], max: [20, 10, 5] } } as WorldSettings;
const complete = (settings: WorldSettings): ScenarioInput => ({
  version: 1,
  name: 'world',
  duration: 1e6,
  ...settings,
});

/** The message without the name of what was checked; nothing where it was accepted. */
function complaintOf(check: () => unknown): string {
  try {
    check();
    return '';
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.problems.map(({ path, message }) => `${path}: ${message}`).join('\n');
  }
}

const good: [what: string, settings: WorldSettings][] = [
  ['bounds alone', plane],
  ['space', space],
  ['a border', { bounds: { ...plane.bounds, walls: true }, dt: 0.1, seed: 7 }],
  ['a scenario without agents', complete(plane)],
  [
    'obstacles and targets',
    {
      ...plane,
      obstacles: [
        { shape: 'circle', center: [10, 5], radius: 1 },
        { shape: 'segment', from: [4, 0], to: [4, 4], name: 'wall' },
        { shape: 'box', min: [6, 6], max: [7, 8], course: { kind: 'velocity', velocity: [0.1, 0] } },
        {
          shape: 'polygon',
          points: [
            [12, 1],
            [14, 1],
            [13, 3],
          ],
          course: { kind: 'oscillation', amplitude: [0, 1], period: 10 },
        },
      ],
      targets: [
        { name: 'exit', at: [19, 5], radius: 1 },
        { name: 'hall', region: { box: { min: [15, 1], max: [18, 4] } }, open: false },
        { name: 'cart', at: [2, 2], course: { kind: 'loop', points: [[3, 2]], speed: 1 } },
      ],
    },
  ],
  ['solids', { ...space, obstacles: [{ shape: 'sphere', center: [5, 5, 2], radius: 1 }] }],
  ['settings of the layers', { ...plane, neighbours: { radius: 4, sight: true }, planner: { name: 'path' } }],
  ['a model by name', { ...plane, steering: { name: 'pipeline' } }],
  ['a parameter that tells the model', { ...plane, steering: { horizon: 2 } } as WorldSettings],
  ['the old name of the default model', { ...plane, steering: { name: 'wend' } } as unknown as WorldSettings],
  [
    'cadences',
    { ...plane, cadence: { planning: 4, steering: { adaptive: 'speed', fastest: 1, slowest: 8 } } },
  ],
  ['a scheme', { ...plane, cadence: 'static', contacts: 'none', arrival: 'vanish' }],
  ['−0', { ...plane, obstacles: [{ shape: 'circle', center: [-0, 5], radius: 1 }] }],
];

test.each(good)('%s: settings are completed as a scenario is', (_, settings) => {
  expect(readSettings(settings)).toStrictEqual(checkScenario(complete(settings)));
});

const bad: [what: string, settings: unknown][] = [
  ['nothing', undefined],
  ['a list', []],
  ['no bounds', {}],
  ['bounds without size', { bounds: { min: [0, 0], max: [0, 10] } }],
  ['one coordinate', { bounds: { min: [0], max: [10, 10] } }],
  ['text for a number', { ...plane, dt: '0.05' }],
  ['a step of 0', { ...plane, dt: 0 }],
  ['a long step', { ...plane, dt: 1 }],
  ['not a number', { ...plane, dt: Number.NaN }],
  ['half a seed', { ...plane, seed: 1.5 }],
  ['a fourth dimension', { ...plane, dimension: 4 }],
  ['a slip of the pen', { ...plane, obstacels: [] }],
  ['an unknown shape', { ...plane, obstacles: [{ shape: 'star' }] }],
  ['no shape', { ...plane, obstacles: [{ center: [1, 1], radius: 1 }] }],
  ['a shape without its radius', { ...plane, obstacles: [{ shape: 'circle', center: [1, 1] }] }],
  ['a shape of space', { ...plane, obstacles: [{ shape: 'sphere', center: [1, 1, 1], radius: 1 }] }],
  ['a height in the plane', { ...plane, targets: [{ name: 'a', at: [1, 1, 1] }] }],
  [
    'two targets of one name',
    {
      ...plane,
      targets: [
        { name: 'a', at: [1, 1] },
        { name: 'a', at: [2, 2] },
      ],
    },
  ],
  ['a target nowhere', { ...plane, targets: [{ name: 'a' }] }],
  ['an unknown model', { ...plane, steering: { name: 'telepathy' } }],
  ['a parameter of another model', { ...plane, steering: { name: 'walker', noise: 1 } }],
  ['a parameter out of range', { ...plane, steering: { name: 'walker', horizon: -1 } }],
  ['a model of the plane in space', { ...space, steering: { name: 'walker' } }],
  ['an unknown index', { ...plane, neighbours: { name: 'tree' } }],
  ['a class without classes', { ...plane, targets: [{ name: 'a', at: [1, 1], class: 'x' }] }],
  [
    'a fast course',
    {
      ...plane,
      obstacles: [
        { shape: 'circle', center: [1, 1], radius: 1, course: { kind: 'velocity', velocity: [50, 50] } },
      ],
    },
  ],
  ['an unknown course', { ...plane, targets: [{ name: 'a', at: [1, 1], course: { kind: 'dance' } }] }],
  ['an unknown word', { ...plane, arrival: 'explode' }],
  ['a cadence of 0', { ...plane, cadence: { planning: 0 } }],
];

test.each(bad)('%s: the message is that of a scenario', (_, settings) => {
  const complaint = complaintOf(() => readSettings(settings as WorldSettings));
  expect(complaint).not.toBe('');
  const isObject = typeof settings === 'object' && !Array.isArray(settings);
  const input = isObject ? complete(settings as WorldSettings) : settings;
  const expected = complaintOf(() => checkScenario(input));
  // The schema lists more keys and names more planners; all else is the same text.
  const short = (text: string) => text.replace(/expected one of .*/g, 'expected one of …');
  expect(short(complaint)).toBe(short(expected));
});

test('what only scenarios have is refused by its key', () => {
  expect(complaintOf(() => readSettings({ ...plane, groups: [] } as unknown as WorldSettings))).toMatch(
    /^groups: unknown key/,
  );
});

/** The same scene as a world made by a program and as a world of a scenario. */
function twins(settings: WorldSettings): [World, World] {
  return [createPlainWorld(settings), createWorld(complete(settings))];
}

const scene: WorldSettings = {
  bounds: { min: [...bounds.min], max: [...bounds.max], walls: true },
  obstacles: [{ shape: 'circle', center: [10, 5], radius: 1, name: 'column' }],
  targets: [{ name: 'exit', at: [19, 5], radius: 0.7 }],
};

test('a world made by a program goes on like that of the same scenario, to the bit, through every command', () => {
  const [own, other] = twins(scene);
  for (let step = 0; step < 120; step++) {
    for (const world of [own, other]) {
      if (step < 12) addAgent(world, { at: [2, 0.5 + 0.75 * step], goal: [18, 9.5 - 0.75 * step] });
      if (step === 20) sendCommand(world, { kind: 'retarget', id: 3, targets: ['exit'] });
      if (step === 30) sendCommand(world, { kind: 'remove', id: 5 });
      if (step === 40) sendCommand(world, { kind: 'move-obstacle', obstacle: 'column', by: [0, 3] });
      if (step === 50) sendCommand(world, { kind: 'change-traits', id: 1, traits: { speed: 2 } });
      if (step === 55)
        sendCommand(world, { kind: 'change-traits', id: 2, traits: { steering: { name: 'straight' } } });
      if (step === 60) sendCommand(world, { kind: 'move-target', target: 'exit', to: [18, 2] });
      if (step === 70) sendCommand(world, { kind: 'open-target', target: 'exit', open: false });
      stepWorld(world);
    }
    expect(stateHashOf(own)).toBe(stateHashOf(other));
  }
  expect(own.crowd.count).toBe(11);
  expect(own.planners.list[0].planner.name).toBe('path');
});

describe('commands', () => {
  const value = fc.oneof(
    fc.constantFrom(0, 1, -1, 0.5, 1e9, Number.NaN, Infinity),
    fc.constantFrom<unknown>('exit', '', 'column', true, null, {}, []),
    fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 4 }),
  );
  const key = fc.constantFrom(
    ...[
      'id',
      'agent',
      'traits',
      'obstacle',
      'by',
      'target',
      'to',
      'open',
      'goal',
      'targets',
      'goalRadius',
      'x',
    ],
  );
  const agentKey = fc.constantFrom(
    ...[
      'at',
      'goal',
      'radius',
      'speed',
      'heading',
      'climb',
      'personality',
      'name',
      'targets',
      'rdius',
      'steering',
      'viewRadius',
    ],
  );
  const kind = fc.constantFrom(
    ...[
      'add',
      'remove',
      'retarget',
      'change-traits',
      'set-planner',
      'move-obstacle',
      'move-target',
      'open-target',
      'dance',
    ],
  );
  const given = fc
    .tuple(kind, fc.dictionary(key, value, { maxKeys: 4 }), fc.dictionary(agentKey, value, { maxKeys: 4 }))
    .map(([kind, rest, agent]) => ({
      kind,
      ...rest,
      ...(kind === 'add' && { agent: { at: [3, 3], ...agent } }),
    }));

  test('are refused at the same place as in a world of a scenario, or do the same', () => {
    fc.assert(
      fc.property(given, (command) => {
        const [own, other] = twins(scene);
        addAgent(own, { at: [5, 5] });
        addAgent(other, { at: [5, 5] });
        stepWorld(own);
        stepWorld(other);
        // Of a number that is not finite the schema says less; the places are the same.
        const [mine, theirs] = [own, other].map((world) =>
          complaintOf(() => sendCommand(world, command as never)).replace(/: .*/g, ''),
        );
        expect(mine).toBe(theirs);
        stepWorld(own);
        stepWorld(other);
        expect(stateHashOf(own)).toBe(stateHashOf(other));
      }),
      { numRuns: 200 },
    );
  });
});
