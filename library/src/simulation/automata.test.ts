import { describe, expect, test } from 'vitest';
import type { AutomatonModel } from '../automata/hybrid/index.ts';
import type { Automaton } from '../automata/index.ts';
import { shuffledOrder } from '../crowd/crowd.fixture.ts';
import { EventKind, reorderRows, rowOf } from '../crowd/index.ts';
import { createRecorder, recordEnd, recordStart, recordStep, replayRecording } from '../recording/index.ts';
import { sendCommand } from './commands.ts';
import { explainJumps, jumpsInWords } from './explain-automata.ts';
import {
  createWorld,
  loadWorld,
  type ScenarioInput,
  saveWorld,
  stateHashOf,
  stepWorld,
  type World,
} from './index.ts';

const step = (world: World, times: number) => {
  for (let k = 0; k < times; k++) stepWorld(world);
};

/** Comfort grows, and at 1 the agent becomes bold; noise makes the agents differ. */
const mood: AutomatonModel = {
  name: 'mood',
  noise: { f: [-0.3, 0.3] },
  variables: { comfort: {}, times: { kind: 'integer' } },
  start: 'shy',
  modes: {
    shy: { flow: { comfort: '0.5 + f' }, set: { speed: 0.7 } },
    bold: { flow: { comfort: 'f - 0.5' } },
  },
  transitions: [
    { from: 'shy', to: 'bold', when: 'comfort > 1', do: { times: 'times + 1' } },
    { from: 'bold', to: 'shy', when: 'comfort < 0.5' },
  ],
};

const scene: ScenarioInput = {
  version: 1,
  name: 'moods',
  bounds: { min: [-20, -20], max: [20, 20] },
  duration: 100,
  steering: { name: 'nonlinear' },
  targets: [
    { name: 'east', at: [15, 0] },
    { name: 'north', at: [0, 15] },
  ],
  groups: [
    {
      name: 'moody',
      count: 300,
      region: { circle: { center: [0, 0], radius: 12 } },
      goal: { mirror: [0, 0] },
      speed: 1.2,
    },
    {
      name: 'calm',
      count: 50,
      region: { circle: { center: [0, 0], radius: 12 } },
      goal: { mirror: [0, 0] },
      speed: 1.2,
    },
  ],
  automata: [{ ...mood, groups: ['moody'] }],
};

const alone = (model: AutomatonModel, part: Partial<ScenarioInput> = {}): ScenarioInput => ({
  ...scene,
  groups: [],
  agents: [{ at: [0, 0], targets: ['east'], speed: 1 }],
  automata: [model],
  ...part,
});

describe('a scenario with automata', () => {
  test('sets speeds by modes, in the groups that it names, and counts jumps as events', () => {
    const world = createWorld(scene);
    const seen = new Set<number>();
    let jumps = 0;
    let taken = 0;
    for (let k = 0; k < 120; k++) {
      stepWorld(world);
      const { crowd, events } = world;
      for (let row = 0; row < crowd.count; row++) {
        const isShy = crowd.memory['mood/mode'][row] === 0 && crowd.traits.group[row] === 0;
        expect(crowd.traits.desiredSpeed[row]).toBe(isShy ? 0.7 : 1.2);
      }
      for (let k = 0; k < events.count; k++) {
        if (events.kind[k] !== EventKind.jump) continue;
        jumps++;
        seen.add(events.time[k]);
        if (events.other[k] === 0) taken++;
      }
    }
    expect(jumps).toBeGreaterThan(600);
    // Jumps happen inside steps, at times of their own.
    expect(seen.size).toBeGreaterThan(500);
    expect([...world.crowd.memory['mood/times']].reduce((sum, times) => sum + times, 0)).toBe(taken);
  });

  test('gives the same states for another order of rows, and others for another seed', () => {
    const [world, other, seeded] = [createWorld(scene), createWorld(scene), createWorld(scene, { seed: 7 })];
    step(world, 40);
    step(other, 20);
    reorderRows(other.crowd, shuffledOrder(other.crowd.count, 3));
    step(other, 20);
    step(seeded, 40);
    expect(stateHashOf(other)).toBe(stateHashOf(world));
    expect(stateHashOf(seeded)).not.toBe(stateHashOf(world));
  });

  test('goes on from a saved world as it would have', () => {
    const world = createWorld(scene);
    step(world, 30);
    const loaded = loadWorld(saveWorld(world));
    step(world, 30);
    step(loaded, 30);
    expect(stateHashOf(loaded)).toBe(stateHashOf(world));
    expect([...loaded.crowd.memory['mood/mode']]).toEqual([...world.crowd.memory['mood/mode']]);
  });

  test('has modes and integers in the hash of its state', () => {
    for (const column of ['mood/mode', 'mood/times']) {
      const world = createWorld(scene);
      step(world, 5);
      const before = stateHashOf(world);
      world.crowd.memory[column][7]++;
      world.hashedStep = -1;
      expect(stateHashOf(world)).not.toBe(before);
    }
  });

  test('tells which values caused each jump', () => {
    const world = createWorld(scene);
    step(world, 45);
    const [jump] = world.automaton.jumps!();
    expect(jump).toMatchObject({ automaton: 'mood', part: '', from: 'shy', to: 'bold', when: 'comfort > 1' });
    expect(jump.values.comfort).toBeGreaterThan(1);
    expect(jump.values.comfort).toBeLessThan(1 + 1e-12);
    expect(jump.time).toBeGreaterThan(44 * world.dt);
    expect(jump.time).toBeLessThanOrEqual(45 * world.dt);
  });
});

