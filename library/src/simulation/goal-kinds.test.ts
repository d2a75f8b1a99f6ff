import { describe, expect, test } from 'vitest';
import { GoalKind, rowOf, Status } from '../crowd/index.ts';
import { createWorld, isOver, readAgent, removeAgent, stepWorld, timeOf } from './index.ts';
import { type AgentInput, arrivalsOf, type Stages, targets, travel } from './journeys.fixture.ts';
import { openSquare } from './worlds.fixture.ts';

describe('goal kinds', () => {
  test('flee is done at the distance', () => {
    const fleeing = createWorld({
      ...openSquare,
      targets,
      agents: [
        {
          at: [-1, 1],
          speed: 2,
          journey: { stages: [{ kind: 'flee', from: ['shop', 'home'], distance: 8 }] },
        },
      ],
    });
    const arrivals = arrivalsOf(fleeing, 20);
    expect(arrivals.map(([, target]) => target)).toEqual([1]);
    const { x, y } = readAgent(fleeing, 0);
    expect(Math.hypot(x, y)).toBeGreaterThanOrEqual(8);
    expect(Math.hypot(x, y)).toBeLessThan(8.3);
  });

  test('of who flees, wanders or pursues, a team that keeps together does not spoil the stage', () => {
    const stages: Stages[] = [
      [{ kind: 'flee', from: ['shop'], distance: 5 }, { kind: 'idle' }],
      [{ kind: 'wander', region: { circle: { center: [-8, 0], radius: 2 } }, interval: 1 }],
      [{ kind: 'pursue', agent: 'prey', distance: 0.5 }, { kind: 'idle' }],
    ];
    for (const own of stages) {
      const world = createWorld({
        ...openSquare,
        targets,
        agents: [
          { name: 'a', at: [-8, 0], journey: { stages: own } },
          { name: 'b', at: [8, 0], targets: ['shop'] },
          { name: 'prey', at: [0, 12] },
        ],
        teams: [{ name: 'two', agents: ['a', 'b'], task: { kind: 'keep-together', distance: 6 } }],
      });
      while (timeOf(world) < 20) stepWorld(world);
      expect(Number.isFinite(readAgent(world, 0).x)).toBe(true);
      expect(world.arrived).toBeGreaterThan(0);
    }
  });

  test('direction and idle last as long as they say', () => {
    const world = createWorld(
      travel(
        [
          { kind: 'idle', for: 2 },
          { kind: 'direction', along: [0, 3], for: 4 },
        ],
        {},
        {},
        Math.PI / 2,
      ),
    );
    while (!isOver(world) && timeOf(world) < 20) stepWorld(world);
    expect(Math.abs(timeOf(world) - 6)).toBeLessThan(0.11);
    const { x, y } = readAgent(world, 0);
    expect(Math.abs(x)).toBeLessThan(0.2);
    expect(y).toBeGreaterThan(3.3);
    expect(y).toBeLessThanOrEqual(4);
  });

  test('wander stays in its region, changes its point, and differs from agent to agent', () => {
    const world = createWorld({
      ...openSquare,
      obstacles: [{ shape: 'circle', center: [0, 0], radius: 2 }],
      groups: [
        {
          name: 'strollers',
          count: 12,
          region: { circle: { center: [10, 10], radius: 4 } },
          journey: {
            stages: [
              { kind: 'wander', region: { circle: { center: [0, 0], radius: 6 } }, interval: 3, for: 40 },
            ],
          },
        },
      ],
    });
    const { plan } = world.crowd;
    const points = new Set<string>();
    const first = new Set(plan.goalX.subarray(0, 12));
    expect(first.size).toBe(12);
    while (timeOf(world) < 39) {
      stepWorld(world);
      for (let row = 0; row < 12; row++) {
        points.add(`${row} ${plan.goalX[row]}`);
        const distance = Math.hypot(plan.goalX[row], plan.goalY[row]);
        expect(distance).toBeLessThanOrEqual(6);
        // Not inside the pillar.
        expect(distance).toBeGreaterThan(2);
      }
    }
    // At least every 3 s a new one.
    expect(points.size).toBeGreaterThanOrEqual(12 * 13);
    expect(isOver(world)).toBe(false);
    while (timeOf(world) < 41) stepWorld(world);
    expect(world.arrived).toBe(12);
  });

  test('pursue catches the one it names, and the nearest of a group', () => {
    const runner: AgentInput = {
      name: 'runner',
      at: [5, 0],
      speed: 1,
      journey: { stages: [{ kind: 'direction', along: [1, 0] }] },
    };
    const world = createWorld({
      ...openSquare,
      agents: [
        runner,
        {
          at: [0, 3],
          speed: 2,
          journey: { stages: [{ kind: 'pursue', agent: 'runner', distance: 1 }, { kind: 'idle' }] },
        },
        {
          at: [-20, 0],
          speed: 2,
          journey: { stages: [{ kind: 'pursue', group: 'sheep', distance: 1.5 }] },
        },
      ],
      groups: [
        {
          name: 'sheep',
          count: 3,
          region: { box: { min: [-40, -40], max: [-30, 40] } },
          journey: { stages: [{ kind: 'idle' }] },
        },
      ],
    });
    const { motion, plan } = world.crowd;
    const distances = [3, 4, 5].map((row) => Math.hypot(motion.x[row] + 20, motion.y[row]));
    expect(plan.quarry[2]).toBe(3 + distances.indexOf(Math.min(...distances)));
    const caught = arrivalsOf(world, 20, 1);
    expect(caught.length).toBe(1);
    // 5 m behind and 1 m/s faster.
    expect(caught[0][0]).toBeGreaterThan(4);
    expect(caught[0][0]).toBeLessThan(9);
    while (timeOf(world) < 40) stepWorld(world);
    expect(plan.hasArrived[rowOf(world.crowd, 2)]).toBe(1);
  });

  test('pursue is over when the pursued has left', () => {
    const world = createWorld({
      ...openSquare,
      agents: [
        { name: 'quarry', at: [30, 0], journey: { stages: [{ kind: 'idle' }] } },
        {
          at: [0, 0],
          journey: {
            stages: [
              { kind: 'pursue', agent: 'quarry' },
              { kind: 'direction', along: [0, 1] },
            ],
          },
        },
      ],
    });
    for (let k = 0; k < 20; k++) stepWorld(world);
    removeAgent(world, 0);
    for (let k = 0; k < 3; k++) stepWorld(world);
    expect(world.crowd.plan.goalKind[rowOf(world.crowd, 1)]).toBe(GoalKind.direction);
    expect(world.arrived).toBe(0);
  });

  test('follow goes with the field', () => {
    const world = createWorld(
      travel(
        [{ kind: 'follow', field: 'stream', for: 5 }],
        {
          velocityFields: [{ name: 'stream', kind: 'formula', u: '0', v: '0.5' }],
        },
        {},
        Math.PI / 2,
      ),
    );
    while (timeOf(world) < 5) stepWorld(world);
    const { x, y } = readAgent(world, 0);
    expect(Math.abs(x)).toBeLessThan(0.5);
    expect(y).toBeGreaterThan(1.5);
    expect(y).toBeLessThanOrEqual(2.5);
  });
});

test('critters stand where a stage has them stand, and where they are stranded', () => {
  const world = createWorld(
    travel(
      [
        { kind: 'direction', along: [1, 0], for: 2 },
        { kind: 'idle', for: 2 },
        { kind: 'seek', targets: ['gate'] },
      ],
      {
        steering: { name: 'critters' },
        targets: [{ name: 'gate', at: [0, 20], open: false }],
      },
    ),
  );
  while (timeOf(world) < 2) stepWorld(world);
  const { motion, plan } = world.crowd;
  expect(motion.x[0]).toBeGreaterThan(0.1);
  stepWorld(world);
  const before = world.crowd.motion.x[0];
  while (timeOf(world) < 3.5) stepWorld(world);
  expect(plan.status[0]).toBe(Status.idle);
  expect(world.crowd.motion.x[0]).toBe(before);
  while (timeOf(world) < 6) stepWorld(world);
  expect(plan.status[0]).toBe(Status.stranded);
  expect(world.crowd.motion.x[0]).toBe(before);
});
