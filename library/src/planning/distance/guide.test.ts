import { describe, expect, test } from 'vitest';
import { shuffledOrder } from '../../crowd/crowd.fixture.ts';
import { type ObstacleSpecification, openTarget, reorderRows, Status } from '../../crowd/index.ts';
import { shiftObstacle } from '../../crowd/shift.fixture.ts';
import { OWN_GOAL } from '../index.ts';
import { createScene, plug, wall } from './guide.fixture.ts';
import type { DistanceOptions } from './guide.ts';

describe('the distance guide', () => {
  test('leads round the wall to what is nearest on foot, not as the crow flies', () => {
    const { look, plan } = createScene({
      agents: [
        [8, 2],
        [9, 11.2],
        [12, 2],
      ],
      targets: [
        { at: [11.5, 2], radius: 0.5 },
        { at: [2, 2], radius: 0.5 },
      ],
    });
    look();
    // 3.5 m through the wall, but 18 m round it; 6 m to the other.
    expect([...plan.target.subarray(0, 3)]).toEqual([1, 0, 0]);
    expect(plan.goalDistance[0]).toBeCloseTo(6, 1);
    // Round the corner: from (9, 11.2) the ways bend at about (10.35, 10.35), half a metre and a bit from the wall.
    expect(plan.directionX[1]).toBeCloseTo(1.35 / Math.hypot(1.35, 0.85), 1);
    expect([plan.inSight[0], plan.inSight[1], plan.inSight[2]]).toEqual([1, 0, 1]);
    expect(plan.directionX[2]).toBeCloseTo(-1, 9);
  });

  test('knows when nothing leads there, and looks again when a wall moves or a target opens', () => {
    const scene = createScene({
      agents: [
        [3, 3],
        [15, 3],
      ],
      obstacles: [wall, plug],
      targets: [{ at: [17, 6], radius: 0.5 }],
    });
    const { input, look, plan } = scene;
    expect(look()).toEqual([Status.walking, Status.walking]);
    shiftObstacle(input.obstacles, 1, 5.8, 0);
    expect(look()).toEqual([Status.stranded, Status.walking]);
    expect(plan.pace[0]).toBe(0);
    shiftObstacle(input.obstacles, 1, -5.8, 0);
    expect(look()).toEqual([Status.walking, Status.walking]);
    openTarget(input.targets, 0, false);
    expect(look()).toEqual([Status.stranded, Status.stranded]);
    openTarget(input.targets, 0, true);
    expect(look()).toEqual([Status.walking, Status.walking]);
    expect(plan.directionY[0]).toBeGreaterThan(0.5);
  });

  test('leads out of a pocket that a body was pushed into, and not through a wall', () => {
    // The mouth of the niche is 0.9 m wide: with a clearance of 0.3 m no way leads out, but a body fits through.
    const box = (minX: number, minY: number, maxX: number, maxY: number): ObstacleSpecification => ({
      shape: 'box',
      min: [minX, minY],
      max: [maxX, maxY],
    });
    const niche = [
      box(3, 1, 3.2, 3),
      box(3, 3, 5, 3.2),
      box(3, 0.8, 5, 1),
      box(4.8, 1, 5, 1.5),
      box(4.8, 2.4, 5, 3),
    ];
    const { look, plan } = createScene({
      agents: [
        [4, 2],
        [1.5, 9],
      ],
      obstacles: [...niche, box(0, 7, 4, 7.2), box(4, 7, 4.2, 12)],
      targets: [{ at: [8, 10], radius: 0.5 }],
      options: { clearance: 0.3 },
    });
    expect(look()).toEqual([Status.walking, Status.stranded]);
    expect(plan.directionX[0]).toBeGreaterThan(0.7);
  });

  test('of a set whose exits close it chooses another', () => {
    const { input, look, plan } = createScene({
      agents: [[3, 3]],
      targets: [
        { at: [1, 1], radius: 0.5 },
        { at: [17, 1], radius: 0.5 },
      ],
    });
    look();
    expect(plan.target[0]).toBe(0);
    openTarget(input.targets, 0, false);
    look();
    expect(plan.target[0]).toBe(1);
  });

  test('leaves an agent’s own goal to the guide for that', () => {
    const { crowd, look, plan } = createScene({ agents: [[3, 3]], targets: [] });
    crowd.plan.targetSet[0] = OWN_GOAL;
    look();
    expect([plan.directionY[0], plan.goalDistance[0]]).toEqual([-1, 7]);
  });

  test('leads to the target that a team has given, whatever is nearer', () => {
    const { look, plan } = createScene({
      agents: [[3, 3]],
      targets: [
        { at: [1, 1], radius: 0.5 },
        { at: [17, 1], radius: 0.5 },
      ],
    });
    plan.assigned[0] = 1;
    look();
    expect(plan.target[0]).toBe(1);
    expect(plan.directionY[0]).toBeGreaterThan(0.5);
    expect(plan.goalDistance[0]).toBeGreaterThan(18);
  });

  test('follows a target that moves', () => {
    const { input, look, plan } = createScene({ agents: [[3, 3]], targets: [{ at: [17, 1], radius: 0.5 }] });
    look();
    const before = plan.goalDistance[0];
    input.targets.x[0] = 12;
    look();
    expect(before - plan.goalDistance[0]).toBeGreaterThan(1);
  });

  test('gives the same plans whatever the order of the rows', () => {
    const agents = Array.from({ length: 30 }, (_, k) => [1 + (k % 6), 1 + Math.floor(k / 6)] as const);
    const run = (order?: Int32Array) => {
      const scene = createScene({
        agents,
        targets: [
          { at: [17, 1], radius: 0.5 },
          { at: [1, 11], radius: 0.5 },
        ],
        options: { rerouting: { every: 0.1, weight: 3, comfort: 0.2 } },
      });
      if (order) reorderRows(scene.crowd, order);
      for (let step = 0; step < 5; step++) scene.look();
      const { ids, count, plan } = scene.crowd;
      return Array.from({ length: count }, (_, row) => row)
        .sort((a, b) => ids[a] - ids[b])
        .map((row) => [plan.directionX[row], plan.directionY[row], plan.target[row], plan.goalDistance[row]]);
    };
    expect(run(shuffledOrder(30, 4))).toEqual(run());
  });
});

