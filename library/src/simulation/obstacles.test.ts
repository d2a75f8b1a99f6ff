import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRecorder, recordEnd, recordStart, recordStep, replayRecording } from '../recording/index.ts';
import {
  addAgent,
  addObstacle,
  createWorld,
  loadWorld,
  moveObstacle,
  readAgent,
  removeObstacle,
  type ScenarioInput,
  saveWorld,
  sendCommand,
  stateHashOf,
  stepWorld,
  turnObstacle,
  type World,
} from './index.ts';

type Obstacle = NonNullable<ScenarioInput['obstacles']>[number];

const yard: ScenarioInput = {
  version: 1,
  name: 'yard',
  bounds: { min: [0, 0], max: [30, 20] },
  duration: 60,
  obstacles: [
    { shape: 'box', name: 'shed', min: [10, 8], max: [12, 12] },
    { shape: 'circle', center: [20, 10], radius: 1 },
  ],
  targets: [{ name: 'exit', at: [29, 10], radius: 0.5 }],
};

const shapes: Obstacle[] = [
  { shape: 'circle', center: [5, 5], radius: 0.7 },
  { shape: 'box', min: [4, 4], max: [6, 5] },
  { shape: 'segment', from: [4, 4], to: [6, 5] },
  {
    shape: 'polygon',
    points: [
      [4, 4],
      [6, 4],
      [5, 6],
    ],
  },
];

const solids: Obstacle[] = [
  { shape: 'sphere', center: [5, 5, 5], radius: 0.7 },
  { shape: 'box', min: [4, 4, 4], max: [6, 5, 6] },
  { shape: 'plane', point: [0, 0, 0.5], normal: [0.1, 0, 1] },
  {
    shape: 'triangles',
    points: [
      [4, 4, 4],
      [6, 4, 4],
      [5, 6, 5],
    ],
    faces: [[0, 1, 2]],
  },
];

const space: ScenarioInput = {
  version: 1,
  name: 'hall',
  dimension: 3,
  bounds: { min: [0, 0, 0], max: [30, 20, 10] },
  duration: 60,
  steering: { name: 'nonlinear' },
};

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

