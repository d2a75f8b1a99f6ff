import { describe, expect, test } from 'vitest';
import { crowdOf } from '../../crowd/crowd.fixture.ts';
import { createObstacles, createTargets, Status } from '../../crowd/index.ts';
import { distanceToSegmentSquared } from '../../geometry/index.ts';
import { planningInput } from '../base/planning.fixture.ts';
import { createPlanner, OWN_GOAL } from '../index.ts';
import { createPathGuide } from './guide.ts';

const DT = 0.05;

/** An agent on its way along a corridor from x = 1 to x = 9, and one that stays in its middle. */
function createCorridor(width: number, pace = 0) {
  const crowd = crowdOf([
    { x: 1, y: width / 2 },
    { x: 5, y: width / 2 },
  ]);
  crowd.traits.radius.fill(0.25);
  crowd.traits.desiredSpeed.set([1.3, pace]);
  const { motion, plan } = crowd;
  plan.targetSet.fill(OWN_GOAL);
  plan.goalX.set([9, 9]);
  plan.goalY.fill(width / 2);
  plan.status[1] = pace > 0 ? Status.walking : Status.arrived;
  const bounds = { minX: 0, minY: 0, maxX: 10, maxY: width };
  const input = planningInput({
    crowd,
    targets: createTargets([]),
    obstacles: createObstacles([]),
    bounds,
    dt: DT,
  });
  const guide = createPlanner(createPathGuide({ cell: 0.25, clearance: 0.1, searches: 10, cells: 1e6 }));
  let step = 0;
  return {
    motion,
    plan,
    /** Plans for some seconds; nothing moves. */
    wait(seconds: number): void {
      for (let k = 0; k < seconds / DT; k++) guide.updatePlans({ ...input, step: step++ });
    },
    save: () => guide.save!(),
    /** Metres between the centre of the standing agent and the line to the short-term target. */
    gap(): number {
      const { localX, localY } = plan;
      const { x, y } = motion;
      return Math.sqrt(distanceToSegmentSquared(x[1], y[1], x[0], y[0], localX[0], localY[0]));
    },
    /** Walks by the plan; the least distance of the two on the way. */
    walk(seconds: number): number {
      let least = Number.POSITIVE_INFINITY;
      for (let k = 0; k < seconds / DT; k++) {
        guide.updatePlans({ ...input, step: step++ });
        motion.x[0] += plan.pace[0] * plan.directionX[0] * DT;
        motion.y[0] += plan.pace[0] * plan.directionY[0] * DT;
        least = Math.min(least, Math.hypot(motion.x[0] - motion.x[1], motion.y[0] - motion.y[1]));
      }
      return least;
    },
  };
}

describe('an agent that stands in the way', () => {
  test('is walked through at first, and around after some seconds', () => {
    const { gap, motion, wait, walk } = createCorridor(4);
    wait(1.5);
    expect(gap()).toBe(0);
    wait(4);
    expect(gap()).toBeGreaterThanOrEqual(0.5);
    // A stride may end a little beyond a corner of the path.
    expect(walk(8)).toBeGreaterThan(0.49);
    expect(motion.x[0]).toBeGreaterThan(8);
  });

  test('is not on the map while it wants to go on, as in a queue', () => {
    const { gap, wait } = createCorridor(4, 1);
    wait(8);
    expect(gap()).toBe(0);
  });

  test('strands no agent where it leaves no path', () => {
    const { gap, plan, wait } = createCorridor(1);
    wait(8);
    expect(plan.status[0]).toBe(Status.walking);
    expect([plan.pace[0], gap()]).toEqual([1.3, 0]);
  });

  test('leaves the map when it walks on', () => {
    const { gap, plan, wait } = createCorridor(4);
    wait(6);
    expect(gap()).toBeGreaterThan(0.4);
    plan.status[1] = Status.walking;
    plan.pace[1] = 1;
    wait(2);
    expect(gap()).toBe(0);
  });
});
