import { describe, expect, test } from 'vitest';
import type { AutomatonModel } from '../automata/hybrid/index.ts';
import type { Automaton } from '../automata/index.ts';
import { shuffledOrder } from '../crowd/crowd.fixture.ts';
import { EventKind, reorderRows, rowOf } from '../crowd/index.ts';
import { createRecorder, recordEnd, recordStart, recordStep, replayRecording } from '../recording/index.ts';
import { mood, scene, step } from './automata.fixture.ts';
import { sendCommand } from './commands.ts';
import { createWorld, loadWorld, type ScenarioInput, saveWorld, stateHashOf, stepWorld } from './index.ts';

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

test.each([
  ['a mode that is entered first', 'first'],
  ['a mode after a jump', 'second'],
])('a division by zero in the goal of %s stops the run with agent, mode and expression', (_, place) => {
  const goal = { point: ['1 / (c - c)', 0] as [string, number] };
  const world = createWorld(
    alone({
      name: 'lost',
      variables: { c: {} },
      start: 'first',
      modes: {
        first: { flow: { c: 1 }, ...(place === 'first' && { goal }) },
        second: { ...(place === 'second' && { goal }) },
      },
      transitions: [{ from: 'first', to: 'second', when: 'c > 0.3' }],
    }),
  );
  expect(() => step(world, 20)).toThrow(
    `automaton "lost", agent 0, mode ${place}: division by zero in "1 / (c - c)" (modes.${place}.goal.point.0)`,
  );
});
