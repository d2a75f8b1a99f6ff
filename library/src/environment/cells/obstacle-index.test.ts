import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDice, crowdOf } from '../../crowd/crowd.fixture.ts';
import {
  type Crowd,
  createNearLists,
  createObstacles,
  type NearLists,
  type ObstacleSpecification,
  type Obstacles,
  placeObstacles,
} from '../../crowd/index.ts';
import { shiftObstacle } from '../../crowd/shift.fixture.ts';
import { createObstacleIndex, listObstacles, updateObstacleIndex } from './obstacle-index.ts';

const everybody = ({ count }: Crowd) => Int32Array.from({ length: count }, (_, row) => row);

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const placeWithin = (size: number) => fc.tuple(number(-size, size), number(-size, size));

const segment = (size: number): fc.Arbitrary<ObstacleSpecification> =>
  fc.record({ shape: fc.constant('segment' as const), from: placeWithin(size), to: placeWithin(size) });
const circle = (size: number): fc.Arbitrary<ObstacleSpecification> =>
  fc.record({
    shape: fc.constant('circle' as const),
    center: placeWithin(size),
    radius: number(0.01, size / 4),
  });

/** Distance from a point to an element's surface; inside a circle it is negative. */
function distanceTo(obstacles: Obstacles, element: number, x: number, y: number): number {
  const ax = obstacles.startX[element];
  const ay = obstacles.startY[element];
  const ux = obstacles.endX[element] - ax;
  const uy = obstacles.endY[element] - ay;
  const square = ux * ux + uy * uy;
  const t = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * ux + (y - ay) * uy) / square));
  return Math.hypot(x - ax - t * ux, y - ay - t * uy) - obstacles.radius[element];
}

function listed(lists: NearLists, row: number): number[] {
  return [...lists.items.subarray(lists.starts[row], lists.starts[row] + lists.counts[row])];
}

/** Every element within the view is listed once and none beyond it; at the edge itself rounding may decide. */
function expectLists(crowd: Crowd, obstacles: Obstacles, lists: NearLists): void {
  for (let row = 0; row < crowd.count; row++) {
    const found = listed(lists, row);
    expect(new Set(found).size).toBe(found.length);
    const view = crowd.traits.viewRadius[row];
    for (let element = 0; element < obstacles.count; element++) {
      const x = crowd.motion.x[row];
      const y = crowd.motion.y[row];
      const distance = distanceTo(obstacles, element, x, y);
      const slack = 1e-12 * (1 + Math.abs(x) + Math.abs(y) + Math.abs(obstacles.startX[element]) + distance);
      if (Math.abs(distance - view) <= slack) continue;
      expect(found.includes(element), `element ${element} at ${distance} of ${view}`).toBe(distance < view);
    }
  }
}

const reachOf = (crowd: Crowd) => 1.25 * Math.max(0.1, ...crowd.traits.viewRadius.subarray(0, crowd.count));

