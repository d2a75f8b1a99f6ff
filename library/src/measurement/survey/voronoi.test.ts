import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkScenario, type ScenarioInput } from '../../simulation/index.ts';
import { areaOf, createConvex, setBox } from './convex.ts';
import { createGround, type Ground, visitConnected, walkableArea } from './ground.ts';
import { cellOf, createVoronoi, placeAgents } from './voronoi.ts';

const SIZE = 10;

function groundOf(obstacles: ScenarioInput['obstacles'], area?: ScenarioInput['area']): Ground {
  const scenario = checkScenario({
    version: 1,
    name: 'ground',
    bounds: { min: [0, 0], max: [SIZE, SIZE] },
    duration: 1,
    obstacles,
    ...(area && { area }),
  });
  return createGround(scenario);
}

/** The area of each agent's cell that is walkable and connected to it. */
function areasOf(ground: Ground, points: readonly (readonly [number, number])[], cutOff?: number): number[] {
  const voronoi = createVoronoi(0, 0, SIZE, SIZE);
  const x = Float64Array.from(points, (point) => point[0]);
  const y = Float64Array.from(points, (point) => point[1]);
  placeAgents(voronoi, x, y, points.length);
  return points.map(([px, py], row) => {
    let sum = 0;
    const cell = cellOf(voronoi, row, cutOff);
    visitConnected(ground, cell, px, py, (piece) => {
      sum += areaOf(piece);
    });
    return sum;
  });
}

/**
 * The same by painting: every pixel belongs to its nearest agent; the pixels that are connected to the agent's own,
 * through walkable pixels of the same agent, count. It shares nothing with the code.
 */
function paintedAreas(
  isFree: (x: number, y: number) => boolean,
  isBarred: (fromX: number, fromY: number, toX: number, toY: number) => boolean,
  points: readonly (readonly [number, number])[],
  side: number,
): number[] {
  const pixel = SIZE / side;
  const at = (k: number) => (k + 0.5) * pixel;
  const owner = new Int32Array(side * side).fill(-1);
  for (let k = 0; k < side * side; k++) {
    const [x, y] = [at(k % side), at(Math.floor(k / side))];
    if (!isFree(x, y)) continue;
    let least = Number.POSITIVE_INFINITY;
    points.forEach(([px, py], row) => {
      const squared = (px - x) ** 2 + (py - y) ** 2;
      if (squared < least) {
        least = squared;
        owner[k] = row;
      }
    });
  }
  return points.map(([px, py], row) => {
    const start = Math.floor(py / pixel) * side + Math.floor(px / pixel);
    if (owner[start] !== row) return Number.NaN;
    const seen = new Set([start]);
    const queue = [start];
    for (let k = queue.pop(); k !== undefined; k = queue.pop()) {
      const [u, v] = [k % side, Math.floor(k / side)];
      for (const [nu, nv] of [
        [u - 1, v],
        [u + 1, v],
        [u, v - 1],
        [u, v + 1],
      ]) {
        const next = nv * side + nu;
        if (nu < 0 || nv < 0 || nu >= side || nv >= side || owner[next] !== row || seen.has(next)) continue;
        if (isBarred(at(u), at(v), at(nu), at(nv))) continue;
        seen.add(next);
        queue.push(next);
      }
    }
    return seen.size * pixel * pixel;
  });
}

const coordinate = fc.double({ min: 0.01, max: SIZE - 0.01, noNaN: true });
const point = fc.tuple(coordinate, coordinate);

