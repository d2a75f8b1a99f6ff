import { describe, expect, test } from 'vitest';
import { EventKind, rowOf, Status } from '../crowd/index.ts';
import { createDirectPlanner, createPlanner, DirectionState } from '../planning/index.ts';
import { createWorld, removeAgent, sendCommand, stepWorld, timeOf } from './index.ts';
import { assignedOf, collecting, runTo } from './teams.fixture.ts';

describe('a team that collects', () => {
  const twoSpeeds = [
    { at: [0, 1] as [number, number], speed: 1 },
    { at: [0, -1] as [number, number], speed: 2 },
  ];

  test('sends the fast one to the far item, whoever is nearer', () => {
    const world = createWorld(
      collecting(twoSpeeds, [
        [30, 1],
        [10, -1],
      ]),
    );
    stepWorld(world);
    expect(assignedOf(world, 2)).toEqual([1, 0]);
  });

  test('by the last arrival it gives up a short sum for an early end', () => {
    const members = [
      { at: [0, 0] as [number, number], speed: 1 },
      { at: [1, 0] as [number, number], speed: 1 },
    ];
    const sent = (by: 'total' | 'last', x: number, y: number) => {
      const world = createWorld(
        collecting(
          members,
          [
            [10, 0],
            [x, y],
          ],
          by,
        ),
      );
      stepWorld(world);
      return assignedOf(world, 2);
    };
    // An item behind: the sums are 10 + 13 against 9 + 12, the last arrivals 13 against 12; both agree.
    expect(sent('total', -12, 0)).toEqual([1, 0]);
    expect(sent('last', -12, 0)).toEqual([1, 0]);
    // An item beyond: 9 + √(12² + 5²) = 22 is the lesser sum, but 13 the later arrival than max(10, √(11² + 5²)) = 12.08.
    expect(Math.sqrt(144 + 25) + 9).toBeLessThan(10 + Math.sqrt(121 + 25));
    expect(sent('total', 12, 5)).toEqual([1, 0]);
    expect(sent('last', 12, 5)).toEqual([0, 1]);
  });

  test('takes each item once, with an arrival for each, and has arrived when all are taken', () => {
    const items = Array.from({ length: 12 }, (_, k): [number, number] => [
      4 * (k % 4) - 6,
      5 * Math.floor(k / 4),
    ]);
    const world = createWorld(
      collecting(
        [1, 1.4, 2].map((speed, k) => ({ at: [-15, 3 * k], speed })),
        items,
      ),
    );
    const taken: number[] = [];
    runTo(world, 3, ({ events }) => {
      for (let k = 0; k < events.count; k++) {
        if (events.kind[k] !== EventKind.arrival) continue;
        taken.push(events.other[k]);
        const row = rowOf(world.crowd, events.agent[k]);
        const [x, y] = items[events.other[k]];
        expect(Math.hypot(world.crowd.motion.x[row] - x, world.crowd.motion.y[row] - y)).toBeLessThan(0.8);
      }
      if (taken.length < 12) expect(world.arrived).toBe(0);
    });
    expect(taken.toSorted((a, b) => a - b)).toEqual(items.map((_, k) => k));
    expect(world.arrived).toBe(3);
    expect([...world.crowd.plan.status.subarray(0, 3)]).toEqual([1, 1, 1]);
  });

  test('lets those stand for whom nothing is left', () => {
    const world = createWorld(collecting([...twoSpeeds, { at: [-5, 0], speed: 1 }], [[10, 0]]));
    stepWorld(world);
    expect(assignedOf(world, 3)).toEqual([-1, 0, -1]);
    expect(world.crowd.plan.status[rowOf(world.crowd, 2)]).toBe(Status.idle);
    expect(runTo(world, 3).arrived).toBe(3);
  });

  test('takes a far item from one who has become slow, and not from one who has not', () => {
    const items: [number, number][] = [
      [25, 1],
      [8, -1],
    ];
    const sentLater = (speed: number) => {
      const world = createWorld(collecting(twoSpeeds, items));
      stepWorld(world);
      expect(assignedOf(world, 2)).toEqual([1, 0]);
      sendCommand(world, { kind: 'change-traits', id: 1, traits: { speed } });
      while (timeOf(world) < 3) stepWorld(world);
      return assignedOf(world, 2);
    };
    expect(sentLater(2)).toEqual([1, 0]);
    expect(sentLater(0.4)).toEqual([0, 1]);
  });

  test('by fatigue over the way the fast one loses its far item', () => {
    const scenario = collecting(twoSpeeds, [
      [28, 1],
      [9, -1],
    ]);
    const farthest = (points: [number, number][]) => {
      const world = createWorld({
        ...scenario,
        changes: [{ name: 'tired', trait: 'speed', over: 'distance-walked', points }],
      });
      const held = new Set<number>();
      runTo(world, 2, () => {
        const row = rowOf(world.crowd, 1);
        if (world.crowd.plan.assigned[row] >= 0) held.add(world.crowd.plan.assigned[row]);
      });
      expect(world.arrived).toBe(2);
      return held;
    };
    expect([...farthest([[0, 1]])]).toEqual([0]);
    // The slow one walks 9 m and less in the time in which the fast one tires.
    expect([
      ...farthest([
        [5, 1],
        [5.5, 0.2],
      ]),
    ]).toContain(1);
  });

  test('sends somebody else when a member leaves, and nobody to what is closed', () => {
    const items: [number, number][] = [
      [-12, 0],
      [12, 0],
    ];
    const world = createWorld(
      collecting(
        [
          { at: [-6, 0], speed: 1 },
          { at: [6, 0], speed: 1 },
        ],
        items,
      ),
    );
    stepWorld(world);
    expect(assignedOf(world, 2)).toEqual([0, 1]);
    sendCommand(world, { kind: 'open-target', target: 'item 1', open: false });
    stepWorld(world);
    expect(assignedOf(world, 2)).toEqual([0, -1]);
    sendCommand(world, { kind: 'open-target', target: 'item 1', open: true });
    for (let k = 0; k < 50; k++) stepWorld(world);
    expect(assignedOf(world, 2)).toEqual([0, 1]);
    removeAgent(world, 1);
    const taken: number[] = [];
    runTo(world, 1, ({ events }) => {
      for (let k = 0; k < events.count; k++)
        if (events.kind[k] === EventKind.arrival) taken.push(events.agent[k], events.other[k]);
    });
    expect(taken).toEqual([0, 0, 0, 1]);
  });

  test('goes by the lengths of ways where the planner knows them', () => {
    const planner = createDirectPlanner();
    const scenario = collecting(
      [
        { at: [0, 5], speed: 1 },
        { at: [0, -5], speed: 1 },
      ],
      [
        [10, 5],
        [10, -5],
      ],
    );
    const sent = (lengths: number[][]) => {
      const world = createWorld(scenario, {
        planner: { ...planner, pathLength: (_, row, _x, _y, target) => lengths[row][target] },
      });
      stepWorld(world);
      return assignedOf(world, 2);
    };
    expect(
      sent([
        [40, 12],
        [12, 40],
      ]),
    ).toEqual([1, 0]);
    // Not known: as the crow flies. No path: no agent is sent there.
    expect(
      sent([
        [Number.NaN, Number.NaN],
        [Number.NaN, Number.NaN],
      ]),
    ).toEqual([0, 1]);
    expect(
      sent([
        [Infinity, Infinity],
        [30, Infinity],
      ]),
    ).toEqual([-1, 0]);
  });

  test('sends another where a member finds no direction, and the member elsewhere', () => {
    const planner = createPlanner({
      name: 'blocked',
      // Agent 0, who stays in row 0, has no way to the first target.
      findDirection: (input, row, aim, direction) => {
        const { x, y } = input.crowd.motion;
        const distance = Math.hypot(aim.x - x[row], aim.y - y[row]);
        direction.x = (aim.x - x[row]) / distance;
        direction.y = (aim.y - y[row]) / distance;
        direction.distance = distance;
        direction.state = row === 0 && aim.target === 0 ? DirectionState.none : DirectionState.known;
      },
    });
    const scenario = collecting(
      [
        { at: [-6, 0], speed: 1 },
        { at: [6, 0], speed: 1 },
      ],
      [
        [-12, 0],
        [12, 1],
      ],
    );
    const world = createWorld(scenario, { planner });
    const taken: number[][] = [];
    const unreachable: number[] = [];
    runTo(world, 2, ({ events }) => {
      for (let k = 0; k < events.count; k++) {
        if (events.kind[k] === EventKind.arrival) taken.push([events.agent[k], events.other[k]]);
        if (events.kind[k] === EventKind.unreachable) unreachable.push(events.agent[k], events.other[k]);
      }
    });
    expect(unreachable).toEqual([0, 0]);
    expect(taken.toSorted()).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(world.arrived).toBe(2);
  });

  test('works in space as in the plane', () => {
    const scenario = collecting(twoSpeeds, [
      [15, 1],
      [5, -1],
    ]);
    const world = createWorld({
      ...scenario,
      dimension: 3,
      bounds: { min: [-50, -50, -50], max: [50, 50, 50] },
      targets: scenario.targets!.map((target) => ({
        ...target,
        at: [target.at![0], target.at![1], 6],
        radius: 1,
      })),
    });
    stepWorld(world);
    expect(assignedOf(world, 2)).toEqual([1, 0]);
    expect(runTo(world, 2).arrived).toBe(2);
  });

  test('leaves when all is taken, where agents vanish', () => {
    const world = createWorld({ ...collecting(twoSpeeds, [[5, 0]]), arrival: 'vanish' });
    runTo(world, 2);
    expect([world.arrived, world.crowd.count]).toEqual([2, 0]);
  });
});
