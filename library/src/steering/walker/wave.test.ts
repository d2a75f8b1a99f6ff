import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createObstacles } from '../../crowd/index.ts';
import { cellOf, costsFrom, createCells, isStraight, nearestReached, routeTo, xOf, yOf } from './wave.ts';

const BOX = [0, 0, 4, 3] as const;
const SIZE = 0.2;
const COLUMNS = 20;
const ROWS = 15;
const RADIUS = 0.25;

const number = (most: number) => fc.integer({ min: 0, max: 1000 * most }).map((k) => k / 1000);
const point = fc.tuple(number(4), number(3));
const room = fc.record({
  segments: fc.array(fc.tuple(point, point), { maxLength: 5 }),
  discs: fc.array(fc.tuple(point, number(1)), { maxLength: 3 }),
  start: point,
});

type Room = typeof room extends fc.Arbitrary<infer T> ? T : never;

const cellsIn = ({ discs, segments }: Room) =>
  createCells(
    createObstacles([
      ...segments.map(([from, to]) => ({ shape: 'segment' as const, from, to })),
      ...discs.map(([center, radius]) => ({ shape: 'circle' as const, center, radius: radius + 0.01 })),
    ]),
    BOX,
    SIZE,
    1,
  );

/** The distance of a place from all obstacles, sampled along the segments. */
function distanceIn({ discs, segments }: Room, x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (const [[ax, ay], [bx, by]] of segments) {
    for (let k = 0; k <= 2000; k++) {
      least = Math.min(least, Math.hypot(ax + (k / 2000) * (bx - ax) - x, ay + (k / 2000) * (by - ay) - y));
    }
  }
  for (const [[cx, cy], radius] of discs) least = Math.min(least, Math.hypot(cx - x, cy - y) - radius - 0.01);
  return least;
}

const neighboursOf = (cell: number) =>
  [-1, 0, 1].flatMap((dy) =>
    [-1, 0, 1].flatMap((dx) => {
      const [column, row] = [(cell % COLUMNS) + dx, Math.floor(cell / COLUMNS) + dy];
      const isInside = column >= 0 && column < COLUMNS && row >= 0 && row < ROWS;
      return isInside && (dx !== 0 || dy !== 0)
        ? [{ next: row * COLUMNS + column, step: dx !== 0 && dy !== 0 ? 3 : 2 }]
        : [];
    }),
  );

/** The same costs by repeated improvement, until nothing changes. */
function improved(open: readonly boolean[], start: number): number[] {
  const costs = open.map((_, cell) => (cell === start ? 0 : Number.POSITIVE_INFINITY));
  for (let changed = true; changed; ) {
    changed = false;
    costs.forEach((_, cell) => {
      if (!open[cell]) return;
      for (const { next, step } of neighboursOf(cell)) {
        if (costs[next] + step < costs[cell]) {
          costs[cell] = costs[next] + step;
          changed = true;
        }
      }
    });
  }
  return costs.map((cost) => (cost === Number.POSITIVE_INFINITY ? -1 : cost));
}

describe('cells', () => {
  test('know how far the nearest obstacle is, up to the limit', () => {
    fc.assert(
      fc.property(room, (its) => {
        const cells = cellsIn(its);
        expect([cells.columns, cells.rows]).toEqual([COLUMNS, ROWS]);
        for (let cell = 0; cell < COLUMNS * ROWS; cell += 7) {
          const distance = distanceIn(its, xOf(cells, cell), yOf(cells, cell));
          expect(cells.clearance[cell]).toBeLessThanOrEqual(Math.min(1, distance) + 1e-9);
          expect(cells.clearance[cell]).toBeGreaterThan(Math.min(1, distance) - 0.003);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('are found by a place', () => {
    const cells = cellsIn({ discs: [], segments: [], start: [0, 0] });
    for (let cell = 0; cell < COLUMNS * ROWS; cell++)
      expect(cellOf(cells, xOf(cells, cell), yOf(cells, cell))).toBe(cell);
    expect(cellOf(cells, -5, 99)).toBe((ROWS - 1) * COLUMNS);
  });
});

test('costs and routes are those of repeated improvement', () => {
  let closed = 0;
  fc.assert(
    fc.property(room, fc.array(fc.nat(COLUMNS * ROWS - 1), { maxLength: 30 }), (its, marked) => {
      const cells = cellsIn(its);
      const marks = new Uint8Array(COLUMNS * ROWS);
      for (const cell of marked) marks[cell] = 1;
      const start = cellOf(cells, ...its.start);
      const open = [...cells.clearance].map(
        (clearance, cell) => cell === start || (clearance >= RADIUS - 0.71 * SIZE && marks[cell] === 0),
      );
      const costs = costsFrom(cells, start, RADIUS, marks);
      expect([...costs]).toEqual(improved(open, start));
      closed += costs.filter((cost) => cost < 0).length;
      const far = nearestReached(cells, costs, 3.9, 2.9);
      const gap = (cell: number) => Math.hypot(xOf(cells, cell) - 3.9, yOf(cells, cell) - 2.9);
      costs.forEach((cost, cell) => {
        if (cost >= 0) expect(gap(far)).toBeLessThanOrEqual(gap(cell) + 1e-12);
      });
      const route = routeTo(cells, costs, far);
      expect([route[0], route[route.length - 1]]).toEqual([start, far]);
      let length = 0;
      for (let k = 1; k < route.length; k++) {
        length += neighboursOf(route[k - 1]).find(({ next }) => next === route[k])!.step;
      }
      expect(length).toBe(costs[far]);
    }),
    { numRuns: 100 },
  );
  expect(closed).toBeGreaterThan(1000);
});

test('a straight line goes past a wall and not through it', () => {
  const wall = { discs: [], start: [0, 0] as [number, number] };
  const cells = cellsIn({
    ...wall,
    segments: [
      [
        [2, 0],
        [2, 1.5],
      ],
    ],
  });
  const from = cellOf(cells, 1, 1);
  expect(isStraight(cells, from, cellOf(cells, 3, 1), RADIUS)).toBe(false);
  expect(isStraight(cells, from, cellOf(cells, 1, 2.5), RADIUS)).toBe(true);
  expect(isStraight(cells, cellOf(cells, 1, 2.3), cellOf(cells, 3, 2.3), RADIUS)).toBe(true);
});
