import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crowdOf } from '../../crowd/crowd.fixture.ts';
import { createCrowd, createTargets, enterAgent, reserveAgent, Status } from '../../crowd/index.ts';
import { planningInput } from '../base/planning.fixture.ts';
import { NO_GOAL, OWN_GOAL } from '../index.ts';
import { createDirectPlanner } from './direct.ts';

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const place = fc.tuple(number(-30, 30), number(-30, 30));

function createScene(targetPlaces: readonly [number, number][]) {
  const crowd = crowdOf([{ x: 0, y: 0 }]);
  crowd.traits.desiredSpeed[0] = 1.5;
  const targets = createTargets(targetPlaces.map((at) => ({ at, radius: 0.5 })));
  const plan = (targetSets: Int32Array[], due = 1, turnRate = 1) =>
    createDirectPlanner().updatePlans(
      planningInput({ crowd, targets, targetSets, due: Uint8Array.of(due), turnRates: [turnRate] }),
    );
  return { crowd, plan };
}

describe('the direct planner', () => {
  test('pursues the nearest target of the agent’s own set, straight', () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 8 }), place, fc.nat(), (places, at, mask) => {
        const { crowd, plan } = createScene(places);
        [crowd.motion.x[0], crowd.motion.y[0]] = at;
        const chosen = places.map((_, k) => k).filter((k) => (mask >> k) % 2 === 1);
        fc.pre(chosen.length > 0);
        crowd.plan.targetSet[0] = 1;
        plan([Int32Array.of(0), Int32Array.from(chosen)]);
        const distances = places.map(([x, y]) => Math.hypot(x - at[0], y - at[1]));
        const least = Math.min(...chosen.map((k) => distances[k]));
        const target = crowd.plan.target[0];
        expect(chosen).toContain(target);
        expect(distances[target]).toBeCloseTo(least, 9);
        expect(crowd.plan.goalDistance[0]).toBeCloseTo(least, 9);
        if (least < 1e-6) return;
        expect(crowd.plan.directionX[0]).toBeCloseTo((places[target][0] - at[0]) / least, 6);
        expect(crowd.plan.directionY[0]).toBeCloseTo((places[target][1] - at[1]) / least, 6);
      }),
    );
  });

  test('walks at the desired speed, but slower where turning at ω would only circle the goal', () => {
    const { crowd, plan } = createScene([]);
    crowd.plan.targetSet[0] = OWN_GOAL;
    crowd.plan.goalRadius[0] = 0.2;
    const paceTo = (x: number, y: number) => {
      [crowd.plan.goalX[0], crowd.plan.goalY[0]] = [x, y];
      plan([], 1, 0.5);
      return crowd.plan.pace[0];
    };
    expect(paceTo(10, 0)).toBe(1.5);
    expect(paceTo(0.5, 0)).toBe(1.5);
    expect(paceTo(0.5, 0.1)).toBe(1.5);
    expect(paceTo(0, 30)).toBe(1.5);
    // Beside and behind: pace < ω × distance, the radius of the circle that it would walk without end.
    for (const [x, y] of [
      [0, 1],
      [-1, 0],
      [0.5, 0.9],
    ] as const) {
      expect(paceTo(x, y)).toBeCloseTo(0.5 * 0.5 * Math.hypot(x, y), 12);
    }
  });

  test('leaves alone who is not due, and gives who stands or has arrived no direction', () => {
    const { crowd, plan } = createScene([[5, 0]]);
    plan([Int32Array.of(0)], 0);
    expect([crowd.plan.pace[0], crowd.plan.directionX[0]]).toEqual([0, 0]);
    plan([Int32Array.of(0)]);
    expect([crowd.plan.pace[0], crowd.plan.directionX[0]]).toEqual([1.5, 1]);
    crowd.plan.status[0] = Status.arrived;
    plan([Int32Array.of(0)]);
    expect([crowd.plan.pace[0], crowd.plan.directionX[0]]).toEqual([0, 0]);
    crowd.plan.status[0] = Status.walking;
    crowd.plan.targetSet[0] = NO_GOAL;
    plan([Int32Array.of(0)]);
    expect([crowd.plan.pace[0], crowd.plan.directionX[0]]).toEqual([0, 0]);
  });

  test('at the very centre of its goal it keeps its heading', () => {
    const { crowd, plan } = createScene([[0, 0]]);
    plan([Int32Array.of(0)]);
    expect([crowd.plan.directionX[0], crowd.plan.directionY[0]]).toEqual([1, 0]);
  });

  test('of several classes of targets it pursues the one that it prefers, and shows the way to each', () => {
    const crowd = createCrowd(4, { dimension: 2, targetClasses: 2, memory: {} });
    const row = enterAgent(crowd, reserveAgent(crowd));
    const { motion, plan } = crowd;
    motion.headingX[row] = 1;
    crowd.traits.desiredSpeed[row] = 1.3;
    const targets = createTargets([
      { at: [30, 0], radius: 0.5, class: 0 },
      { at: [20, 0], radius: 0.5, class: 0 },
      { at: [0, 1], radius: 2, class: 1 },
    ]);
    const look = (first: number, second: number, set = 0) => {
      [plan.preference0[row], plan.preference1[row]] = [first, second];
      plan.targetSet[row] = set;
      const targetSets = [Int32Array.of(0, 1, 2), Int32Array.of(2)];
      createDirectPlanner().updatePlans(planningInput({ crowd, targets, targetSets }));
      return [plan.target[row], plan.goalDistance[row], plan.pace[row]];
    };
    // What is not pursued does not slow the agent down, however near it is.
    expect(look(1, 0)).toEqual([1, 20, 1.3]);
    expect(look(0, 1)).toEqual([2, 1, 1.3]);
    expect(look(0.5, 0.5)).toEqual([2, 1, 1.3]);
    expect([plan.direction0X[row], plan.distance0[row]]).toEqual([1, 20]);
    expect([plan.direction1Y[row], plan.distance1[row]]).toEqual([1, 1]);
    // Without a target of the first class its columns are empty, and the second is pursued whatever it weighs.
    expect(look(1, 0, 1)).toEqual([2, 1, 1.3]);
    expect([plan.direction0X[row], plan.direction0Y[row], plan.distance0[row]]).toEqual([0, 0, 0]);
    // An own goal is of the first class.
    [plan.goalX[row], plan.goalY[row]] = [0, -4];
    expect(look(0, 1, OWN_GOAL).slice(1)).toEqual([4, 1.3]);
    expect([plan.direction0Y[row], plan.distance0[row], plan.distance1[row]]).toEqual([-1, 4, 0]);
  });
});

