import { describe, expect, test } from 'vitest';
import { createMeasurements, observeStep, summarize } from '../measurement/index.ts';
import { createRecorder, recordEnd, recordStart, recordStep, replayRecording } from '../recording/index.ts';
import { addAgent, sendCommand } from './commands.ts';
import { isOver } from './is-over.ts';
import type { ScenarioInput } from './scenario/index.ts';
import { createWorld } from './scenario-world.ts';
import { loadWorld, saveWorld } from './snapshot.ts';
import { stepWorld } from './step.ts';
import { stateHashOf, type World } from './world.ts';

type GroupInput = NonNullable<ScenarioInput['groups']>[number];

const box = (x0: number, y0: number, x1: number, y1: number) => ({
  box: { min: [x0, y0] as [number, number], max: [x1, y1] as [number, number] },
});

const hall: ScenarioInput = {
  version: 1,
  name: 'hall',
  bounds: { min: [0, 0], max: [30, 20], walls: true },
  dt: 0.1,
  duration: 100,
  arrival: 'vanish',
  obstacles: [{ shape: 'box', min: [12, 4], max: [13, 16] }],
  targets: [
    { name: 'west', region: box(0, 0, 2, 20) },
    { name: 'east', region: box(28, 0, 30, 20) },
  ],
  groups: [{ name: 'people', count: 12, region: box(15, 4, 24, 16), targets: ['west'] }],
};

const guests: GroupInput = {
  name: 'guests',
  count: 8,
  region: box(3, 3, 9, 17),
  speed: { normal: { mean: 1.3, deviation: 0.2, min: 0.8, max: 1.8 } },
  radius: { uniform: [0.2, 0.28] },
  premovement: { uniform: [0, 2] },
  velocity: 'walking',
  targets: ['east'],
};

function walk(world: World, seconds: number): World {
  for (let step = 0; step < Math.round(seconds / world.dt); step++) stepWorld(world);
  return world;
}

const add = (world: World, group: GroupInput, team?: string) =>
  sendCommand(world, { kind: 'add-group', group, ...(team === undefined ? {} : { team }) });

const positions = ({ crowd }: World) =>
  [...crowd.ids.subarray(0, crowd.count)].map((id, row) => [id, crowd.motion.x[row], crowd.motion.y[row]]);

/** The same group in a file from the beginning: its agents come at that time. */
const inFile = (input: ScenarioInput, at: number, { count = 0, ...group }: GroupInput): ScenarioInput => ({
  ...input,
  groups: [...input.groups!, { ...group, count: 0, source: { schedule: [[at, count]], most: count } }],
});

const cases: [string, ScenarioInput, GroupInput][] = [
  ['walker', hall, guests],
  ['nonlinear', { ...hall, steering: { name: 'nonlinear' }, planner: { name: 'distance' } }, guests],
  [
    'pipeline, on a journey of its own',
    { ...hall, steering: { name: 'pipeline' }, planner: { name: 'harmonic' } },
    {
      ...guests,
      targets: undefined as never,
      journey: {
        stages: [
          { kind: 'pursue', group: 'people', distance: 3 },
          { kind: 'seek', targets: ['east'], dwell: { uniform: [1, 2] } },
          { kind: 'idle' },
        ],
      },
    },
  ],
  [
    'critters, with fields',
    { ...hall, steering: { name: 'critters' } },
    {
      ...guests,
      field: { strength: -3, exponent: 1 },
      wander: { region: box(4, 4, 26, 16), interval: 2, strength: 4, exponent: 0.5 },
    },
  ],
  [
    'a steering model and a planner of its own',
    hall,
    { ...guests, steering: { name: 'nonlinear' }, planner: { name: 'path', cell: 0.2 }, viewRadius: 4 },
  ],
  [
    'distances from another group, and news for its members',
    { ...hall, steering: { name: 'nonlinear' } },
    { ...guests, personalDistance: [{ group: 'people', distance: 1 }], sharing: { distance: 10 } },
  ],
].map(([title, input, group]) => [title, input, JSON.parse(JSON.stringify(group))]) as [
  string,
  ScenarioInput,
  GroupInput,
][];