describe('the lists of obstacles equal those by distance to every element', () => {
  const worlds: [string, number, fc.Arbitrary<ObstacleSpecification[]>][] = [
    ['short walls and circles', 20, fc.array(fc.oneof(segment(20), circle(20)), { maxLength: 40 })],
    [
      'walls 100 km long among short ones',
      30,
      fc.array(fc.oneof(segment(30), segment(1e5)), { minLength: 1, maxLength: 12 }),
    ],
    [
      'walls along the axes',
      12,
      fc.array(
        fc
          .tuple(
            fc.integer({ min: -12, max: 12 }),
            fc.integer({ min: -12, max: 12 }),
            fc.integer({ min: 1, max: 30 }),
            fc.boolean(),
          )
          .map(
            ([x, y, length, upright]): ObstacleSpecification => ({
              shape: 'segment',
              from: [x, y],
              to: upright ? [x, y + length] : [x - length, y],
            }),
          ),
        { maxLength: 30 },
      ),
    ],
  ];
  test.each(worlds)('%s', (_, size, shapes) => {
    const agents = fc.array(
      fc.record({ x: number(-size, size), y: number(-size, size), viewRadius: number(0.1, 6) }),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(shapes, agents, (specifications, bodies) => {
        const crowd = crowdOf(bodies);
        const obstacles = createObstacles(specifications);
        const index = createObstacleIndex();
        const lists = createNearLists();
        updateObstacleIndex(index, obstacles, reachOf(crowd));
        listObstacles(index, crowd, obstacles, everybody(crowd), crowd.count, lists);
        expectLists(crowd, obstacles, lists);
      }),
      { numRuns: 60 },
    );
  });

  test('20,000 walls and circles in a square kilometre', () => {
    const dice = createDice(11);
    const specifications = Array.from({ length: 20_000 }, (_, k): ObstacleSpecification => {
      const [x, y] = [1000 * dice(), 1000 * dice()];
      if (k % 2 === 0) return { shape: 'circle', center: [x, y], radius: 0.1 + dice() };
      return { shape: 'segment', from: [x, y], to: [x + 40 * (dice() - 0.5), y + 40 * (dice() - 0.5)] };
    });
    const crowd = crowdOf(
      Array.from({ length: 25 }, () => ({ x: 1000 * dice(), y: 1000 * dice(), viewRadius: 9 })),
    );
    const obstacles = createObstacles(specifications);
    const index = createObstacleIndex();
    const lists = createNearLists();
    updateObstacleIndex(index, obstacles, reachOf(crowd));
    listObstacles(index, crowd, obstacles, everybody(crowd), crowd.count, lists);
    const found = Array.from({ length: crowd.count }, (_, row) => new Set(listed(lists, row)));
    for (let row = 0; row < crowd.count; row++) {
      for (let element = 0; element < obstacles.count; element++) {
        const near = distanceTo(obstacles, element, crowd.motion.x[row], crowd.motion.y[row]) < 9;
        if (found[row].has(element) !== near) throw new Error(`row ${row}, element ${element}: ${near}`);
      }
    }
    expect(found.reduce((sum, set) => sum + set.size, 0)).toBeGreaterThan(100);
  });

  test('moving obstacles are found where they are now; moved walls too; a longer view is answered', () => {
    const velocity = fc.tuple(number(-20, 20), number(-20, 20));
    const moving = fc
      .tuple(fc.oneof(segment(10), circle(10)), velocity)
      .map(([shape, v]): ObstacleSpecification => ({ ...shape, course: { kind: 'velocity', velocity: v } }));
    fc.assert(
      fc.property(
        fc.array(moving, { minLength: 1, maxLength: 10 }),
        fc.array(segment(10), { minLength: 1, maxLength: 5 }),
        fc.array(fc.record({ x: number(-20, 20), y: number(-20, 20), viewRadius: number(0.1, 5) }), {
          minLength: 1,
          maxLength: 5,
        }),
        (movers, walls, bodies) => {
          const crowd = crowdOf(bodies);
          const obstacles = createObstacles([...walls, ...movers]);
          const index = createObstacleIndex();
          const lists = createNearLists();
          for (const time of [0, 0.1, 0.7, 1]) {
            placeObstacles(obstacles, time, 0.1);
            if (time === 0.7) shiftObstacle(obstacles, 0, 5, -3);
            if (time === 1) crowd.traits.viewRadius[0] = 12;
            updateObstacleIndex(index, obstacles, reachOf(crowd));
            listObstacles(index, crowd, obstacles, everybody(crowd), crowd.count, lists);
            expectLists(crowd, obstacles, lists);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('a wall that is upright but for the smallest number there is; its slope overflows', () => {
    const crowd = crowdOf([{ x: 0, y: 7 }]);
    const obstacles = createObstacles([
      { shape: 'segment', from: [0, 0], to: [5e-324, 10] },
      { shape: 'segment', from: [1, 10], to: [1 + 2 ** -52, 0] },
    ]);
    const index = createObstacleIndex();
    const lists = createNearLists();
    updateObstacleIndex(index, obstacles, 4);
    listObstacles(index, crowd, obstacles, everybody(crowd), crowd.count, lists);
    expectLists(crowd, obstacles, lists);
    expect(lists.counts[0]).toBe(2);
  });

  test('rows that are not asked for stay empty', () => {
    const crowd = crowdOf([
      { x: 0, y: 0 },
      { x: 0, y: 0 },
    ]);
    const obstacles = createObstacles([{ shape: 'circle', center: [1, 0], radius: 0.2 }]);
    const index = createObstacleIndex();
    const lists = createNearLists();
    updateObstacleIndex(index, obstacles, 4);
    listObstacles(index, crowd, obstacles, Int32Array.of(0), 1, lists);
    expect([...lists.counts.subarray(0, 2)]).toEqual([1, 0]);
  });
});