describe('straight on or by the field', () => {
  test('an agent that walks and is jostled changes over once or twice on its way', () => {
    const { crowd, look, plan } = createScene({
      agents: [[3, 3]],
      targets: [{ at: [17, 1], radius: 0.5 }],
      obstacles: [wall, { shape: 'circle', center: [14, 6], radius: 0.5 }],
    });
    const { motion } = crowd;
    let changes = 0;
    let last = 0;
    for (let step = 0; step < 600; step++) {
      look();
      if (Math.hypot(motion.x[0] - 17, motion.y[0] - 1) < 0.5) break;
      if (plan.inSight[0] !== last) changes++;
      last = plan.inSight[0];
      // To and fro across its way, by 4 cm from step to step.
      const push = step % 2 === 0 ? 0.04 : -0.04;
      motion.x[0] += 0.065 * plan.directionX[0] - push * plan.directionY[0];
      motion.y[0] += 0.065 * plan.directionY[0] + push * plan.directionX[0];
    }
    expect(Math.hypot(motion.x[0] - 17, motion.y[0] - 1)).toBeLessThan(0.5);
    expect([1, 2, 3]).toContain(changes);
  });
});

describe('among others', () => {
  const rerouting = { every: 0.05, weight: 5, comfort: 0 };

  test('nobody flees from itself: alone, an agent goes as if it did not count', () => {
    const walk = (options: Partial<DistanceOptions>) => {
      const { crowd, look, plan } = createScene({
        agents: [[3, 3]],
        targets: [
          { at: [17, 1], radius: 0.5 },
          { at: [1, 11.5], radius: 0.3 },
        ],
        sets: [[0]],
        options,
      });
      let length = 0;
      for (let step = 0; step < 800 && plan.inSight[0] === 0; step++) {
        look();
        crowd.motion.x[0] += 0.065 * plan.directionX[0];
        crowd.motion.y[0] += 0.065 * plan.directionY[0];
        length += 0.065;
      }
      return length + plan.goalDistance[0];
    };
    expect(Math.abs(walk({ rerouting }) - walk({}))).toBeLessThan(0.3);
  });

  test('a crowd before the near exit sends those behind it to the far one, and it takes a clear gain', () => {
    const agents = [[6, 6] as const];
    const crowdAt = (count: number) =>
      Array.from({ length: count }, (_, k) => [1 + (k % 6) * 0.5, 2 + Math.floor(k / 6) * 0.5] as const);
    const choice = (count: number) => {
      const { look, plan } = createScene({
        agents: [...agents, ...crowdAt(count)],
        obstacles: [],
        targets: [
          { at: [0.7, 6], radius: 0.5 },
          { at: [13, 6], radius: 0.5 },
        ],
        options: { rerouting: { every: 0.05, weight: 2, comfort: 0.5 } },
      });
      plan.target[0] = 0;
      look();
      return plan.target[0];
    };
    // 4.8 m to the near one and 6.5 m to the far one. 36 stand beside the way, 96 in it.
    expect([0, 36, 96].map(choice)).toEqual([0, 0, 1]);
  });

  test('who goes to the one keeps to it where the other is only a little quicker', () => {
    const { crowd, look, plan } = createScene({
      agents: [[10, 6]],
      obstacles: [],
      targets: [
        { at: [2, 6], radius: 0.5 },
        { at: [18, 6], radius: 0.5 },
      ],
      options: { rerouting: { every: 1, weight: 1, comfort: 1 } },
    });
    const choiceAt = (x: number) => {
      crowd.motion.x[0] = x;
      look();
      return plan.target[0];
    };
    // Both are equally near at x = 10. At 10.83, and at 9.17, the other is nearer by a fifth; cells are a quarter wide.
    expect([9.9, 10.3, 10.7, 10.9, 10.3, 9.7, 9.3, 9.1].map(choiceAt)).toEqual([0, 0, 0, 1, 1, 1, 1, 0]);
  });
});