describe.each(cases)('a group that enters during a run: %s', (_, input, group) => {
  test('walks as the same group of a file that enters then, by a command and by a script', () => {
    const file = createWorld(inFile(input, 1, group));
    const scripted = createWorld({ ...input, script: [{ at: 1, kind: 'add-group', group }] });
    const world = walk(createWorld(input), 1);
    add(world, group);
    walk(world, 6);
    walk(scripted, 7);
    walk(file, 7);
    expect(world.crowd.count).toBeGreaterThan(12);
    expect(positions(world)).toEqual(positions(file));
    expect(positions(scripted)).toEqual(positions(file));
  });

  test('is saved, also while it waits, and replayed to the bit', () => {
    const world = createWorld(input);
    const recorder = createRecorder();
    const lines = [recordStart(recorder, world)];
    let waiting: World | undefined;
    for (let step = 0; step < 60; step++) {
      if (step === 10) {
        add(world, group);
        add(world, { ...group, name: 'more', count: 2, source: { rate: 1, arrivals: 'poisson' } });
        waiting = loadWorld(saveWorld(world));
      }
      stepWorld(world);
      lines.push(recordStep(recorder, world));
    }
    lines.push(recordEnd(recorder, world));
    walk(waiting!, 5);
    expect(stateHashOf(waiting!)).toBe(stateHashOf(world));
    const loaded = loadWorld(saveWorld(world));
    expect(loaded.scenario.groups).toEqual(world.scenario.groups);
    walk(loaded, 4);
    walk(world, 4);
    expect(stateHashOf(loaded)).toBe(stateHashOf(world));
    expect(replayRecording(lines.map((line) => line.trimEnd()))).toEqual({ kind: 'same', steps: 60 });
  });
});

test('agents that find no room wait outside; the queue is a figure, and the run is not over before', () => {
  const world = createWorld({ ...hall, groups: [], agents: [{ at: [27.5, 10], targets: ['east'] }] });
  add(world, { ...guests, count: 20, region: box(3, 9, 4, 10), premovement: 0 });
  const log = createMeasurements(world);
  while (!isOver(world)) {
    stepWorld(world);
    observeStep(log, world);
  }
  const { agents, arrived, sources } = summarize(log, world);
  expect([agents, arrived]).toEqual([21, 21]);
  expect(sources).toMatchObject([{ group: 'guests', came: 20, entered: 20, waiting: 0 }]);
  expect(sources![0].longestQueue).toBeGreaterThan(10);
});

test('it has a source besides, whose limit counts only what the source brings', () => {
  const world = walk(createWorld(hall), 1);
  add(world, { ...guests, count: 2, source: { rate: 2, from: 3, most: 3 } });
  walk(world, 1);
  expect(world.crowd.count).toBe(14);
  walk(world, 5);
  expect(world.sources!.table.entered[0]).toBe(5);
});

test('commands of the same step name it, and targets that were added before it', () => {
  const input: ScenarioInput = { ...hall, groups: [] };
  const world = createWorld(input);
  sendCommand(world, { kind: 'add-target', target: { name: 'north', region: box(14, 18, 20, 20) } });
  add(world, { ...guests, targets: ['north'] });
  addAgent(world, { at: [20, 5], group: 'guests' });
  sendCommand(world, { kind: 'set-source', group: 'guests', rate: 1 });
  walk(world, 2);
  const { plan, traits } = world.crowd;
  expect(world.crowd.count).toBeGreaterThan(9);
  for (let row = 0; row < world.crowd.count; row++) {
    expect(traits.group[row]).toBe(0);
    expect(world.targetSets[plan.targetSet[row]]).toEqual(Int32Array.of(2));
  }
});

