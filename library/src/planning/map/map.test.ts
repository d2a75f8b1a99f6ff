import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCrowd, createObstacles, placeObstacles } from '../../crowd/index.ts';
import { shiftObstacle } from '../../crowd/shift.fixture.ts';
import { gapToBorder, gapToShape, type Shape } from '../../geometry/index.ts';
import { planningInput } from '../base/planning.fixture.ts';
import {
  cellAt,
  centreX,
  centreY,
  createGround,
  createMap,
  createTerrain,
  type GridMap,
  radiusClass,
  terrainFor,
  updateGround,
  updateMap,
} from './index.ts';

const bounds = { minX: -3, minY: 1, maxX: 9.3, maxY: 8.1 };

/** By definition: the least gap of a point at the centre of a cell. */
function clearanceOf(map: GridMap, shapes: readonly Shape[], k: number, area = bounds): number {
  const x = centreX(map, k % map.columns);
  const y = centreY(map, Math.floor(k / map.columns));
  const { minX, minY, maxX, maxY } = area;
  let gap = gapToBorder([minX, minY], [maxX, maxY], x, y, 0);
  for (const shape of shapes) gap = Math.min(gap, gapToShape(shape, x, y, 0));
  return Math.max(0, Math.min(map.reach, gap));
}

function expectByDefinition(map: GridMap, shapes: readonly Shape[]): void {
  for (let k = 0; k < map.clearance.length; k++) {
    expect(Math.abs(map.clearance[k] - clearanceOf(map, shapes, k))).toBeLessThan(1e-12);
  }
}

const place = fc.tuple(
  fc.double({ min: -4, max: 10, noNaN: true }),
  fc.double({ min: 0, max: 9, noNaN: true }),
);
const shape: fc.Arbitrary<Shape> = fc.oneof(
  fc.record({
    shape: fc.constant('circle' as const),
    center: place,
    radius: fc.double({ min: 0.05, max: 3, noNaN: true }),
  }),
  fc.record({ shape: fc.constant('segment' as const), from: place, to: place }),
  fc
    .tuple(place, fc.double({ min: 0.1, max: 4, noNaN: true }), fc.double({ min: 0.1, max: 4, noNaN: true }))
    .map(([[x, y], width, height]) => ({
      shape: 'box' as const,
      min: [x, y] as const,
      max: [x + width, y + height] as const,
    })),
  // Corners at falling angles round a centre, near and far in turn: simple and not convex.
  fc
    .tuple(place, fc.array(fc.double({ min: 0.3, max: 3, noNaN: true }), { minLength: 3, maxLength: 9 }))
    .map(([[x, y], reaches]) => ({
      shape: 'polygon' as const,
      points: reaches.map((reach, i) => {
        const angle = (2 * Math.PI * i) / reaches.length;
        return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)] as const;
      }),
    })),
);

