import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createObstacles } from '../../crowd/index.ts';
import { gapToShape, type Shape } from '../../geometry/index.ts';
import { cellAt, createMap, createTerrain, footingOn, placeX, placeY, type Terrain } from './index.ts';

const SIDE = 6;
const RADIUS = 0.25;
const FINE = 0.05;
const bounds = { minX: 0, minY: 0, maxX: SIDE, maxY: SIDE };

const place = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }))
  .map(([x, y]) => [x / 10, y / 10] as const);
const size = fc.integer({ min: 2, max: 20 }).map((value) => value / 10);
const shape: fc.Arbitrary<Shape> = fc.oneof(
  fc.record({ shape: fc.constant('circle' as const), center: place, radius: size }),
  fc
    .tuple(place, place)
    .filter(([[x0, y0], [x1, y1]]) => x0 !== x1 || y0 !== y1)
    .map(([from, to]) => ({ shape: 'segment' as const, from, to })),
  fc.tuple(place, size, size).map(([[x, y], width, height]) => ({
    shape: 'box' as const,
    min: [x, y] as const,
    max: [x + width, y + height] as const,
  })),
);

/** Whether a disc fits at a place, by definition. */
function fits(shapes: readonly Shape[], radius: number, x: number, y: number): boolean {
  const border = Math.min(x, y, SIDE - x, SIDE - y);
  return border >= radius && shapes.every((one) => gapToShape(one, x, y, radius) >= 0);
}

/** All places of a fine lattice that a disc gets to from a place, with a little to spare. */
function flood(shapes: readonly Shape[], x: number, y: number): Set<number> {
  const across = Math.round(SIDE / FINE);
  const start = Math.round(y / FINE) * across + Math.round(x / FINE);
  const reached = new Set([start]);
  const queue = [start];
  for (let head = 0; head < queue.length; head++) {
    const [i, j] = [queue[head] % across, Math.floor(queue[head] / across)];
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ]) {
      const next = (j + dy) * across + i + dx;
      if (reached.has(next) || !fits(shapes, RADIUS + 0.03, (i + dx) * FINE, (j + dy) * FINE)) continue;
      reached.add(next);
      queue.push(next);
    }
  }
  return reached;
}

/** Whether a straight line meets no shape, by samples. */
function isUnmet(shapes: readonly Shape[], [x0, y0]: number[], [x1, y1]: number[]): boolean {
  for (let k = 0; k <= 100; k++) {
    const [x, y] = [x0 + ((x1 - x0) * k) / 100, y0 + ((y1 - y0) * k) / 100];
    if (shapes.some((one) => gapToShape(one, x, y, 0) < 0)) return false;
  }
  return true;
}

function placesOf({ map, threads }: Terrain, cells: readonly number[]): number[][] {
  return cells.map((cell) => [placeX(map, threads, cell), placeY(map, threads, cell)]);
}

test('from every closed cell that a body can be pushed to it finds back to the ground that it came from, through no wall', () => {
  fc.assert(
    fc.property(fc.array(shape, { minLength: 3, maxLength: 8 }), place, fc.nat(), (shapes, [x, y], pick) => {
      fc.pre(fits(shapes, RADIUS + 0.1, x, y));
      const map = createMap(bounds, 0.25, 0.5, createObstacles(shapes));
      const terrain = createTerrain(map, RADIUS + 0.1, RADIUS);
      const home = cellAt(map, x, y);
      fc.pre(terrain.open[home] === 1);
      const across = Math.round(SIDE / FINE);
      const placeOf = (k: number) => [(k % across) * FINE, Math.floor(k / across) * FINE];
      const isClosed = (k: number) => terrain.open[cellAt(map, placeOf(k)[0], placeOf(k)[1])] === 0;
      const pushed = [...flood(shapes, x, y)].filter(isClosed);
      fc.pre(pushed.length > 0);
      const at = placeOf(pushed[pick % pushed.length]);
      const path: number[] = [];
      const end = footingOn(terrain, at[0], at[1], (cell) => terrain.part[cell] === terrain.part[home], path);
      expect(end).toBeGreaterThanOrEqual(0);
      const places = [at, ...placesOf(terrain, [...path, end])];
      for (let k = 0; k + 1 < places.length; k++)
        expect(isUnmet(shapes, places[k], places[k + 1])).toBe(true);
    }),
    { numRuns: 100, endOnFailure: true },
  );
});
