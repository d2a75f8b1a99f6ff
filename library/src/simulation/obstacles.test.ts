import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRecorder, recordEnd, recordStart, recordStep, replayRecording } from '../recording/index.ts';
import {
  addAgent,
  addObstacle,
  createWorld,
  loadWorld,
  moveObstacle,
  removeObstacle,
  type ScenarioInput,
  saveWorld,
  stateHashOf,
  stepWorld,
  turnObstacle,
  type World,
} from './index.ts';
import { type Obstacle, shapes, solids, space, yard } from './obstacles.fixture.ts';

/** The columns of what is solid, without the owners' numbers, which are others in a world that has only what is left. */
function elementsOf({ crowd, obstacles, solids: balls }: World) {
  if (crowd.dimension === 2) {
    const { class: ofClass, count, endX, endY, firstMoving, radius, startX, startY } = obstacles;
    return { ofClass, count, endX, endY, firstMoving, radius, startX, startY };
  }
  const { count, kind, normalX, normalY, normalZ, originX, originY, originZ, otherX, radius, sideX } = balls;
  return { count, kind, normalX, normalY, normalZ, originX, originY, originZ, otherX, radius, sideX };
}

/** The scenario with the obstacles that a world has now. */
function freshOf(world: World, scenario: ScenarioInput): World {
  return createWorld({ ...scenario, obstacles: world.shapes.filter((shape) => shape !== undefined) });
}

type Change = {
  kind: 'add' | 'move' | 'turn' | 'remove';
  shape: number;
  which: number;
  x: number;
  y: number;
};

const changes = fc.array(
  fc.record({
    kind: fc.constantFrom('add', 'add', 'move', 'turn', 'remove'),
    shape: fc.nat(3),
    which: fc.nat(20),
    x: fc.double({ min: -4, max: 15, noNaN: true }),
    y: fc.double({ min: -4, max: 9, noNaN: true }),
  }),
  { minLength: 1, maxLength: 12 },
) as fc.Arbitrary<Change[]>;

function change(world: World, list: readonly Obstacle[], { kind, shape, which, x, y }: Change): void {
  if (kind === 'add') {
    const number = addObstacle(world, list[shape]);
    moveObstacle(world, number, [x, y]);
    return;
  }
  const present = [...world.shapes.keys()].filter((number) => world.shapes[number]);
  if (present.length === 0) return;
  const number = present[which % present.length];
  if (kind === 'move') moveObstacle(world, number, [x, y]);
  else if (kind === 'turn') turnObstacle(world, number, x, which % 2 === 0 ? {} : { about: [x, y] });
  else removeObstacle(world, number);
}

describe('after any changes', () => {
  test.each([
    ['the plane', yard, shapes],
    ['space', space, solids],
  ])('what is solid is that of a world made with the obstacles that are left, in %s', (_, scenario, list) => {
    fc.assert(
      fc.property(changes, (sequence) => {
        const world = createWorld(scenario);
        for (const one of sequence) {
          change(world, list, one);
          stepWorld(world);
        }
        expect(elementsOf(world)).toEqual(elementsOf(freshOf(world, scenario)));
        expect(elementsOf(loadWorld(saveWorld(world)))).toEqual(elementsOf(world));
      }),
      { numRuns: 40 },
    );
  });

  test('agents walk as in a world made with the obstacles that are left, to the bit', () => {
    const world = createWorld(yard);
    const crate = addObstacle(world, { shape: 'box', min: [14, 9], max: [15, 10] });
    stepWorld(world);
    turnObstacle(world, crate, 0.5);
    moveObstacle(world, 'shed', [1, -2]);
    removeObstacle(world, 1);
    stepWorld(world);
    const fresh = freshOf(world, yard);
    for (const one of [world, fresh]) {
      for (let k = 0; k < 10; k++) addAgent(one, { at: [2, 5 + k], targets: ['exit'] });
    }
    for (let step = 0; step < 300; step++) {
      stepWorld(world);
      stepWorld(fresh);
      expect([...world.crowd.motion.x]).toEqual([...fresh.crowd.motion.x]);
    }
  });
});

