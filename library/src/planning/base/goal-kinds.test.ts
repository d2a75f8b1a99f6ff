import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crowdOf } from '../../crowd/crowd.fixture.ts';
import {
  createEvents,
  createObstacles,
  createTargets,
  EventKind,
  GoalKind,
  openTarget,
  Status,
  type TargetSpecification,
} from '../../crowd/index.ts';
import { createDirectPlanner, createPlanner, DirectionState, type Guide, OWN_GOAL } from '../index.ts';
import { distanceToDanger, registerGoalKinds } from './goal-kinds.ts';
import { planningInput } from './planning.fixture.ts';
import { goStraight } from './straight-line.ts';

registerGoalKinds();

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });

/** One agent at the origin with two targets to choose from. */
function createScene(targets: readonly TargetSpecification[], guide?: Guide) {
  const crowd = crowdOf([{ x: 0, y: 0 }]);
  const { plan, traits } = crowd;
  traits.desiredSpeed[0] = 1.5;
  const events = createEvents();
  const obstacles = createObstacles([]);
  const input = planningInput({
    crowd,
    events,
    obstacles,
    targets: createTargets(targets),
    targetSets: [Int32Array.from(targets, (_, k) => k)],
    turnRates: [Number.POSITIVE_INFINITY],
  });
  const planner = guide ? createPlanner(guide) : createDirectPlanner();
  return { crowd, events, input, plan, think: () => planner.updatePlans(input) };
}

const near = { at: [4, 0], radius: 0.5 } as const;
const far = { at: [0, 9], radius: 0.5 } as const;

describe('goal kinds', () => {
  test('flee runs straight away from the nearest, and knows how far is left', () => {
    fc.assert(
      fc.property(number(-8, 8), number(-8, 8), number(0.1, 30), (x, y, enough) => {
        const distance = Math.hypot(x, y);
        fc.pre(distance > 1e-3);
        const { input, plan, think } = createScene([
          { at: [x, y], radius: 0.5 },
          { at: [40, 40], radius: 0.5 },
        ]);
        plan.goalKind[0] = GoalKind.flee;
        plan.goalRadius[0] = enough;
        think();
        expect(plan.directionX[0]).toBeCloseTo(-x / distance, 9);
        expect(plan.directionY[0]).toBeCloseTo(-y / distance, 9);
        expect(plan.pace[0]).toBe(1.5);
        expect(plan.goalDistance[0]).toBeCloseTo(Math.max(0, enough - distance), 9);
        expect(distanceToDanger(input, 0)).toBeCloseTo(distance, 9);
      }),
    );
  });

  test('flee from the middle of a region leads out of it, and a closed one frightens nobody', () => {
    const region = { box: { min: [-2, -6], max: [4, 6] } } as const;
    const { input, plan, think } = createScene([{ region, radius: 1 }]);
    plan.goalKind[0] = GoalKind.flee;
    plan.goalRadius[0] = 5;
    think();
    expect([plan.directionX[0], plan.directionY[0], plan.pace[0]]).toEqual([-1, 0, 1.5]);
    openTarget(input.targets, 0, false);
    think();
    expect([plan.directionX[0], plan.directionY[0], plan.pace[0]]).toEqual([0, 0, 0]);
    expect(distanceToDanger(input, 0)).toBe(Number.POSITIVE_INFINITY);
  });

  test('direction goes where it says, without targets', () => {
    const { plan, think } = createScene([]);
    plan.goalKind[0] = GoalKind.direction;
    plan.targetSet[0] = -2;
    plan.goalX[0] = 0.6;
    plan.goalY[0] = -0.8;
    think();
    expect([plan.directionX[0], plan.directionY[0], plan.pace[0]]).toEqual([0.6, -0.8, 1.5]);
  });

  test.each([
    [[0.3, 0.4], [0.6, 0.8], 0.5],
    [[3, 4], [0.6, 0.8], 1.5],
    [[0, 0], [0, 0], 0],
  ])('follow takes direction and pace from the field: %j', (velocity, direction, pace) => {
    const { input, plan, think } = createScene([]);
    plan.goalKind[0] = GoalKind.follow;
    plan.targetSet[0] = -2;
    plan.field[0] = 1;
    const field = { sample: (_x: number, _y: number, out: Float64Array) => out.set(velocity) };
    input.velocityFields = [{ sample: () => expect.fail('another field') }, field];
    think();
    expect(plan.directionX[0]).toBeCloseTo(direction[0], 12);
    expect(plan.directionY[0]).toBeCloseTo(direction[1], 12);
    expect(plan.pace[0]).toBeCloseTo(pace, 12);
  });
});

