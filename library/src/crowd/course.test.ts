import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Course,
  createObstacles,
  createTargets,
  followCourse,
  moveTarget,
  placeObstacles,
  placeTargets,
  prepareCourse,
} from './index.ts';
import { shiftObstacle } from './shift.fixture.ts';

function placeAt(course: Course, time: number, start: [number, number] = [0, 0]): [number, number] {
  const offset = new Float64Array(3);
  followCourse(prepareCourse(course, ...start), time, offset);
  return [start[0] + offset[0], start[1] + offset[1]];
}

function expectPlace(actual: readonly number[], expected: readonly number[], digits = 9): void {
  expect(actual[0]).toBeCloseTo(expected[0], digits);
  expect(actual[1]).toBeCloseTo(expected[1], digits);
}

const coordinate = fc.double({ min: -50, max: 50, noNaN: true });
const place = fc.tuple(coordinate, coordinate);
const speed = fc.double({ min: 0.1, max: 10, noNaN: true });

/** Walks a polyline by brute force: tiny legs, one after the other. */
function walk(corners: readonly (readonly [number, number])[], way: number): [number, number] {
  let left = way;
  for (let k = 1; k < corners.length; k++) {
    const [ax, ay] = corners[k - 1];
    const [bx, by] = corners[k];
    const length = Math.hypot(bx - ax, by - ay);
    if (left <= length && length > 0) {
      return [ax + ((bx - ax) * left) / length, ay + ((by - ay) * left) / length];
    }
    left -= length;
  }
  return [...corners[corners.length - 1]] as [number, number];
}

describe('courses', () => {
  test('velocity: the offset is velocity × time', () => {
    expectPlace(placeAt({ kind: 'velocity', velocity: [2, -3] }, 1.5, [10, 20]), [13, 15.5]);
  });

  test('oscillation: amplitude × sin(2π time / period + phase), and back after a period', () => {
    const course: Course = { kind: 'oscillation', amplitude: [3, -1], period: 8, phase: 0.5 };
    for (const time of [0, 1, 2.5, 7.9, 801]) {
      const swing = Math.sin((2 * Math.PI * time) / 8 + 0.5);
      expectPlace(placeAt(course, time), [3 * swing, -swing], 8);
      expectPlace(placeAt(course, time + 8), placeAt(course, time), 8);
    }
    expectPlace(placeAt({ kind: 'oscillation', amplitude: [3, -1], period: 8 }, 0), [0, 0], 15);
  });

  test('waypoints: as far along the polyline as speed × time, and then it stays at the last', () => {
    fc.assert(
      fc.property(
        place,
        fc.array(place, { minLength: 1, maxLength: 5 }),
        speed,
        fc.double({ min: 0, max: 60, noNaN: true }),
        (start, points, pace, time) => {
          const expected = walk([start, ...points], pace * time);
          expectPlace(placeAt({ kind: 'waypoints', points, speed: pace }, time, start), expected, 6);
        },
      ),
    );
    const course: Course = { kind: 'waypoints', points: [[3, 0]], speed: 1 };
    expectPlace(placeAt(course, 1e6), [3, 0]);
  });

  test('loop: returns to its start after each round, and is at the same place a round later', () => {
    fc.assert(
      fc.property(place, fc.array(place, { minLength: 1, maxLength: 5 }), speed, (start, points, pace) => {
        const corners = [start, ...points, start];
        const round = corners
          .slice(1)
          .reduce((sum, [x, y], k) => sum + Math.hypot(x - corners[k][0], y - corners[k][1]), 0);
        fc.pre(round > 0.01);
        const course: Course = { kind: 'loop', points, speed: pace };
        for (const rounds of [0, 1, 2, 5])
          expectPlace(placeAt(course, (rounds * round) / pace, start), start, 5);
        for (const part of [0.1, 0.5, 0.77]) {
          const expected = walk(corners, part * round);
          expectPlace(placeAt(course, (part * round) / pace, start), expected, 5);
          expectPlace(placeAt(course, ((3 + part) * round) / pace, start), expected, 5);
        }
      }),
    );
  });

  test('a way without length stays where it is', () => {
    for (const kind of ['loop', 'waypoints'] as const) {
      expectPlace(placeAt({ kind, points: [[4, 5]], speed: 2 }, 3, [4, 5]), [4, 5], 15);
    }
  });
});