describe('what follows changes', () => {
  /** 510 obstacles that move: two boxes of each, more than are listed. */
  const many = (world: World) => {
    const numbers = Array.from({ length: 510 }, (_, k) =>
      addObstacle(world, { shape: 'circle', center: [3 + 0.04 * k, 2], radius: 0.05 }),
    );
    stepWorld(world);
    for (const number of numbers) moveObstacle(world, number, [0, 4 + 5 * (number % 2)]);
  };
  /** A world after changes, with agents that came later, beside one that is made with the obstacles that are left. */
  function compare(scenario: ScenarioInput, act: (world: World) => void, steps: number) {
    const world = createWorld(scenario);
    stepWorld(world);
    act(world);
    stepWorld(world);
    const fresh = freshOf(world, scenario);
    // Agents plan in steps of their own: both worlds must have made as many.
    while (fresh.step < world.step) stepWorld(fresh);
    for (const one of [world, fresh]) {
      for (let k = 0; k < 12; k++) addAgent(one, { at: [1.5 + (k % 2), 4 + k], targets: ['exit'] });
    }
    for (let step = 0; step < steps; step++) {
      stepWorld(world);
      stepWorld(fresh);
    }
    for (const name of ['x', 'y', 'velocityX', 'velocityY'] as const) {
      expect([...world.crowd.motion[name]], name).toEqual([...fresh.crowd.motion[name]]);
    }
    expect(world.crowd.motion.x.some((x) => x > 4)).toBe(true);
  }
  const some = (world: World) => {
    addObstacle(world, { shape: 'box', name: 'crate', min: [6, 5], max: [7, 15] });
    turnObstacle(world, 'crate', 0.3);
    moveObstacle(world, 'shed', [2, -1]);
    removeObstacle(world, 1);
  };

  test.each(['path', 'distance', 'harmonic'] as const)('%s leads as in a fresh world, to the bit', (name) => {
    compare({ ...yard, planner: { name } }, some, 120);
  });
  test.each(['grid', 'kinetic'] as const)('sight and contacts of %s are those of a fresh world', (name) => {
    compare({ ...yard, neighbours: { name, sight: true } }, some, 120);
  });
  test('more changes in one step than are listed leave no map behind', () => {
    compare({ ...yard, planner: { name: 'path' } }, many, 60);
  });
});

describe('numbers of obstacles', () => {
  test('are not used again, and one that was removed is not there', () => {
    const world = createWorld(yard);
    expect(addObstacle(world, shapes[0])).toBe(2);
    stepWorld(world);
    removeObstacle(world, 2);
    expect(() => removeObstacle(world, 2)).toThrow('command: obstacle: obstacle 2 was removed');
    expect(addObstacle(world, shapes[0])).toBe(3);
    stepWorld(world);
    expect(() => moveObstacle(world, 2, [1, 0])).toThrow('obstacle 2 was removed');
    expect(() => moveObstacle(world, 7, [1, 0])).toThrow('no obstacle 7 in the world');
    expect(loadWorld(saveWorld(world)).nextObstacle).toBe(4);
  });

  test('an obstacle of a script takes none that a command has reserved', () => {
    const script = [{ at: 0, kind: 'add-obstacle' as const, obstacle: { ...shapes[0], name: 'drum' } }];
    const world = createWorld({ ...yard, script });
    const crate = addObstacle(world, { ...shapes[1], name: 'crate' });
    stepWorld(world);
    expect(world.shapes[crate]?.name).toBe('crate');
    expect(world.shapes[crate + 1]?.name).toBe('drum');
  });
});

describe('a run with changes', () => {
  const run = (world: World, until: number, hashes: string[] = []) => {
    for (; world.step < until; ) {
      if (world.step === 5) addObstacle(world, { ...shapes[1], name: 'crate' }, { push: true });
      if (world.step === 15) turnObstacle(world, 'crate', 0.3, { push: true });
      if (world.step === 25) moveObstacle(world, 'crate', [3, 2], { push: true });
      if (world.step === 35) {
        addObstacle(world, {
          shape: 'circle',
          center: [20, 15],
          radius: 0.5,
          course: { kind: 'waypoints', points: [[25, 15]], speed: 1 },
        });
      }
      if (world.step === 45) removeObstacle(world, 'crate');
      stepWorld(world);
      hashes.push(stateHashOf(world));
    }
    return hashes;
  };
  const scenario: ScenarioInput = {
    ...yard,
    groups: [
      { name: 'people', count: 30, region: { box: { min: [1, 1], max: [8, 19] } }, targets: ['exit'] },
    ],
  };

  test('goes on the same when it is saved and loaded, in every index', () => {
    for (const name of ['grid', 'kinetic', 'brute'] as const) {
      const given = { ...scenario, neighbours: { name } };
      const hashes = run(createWorld(given), 80);
      for (const pause of [6, 20, 36, 46]) {
        const world = createWorld(given);
        run(world, pause);
        expect(run(loadWorld(saveWorld(world)), 80).at(-1)).toBe(hashes.at(-1));
      }
    }
  });

  test('is replayed to the same states', () => {
    const world = createWorld(scenario);
    const recorder = createRecorder();
    const lines = [recordStart(recorder, world)];
    for (let until = 1; until <= 60; until++) {
      run(world, until);
      lines.push(recordStep(recorder, world));
    }
    lines.push(recordEnd(recorder, world));
    expect(replayRecording(lines.map((line) => line.trimEnd()))).toEqual({ kind: 'same', steps: 60 });
  });

  test('a course begins when its obstacle comes', () => {
    const world = createWorld(yard);
    for (let step = 0; step < 40; step++) stepWorld(world);
    const number = addObstacle(world, {
      shape: 'circle',
      center: [5, 15],
      radius: 0.5,
      course: { kind: 'velocity', velocity: [1, 0] },
    });
    for (let step = 0; step < 20; step++) stepWorld(world);
    const element = world.obstacles.owner.indexOf(number);
    expect(world.obstacles.startX[element]).toBeCloseTo(5 + 20 * world.dt, 9);
  });
});