test('it joins a team, whose task its agents get', () => {
  const input: ScenarioInput = {
    ...hall,
    groups: [{ name: 'people', count: 2, region: box(15, 4, 24, 16) }],
    teams: [{ name: 'all', groups: ['people'], task: { kind: 'together', targets: ['west'] } }],
  };
  const { targets: _, ...members } = guests;
  const world = walk(createWorld(input), 1);
  add(world, members, 'all');
  walk(world, 1);
  expect(world.teams[0].members).toHaveLength(10);
  const loaded = loadWorld(saveWorld(world));
  walk(loaded, 3);
  walk(world, 3);
  expect(stateHashOf(loaded)).toBe(stateHashOf(world));
  expect(() => add(world, { ...guests, name: 'others' }, 'all')).toThrow(
    'command: team: expected a member without targets, the task says where to go',
  );
});

test('a scenario that speaks of what its script adds takes groups, also loaded in the middle', () => {
  const queue = {
    kind: 'queue' as const,
    name: 'till',
    line: [
      [20, 2],
      [24, 2],
    ] as [number, number][],
    service: 1,
  };
  const input: ScenarioInput = {
    ...hall,
    groups: [
      { ...hall.groups![0] },
      {
        name: 'buyers',
        count: 2,
        region: box(25, 8, 27, 12),
        journey: {
          stages: [
            { kind: 'idle', for: 5 },
            { kind: 'queue', queues: ['till'] },
          ],
        },
      },
    ],
    script: [
      { at: 1, kind: 'set-ground', ground: queue },
      { at: 1, kind: 'add-group', group: guests },
      { at: 3, kind: 'add-measurement', line: { name: 'middle', from: [15, 0], to: [15, 4] } },
      { at: 4, kind: 'add-target', target: { name: 'north', region: box(14, 18, 20, 20) } },
      { at: 4, kind: 'retarget', agent: 0, targets: ['north'] },
    ],
    expect: { measured: [{ of: 'middle', figure: 'crossings', atMost: 99 }] },
  };
  const world = createWorld(input);
  add(world, { ...guests, name: 'first' });
  walk(world, 2);
  const loaded = loadWorld(saveWorld(world));
  for (const one of [world, loaded]) add(one, { ...guests, name: 'last', count: 1 });
  walk(world, 5);
  walk(loaded, 5);
  expect(world.scenario.groups.map(({ name }) => name)).toEqual([
    'people',
    'buyers',
    'first',
    'guests',
    'last',
  ]);
  expect(stateHashOf(loaded)).toBe(stateHashOf(world));
});

test('the state hash knows a group of which none has come', () => {
  const plain = walk(createWorld(hall), 1);
  const world = createWorld(hall);
  add(world, { ...guests, count: 0, source: { rate: 0 } });
  walk(world, 1);
  expect(positions(world)).toEqual(positions(plain));
  expect(stateHashOf(world)).not.toBe(stateHashOf(plain));
});