test('a recording has every jump with its values, and replays to the bit', () => {
  const world = createWorld(scene);
  const recorder = createRecorder();
  const lines = [recordStart(recorder, world)];
  for (let k = 0; k < 45; k++) {
    stepWorld(world);
    lines.push(recordStep(recorder, world));
  }
  lines.push(recordEnd(recorder, world));
  expect(JSON.parse(lines[0]).version).toBe(2);
  const jumps = lines.flatMap((line) => JSON.parse(line).jumps ?? []);
  expect(jumps.length).toBeGreaterThan(10);
  for (const { from, to, values } of jumps) {
    expect([from, to]).toEqual(['shy', 'bold']);
    expect(values.comfort).toBeCloseTo(1, 12);
  }
  expect(replayRecording(lines.map((line) => line.trimEnd()))).toEqual({ kind: 'same', steps: 45 });
});

describe('rule 18: later layers win', () => {
  const speedTo = (name: string, speed: string | number): AutomatonModel => ({
    name,
    inputs: { present: 'desiredSpeed', time: 'time' },
    start: 'on',
    modes: { on: { set: { speed } }, off: {} },
    transitions: [{ from: 'on', to: 'off', when: 'time > 1.02' }],
  });
  const halved = { name: 'half', trait: 'speed', over: 'time', points: [[0, 0.5]] } as const;

  test('changes come first, then automata as written, then that of the program; the own trait comes back', () => {
    const own: Automaton = {
      name: 'own',
      update: ({ crowd, step: now }) => {
        if (now >= 60) crowd.traits.desiredSpeed[0] = 3;
      },
    };
    const input = alone(speedTo('a', 'present * 3'), {
      changes: [{ ...halved, points: [[0, 0.5]] }],
      automata: [speedTo('a', 'present * 3'), speedTo('b', 'present + 0.25')],
    });
    const world = createWorld(input, { automaton: own });
    stepWorld(world);
    // 1 × 0.5, of which a makes 1.5; b sees the columns as a left them.
    expect(world.crowd.traits.desiredSpeed[0]).toBe(1.75);
    step(world, 30);
    expect(world.crowd.traits.desiredSpeed[0]).toBe(0.5);
    step(world, 31);
    expect(world.crowd.traits.desiredSpeed[0]).toBe(3);
  });

  test('commands change the own trait below the automata', () => {
    const world = createWorld(alone(speedTo('a', 0.4)));
    step(world, 5);
    sendCommand(world, { kind: 'change-traits', id: 0, traits: { speed: 2 } });
    step(world, 5);
    expect(world.crowd.traits.desiredSpeed[0]).toBe(0.4);
    step(world, 30);
    expect(world.crowd.traits.desiredSpeed[0]).toBe(2);
  });
});