describe('the direct planner, where sight counts', () => {
  const look = (
    targets: readonly [number, number][],
    isInSight?: (fromX: number, fromY: number, fromZ: number, toX: number, toY: number) => boolean,
  ) => {
    const crowd = crowdOf([{ x: 0, y: 0 }]);
    crowd.traits.desiredSpeed[0] = 1;
    createDirectPlanner().updatePlans(
      planningInput({
        crowd,
        targets: createTargets(targets.map((at) => ({ at, radius: 0.5 }))),
        targetSets: [Int32Array.from(targets, (_, target) => target)],
        isInSight,
      }),
    );
    return [crowd.plan.target[0], crowd.plan.goalDistance[0], crowd.plan.inSight[0]];
  };
  const places: [number, number][] = [
    [9, 0],
    [3, 0],
    [0, 5],
    [0, -7],
  ];

  test('it pursues the nearest target that it sees, and the nearest of all when it sees none', () => {
    expect(look(places)).toEqual([1, 3, 0]);
    expect(look(places, () => true)).toEqual([1, 3, 1]);
    expect(look(places, (_x, _y, _z, toX) => toX !== 3)).toEqual([2, 5, 1]);
    expect(look(places, (_x, _y, _z, toX, toY) => toX === 9 || toY === -7)).toEqual([3, 7, 1]);
    expect(look(places, () => false)).toEqual([1, 3, 0]);
  });

  test('it says whether an own goal is in sight, and forgets it at the goal', () => {
    const crowd = crowdOf([{ x: 0, y: 0 }]);
    crowd.plan.targetSet[0] = OWN_GOAL;
    crowd.plan.goalX[0] = 4;
    const asked: number[][] = [];
    const plan = (answer: boolean) => {
      const isInSight = (...ends: number[]) => asked.push(ends) > 0 && answer;
      const input = planningInput({ crowd });
      createDirectPlanner().updatePlans({ ...input, isInSight });
      return crowd.plan.inSight[0];
    };
    expect([plan(true), plan(false), plan(true)]).toEqual([1, 0, 1]);
    expect(asked[0]).toEqual([0, 0, 0, 4, 0, 0]);
    crowd.plan.status[0] = Status.arrived;
    expect(plan(true)).toBe(0);
  });

  test('of several classes it sees to each', () => {
    const crowd = createCrowd(4, { dimension: 2, targetClasses: 2, memory: {} });
    const row = enterAgent(crowd, reserveAgent(crowd));
    [crowd.plan.preference0[row], crowd.plan.preference1[row]] = [1, 0];
    const targets = createTargets([
      { at: [3, 0], radius: 0.5, class: 0 },
      { at: [8, 0], radius: 0.5, class: 0 },
      { at: [0, 2], radius: 0.5, class: 1 },
    ]);
    const input = planningInput({ crowd, targets, targetSets: [Int32Array.of(0, 1, 2)] });
    createDirectPlanner().updatePlans({ ...input, isInSight: (_x, _y, _z, toX) => toX === 8 });
    expect([crowd.plan.target[row], crowd.plan.distance0[row], crowd.plan.distance1[row]]).toEqual([1, 8, 2]);
    expect(crowd.plan.inSight[row]).toBe(1);
    crowd.plan.preference1[row] = 2;
    createDirectPlanner().updatePlans({ ...input, isInSight: (_x, _y, _z, toX) => toX === 8 });
    expect([crowd.plan.target[row], crowd.plan.inSight[row]]).toEqual([2, 0]);
  });
});
