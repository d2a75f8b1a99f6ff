import { describe, expect, test } from 'vitest';
import { EventKind, hasAgent, rowOf } from '../crowd/index.ts';
import {
  addAgent,
  type Command,
  createWorld,
  moveObstacle,
  moveTarget,
  readAgent,
  removeAgent,
  retargetAgent,
  type ScenarioInput,
  sendCommand,
  stepWorld,
  type World,
} from './index.ts';
import { openSquare } from './worlds.fixture.ts';

const scenario: ScenarioInput = {
  ...openSquare,
  obstacles: [
    { shape: 'box', name: 'hut', min: [10, 10], max: [20, 20] },
    { shape: 'circle', center: [-20, 0], radius: 2 },
  ],
  targets: [
    { name: 'near', at: [5, 0] },
    { name: 'far', at: [40, 0] },
  ],
  agents: [{ at: [0, 0], targets: ['far'] }, { at: [0, 5] }],
  steering: { noise: 0 },
};

function eventsOf({ events }: World): [number, number, number][] {
  return Array.from({ length: events.count }, (_, k) => [events.kind[k], events.agent[k], events.other[k]]);
}

describe('a command takes effect at the next step, not before', () => {
  test('add: the id is known at once, the agent enters with the step, and an event tells', () => {
    const world = createWorld(scenario);
    const id = addAgent(world, { at: [3, 3], goal: [3, 30], speed: 2 });
    expect(id).toBe(2);
    expect(hasAgent(world.crowd, id)).toBe(false);
    stepWorld(world);
    expect(eventsOf(world)).toEqual([[EventKind.added, 2, -1]]);
    const { headingX, headingY, x } = readAgent(world, id);
    expect([headingX, headingY, x]).toEqual([0, 1, 3]);
    expect(world.crowd.traits.desiredSpeed[rowOf(world.crowd, id)]).toBe(2);
    stepWorld(world);
    expect(eventsOf(world)).toEqual([]);
  });

  test('remove: gone after the step; its id is stale and is not given again', () => {
    const world = createWorld(scenario);
    removeAgent(world, 0);
    expect(hasAgent(world.crowd, 0)).toBe(true);
    stepWorld(world);
    expect(hasAgent(world.crowd, 0)).toBe(false);
    expect(eventsOf(world)).toEqual([[EventKind.removed, 0, -1]]);
    expect(addAgent(world, { at: [0, 0] })).not.toBe(0);
  });

  test('retarget: to a point, to targets, or to nothing', () => {
    const world = createWorld(scenario);
    stepWorld(world);
    const row = rowOf(world.crowd, 0);
    expect(world.crowd.plan.target[row]).toBe(1);
    retargetAgent(world, 0, { goal: [0, -30] });
    expect(world.crowd.plan.targetSet[row]).toBe(0);
    stepWorld(world);
    expect(world.crowd.plan.directionY[row]).toBeLessThan(-0.99);
    retargetAgent(world, 0, { targets: ['far', 'near'] });
    stepWorld(world);
    expect(world.crowd.plan.target[row]).toBe(0);
    retargetAgent(world, 0, {});
    for (let k = 0; k < 3; k++) stepWorld(world);
    expect(world.crowd.plan.pace[row]).toBe(0);
    expect(readAgent(world, 0).speed).toBe(0);
  });

  test('retarget takes effect at the next step whatever the cadence of planning', () => {
    const world = createWorld({ ...scenario, cadence: { planning: 100 } });
    for (let k = 0; k < 7; k++) stepWorld(world);
    retargetAgent(world, 0, { goal: [0, -30] });
    stepWorld(world);
    expect(world.crowd.plan.directionY[rowOf(world.crowd, 0)]).toBeLessThan(-0.99);
  });

  test('change-traits changes what is named and nothing else', () => {
    const world = createWorld(scenario);
    sendCommand(world, { kind: 'change-traits', id: 0, traits: { speed: 0.4, mass: 0.7 } });
    stepWorld(world);
    const { desiredSpeed, mass, agility, aggressiveness, radius } = world.crowd.traits;
    expect([desiredSpeed[0], mass[0], agility[0], aggressiveness[0], radius[0]]).toEqual([
      0.4, 0.7, 1, 0.5, 0.25,
    ]);
  });

  test('move-obstacle by number or name, move-target by name', () => {
    const world = createWorld(scenario);
    moveObstacle(world, 'hut', [1, 2]);
    moveObstacle(world, 1, [0, -3]);
    moveTarget(world, 'far', [0, 40]);
    stepWorld(world);
    const { startX, startY, owner } = world.obstacles;
    expect([startX[0], startY[0], startX[4], startY[4], owner[4]]).toEqual([11, 12, -20, -3, 1]);
    expect(world.crowd.plan.directionY[0]).toBe(1);
    expect(world.applied.map(({ kind }) => kind)).toEqual(['move-obstacle', 'move-obstacle', 'move-target']);
  });
});

describe('a bad command is refused with a message, and changes nothing', () => {
  const bad: [string, unknown, RegExp][] = [
    ['an unknown kind', { kind: 'explode' }, /kind/],
    ['a key too many', { kind: 'remove', id: 0, why: 'x' }, /why/],
    ['a broken id', { kind: 'remove', id: -1 }, /id/],
    ['no place', { kind: 'add', agent: {} }, /at/],
    ['a place that is no number', { kind: 'add', agent: { at: [Number.NaN, 0] } }, /at/],
    ['a place outside the bounds', { kind: 'add', agent: { at: [51, 0] } }, /inside the bounds/],
    ['a body that reaches into a wall', { kind: 'add', agent: { at: [9.9, 15] } }, /obstacles\[0\]/],
    ['a body in the middle of a box', { kind: 'add', agent: { at: [15, 15] } }, /obstacles\[0\]/],
    ['a body in the middle of a disc', { kind: 'add', agent: { at: [-20, 0] } }, /obstacles\[1\]/],
    ['an unknown target', { kind: 'retarget', id: 0, targets: ['nowhere'] }, /nowhere/],
    ['a goal and targets', { kind: 'retarget', id: 0, targets: ['near'], goal: [0, 0] }, /not both/],
    ['an unknown obstacle', { kind: 'move-obstacle', obstacle: 2, by: [0, 0] }, /no obstacle 2/],
    ['an unknown obstacle by name', { kind: 'move-obstacle', obstacle: 'tree', by: [0, 0] }, /tree/],
    ['a box put on somebody', { kind: 'move-obstacle', obstacle: 0, by: [-15, -15] }, /stand on agent 0/],
    ['an agent that never was', { kind: 'remove', id: 55 }, /no agent 55/],
    ['an unknown target to move', { kind: 'move-target', target: 'nowhere', to: [0, 0] }, /nowhere/],
    ['a trait out of range', { kind: 'change-traits', id: 0, traits: { mass: 2 } }, /mass/],
    ['an id that is not the next', { kind: 'add', id: 77, agent: { at: [0, 9] } }, /77/],
  ];
  test.each(bad)('%s', (_, command, message) => {
    const world = createWorld(scenario);
    expect(() => sendCommand(world, command as Command)).toThrow(message);
    expect(world.commands).toEqual([]);
    // The next agent has the id it would have had: a recording of the good commands replays.
    expect(addAgent(world, { at: [0, 9] })).toBe(2);
  });
});