describe('modes', () => {
  const timed = (mode: NonNullable<AutomatonModel['modes']>[string]): AutomatonModel => ({
    name: 'timed',
    inputs: { time: 'time' },
    start: 'before',
    modes: { before: {}, during: mode, after: {} },
    transitions: [
      { from: 'before', to: 'during', when: 'time >= 0.5' },
      { from: 'during', to: 'after', when: 'time >= 1.5' },
    ],
  });

  test('bring a steering model and a planner, and give the own ones back', () => {
    const model = timed({ steering: { name: 'straight' }, planner: { name: 'path' } });
    const world = createWorld(alone(model));
    const names = () => {
      const { crowd, models, planners } = world;
      return [models[crowd.traits.steering[0]].model.name, planners.list[crowd.plan.planner[0]].planner.name];
    };
    expect(names()).toEqual(['nonlinear', 'direct']);
    step(world, 15);
    expect(names()).toEqual(['straight', 'path']);
    const loaded = loadWorld(saveWorld(world));
    step(world, 30);
    step(loaded, 30);
    expect(names()).toEqual(['nonlinear', 'direct']);
    expect(stateHashOf(loaded)).toBe(stateHashOf(world));
  });

  test('bring a goal: a direction, then the own goal again, where the agent arrives', () => {
    const world = createWorld(alone(timed({ goal: { direction: [0, 2] } })));
    step(world, 11);
    const { crowd } = world;
    const x = crowd.motion.x[rowOf(crowd, 0)];
    step(world, 20);
    expect(crowd.motion.y[0]).toBeGreaterThan(0.5);
    expect(crowd.motion.x[0] - x).toBeLessThan(0.9);
    expect(crowd.motion.headingY[0]).toBeGreaterThan(0.7);
    step(world, 400);
    expect(world.arrived).toBe(1);
    expect(Math.hypot(crowd.motion.x[0] - 15, crowd.motion.y[0])).toBeLessThan(1);
  });

  test('send the agent to other targets', () => {
    const world = createWorld(alone(timed({ goal: { targets: ['north'] } })));
    step(world, 29);
    expect(world.crowd.motion.headingY[0]).toBeGreaterThan(0.5);
    step(world, 60);
    expect(world.crowd.motion.headingY[0]).toBeLessThan(0.2);
  });

  test('sense targets, obstacles, gaps and contacts', () => {
    const inputs = {
      east: { target: 'east' },
      post: { obstacle: 'post' },
      gap: 'gap',
      contacts: 'contacts',
    } as const;
    const model: AutomatonModel = {
      name: 'senses',
      inputs,
      variables: Object.fromEntries(
        Object.keys(inputs).map((name) => [`${name}Seen`, { kind: 'real' as const }]),
      ),
      start: 'watch',
      modes: { watch: {} },
      transitions: [
        {
          from: 'watch',
          to: 'watch',
          when: 'eastSeen != east or postSeen != post or gapSeen != gap or contactsSeen != contacts',
          do: Object.fromEntries(Object.keys(inputs).map((name) => [`${name}Seen`, name])),
        },
      ],
    };
    const world = createWorld(
      alone(model, {
        obstacles: [{ shape: 'circle', center: [2, 0], radius: 0.5, name: 'post' }],
        steering: { name: 'straight' },
      }),
    );
    step(world, 3);
    const { memory, motion, traits } = world.crowd;
    const x = motion.x[0];
    stepWorld(world);
    expect(memory['senses/eastSeen'][0]).toBeCloseTo(15 - x, 9);
    expect(memory['senses/postSeen'][0]).toBeCloseTo(1.5 - x - traits.radius[0], 9);
    step(world, 60);
    expect(memory['senses/contactsSeen'][0]).toBe(1);
    expect(memory['senses/gapSeen'][0]).toBeLessThan(0.01);
  });
});

test.each([
  [
    'automata[0].transitions[0].when: unknown name "comfrt"',
    { transitions: [{ from: 'shy', to: 'bold', when: 'comfrt > 1' }] },
  ],
  ['automata[0].groups[0]: expected the name of a group, got "mody"', { groups: ['mody'] }],
  [
    'automata[0].inputs.goal.target: expected the name of a target, got "norht"',
    { inputs: { goal: { target: 'norht' } } },
  ],
  ['automata[0].modes.shy.flw: unknown key', { modes: { ...mood.modes, shy: { flw: {} } } }],
  ['automata[0].policy: expected "urgent" or "lazy", got "eager"', { policy: 'eager' }],
  [
    'automata[0].modes.shy.steering.name: expected',
    { modes: { ...mood.modes, shy: { steering: { name: 'fly' } } } },
  ],
] as [string, Partial<AutomatonModel>][])('a bad file is refused: %s', (message, change) => {
  expect(() => createWorld({ ...scene, automata: [{ ...mood, ...change }] as never })).toThrow(message);
});

