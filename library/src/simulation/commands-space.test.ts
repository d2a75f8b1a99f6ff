import { describe, expect, test } from 'vitest';
import type { Automaton } from '../automata/index.ts';
import { rowOf } from '../crowd/index.ts';
import { applyCommands } from './apply-commands.ts';
import {
  addAgent,
  type Command,
  createWorld,
  moveObstacle,
  moveTarget,
  readAgent,
  retargetAgent,
  type ScenarioInput,
  sendCommand,
  stepWorld,
} from './index.ts';
import { openSquare } from './worlds.fixture.ts';

const space: ScenarioInput = {
  ...openSquare,
  dimension: 3,
  bounds: { min: [-50, -50, -50], max: [50, 50, 50] },
  obstacles: [
    { shape: 'box', name: 'hut', min: [10, 10, 0], max: [20, 20, 5] },
    { shape: 'sphere', center: [-20, 0, 0], radius: 2 },
    { shape: 'plane', name: 'floor', point: [0, 0, -40], normal: [0, 0, 2] },
    {
      shape: 'triangles',
      name: 'sail',
      points: [
        [9, 9, 9],
        [30, -5, 0],
        [30, 5, 0],
        [30, 0, 9],
      ],
      faces: [[1, 2, 3]],
    },
  ],
  targets: [
    { name: 'near', at: [5, 0, 3] },
    { name: 'far', at: [40, 0] },
  ],
  agents: [{ at: [0, 0], targets: ['far'] }, { at: [0, 5, 2] }],
  steering: { noise: 0 },
};

describe('commands of a world of three dimensions', () => {
  test('add: place, goal and heading are those of space', () => {
    const world = createWorld(space);
    const up = addAgent(world, { at: [3, 3, 3], goal: [3, 3, 30] });
    const level = addAgent(world, { at: [-3, 3], goal: [-3, 30] });
    const climbing = addAgent(world, { at: [-9, 3, 1], goal: [-9, 30, 1], climb: 0.5 });
    const standing = addAgent(world, { at: [-9, -3, 1], heading: Math.PI / 2, climb: 0.5 });
    // What the first stage of a step does; the others would turn them already.
    applyCommands(world);
    const stateOf = (id: number) => {
      const { x, y, z, headingX, headingY, headingZ } = readAgent(world, id);
      return { place: [x, y, z], heading: [headingX, headingY, headingZ] };
    };
    expect(stateOf(up).heading).toEqual([0, 0, 1]);
    expect(stateOf(up).place).toEqual([3, 3, 3]);
    expect(stateOf(level).heading).toEqual([0, 1, 0]);
    expect(stateOf(standing).place).toEqual([-9, -3, 1]);
    expect(stateOf(standing).heading[1]).toBeCloseTo(Math.cos(0.5), 15);
    expect(stateOf(standing).heading[2]).toBeCloseTo(Math.sin(0.5), 15);
    expect(stateOf(climbing).heading[0]).toBe(0);
    expect(stateOf(climbing).heading[2]).toBeCloseTo(Math.sin(0.5), 15);
    expect(world.crowd.plan.goalZ[rowOf(world.crowd, up)]).toBe(30);
  });

  test('retarget: up, to a target, to a place of two numbers', () => {
    const world = createWorld(space);
    const row = rowOf(world.crowd, 0);
    retargetAgent(world, 0, { goal: [0, 0, 30] });
    stepWorld(world);
    expect(world.crowd.plan.directionZ[row]).toBe(1);
    retargetAgent(world, 0, { goal: [0, -30] });
    stepWorld(world);
    expect([world.crowd.plan.goalZ[row], world.crowd.plan.directionY[row] < -0.9]).toEqual([0, true]);
    retargetAgent(world, 0, { targets: ['near'] });
    stepWorld(world);
    expect(world.crowd.plan.directionZ[row]).toBeGreaterThan(0.4);
  });

  test('move-obstacle by number or name, move-target by name', () => {
    const world = createWorld(space);
    const { solids } = world;
    const origins = () =>
      [0, 1, 2, 3].map((obstacle) => {
        const element = solids.owner.indexOf(obstacle);
        return [solids.originX[element], solids.originY[element], solids.originZ[element]];
      });
    const before = origins();
    moveObstacle(world, 'hut', [1, 2, 3]);
    moveObstacle(world, 1, [0, -3]);
    moveObstacle(world, 'floor', [0, 0, -1]);
    moveTarget(world, 'far', [0, 0, 40]);
    stepWorld(world);
    const moved = origins().map((place, k) => place.map((value, axis) => value - before[k][axis]));
    expect(moved).toEqual([
      [1, 2, 3],
      [0, -3, 0],
      [0, 0, -1],
      [0, 0, 0],
    ]);
    expect(world.targets.z[1]).toBe(40);
    expect(world.crowd.plan.directionZ[0]).toBe(1);
  });

  test('an agent is refused where an obstacle is after it has moved, and accepted where it was', () => {
    const at = { hut: [15, 15, 2], ball: [-20, 0, 1], floor: [0, 0, -40.5], sail: [30, 0, 1] } as const;
    const by = [0, 0, 12] as [number, number, number];
    for (const [obstacle, [x, y, z]] of Object.entries(at)) {
      const world = createWorld(space);
      const name = obstacle === 'ball' ? 1 : obstacle;
      const add = (height: number) => addAgent(world, { at: [x, y, height] });
      expect(() => add(z)).toThrow(/reaches/);
      const away = obstacle === 'floor' ? ([0, 0, -5] as [number, number, number]) : by;
      moveObstacle(world, name, away);
      // While the command waits, and once it is done.
      if (obstacle !== 'floor') expect(() => add(z + 12)).toThrow(/reaches/);
      stepWorld(world);
      if (obstacle !== 'floor') expect(() => add(z + 12)).toThrow(/reaches/);
      else expect(() => add(z - 5)).toThrow(/reaches/);
      expect(add(z)).toBe(2);
    }
  });
});

