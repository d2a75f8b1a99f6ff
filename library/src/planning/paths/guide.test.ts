import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crowdOf } from '../../crowd/crowd.fixture.ts';
import {
  createObstacles,
  createTargets,
  type ObstacleSpecification,
  type Obstacles,
} from '../../crowd/index.ts';
import { distanceToSegmentSquared } from '../../geometry/index.ts';
import { type Aim, type Direction, DirectionState, OWN_GOAL } from '../base/contract.ts';
import { planningInput } from '../base/planning.fixture.ts';
import { createPathGuide } from './guide.ts';

const CELL = 0.25;
const RADIUS = 0.25;
const options = { cell: CELL, clearance: 0.1, searches: 100, cells: 1e6 };
const bounds = { minX: 0, minY: 0, maxX: 12, maxY: 12 };
const box = (x0: number, y0: number, x1: number, y1: number): ObstacleSpecification => ({
  shape: 'box',
  min: [x0, y0],
  max: [x1, y1],
});

/** One agent with a goal of its own, or a set of targets, that a guide is asked for. */
function createScene(
  at: { x: number; y: number },
  things: ObstacleSpecification[],
  places: readonly [number, number][],
) {
  const crowd = crowdOf([at]);
  crowd.traits.radius[0] = RADIUS;
  const targets = createTargets(places.map((place) => ({ at: place, radius: 0.5 })));
  const input = planningInput({
    crowd,
    targets,
    targetSets: [Int32Array.from(places, (_, k) => k)],
    obstacles: createObstacles(things),
    bounds,
  });
  const guide = createPathGuide(options);
  const aim: Aim = { x: 0, y: 0, z: 0, radius: 0.5, target: -1 };
  const way: Direction = {
    x: 0,
    y: 0,
    z: 0,
    distance: 0,
    ahead: 0,
    state: DirectionState.known,
    isStraight: true,
  };
  let step = 0;
  /** A turn of the guide, as the planner takes it; the state of the way. */
  const turn = (goal?: [number, number]) => {
    const now = { ...input, step: step++ };
    guide.begin!(now);
    crowd.plan.targetSet[0] = goal ? OWN_GOAL : 0;
    aim.target = goal ? -1 : guide.chooseTarget!(now, 0);
    crowd.plan.target[0] = aim.target;
    if (aim.target === -1 && !goal) return DirectionState.none;
    [aim.x, aim.y] = goal ?? places[aim.target];
    guide.findDirection(now, 0, aim, way);
    return way.state;
  };
  return { aim, crowd, guide, input, turn, way };
}

/** Metres from a point to the nearest edge of the things. */
function gapTo({ count, endX, endY, startX, startY }: Obstacles, x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < count; k++) {
    least = Math.min(least, distanceToSegmentSquared(x, y, startX[k], startY[k], endX[k], endY[k]));
  }
  return Math.sqrt(least);
}

