import { describe, expect, test } from 'vitest';
import {
  addAgent,
  addObstacle,
  createWorld,
  moveObstacle,
  readAgent,
  removeObstacle,
  type ScenarioInput,
  sendCommand,
  stateHashOf,
  stepWorld,
} from './index.ts';
import { shapes, solids, space, yard } from './obstacles.fixture.ts';

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