describe('refusals, at the same place in a script and as a command', () => {
  const refused: [object, string][] = [
    [{ name: 'people' }, 'group.name: expected a name of its own: there is a group "people" already'],
    [{ count: 0 }, 'group.count: expected at least 1 agent, or a source, got 0'],
    [{ count: -1 }, 'group.count: expected a whole number from 0'],
    [{ source: { rate: -1 } }, 'group.source.rate: expected a number from 0 to 1000 1/s, got -1'],
    [{ source: { rate: 1, from: 3, until: 2 } }, 'group.source.until: expected more than from, 3 s, got 2 s'],
    [
      { region: box(12.1, 5, 12.9, 15) },
      'group.region: no agent can enter: a body of radius 0.2 m has no room',
    ],
    [{ region: box(25, 5, 35, 9) }, 'group.region: expected a region inside the bounds'],
    [{ region: { ring: { center: [5, 5], radius: 2 } } }, 'group.region: expected {"box"}, {"circle"}'],
    [
      { region: { ball: { center: [5, 5], radius: 2 } } },
      'group.region.ball: only in a world of dimension 3',
    ],
    [{ speed: { uniform: [2, 1] } }, 'group.speed.uniform: expected low ≤ high, got 2 and 1'],
    [{ targets: ['exit'] }, 'group.targets[0]: expected the name of a target, got "exit"'],
    [{ goal: { point: [20, 10] } }, 'group.goal: expected targets or a goal, got both'],
    [
      { goal: { point: [12.5, 10] }, goalRadius: 0.2, targets: undefined },
      'group.goal.point: cannot be reached: 0.5 m inside obstacles[0]',
    ],
    [{ class: 'food' }, 'group.class: only with nonlinear steering'],
    [{ personalDistance: [{ group: 'x', distance: 1 }] }, 'group.personalDistance[0]: no group "x"'],
    [{ planner: { name: 'path', cell: 2 } }, 'group.planner.cell: expected less than'],
    [
      { targets: undefined, journey: { stages: [{ kind: 'seek', targets: ['exit'] }] } },
      'group.journey.stages[0].targets[0]: expected the name of a target, got "exit"',
    ],
  ];
  test.each(refused)('%j', (change, message) => {
    const group = JSON.parse(JSON.stringify({ ...guests, ...change })) as GroupInput;
    const world = createWorld(hall);
    expect(() => add(world, group)).toThrow(`command: ${message}`);
    expect(world.commands).toHaveLength(0);
    expect(() => createWorld({ ...hall, script: [{ at: 1, kind: 'add-group', group }] })).toThrow(
      `script[0].${message}`,
    );
  });

  test('an unknown team, and no group', () => {
    const world = createWorld(hall);
    expect(() => add(world, guests, 'nobody')).toThrow('command: team: expected the name of a team');
    expect(() => sendCommand(world, { kind: 'add-group' } as never)).toThrow(
      'command: group: expected an object, got nothing',
    );
  });

  test('a script that names a group or a target too early', () => {
    const script: ScenarioInput['script'] = [
      { at: 3, kind: 'add-target', target: { name: 'north', region: box(14, 18, 20, 20) } },
      { at: 2, kind: 'add-group', group: { ...guests, targets: ['north'] } },
      { at: 1, kind: 'set-source', group: 'guests', rate: 1 },
      { at: 1, kind: 'add', agent: { at: [5, 2], group: 'guests' } },
    ];
    const refusal = () => createWorld({ ...hall, script });
    expect(refusal).toThrow('script[1].group.targets[0]: expected the name of a target, got "north"');
    expect(refusal).toThrow('script[2].group: expected the name of a group with a source, got "guests"');
    expect(refusal).toThrow('script[3].agent.group: expected the name of a group, got "guests"');
  });

  test('a goal that no path leads to, where nothing can change that', () => {
    const walled: ScenarioInput = { ...hall, obstacles: [{ shape: 'box', min: [12, 0], max: [13, 20] }] };
    const script: ScenarioInput['script'] = [{ at: 1, kind: 'add-group', group: guests }];
    const { groups: _, ...empty } = walled;
    expect(() => createWorld({ ...empty, script })).toThrow(
      'script[0].group.targets: cannot be reached: no path for a body of radius 0.2 m',
    );
    const opened: ScenarioInput['script'] = [...script, { at: 5, kind: 'remove-obstacle', obstacle: 0 }];
    expect(() => createWorld({ ...empty, script: opened })).not.toThrow();
  });

  test('a saved world whose additions are forged', () => {
    const world = createWorld(hall);
    add(world, guests);
    walk(world, 1);
    for (const { kind, group } of world.additions as { kind: string; group: GroupInput }[]) {
      expect(kind).toBe('add-group');
      group.targets = ['exit'];
    }
    expect(() => loadWorld(saveWorld(world))).toThrow('saved world: additions[0]: group.targets[0]');
  });
});