describe('the map', () => {
  test('has at each cell the gap to the nearest shape or to the border, by definition', () => {
    fc.assert(
      fc.property(
        fc.array(shape, { maxLength: 6 }),
        fc.constantFrom(0.1, 0.35, 1, 5),
        fc.constantFrom(0.25, 0.4),
        (shapes, reach, cell) => {
          expectByDefinition(createMap(bounds, cell, reach, createObstacles(shapes)), shapes);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('is drawn again when an obstacle has been moved, and only then', () => {
    const obstacles = createObstacles([{ shape: 'box', min: [2, 2], max: [4, 5] }]);
    const map = createMap(bounds, 0.25, 1, obstacles);
    const { revision } = map;
    expect(updateMap(map, bounds, obstacles)).toBe(false);
    shiftObstacle(obstacles, 0, 1.5, -0.25);
    expect(updateMap(map, bounds, obstacles)).toBe(true);
    expect(map.revision).not.toBe(revision);
    expectByDefinition(map, [{ shape: 'box', min: [3.5, 1.75], max: [5.5, 4.75] }]);
  });

  test('shows what has come to rest at its last way-point, and nothing that moves', () => {
    const obstacles = createObstacles([
      {
        shape: 'box',
        min: [0, 2],
        max: [1, 3],
        course: { kind: 'waypoints', points: [[2.5, 2.5]], speed: 1 },
      },
      {
        shape: 'circle',
        center: [5, 5],
        radius: 0.5,
        course: { kind: 'oscillation', amplitude: [1, 0], period: 4 },
      },
    ]);
    placeObstacles(obstacles, 0, 0.05);
    const map = createMap(bounds, 0.25, 1, obstacles);
    expectByDefinition(map, []);
    const changes: number[] = [];
    for (let step = 1; step <= 100; step++) {
      placeObstacles(obstacles, step * 0.05, 0.05);
      if (updateMap(map, bounds, obstacles)) changes.push(step);
    }
    expect(changes).toEqual([40]);
    expectByDefinition(map, [{ shape: 'box', min: [2, 2], max: [3, 3] }]);
    // Back in time, as another world would be: it walks again.
    placeObstacles(obstacles, 1, 0.05);
    expect(updateMap(map, bounds, obstacles)).toBe(true);
    expectByDefinition(map, []);
  });

  test('a place is in the cell whose square holds it, and outside of the map in the nearest one', () => {
    const map = createMap(bounds, 0.4, 1, createObstacles([]));
    fc.assert(
      fc.property(place, ([x, y]) => {
        const k = cellAt(map, x, y);
        const nearX = Math.max(map.minX, Math.min(map.minX + map.columns * 0.4, x));
        const nearY = Math.max(map.minY, Math.min(map.minY + map.rows * 0.4, y));
        expect(Math.abs(centreX(map, k % map.columns) - nearX)).toBeLessThan(0.2 + 1e-12);
        expect(Math.abs(centreY(map, Math.floor(k / map.columns)) - nearY)).toBeLessThan(0.2 + 1e-12);
      }),
    );
  });
});

describe('terrain', () => {
  test('is open where there is room, in parts joined by sides, with the nearest open cell of each', () => {
    fc.assert(
      fc.property(fc.array(shape, { maxLength: 8 }), fc.constantFrom(0.05, 0.3), (shapes, radius) => {
        const map = createMap(bounds, 0.5, 0.5, createObstacles(shapes));
        const { nearest, open, part, partCount } = createTerrain(map, radius);
        const size = open.length;
        const beside = (k: number) =>
          [k - 1, k + 1, k - map.columns, k + map.columns].filter(
            (n) =>
              n >= 0 &&
              n < size &&
              (Math.abs(n - k) > 1 || Math.floor(n / map.columns) === Math.floor(k / map.columns)),
          );
        expect(new Set(part.filter((p) => p >= 0)).size).toBe(partCount);
        for (let k = 0; k < size; k++) {
          expect(open[k]).toBe(map.clearance[k] >= radius ? 1 : 0);
          expect(part[k] >= 0).toBe(open[k] === 1);
          for (const n of beside(k)) if (open[k] && open[n]) expect(part[n]).toBe(part[k]);
          // Steps from side to side to the nearest open cell, by looking at all of them.
          let steps = Number.POSITIVE_INFINITY;
          const stepsTo = (n: number) =>
            Math.abs((n % map.columns) - (k % map.columns)) +
            Math.abs(Math.floor(n / map.columns) - Math.floor(k / map.columns));
          for (let n = 0; n < size; n++) if (open[n]) steps = Math.min(steps, stepsTo(n));
          if (steps > 8) expect(nearest[k]).toBe(-1);
          else {
            expect(open[nearest[k]]).toBe(1);
            expect(stepsTo(nearest[k])).toBe(steps);
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  test('parts that touch at a corner only are two, and every part is connected', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 48, maxLength: 48 }), (cells) => {
        const map = createMap({ minX: 0, minY: 0, maxX: 8, maxY: 6 }, 1, 1, createObstacles([]));
        cells.forEach((isOpen, k) => {
          map.clearance[k] = isOpen ? 1 : 0;
        });
        const { part } = createTerrain(map, 0.5);
        // Warshall's closure of "shares a side and is open".
        const joined = cells.map((a, i) =>
          cells.map((b, j) => {
            const dx = Math.abs((i % 8) - (j % 8));
            const dy = Math.abs(Math.floor(i / 8) - Math.floor(j / 8));
            return a && b && dx + dy <= 1;
          }),
        );
        for (let k = 0; k < 48; k++)
          for (let i = 0; i < 48; i++)
            if (joined[i][k]) for (let j = 0; j < 48; j++) if (joined[k][j]) joined[i][j] = true;
        for (let i = 0; i < 48; i++)
          for (let j = 0; j < 48; j++)
            if (cells[i] && cells[j]) expect(part[i] === part[j]).toBe(joined[i][j]);
      }),
      { numRuns: 30 },
    );
  });
});

describe('the ground', () => {
  test('has a terrain for each room asked for, the same as from a map of its own', () => {
    const obstacles = createObstacles([{ shape: 'circle', center: [3, 4], radius: 1 }]);
    const input = planningInput({ crowd: createCrowd(1), bounds, obstacles });
    const ground = createGround(input, 0.25);
    const narrow = terrainFor(ground, input, 0.3);
    const wide = terrainFor(ground, input, 1.2);
    const map = createMap(bounds, 0.25, 5, obstacles);
    expect(narrow.open).toEqual(createTerrain(map, 0.3).open);
    expect(wide.open).toEqual(createTerrain(map, 1.2).open);
    expect(terrainFor(ground, input, 0.3)).toBe(narrow);
    shiftObstacle(obstacles, 0, 2, 1);
    expect(updateGround(ground, input)).toBe(true);
    updateMap(map, bounds, obstacles);
    expect(terrainFor(ground, input, 0.3).open).toEqual(createTerrain(map, 0.3).open);
    expect(terrainFor(ground, input, 1.2).open).toEqual(createTerrain(map, 1.2).open);
  });

  test('the class of a radius is the next multiple of 0.05 m up to 0.4, and never below the radius', () => {
    for (let n = 1; n <= 8; n++) expect(radiusClass(n / 20)).toBe(n / 20);
    expect([0.21, 0.24999, 0.41, 0.55, 0.85, 1.7].map(radiusClass)).toEqual([0.25, 0.25, 0.5, 0.6, 1, 2]);
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 100, noNaN: true }), (radius) => {
        const size = radiusClass(radius);
        expect(size).toBeGreaterThanOrEqual(radius);
        expect(size - radius).toBeLessThanOrEqual(Math.max(0.05, 0.25 * radius) + 1e-12);
        expect(radiusClass(size)).toBe(size);
      }),
    );
  });
});