describe('the path guide', () => {
  test('who does as it says gets there, past every corner, by a way no longer than was said at first', () => {
    const wall = fc
      .tuple(fc.integer({ min: 2, max: 9 }), fc.integer({ min: 2, max: 9 }), fc.boolean(), fc.nat(5))
      .map(([x, y, upright, length]) =>
        upright ? box(x, y, x + 0.5, y + length) : box(x, y, x + length, y + 0.5),
      )
      .filter((shape) => 'max' in shape && shape.max[0] > shape.min[0] && shape.max[1] > shape.min[1]);
    fc.assert(
      fc.property(fc.array(wall, { minLength: 1, maxLength: 7 }), (things) => {
        const { crowd, input, turn, way } = createScene({ x: 1, y: 1 }, things, []);
        const goal: [number, number] = [11, 11];
        const { x, y } = crowd.motion;
        let state = turn(goal);
        // The first turn asks, the second one knows.
        if (state === DirectionState.waiting) state = turn(goal);
        if (state === DirectionState.none) return;
        expect(state).toBe(DirectionState.known);
        const promised = way.distance;
        let walked = 0;
        let wrong = 0;
        let least = Number.POSITIVE_INFINITY;
        const STRIDE = 0.05;
        while (Math.sqrt((x[0] - goal[0]) ** 2 + (y[0] - goal[1]) ** 2) > 2 * STRIDE) {
          x[0] += STRIDE * way.x;
          y[0] += STRIDE * way.y;
          walked += STRIDE;
          if (walked > promised + 1) break;
          least = Math.min(least, gapTo(input.obstacles, x[0], y[0]));
          if (turn(goal) !== DirectionState.known || Math.abs(way.x * way.x + way.y * way.y - 1) > 1e-12)
            wrong++;
        }
        expect(wrong).toBe(0);
        // Strides do not end at nodes: each turn of the way may cost one.
        expect(walked).toBeLessThanOrEqual(promised + 10 * STRIDE);
        // No corner is cut; a stride may end a little beyond a node.
        expect(least).toBeGreaterThanOrEqual(RADIUS - 0.01);
      }),
      { numRuns: 60 },
    );
  });

  test('says how long the way is: the path’s length from the node that is walked to, and the way there', () => {
    // A wall with its end at y = 6: the short-term target is near it, wherever the path goes.
    const { turn, way } = createScene({ x: 2, y: 2 }, [box(5, 0, 5.5, 6)], []);
    turn([9, 2]);
    expect(turn([9, 2])).toBe(DirectionState.known);
    // Round the corner by a body of 0.35 m: 2 × √(3.25² + 4.35²), straight; a path of eight directions is longer by 8 %.
    const taut = 2 * Math.sqrt(3.25 ** 2 + 4.35 ** 2);
    expect(way.distance).toBeGreaterThan(taut - 2 * CELL);
    expect(way.distance).toBeLessThan(1.0824 * taut + 2 * CELL);
    expect(way.isStraight).toBe(false);
    // Visible from here is the path up to the corner, not the part behind it.
    expect(way.x / way.y).toBeGreaterThan(0.3);
    expect(way.x / way.y).toBeLessThan(3.2 / 4.1);
  });

  test('goes straight where the body can, and waits for nothing', () => {
    const { guide, turn, way } = createScene({ x: 2, y: 2 }, [box(5, 5, 6, 6)], []);
    expect(turn([10, 3])).toBe(DirectionState.known);
    expect([way.isStraight, way.distance]).toEqual([true, Math.sqrt(65)]);
    turn([10, 3]);
    expect(guide.work).toEqual({ searches: 0, cells: 0 });
  });

  test('pursues the target that is nearest by way, not as the crow flies', () => {
    // Behind the wall, 3 m away; and in the open, 5 m away.
    const places: [number, number][] = [
      [7, 2],
      [1, 9],
    ];
    const { aim, turn, way } = createScene({ x: 4, y: 5 }, [box(5, 0, 5.5, 11), box(0, 7, 3, 7.5)], places);
    expect(turn()).toBe(DirectionState.waiting);
    expect(aim.target).toBe(0);
    expect(turn()).toBe(DirectionState.known);
    expect(aim.target).toBe(1);
    expect(way.y).toBeGreaterThan(0);
  });

  test('a closed target is not pursued; when the last one is closed, nothing is', () => {
    const places: [number, number][] = [
      [10, 10],
      [10, 2],
    ];
    const { aim, input, turn } = createScene({ x: 9, y: 5 }, [], places);
    const close = (target: number) => {
      input.targets.open[target] = 0;
      input.targets.revision++;
    };
    turn();
    expect(aim.target).toBe(1);
    close(1);
    turn();
    expect(aim.target).toBe(0);
    close(0);
    expect(turn()).toBe(DirectionState.none);
  });

  test('what cannot be reached is known at once, and is tried again when a wall has gone', () => {
    const things = [box(6, 6, 11, 6.5), box(6, 6.5, 6.5, 11), box(6, 11, 11, 11.5), box(11, 6, 11.5, 11.5)];
    const { guide, input, turn } = createScene({ x: 2, y: 2 }, things, []);
    expect(turn([9, 9])).toBe(DirectionState.none);
    expect(turn([9, 9])).toBe(DirectionState.none);
    expect(guide.work.searches).toBe(0);
    const open = createObstacles(things.slice(1));
    Object.assign(input.obstacles, open, { revision: input.obstacles.revision + 1 });
    expect(turn([9, 9])).toBe(DirectionState.waiting);
    expect(turn([9, 9])).toBe(DirectionState.known);
  });

  test('a goal that moves by more than a cell is looked for anew, meanwhile the old path serves', () => {
    const { guide, turn, way } = createScene({ x: 2, y: 2 }, [box(5, 0, 5.5, 6)], []);
    turn([9, 2]);
    turn([9, 2]);
    expect(guide.work.searches).toBe(1);
    const length = way.distance;
    turn([9.1, 2]);
    turn([9.2, 2]);
    expect(guide.work.searches).toBe(0);
    expect(turn([10.5, 2])).toBe(DirectionState.known);
    expect(way.distance).toBe(length);
    expect(turn([10.5, 2])).toBe(DirectionState.known);
    expect(guide.work.searches).toBe(1);
    expect(way.distance).toBeGreaterThan(length + 0.5);
  });

  test('who has been carried out of sight of the path gets a new one', () => {
    const { crowd, guide, turn, way } = createScene({ x: 2, y: 2 }, [box(5, 0, 5.5, 6)], []);
    turn([9, 2]);
    turn([9, 2]);
    crowd.motion.x[0] = 4.5;
    crowd.motion.y[0] = 2;
    let searches = 0;
    for (let k = 0; k < 20; k++) {
      turn([9, 2]);
      searches += guide.work.searches;
    }
    expect(searches).toBe(0);
    // Behind the wall and the corner, nothing of the first part of the path is in sight; the rest is not looked at.
    crowd.motion.x[0] = 5.9;
    crowd.motion.y[0] = 0.6;
    for (let k = 0; k < 20; k++) {
      turn([1, 1]);
      searches += guide.work.searches;
    }
    expect(searches).toBe(1);
    expect(way.y).toBeGreaterThan(0.9);
  });
});