describe('Voronoi cells', () => {
  test('without obstacles, the cells of any crowd fill the world without overlap', () => {
    const ground = groundOf([]);
    fc.assert(
      fc.property(
        fc.uniqueArray(point, { minLength: 1, maxLength: 60, selector: String, size: 'max' }),
        (points) => {
          const total = areasOf(ground, points).reduce((sum, area) => sum + area, 0);
          expect(total).toBeCloseTo(SIZE * SIZE, 6);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('each cell is that of all half-planes, whatever the grid finds', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(point, { minLength: 2, maxLength: 40, selector: String, size: 'max' }),
        (points) => {
          const ground = groundOf([]);
          const areas = areasOf(ground, points);
          points.forEach((own, row) => {
            expect(areas[row]).toBeCloseTo(cellByAllHalfPlanes(own, points), 6);
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  test('walls, thick and thin, end a cell: as painted pixel by pixel, with random boxes and a thin wall', () => {
    const side = 200;
    // Off the edges of boxes and pixels, and at least half a metre apart.
    const step = fc.integer({ min: 0, max: 19 }).map((k) => 0.13 + 0.5 * k);
    const spot = fc.tuple(step, step);
    const boxes = fc.array(
      fc.tuple(
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 1, max: 2 }),
      ),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(spot, { minLength: 2, maxLength: 8, selector: String }),
        boxes,
        (points, corners) => {
          const isFree = (x: number, y: number) =>
            corners.every(([u, v, size]) => x <= u || x >= u + size || y <= v || y >= v + size);
          // The thin wall from (5, 0) to (5, 7).
          const isBarred = (x: number, y: number, nextX: number) =>
            (x < 5 && nextX > 5 && y < 7) || (x > 5 && nextX < 5 && y < 7);
          const ground = groundOf([
            ...corners.map(([u, v, size]) => ({
              shape: 'box' as const,
              min: [u, v] as [number, number],
              max: [Math.min(SIZE, u + size), Math.min(SIZE, v + size)] as [number, number],
            })),
            { shape: 'segment', from: [5, 0], to: [5, 7] },
          ]);
          const free = points.filter(([x, y]) => isFree(x, y));
          const areas = areasOf(ground, free);
          const painted = paintedAreas(isFree, isBarred, free, side);
          // A passage narrower than a pixel divides the painted cell only: such examples are few, and too small there.
          free.forEach((_, row) => {
            expect(areas[row]).toBeGreaterThan(painted[row] - 0.5);
          });
          const close = free.filter((_, row) => Math.abs(areas[row] - painted[row]) < 0.5).length;
          expect(close).toBeGreaterThanOrEqual(free.length - 1);
        },
      ),
      { numRuns: 40, seed: 7 },
    );
  });

  test('a cut-off ends a lone cell at a regular dodecagon', () => {
    const [area] = areasOf(groundOf([]), [[5, 5]], 0.8);
    expect(area).toBeCloseTo(3 * 0.8 * 0.8, 9);
  });
});

test('the walkable part of a region leaves out boxes, discs and what is outside the area', () => {
  const region = createConvex();
  setBox(region, 1, 1, 9, 9);
  expect(walkableArea(groundOf([]), region)).toBeCloseTo(64, 9);
  expect(walkableArea(groundOf([{ shape: 'box', min: [0, 0], max: [3, 3] }]), region)).toBeCloseTo(60, 9);
  const disc = walkableArea(groundOf([{ shape: 'circle', center: [5, 5], radius: 1 }]), region);
  expect(disc).toBeCloseTo(64 - 16 * Math.sin(Math.PI / 16), 6);
  const triangle = groundOf([], {
    polygons: [
      [
        [
          [0, 0],
          [8, 0],
          [0, 8],
        ],
      ],
    ],
  });
  // x + y < 8 with x, y > 1 is a triangle with legs of 6 m.
  expect(walkableArea(triangle, region)).toBeCloseTo(18, 9);
  const crossed = groundOf([
    { shape: 'box', min: [2, 2], max: [6, 4] },
    { shape: 'box', min: [3, 1], max: [5, 6] },
  ]);
  expect(walkableArea(crossed, region)).toBeCloseTo(64 - (8 + 10 - 4), 9);
});

/** Clips the world by every bisector, in any order, with polygons as lists of points. */
function cellByAllHalfPlanes(own: readonly [number, number], points: readonly (readonly [number, number])[]) {
  let corners: [number, number][] = [
    [0, 0],
    [SIZE, 0],
    [SIZE, SIZE],
    [0, SIZE],
  ];
  for (const other of points) {
    if (other === own) continue;
    const [dx, dy] = [other[0] - own[0], other[1] - own[1]];
    const side = ([x, y]: [number, number]) =>
      (x - (own[0] + other[0]) / 2) * dx + (y - (own[1] + other[1]) / 2) * dy;
    corners = corners.flatMap((corner, k) => {
      const next = corners[(k + 1) % corners.length];
      const [a, b] = [side(corner), side(next)];
      const kept: [number, number][] = a <= 0 ? [corner] : [];
      if (a < 0 !== b < 0 && a !== b) {
        const share = a / (a - b);
        kept.push([corner[0] + share * (next[0] - corner[0]), corner[1] + share * (next[1] - corner[1])]);
      }
      return kept;
    });
  }
  return (
    corners.reduce((sum, [x, y], k) => {
      const [nextX, nextY] = corners[(k + 1) % corners.length];
      return sum + x * nextY - y * nextX;
    }, 0) / 2
  );
}
