import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Automaton } from '../automata/index.ts';
import { hasAgent, Status } from '../crowd/index.ts';
import { hashBytes, toHex } from '../numerics/index.ts';
import { createDirectPlanner, createPlanner, DirectionState, type Guide } from '../planning/index.ts';
import type { SteeringModel } from '../steering/index.ts';
import {
  addAgent,
  createWorld,
  loadWorld,
  moveObstacle,
  moveTarget,
  openTarget,
  removeAgent,
  retargetAgent,
  type ScenarioInput,
  saveWorld,
  sendCommand,
  stateHashOf,
  stepWorld,
  type World,
} from './index.ts';
import { busySquare, openSquare, runHashes } from './worlds.fixture.ts';

/** Things that a program may do before a step; every kind of command. */
function meddle(world: World): void {
  if (world.step === 20) {
    addAgent(world, { at: [0, 12], targets: ['east'] });
    moveObstacle(world, 'ball', [0, 1]);
    moveObstacle(world, 1, [0.5, 0]);
  }
  if (world.step === 30) {
    const { crowd } = world;
    if (hasAgent(crowd, 3)) removeAgent(world, 3);
    if (hasAgent(crowd, 5)) retargetAgent(world, 5, { goal: [0, -12] });
    if (hasAgent(crowd, 7)) retargetAgent(world, 7, { targets: ['east'] });
    moveTarget(world, 'east', [13, 5]);
    if (hasAgent(crowd, 9))
      sendCommand(world, { kind: 'change-traits', id: 9, traits: { speed: 2, aggressiveness: 0.9 } });
  }
}

const variants: [string, ScenarioInput][] = [
  ['moving obstacles and agents that vanish', busySquare],
  ['a cadence of 3 for perception', { ...busySquare, cadence: { perception: 3 } }],
  [
    'cadences of all phases, some adaptive',
    {
      ...busySquare,
      cadence: { planning: 7, perception: { adaptive: 'speed', fastest: 1, slowest: 5 }, steering: 2 },
    },
  ],
];

describe('save, load and go on', () => {
  test.each(variants)('is the run without interruption: %s', (_, scenario) => {
    const whole = createWorld(scenario);
    const hashes = runHashes(whole, 200, meddle);
    for (const pause of [0, 1, 21, 31, 64, 150]) {
      const world = createWorld(scenario);
      runHashes(world, pause, meddle);
      const loaded = loadWorld(saveWorld(world));
      expect(stateHashOf(loaded)).toBe(stateHashOf(world));
      expect(runHashes(loaded, 200 - pause, meddle), `paused at ${pause}`).toEqual(hashes.slice(pause));
      expect(loaded.arrived).toBe(whole.arrived);
    }
    expect(whole.arrived).toBeGreaterThan(5);
  });

  test('commands that wait are saved with it, an id that was taken included', () => {
    const world = createWorld(busySquare);
    runHashes(world, 20);
    meddle(world);
    const id = addAgent(world, { at: [0, 13] });
    const loaded = loadWorld(saveWorld(world));
    expect(runHashes(loaded, 50, (one) => one.step > 20 && meddle(one))).toEqual(
      runHashes(world, 50, (one) => one.step > 20 && meddle(one)),
    );
    expect(addAgent(loaded, { at: [0, 14] })).toBe(addAgent(world, { at: [0, 14] }));
    expect(id).not.toBe(0);
  });

  test('a loaded world saves to the same bytes', () => {
    const world = createWorld(busySquare);
    runHashes(world, 33, meddle);
    const bytes = saveWorld(world);
    expect(saveWorld(loadWorld(bytes))).toEqual(bytes);
  });
});

describe('a damaged snapshot is refused with a message', () => {
  const world = createWorld({ ...openSquare, agents: [{ at: [0, 0], goal: [5, 0] }, { at: [0, 2] }] });
  stepWorld(world);
  const bytes = saveWorld(world);

  test('whatever byte is changed', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (position, change) => {
        const damaged = bytes.slice();
        damaged[position] ^= change;
        expect(() => loadWorld(damaged)).toThrow(/not a saved world|damaged/);
      }),
      { numRuns: 500 },
    );
  });

  test('wherever it is cut, and when something follows it', () => {
    for (let length = 0; length < bytes.length; length += 7) {
      expect(() => loadWorld(bytes.slice(0, length))).toThrow(/not a saved world|damaged/);
    }
    expect(() => loadWorld(Uint8Array.of(...bytes, 0))).toThrow(/damaged/);
  });
});

