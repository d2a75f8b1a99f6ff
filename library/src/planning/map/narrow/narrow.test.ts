import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createObstacles } from '../../../crowd/index.ts';
import { gapToShape, type Shape } from '../../../geometry/index.ts';
import {
  bodyClassOn,
  cellAt,
  createMap,
  createTerrain,
  isWalkable,
  openBeside,
  placeX,
  placeY,
  type Terrain,
} from '../index.ts';

const bounds = { minX: 0, minY: 0, maxX: 12, maxY: 12 };
const clearance = 0.1;

/**
 * A wall across the world at an angle, with a gap of a width somewhere near the middle, and how thick it is. `isFine`: the
 * outline of a thick wall has corners every 4 cm near the gap.
 */
type Door = { angle: number; x: number; y: number; width: number; depth: number; isFine: boolean };

/** Two polygons, or two segments where the wall has no depth, on both sides of the gap. */
function wallWithDoor({ angle, depth, isFine, width, x, y }: Door): Shape[] {
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  const at = (along: number, across: number) =>
    [x + along * ux - across * uy, y + along * uy + across * ux] as const;
  return [-1, 1].map((side): Shape => {
    const [near, far] = [(side * width) / 2, side * 20];
    if (depth === 0) return { shape: 'segment', from: at(near, 0), to: at(far, 0) };
    const points = [at(near, -depth / 2), at(far, -depth / 2), at(far, depth / 2), at(near, depth / 2)];
    if (!isFine) return { shape: 'polygon', points };
    const fine = Array.from({ length: 50 }, (_, k) => near + side * 0.04 * k);
    const steps = Array.from({ length: Math.floor(depth / 0.04) }, (_, k) => depth / 2 - 0.04 * k);
    return {
      shape: 'polygon',
      points: [
        ...fine.map((along) => at(along, -depth / 2)),
        ...points.slice(1, 3),
        ...fine.reverse().map((along) => at(along, depth / 2)),
        ...steps.slice(1).map((across) => at(near, across)),
      ],
    };
  });
}

function terrainFor(shapes: readonly Shape[], radius: number, cell = 0.25): Terrain {
  const map = createMap(bounds, cell, radius + clearance + 0.1, createObstacles(shapes));
  const body = bodyClassOn(map, radius);
  return createTerrain(map, body + clearance, body);
}

/** The parts of the ground on the two sides of a wall, 1.5 m from the middle of the gap. */
function sidesOf({ map, nearest, part }: Terrain, { angle, x, y }: Door): [number, number] {
  const partAt = (across: number) =>
    part[nearest[cellAt(map, x - across * Math.sin(angle), y + across * Math.cos(angle))]];
  return [partAt(-1.5), partAt(1.5)];
}

/** Whether a disc that moves straight stays off shapes, by samples a millimetre apart. */
function isFree(shapes: readonly Shape[], radius: number, from: number[], to: number[]): boolean {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const steps = Math.max(1, Math.ceil(length / 0.001));
  for (let k = 0; k <= steps; k++) {
    const [x, y] = [0, 1].map((axis) => from[axis] + ((to[axis] - from[axis]) * k) / steps);
    if (shapes.some((shape) => gapToShape(shape, x, y, radius) < -1e-9)) return false;
  }
  return true;
}

const place = fc.double({ min: 5, max: 7, noNaN: true });
const door = fc.record({
  angle: fc.oneof(
    fc.constantFrom(0, Math.PI / 4, Math.PI / 2),
    fc.double({ min: 0, max: Math.PI, noNaN: true }),
  ),
  x: place,
  y: place,
  depth: fc.constantFrom(0, 0.2, 0.5, 1),
  isFine: fc.boolean(),
});
const radius = fc.oneof(fc.constantFrom(0.2, 0.25, 0.5), fc.double({ min: 0.15, max: 0.6, noNaN: true }));

const offset = fc.double({ min: -0.5, max: 0.5, noNaN: true });
const offsets = fc.tuple(offset, offset, offset, offset);

describe('narrow places', () => {
  test('a door that leaves the body 2 cm or more joins both sides, at any angle', () => {
    fc.assert(
      fc.property(door, radius, fc.double({ min: 0.02, max: 0.6, noNaN: true }), (where, body, spare) => {
        const opening = { ...where, width: 2 * body + spare };
        const [one, other] = sidesOf(terrainFor(wallWithDoor(opening), body), opening);
        expect(one).toBeGreaterThanOrEqual(0);
        expect(other).toBe(one);
      }),
      { numRuns: 150, endOnFailure: true },
    );
  });

  test('a door narrower than the body joins nothing', () => {
    fc.assert(
      fc.property(door, radius, fc.double({ min: 0.001, max: 1, noNaN: true }), (where, body, lack) => {
        const opening = { ...where, width: Math.max(0.001, 2 * body - lack) };
        const [one, other] = sidesOf(terrainFor(wallWithDoor(opening), body), opening);
        expect(other).not.toBe(one);
      }),
      { numRuns: 150, endOnFailure: true },
    );
  });

  test('a body that goes from the place of a cell to that of the next one touches nothing', () => {
    fc.assert(
      fc.property(door, radius, fc.constantFrom(0.02, 0.05, 0.2), (where, body, spare) => {
        const shapes = wallWithDoor({ ...where, width: 2 * body + spare });
        const terrain = terrainFor(shapes, body);
        const { map, threads } = terrain;
        const at = (cell: number) => [placeX(map, threads, cell), placeY(map, threads, cell)];
        for (let cell = 0; threads && cell < threads.placeOf.length; cell++) {
          for (let side = 0; side < 4 && threads.placeOf[cell] >= 0; side++) {
            const next = openBeside(terrain, cell, cell % map.columns, side);
            if (next >= 0) expect(isFree(shapes, body, at(cell), at(next))).toBe(true);
          }
        }
      }),
      {
        numRuns: 100,
        endOnFailure: true,
        // Two corners of the path in one cell.
        examples: [
          [
            {
              angle: 1.0193727744762944,
              x: 3.6184413037262857,
              y: 7.427492832764983,
              depth: 0,
              isFine: false,
            },
            0.2184373580152169,
            0.021,
          ],
          [
            { angle: 0.3769463381280104, x: 8.6813859581016, y: 3.378316903486848, depth: 0, isFine: false },
            0.2254953428404406,
            0.021,
          ],
        ],
      },
    );
  });

  test('a line through a door can be walked where a disc that moves along it touches nothing', () => {
    fc.assert(
      fc.property(door, offsets, (where, [fromX, fromY, toX, toY]) => {
        const body = 0.25;
        const shapes = wallWithDoor({ ...where, width: 0.56 });
        const { map, threads } = terrainFor(shapes, body);
        const bare = createTerrain(map, body, body, terrainFor(shapes, body));
        expect(threads).toBeDefined();
        const from = [where.x + fromX, where.y + fromY];
        const to = [where.x + toX, where.y + toY];
        // Only lines that begin and end with room, near the door: elsewhere cells decide.
        const isInZone = [from, to].every(([x, y]) => threads!.zoneOf[cellAt(map, x, y)] >= 0);
        fc.pre(isInZone && [from, to].every((place) => isFree(shapes, body, place, place)));
        expect(isWalkable(bare, from[0], from[1], to[0], to[1])).toBe(isFree(shapes, body, from, to));
      }),
      { numRuns: 100, endOnFailure: true },
    );
  });
});
