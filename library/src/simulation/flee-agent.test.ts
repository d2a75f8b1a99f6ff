import { describe, expect, test } from 'vitest';
import { createWorld, readAgent, removeAgent, stateHashOf, stepWorld, timeOf } from './index.ts';
import { type AgentInput, arrivalsOf } from './journeys.fixture.ts';
import { checkScenario } from './scenario/index.ts';
import { loadWorld, saveWorld } from './snapshot.ts';
import type { World } from './world.ts';
import { openSquare } from './worlds.fixture.ts';

const fleeFrom = (from: object, distance = 8): NonNullable<AgentInput['journey']> =>
  ({ stages: [{ kind: 'flee', ...from, distance }], end: 'stop' }) as NonNullable<AgentInput['journey']>;

const gap = (world: World, a: number, b: number) => {
  const [one, other] = [readAgent(world, a), readAgent(world, b)];
  return Math.hypot(one.x - other.x, one.y - other.y);
};

describe('fleeing from an agent', () => {
  test('goes straight away from one that stands, until the centres are the distance apart', () => {
    const world = createWorld({
      ...openSquare,
      agents: [
        {
          name: 'hare',
          at: [1, 2],
          heading: Math.atan2(4, 3),
          speed: 1.5,
          journey: fleeFrom({ agent: 'fox' }),
        },
        { name: 'fox', at: [-2, -2] },
      ],
    });
    const arrivals = arrivalsOf(world, 10);
    expect(arrivals.map(([, target]) => target)).toEqual([-1]);
    // From 5 m to 8 m apart at 1.5 m/s.
    expect(arrivals[0][0]).toBeGreaterThan(2);
    expect(arrivals[0][0]).toBeLessThan(3);
    const { x, y } = readAgent(world, 0);
    expect((x + 2) / (y + 2)).toBeCloseTo(3 / 4, 2);
    expect(gap(world, 0, 1)).toBeGreaterThanOrEqual(8);
    expect(gap(world, 0, 1)).toBeLessThan(8.4);
  });

  test('turns as the other walks, which catches only one that is slower', () => {
    const chase = (speed: number) =>
      createWorld({
        ...openSquare,
        agents: [
          { name: 'hare', at: [0, 0], speed, journey: fleeFrom({ agent: 'fox' }, 100) },
          {
            name: 'fox',
            at: [-3, 0],
            speed: 1.5,
            journey: { stages: [{ kind: 'pursue', agent: 'hare', distance: 2 }, { kind: 'idle' }] },
          },
        ],
      });
    const fast = chase(2);
    const slow = chase(1);
    expect(arrivalsOf(fast, 8, 1)).toEqual([]);
    expect(gap(fast, 0, 1)).toBeGreaterThan(4);
    // The fox has caught it once, and the hare is not far enough yet.
    expect(arrivalsOf(slow, 8, 1).length).toBe(1);
    expect(slow.arrived).toBe(0);
  });

  test('of a group, the nearest member frightens, whoever that is by then', () => {
    const world = createWorld({
      ...openSquare,
      agents: [{ name: 'hare', at: [0, 0], speed: 1, journey: fleeFrom({ group: 'dogs' }, 50) }],
      groups: [
        { name: 'dogs', count: 1, region: { box: { min: [-3, -0.5], max: [-2, 0.5] } } },
        { name: 'cats', count: 1, region: { box: { min: [2, -0.5], max: [3, 0.5] } } },
      ],
    });
    while (timeOf(world) < 1.5) stepWorld(world);
    // The cat on the other side does not frighten.
    expect(readAgent(world, 0).x).toBeGreaterThan(0.5);
  });

  test('is over when the other has left', () => {
    const world = createWorld({
      ...openSquare,
      agents: [
        { name: 'hare', at: [0, 0], journey: fleeFrom({ agent: 'fox' }, 500) },
        { name: 'fox', at: [-2, 0] },
      ],
    });
    for (let k = 0; k < 5; k++) stepWorld(world);
    expect(world.arrived).toBe(0);
    removeAgent(world, 1);
    for (let k = 0; k < 3; k++) stepWorld(world);
    expect(world.arrived).toBe(1);
  });

  test('goes on to the bit in a loaded world', () => {
    const world = createWorld({
      ...openSquare,
      agents: [{ name: 'hare', at: [0, 0], journey: fleeFrom({ group: 'dogs' }, 50) }],
      groups: [
        {
          name: 'dogs',
          count: 5,
          region: { box: { min: [-8, -8], max: [-2, 8] } },
          journey: { stages: [{ kind: 'pursue', agent: 'hare', distance: 0.6 }] },
        },
      ],
    });
    for (let k = 0; k < 33; k++) stepWorld(world);
    const copy = loadWorld(saveWorld(world));
    for (let k = 0; k < 60; k++) {
      stepWorld(world);
      stepWorld(copy);
      expect(stateHashOf(copy)).toBe(stateHashOf(world));
    }
  });

  test.each([
    [{}, 'agents[0].journey.stages[0]: expected "from", an "agent" or a "group", got none'],
    [{ agent: 'wolf' }, 'agents[0].journey.stages[0].agent: expected the name of an agent, got "wolf"'],
    [{ group: 'dogs' }, 'agents[0].journey.stages[0].group: expected the name of a group, got "dogs"'],
    [
      { from: ['fire'], agent: 'fox' },
      'agents[0].journey.stages[0].agent: expected targets or an agent, got both',
    ],
    [
      { agent: 'fox', group: 'dogs' },
      'agents[0].journey.stages[0].group: expected an agent or a group, got both',
    ],
  ])('%o is refused', (from, message) => {
    const scenario = {
      ...openSquare,
      targets: [{ name: 'fire', at: [3, 3] as [number, number] }],
      agents: [
        { name: 'hare', at: [0, 0], journey: fleeFrom(from) },
        { name: 'fox', at: [-2, 0] },
      ],
    };
    expect(() => checkScenario(scenario)).toThrow(message);
  });
});