describe('a world goes on with the layers that it was saved with', () => {
  const scenario: ScenarioInput = { ...openSquare, agents: [{ at: [0, 0], goal: [5, 0] }, { at: [0, 2] }] };
  const counting: Automaton = {
    name: 'counting',
    memory: { steps: 'int32', way: 'float64' },
    update({ crowd }) {
      for (let row = 0; row < crowd.count; row++) {
        crowd.memory.way[row] += crowd.motion.velocityX[row];
        crowd.traits.desiredSpeed[row] = 1 + ++crowd.memory.steps[row] / 100;
      }
    },
  };
  const still: SteeringModel = {
    name: 'still',
    computeControls: ({ crowd }) => void crowd.next.velocityX.fill(0),
  };
  const save = (options: Parameters<typeof createWorld>[1], input = scenario) => {
    const world = createWorld(input, options);
    runHashes(world, 10);
    return { world, bytes: saveWorld(world) };
  };

  test('with an automaton of one’s own the memory is saved too', () => {
    const { world, bytes } = save({ automaton: counting });
    const loaded = loadWorld(bytes, { automaton: counting });
    expect(loaded.crowd.memory.steps.slice(0, 2)).toEqual(Int32Array.of(10, 10));
    expect(runHashes(loaded, 50)).toEqual(runHashes(world, 50));
    expect(loaded.crowd.memory.way.slice(0, 2)).toEqual(world.crowd.memory.way.slice(0, 2));
  });

  test('with a steering model and a planner of one’s own', () => {
    const options = { steering: still, planner: { ...createDirectPlanner(), name: 'mine' } };
    const { world, bytes } = save(options);
    expect(runHashes(loadWorld(bytes, options), 20)).toEqual(runHashes(world, 20));
  });

  const tired: ScenarioInput = {
    ...scenario,
    changes: [{ name: 'tired', trait: 'speed', over: 'time', points: [[0, 1]] }],
  };
  const other = (memory: Automaton['memory'] & object): Automaton => ({ ...counting, memory });
  const columns = (got: string) =>
    `the world was saved with other columns of memory: expected options.automaton.memory to be {"steps":"int32","way":"float64"}, got ${got}`;
  const named = (what: string, expected: string, got: string, option = what) =>
    `the world was saved with the ${what} "${expected}", got "${got}": pass one of that name as options.${option}`;

  test.each<[string, Uint8Array, Parameters<typeof loadWorld>[1]]>([
    [named('automaton', 'counting', 'none'), save({ automaton: counting }).bytes, undefined],
    [named('automaton', 'none', 'counting'), save({}).bytes, { automaton: counting }],
    [named('automaton', 'changes', 'changes + counting'), save({}, tired).bytes, { automaton: counting }],
    [
      columns('{"steps":"int32"}'),
      save({ automaton: counting }).bytes,
      { automaton: other({ steps: 'int32' }) },
    ],
    [
      // As many bytes in a row, in another order.
      columns('{"way":"float64","steps":"int32"}'),
      save({ automaton: counting }).bytes,
      { automaton: other({ way: 'float64', steps: 'int32' }) },
    ],
    [
      columns('{"steps":"float64","way":"float64"}'),
      save({ automaton: counting }).bytes,
      { automaton: other({ steps: 'float64', way: 'float64' }) },
    ],
    [named('steering model', 'still', 'nonlinear', 'steering'), save({ steering: still }).bytes, undefined],
    [
      named('steering model', 'critters', 'still', 'steering'),
      save({}, { ...scenario, steering: { name: 'critters' } }).bytes,
      { steering: still },
    ],
    [
      named('planner', 'direct', 'mine'),
      save({}).bytes,
      { planner: { ...createDirectPlanner(), name: 'mine' } },
    ],
  ])('%s', (message, bytes, options) => {
    expect(() => loadWorld(bytes, options)).toThrow(new Error(message));
  });

  test('a world of version 1, which does not name them, is refused', () => {
    const end = save({}).bytes.indexOf(10);
    const text = new TextDecoder().decode(save({}).bytes.slice(17, end));
    const rest = new TextEncoder().encode(`${text.replace('"version":17', '"version":1')}\n`);
    const seal = new TextEncoder().encode(`${toHex(hashBytes(rest))} `);
    expect(() => loadWorld(Uint8Array.of(...seal, ...rest))).toThrow(
      'this is not a saved world of version 17, but wend-world 1',
    );
  });
});