describe('a bad command is refused with a message', () => {
  const plane: ScenarioInput = {
    ...openSquare,
    agents: [{ at: [0, 0] }],
    targets: [{ name: 'far', at: [9, 9] }],
  };
  const critters: ScenarioInput = { ...plane, steering: { name: 'critters' } };
  const wander = { region: { circle: { center: [0, 0], radius: 1 } }, interval: 1 };
  const bad: [string, ScenarioInput, unknown, RegExp][] = [
    [
      'a place above the world',
      space,
      { kind: 'add', agent: { at: [0, 0, 51] } },
      /inside the bounds, got \[0, 0, 51\]/,
    ],
    ['a body in a box', space, { kind: 'add', agent: { at: [15, 15, 4] } }, /obstacles\[0\]/],
    [
      'a body behind a plane',
      space,
      { kind: 'add', agent: { at: [0, 0, -41] } },
      /reaches 1.25 m into obstacles\[2\]/,
    ],
    [
      'a body in a face',
      space,
      { kind: 'add', agent: { at: [30.125, 0, 1] } },
      /reaches 0.125 m into obstacles\[3\]/,
    ],
    [
      'a box put on somebody',
      space,
      { kind: 'move-obstacle', obstacle: 0, by: [-15, -10, -1] },
      /stand on agent 0/,
    ],
    ['a place in space', plane, { kind: 'add', agent: { at: [3, 3, 0] } }, /agent\.at: expected two numbers/],
    ['a goal in space', plane, { kind: 'retarget', id: 0, goal: [3, 3, 0] }, /goal: expected two numbers/],
    [
      'a move in space',
      plane,
      { kind: 'move-target', target: 'far', to: [3, 3, 0] },
      /to: expected two numbers/,
    ],
    [
      'a climb in the plane',
      plane,
      { kind: 'add', agent: { at: [3, 3], climb: 1 } },
      /agent\.climb: only in/,
    ],
    [
      'an unknown class',
      plane,
      { kind: 'add', agent: { at: [3, 3], class: 'dogs' } },
      /agent\.class: expected the name/,
    ],
    ['wandering', plane, { kind: 'add', agent: { at: [3, 3], wander } }, /agent\.wander: only with critters/],
    [
      'wandering of a new critter',
      critters,
      { kind: 'add', agent: { at: [3, 3], wander } },
      /agent\.wander: only for/,
    ],
  ];
  test.each(bad)('%s', (_, scenario, command, message) => {
    const world = createWorld(scenario);
    expect(() => sendCommand(world, command as Command)).toThrow(message);
    expect(world.commands).toEqual([]);
  });
});

test('a box moves over an agent that is above it', () => {
  const world = createWorld(space);
  expect(() => moveObstacle(world, 0, [-15, -10, -10])).not.toThrow();
});

test('a new agent has the class it is given', () => {
  const classes: ScenarioInput['steering'] = {
    classes: [
      { name: 'goal', kind: 'target' },
      { name: 'walls', kind: 'obstacle' },
      { name: 'dogs', kind: 'obstacle' },
    ],
  };
  const world = createWorld({ ...openSquare, steering: classes });
  addAgent(world, { at: [0, 0], class: 'dogs' });
  addAgent(world, { at: [5, 0] });
  stepWorld(world);
  expect([...world.crowd.traits.class.slice(0, 2)]).toEqual([1, 0]);
});

test('an automaton begins with an agent that enters, and anew when traits are changed from outside', () => {
  const calls: string[] = [];
  const automaton: Automaton = {
    name: 'diary',
    begin: ({ traits }, row) => void calls.push(`begin ${row} ${traits.mass[row]}`),
    restore: ({ traits }, row) => void calls.push(`restore ${row} ${traits.mass[row]}`),
    update: () => {},
  };
  const world = createWorld({ ...openSquare, agents: [{ at: [0, 0] }] }, { automaton });
  addAgent(world, { at: [5, 0], personality: { mass: 0.25 } });
  sendCommand(world, { kind: 'change-traits', id: 0, traits: { mass: 0.5 } });
  stepWorld(world);
  expect(calls).toEqual(['begin 0 0', 'begin 1 0.25', 'restore 0 0', 'begin 0 0.5']);
});