describe('choices', () => {
  test('a team’s assignment overrules the nearest, as long as it is open', () => {
    const { input, plan, think } = createScene([near, far]);
    think();
    expect(plan.target[0]).toBe(0);
    plan.assigned[0] = 1;
    think();
    expect(plan.target[0]).toBe(1);
    expect(plan.directionY[0]).toBe(1);
    openTarget(input.targets, 1, false);
    think();
    expect(plan.target[0]).toBe(0);
  });

  test('a share of the pace is what is left of it', () => {
    const { plan, think } = createScene([near]);
    plan.paceShare[0] = 0.25;
    think();
    expect(plan.pace[0]).toBe(0.375);
  });

  test('of regions the nearest by its nearest point counts, not by its middle', () => {
    const wide = { region: { box: { min: [1, -50], max: [90, 50] } }, radius: 1 } as const;
    const { plan, think } = createScene([near, wide]);
    think();
    expect(plan.target[0]).toBe(1);
    expect(plan.goalDistance[0]).toBeCloseTo(1.1, 12);
    expect([plan.directionX[0], plan.directionY[0]]).toEqual([1, 0]);
  });

  test('a closed target is not chosen; with all of them closed the agent is stranded until one opens', () => {
    const { crowd, events, input, plan, think } = createScene([near, far]);
    openTarget(input.targets, 0, false);
    think();
    expect(plan.target[0]).toBe(1);
    openTarget(input.targets, 1, false);
    think();
    think();
    expect(plan.status[0]).toBe(Status.stranded);
    expect([plan.pace[0], plan.directionX[0], plan.directionY[0]]).toEqual([0, 0, 0]);
    expect(events.count).toBe(1);
    expect([events.kind[0], events.agent[0], events.other[0]]).toEqual([
      EventKind.unreachable,
      crowd.ids[0],
      -1,
    ]);
    openTarget(input.targets, 0, true);
    think();
    expect(plan.status[0]).toBe(Status.walking);
    expect(plan.directionX[0]).toBe(1);
    expect(events.count).toBe(1);
  });
});

describe('a guide', () => {
  /** Says what a test tells it to, and notes how often it was asked. */
  function createFakeGuide() {
    const guide = {
      name: 'fake',
      asked: 0,
      state: DirectionState.none as number,
      findDirection: ((input, row, aim, way) => {
        goStraight(input, row, aim, way);
        guide.asked++;
        way.state = guide.state;
      }) as Guide['findDirection'],
    };
    return guide;
  }

  test('that knows no way is asked again when map or targets change, and the event comes once', () => {
    const guide = createFakeGuide();
    const { events, input, plan, think } = createScene([near], guide);
    for (let k = 0; k < 5; k++) think();
    expect(guide.asked).toBe(1);
    expect(events.count).toBe(1);
    expect(events.other[0]).toBe(0);
    input.obstacles.revision++;
    for (let k = 0; k < 5; k++) think();
    expect(guide.asked).toBe(2);
    input.targets.revision++;
    for (let k = 0; k < 5; k++) think();
    expect(guide.asked).toBe(3);
    expect(events.count).toBe(1);
    guide.state = DirectionState.known;
    input.obstacles.revision++;
    think();
    expect([plan.status[0], plan.directionX[0], plan.strandedAt[0]]).toEqual([Status.walking, 1, -1]);
    // Lost once more: that is news.
    guide.state = DirectionState.none;
    think();
    expect(events.count).toBe(2);
  });

  test('that is not ready leaves the last plan as it is, and nobody without one moves', () => {
    const guide = createFakeGuide();
    guide.state = DirectionState.waiting;
    const { plan, think } = createScene([near], guide);
    think();
    expect([plan.status[0], plan.pace[0], plan.directionX[0]]).toEqual([Status.walking, 0, 0]);
    guide.state = DirectionState.known;
    think();
    guide.state = DirectionState.waiting;
    plan.targetSet[0] = OWN_GOAL;
    plan.goalX[0] = -7;
    think();
    expect([plan.pace[0], plan.directionX[0]]).toEqual([1.5, 1]);
  });
});