describe('a planner that remembers', () => {
  /** Goes the other way every few times that it is asked: what it does next depends on what it has counted. */
  function createFickleGuide(): Guide {
    let asked = 0;
    return {
      name: 'fickle',
      findDirection: ({ crowd: { motion } }, row, aim, direction) => {
        const side = Math.floor(asked++ / 7) % 2 === 0 ? 1 : -1;
        const dx = aim.x - motion.x[row];
        const dy = aim.y - motion.y[row];
        const distance = Math.sqrt(dx * dx + dy * dy);
        direction.x = (side * dx) / distance;
        direction.y = (side * dy) / distance;
        direction.z = 0;
        direction.distance = distance;
        direction.state = DirectionState.known;
        direction.isStraight = false;
      },
      save: () => Uint8Array.of(asked & 255, asked >> 8),
      load: (bytes) => {
        asked = bytes[0] + 256 * bytes[1];
      },
    };
  }
  const options = () => ({ planner: createPlanner(createFickleGuide()) });

  test('goes on as it would have, and is not the same when it forgets', () => {
    const whole = runHashes(createWorld(busySquare, options()), 40);
    const world = createWorld(busySquare, options());
    runHashes(world, 13);
    const bytes = saveWorld(world);
    expect(runHashes(loadWorld(bytes, options()), 27)).toEqual(whole.slice(13));
    const forgetful = createPlanner({ ...createFickleGuide(), load: () => {} });
    expect(runHashes(loadWorld(bytes, { planner: forgetful }), 27)).not.toEqual(whole.slice(13));
  });

  test('is refused where the one that loads cannot take up what was kept', () => {
    const bytes = saveWorld(createWorld(busySquare, options()));
    const { findDirection } = createFickleGuide();
    expect(() => loadWorld(bytes, { planner: createPlanner({ name: 'fickle', findDirection }) })).toThrow(
      'the world was saved with a planner "fickle" that remembers, and this one has no load()',
    );
  });

  test('what is open, and who is stranded, outlasts the file', () => {
    const world = createWorld({
      ...openSquare,
      targets: [{ name: 'gate', at: [20, 0] }],
      agents: [{ at: [0, 0], targets: ['gate'] }],
    });
    for (let k = 0; k < 5; k++) stepWorld(world);
    openTarget(world, 'gate', false);
    for (let k = 0; k < 5; k++) stepWorld(world);
    const loaded = loadWorld(saveWorld(world));
    expect(loaded.targets.open[0]).toBe(0);
    expect(loaded.crowd.plan.status[0]).toBe(Status.stranded);
    expect(runHashes(loaded, 5)).toEqual(runHashes(world, 5));
    for (const each of [world, loaded]) openTarget(each, 'gate', true);
    expect(runHashes(loaded, 20)).toEqual(runHashes(world, 20));
    expect(loaded.crowd.plan.status[0]).toBe(Status.walking);
  });
});

test.each(['harmonic', 'distance', 'path'] as const)(
  'a world that is loaded and saved again before anybody plans is the same: %s',
  (name) => {
    const world = createWorld({
      ...{ version: 1, name: 'twice', bounds: { min: [0, 0], max: [12, 8] }, duration: 60 },
      obstacles: [{ shape: 'box', min: [5, 2], max: [6, 8] }],
      targets: [{ name: 'exit', at: [11, 6], radius: 1 }],
      agents: [{ at: [1, 6], targets: ['exit'] }],
      planner: { name },
      cadence: { planning: 100 },
    });
    for (let step = 0; step < 9; step++) stepWorld(world);
    const saved = saveWorld(world);
    expect(saveWorld(loadWorld(saved))).toEqual(saved);
  },
);