describe('agents in the way', () => {
  const crowded = () => {
    const world = createWorld(yard);
    const ids = [0, 1, 2, 3].map((k) => addAgent(world, { at: [4.5 + 0.6 * (k % 2), 4.5 + 0.6 * (k >> 1)] }));
    stepWorld(world);
    return { world, ids };
  };

  test('make a change fail that does not push', () => {
    const { world } = crowded();
    const before = stateHashOf(world);
    expect(() => addObstacle(world, { shape: 'box', min: [4, 4], max: [6, 6] })).toThrow(
      /^command: obstacle: it would stand on agent 0: the body \(radius 0.25 m\) reaches 0.75 m into it/,
    );
    expect(() => moveObstacle(world, 'shed', [-6, -5])).toThrow(
      'command: by: obstacles[0] "shed" would stand',
    );
    expect(world.commands).toEqual([]);
    expect(world.nextObstacle).toBe(2);
    expect(stateHashOf(world)).toBe(before);
  });

  test.each(shapes.map((shape) => [shape.shape, shape] as const))(
    'are pushed out of a %s, apart from each other',
    (_, shape) => {
      const { world, ids } = crowded();
      const number = addObstacle(world, shape, { push: true });
      stepWorld(world);
      const places = ids.map((id) => readAgent(world, id));
      for (const { x, y } of places) {
        expect(() =>
          addAgent(createWorld({ ...yard, obstacles: [world.shapes[number]!] }), { at: [x, y] }),
        ).not.toThrow();
      }
      places.forEach((one, k) => {
        for (const other of places.slice(k + 1)) {
          expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(0.49);
        }
      });
    },
  );

  test.each(solids.map((shape) => [shape.shape, shape] as const))(
    'are pushed out of a %s in space, apart from each other',
    (_, shape) => {
      const world = createWorld(space);
      const ids = [0, 1, 2, 3].map((k) =>
        addAgent(world, {
          at: [4.7 + 0.6 * (k % 2), 4.5 + 0.6 * (k >> 1), shape.shape === 'plane' ? 0.3 : 4.8],
        }),
      );
      stepWorld(world);
      const number = addObstacle(world, shape, { push: true });
      stepWorld(world);
      const places = ids.map((id) => readAgent(world, id));
      const fresh = createWorld({ ...space, obstacles: [world.shapes[number]!] });
      for (const { x, y, z } of places) expect(() => addAgent(fresh, { at: [x, y, z] })).not.toThrow();
    },
  );

  test('hold up a script until they have left, or are pushed', () => {
    const script = (push: boolean): ScenarioInput['script'] => [
      { at: 0.1, kind: 'add-obstacle', obstacle: { shape: 'box', min: [2, 9], max: [4, 11] }, push },
    ];
    const scenario = { ...yard, agents: [{ at: [3, 10], targets: ['exit'] }] } as ScenarioInput;
    for (const push of [false, true]) {
      const world = createWorld({ ...scenario, script: script(push) });
      for (let step = 0; step * world.dt < 0.2; step++) stepWorld(world);
      expect(world.shapes.length).toBe(push ? 3 : 2);
      for (let step = 0; step * world.dt < 4; step++) stepWorld(world);
      expect(world.shapes.length).toBe(3);
    }
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

describe('refusals', () => {
  test.each([
    [
      { kind: 'add-obstacle', obstacle: { shape: 'box', min: [1, 1], max: [1, 2] } },
      'obstacle.max[0]: expected x above',
    ],
    [
      { kind: 'add-obstacle', obstacle: { shape: 'circle', center: [1, Number.NaN], radius: 1 } },
      'obstacle.center',
    ],
    [{ kind: 'add-obstacle', obstacle: { shape: 'circle', center: [1, 1], radius: 0 } }, 'obstacle.radius'],
    [
      { kind: 'add-obstacle', obstacle: { shape: 'sphere', center: [1, 1, 1], radius: 1 } },
      'obstacle.shape: "sphere" belongs',
    ],
    [{ kind: 'add-obstacle', obstacle: { shape: 'cone' } }, 'obstacle.shape: expected'],
    [
      { kind: 'add-obstacle', obstacle: { ...shapes[0], name: 'shed' } },
      'obstacle.name: there is an obstacle "shed" already',
    ],
    [
      { kind: 'add-obstacle', obstacle: shapes[0], id: 9 },
      'the command adds obstacle 9, but the next free number is 2',
    ],
    [{ kind: 'turn-obstacle', obstacle: 'shed', angle: Number.NaN }, 'angle'],
    [{ kind: 'turn-obstacle', obstacle: 'barn', angle: 1 }, 'obstacle: no obstacle "barn" in the world'],
    [{ kind: 'move-obstacle', obstacle: 0, by: [1, 2, 3] }, 'by: expected two numbers'],
    [{ kind: 'move-obstacle', obstacle: 0, by: [1e6, 0] }, 'by: expected coordinates of at most'],
    [{ kind: 'remove-obstacle', obstacle: 5 }, 'obstacle: no obstacle 5 in the world'],
  ])('%j', (command, message) => {
    const world = createWorld(yard);
    expect(() => sendCommand(world, command as never)).toThrow(message);
    expect(world.commands).toEqual([]);
  });

  test.each([
    [
      [
        { at: 1, kind: 'remove-obstacle', obstacle: 'shed' },
        { at: 2, kind: 'turn-obstacle', obstacle: 'shed', angle: 1 },
      ],
      'script[1].obstacle: expected the number or the name',
    ],
    [
      [{ at: 1, kind: 'add-obstacle', obstacle: { shape: 'box', min: [1, 1], max: [1, 2] } }],
      'script[0].obstacle.max[0]: expected x above',
    ],
    [
      [{ at: 1, kind: 'add-obstacle', obstacle: { ...shapes[0], name: 'shed' } }],
      'script[0].obstacle.name: there is',
    ],
  ])('a script: %j', (script, message) => {
    expect(() => createWorld({ ...yard, script } as ScenarioInput)).toThrow(message);
  });

  test('obstacles outside the bounds and on a target are there, and do no harm', () => {
    const world = createWorld({ ...yard, agents: [{ at: [3, 10], targets: ['exit'] }] });
    addObstacle(world, { shape: 'box', min: [100, 100], max: [110, 110] });
    addObstacle(world, { shape: 'box', min: [28, 8], max: [29.9, 12] });
    for (let step = 0; step < 40; step++) stepWorld(world);
    expect(Number.isFinite(world.crowd.motion.x[0])).toBe(true);
    removeObstacle(world, 3);
    for (let step = 0; step < 40; step++) stepWorld(world);
    expect(world.crowd.motion.velocityX[0]).toBeGreaterThan(0.5);
  });
});