test('a failed invariant stops the run with agent and mode', () => {
  const world = createWorld(
    alone({
      name: 'doomed',
      variables: { c: {} },
      start: 'only',
      modes: { only: { flow: { c: 1 }, invariant: 'c < 0.3' } },
    }),
  );
  expect(() => step(world, 20)).toThrow(
    'automaton "doomed", agent 0, mode only: the invariant "c < 0.3" fails at 0.3',
  );
});

describe('personal distances of modes', () => {
  const trusting: AutomatonModel = {
    name: 'trust',
    variables: { trust: {} },
    start: 'strange',
    modes: {
      strange: {
        flow: { trust: 0.1 },
        distances: [
          { to: 'agents', distance: '2 - trust' },
          { group: 'calm', distance: 200 },
        ],
      },
      known: { flow: { trust: 0 } },
    },
    transitions: [{ from: 'strange', to: 'known', when: 'trust >= 1' }],
  };

  test('are written while the mode lasts, clipped, and the own ones come back', () => {
    const world = createWorld({
      ...scene,
      groups: [
        { ...scene.groups![0], count: 4, personalDistance: 0.5 },
        { ...scene.groups![1], count: 2 },
      ],
      automata: [{ ...trusting, groups: ['moody'] }],
    });
    const { distances } = world.crowd;
    const agents = () => [...distances.columns.agents.subarray(0, 6)];
    step(world, 20);
    expect(agents()[0]).toBeCloseTo(1.9, 12);
    expect(agents()[5]).toBe(-1);
    expect(distances.columns['group 1'][0]).toBe(100);
    sendCommand(world, {
      kind: 'change-traits',
      id: 1,
      traits: { personalDistance: [{ to: 'agents', distance: 0.3 }] },
    });
    step(world, 200);
    expect(agents()).toEqual([-1, 0.3, -1, -1, -1, -1]);
    expect(distances.columns.everything[0]).toBe(0.5);
    const loaded = loadWorld(saveWorld(world));
    step(world, 10);
    step(loaded, 10);
    expect(stateHashOf(loaded)).toBe(stateHashOf(world));
  });

  test('name what they are kept from, or are refused with their place', () => {
    const refused = (distances: object[]) =>
      createWorld({
        ...scene,
        automata: [{ ...trusting, modes: { ...trusting.modes, strange: { distances } } } as AutomatonModel],
      });
    expect(() => refused([{ group: 'ghosts', distance: 1 }])).toThrow(
      'automata[0].modes.strange.distances[0]: no group "ghosts" in the scenario',
    );
    expect(() => refused([{ distance: 1 }])).toThrow('automata[0].modes.strange.distances[0]');
    expect(() => refused([{ to: 'agents', distance: 'trust > 1' }])).toThrow(
      'expected a number, got a condition',
    );
  });
});

describe('explainJumps', () => {
  test('says in which mode an agent is, which guard led there, and which guards hold', () => {
    const world = createWorld({ ...scene, automata: [{ ...mood, groups: ['moody'] }] });
    step(world, 10);
    const [before] = explainJumps(world, 0);
    expect(before.modes).toEqual([{ part: '', mode: 'shy' }]);
    expect(before.latest).toBeUndefined();
    expect(before.transitions).toEqual([{ to: 'bold', when: 'comfort > 1', holds: false }]);
    let jump: unknown;
    while (!jump) {
      stepWorld(world);
      jump = world.automaton.jumps!().find(({ agent }) => agent === 0);
    }
    step(world, 3);
    const [after] = explainJumps(world, 0);
    expect(after.modes).toEqual([{ part: '', mode: 'bold' }]);
    expect(after.latest).toEqual(jump);
    expect(after.values.comfort).toBe(world.crowd.memory['mood/comfort'][rowOf(world.crowd, 0)]);
    expect(explainJumps(world, 349)).toEqual([]);
    const hash = stateHashOf(world);
    expect(jumpsInWords([after])[0]).toMatch(
      /^mood: bold, since [\d.]+ s, when comfort > 1 held in shy with comfort = 1(\.0\d*)?, times = 0; now comfort = [\d.]+, times = 1; next: shy when comfort < 0.5 \(does not hold\)$/,
    );
    expect(stateHashOf(world)).toBe(hash);
  });
});