describe('courses in space', () => {
  const offsetOf = (course: Course, time: number, start: [number, number, number]) => {
    const offset = new Float64Array(3);
    followCourse(prepareCourse(course, ...start), time, offset);
    return [...offset];
  };

  test('the third number of a velocity, an amplitude and a point counts, and is 0 when absent', () => {
    expect(offsetOf({ kind: 'velocity', velocity: [1, 2, -3] }, 2, [0, 0, 9])).toEqual([2, 4, -6]);
    expect(offsetOf({ kind: 'velocity', velocity: [1, 2] }, 2, [0, 0, 9])).toEqual([2, 4, 0]);
    const swing = offsetOf({ kind: 'oscillation', amplitude: [0, 1, 4], period: 8 }, 2, [0, 0, 0]);
    expect([swing[1], swing[2]]).toEqual([expect.closeTo(1, 12), expect.closeTo(4, 12)]);
    // From (0, 0, 4) to (0, 3): a leg of 5 m, down to height 0.
    const course: Course = { kind: 'waypoints', points: [[0, 3]], speed: 1 };
    expect(offsetOf(course, 2.5, [0, 0, 4])).toEqual([0, 1.5, -2]);
    expect(offsetOf(course, 100, [0, 0, 4])).toEqual([0, 3, -4]);
    const loop: Course = { kind: 'loop', points: [[0, 3, 0]], speed: 1 };
    expect(offsetOf(loop, 7.5, [0, 0, 4])).toEqual([0, 1.5, -2]);
  });

  test('at height 0 a course gives the bits it gives in the plane', () => {
    fc.assert(
      fc.property(
        place,
        fc.array(place, { minLength: 1, maxLength: 5 }),
        speed,
        fc.constantFrom('loop' as const, 'waypoints' as const),
        fc.double({ min: 0, max: 60, noNaN: true }),
        (start, points, pace, kind, time) => {
          const raised = points.map(([x, y]): [number, number, number] => [x, y, 0]);
          const flat = offsetOf({ kind, points, speed: pace }, time, [...start, 0]);
          expect(offsetOf({ kind, points: raised, speed: pace }, time, [...start, 0])).toEqual(flat);
          // The leg that the time falls on, measured without a third number.
          const [[x, y]] = points;
          const length = Math.sqrt((x - start[0]) * (x - start[0]) + (y - start[1]) * (y - start[1]));
          expect(prepareCourse({ kind, points: raised, speed: pace }, ...start).legStart[1]).toBe(length);
        },
      ),
    );
  });
});

describe('obstacles and targets on courses', () => {
  test('all elements of an obstacle move together; the shift is the way until the end of the step', () => {
    const course: Course = { kind: 'waypoints', points: [[5, 5]], speed: 1 };
    const obstacles = createObstacles([
      { shape: 'box', min: [-1, -1], max: [1, 1], course },
      { shape: 'segment', from: [7, 7], to: [9, 9] },
      { shape: 'circle', center: [1, 2], radius: 0.5, course: { kind: 'velocity', velocity: [0, 2] } },
    ]);
    expect(obstacles.count).toBe(6);
    expect(obstacles.firstMoving).toBe(1);
    expect([...obstacles.owner]).toEqual([1, 0, 0, 0, 0, 2]);
    placeObstacles(obstacles, Math.SQRT2, 0.25);
    // The box's middle starts from (0, 0) and has moved √2 m towards (5, 5): it is at (1, 1).
    expectPlace([obstacles.startX[1], obstacles.startY[1]], [0, 0]);
    expectPlace([obstacles.endX[2], obstacles.endY[2]], [2, 2]);
    for (let element = 1; element <= 4; element++) {
      expectPlace(
        [obstacles.shiftX[element], obstacles.shiftY[element]],
        [Math.SQRT1_2 / 4, Math.SQRT1_2 / 4],
      );
    }
    expectPlace([obstacles.startX[5], obstacles.startY[5]], [1, 2 + 2 * Math.SQRT2]);
    expectPlace([obstacles.shiftX[5], obstacles.shiftY[5]], [0, 0.5]);
    expectPlace([obstacles.startX[0], obstacles.shiftX[0]], [7, 0]);
  });

  test('an obstacle that is moved takes its course along', () => {
    const obstacles = createObstacles([
      { shape: 'circle', center: [0, 0], radius: 1, course: { kind: 'velocity', velocity: [1, 0] } },
    ]);
    shiftObstacle(obstacles, 0, 10, 20);
    placeObstacles(obstacles, 3, 0.1);
    expectPlace([obstacles.startX[0], obstacles.startY[0]], [13, 20]);
    expect(obstacles.revision).toBe(1);
  });

  test('the border is four walls around the bounds, owned by −1', () => {
    const obstacles = createObstacles([], { min: [0, 1], max: [4, 3] });
    expect([...obstacles.owner]).toEqual([-1, -1, -1, -1]);
    const length = [...obstacles.startX].reduce(
      (sum, x, k) => sum + Math.hypot(obstacles.endX[k] - x, obstacles.endY[k] - obstacles.startY[k]),
      0,
    );
    expect(length).toBe(12);
  });

  test('a target that is moved goes on along its course from there', () => {
    const targets = createTargets([
      { at: [0, 0], radius: 1, course: { kind: 'velocity', velocity: [1, 2] } },
      { at: [5, 5], radius: 1 },
    ]);
    placeTargets(targets, 2);
    expectPlace([targets.x[0], targets.y[0]], [2, 4]);
    moveTarget(targets, 0, 100, 100);
    moveTarget(targets, 1, -3, -4);
    placeTargets(targets, 3);
    expectPlace([targets.x[0], targets.y[0]], [101, 102]);
    expectPlace([targets.x[1], targets.y[1]], [-3, -4]);
  });
});
