import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Point } from '../polygon.ts';
import { registerShapesInSpace } from './in-space.ts';
import type { Outline } from './outline.ts';
import {
  anchorOf,
  boundsOfShape,
  boundsOfSolid,
  countParts,
  elementsOf,
  gapToShape,
  gapToSolid,
  movedShape,
  outlineOf,
  partOf,
  type Shape,
  type SolidShape,
  shapeDefinitions,
} from './registry.ts';

registerShapesInSpace();

/** Each shape beside points that are sampled on it from its own description, never by its definition. */
type Sampled<Kind> = {
  shape: Kind;
  surface: readonly (readonly number[])[];
  isInside(at: number[]): boolean;
};

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const coordinate = number(-5, 5);
const size = number(0.3, 4);
const point = fc.tuple(coordinate, coordinate);
const place = fc.tuple(coordinate, coordinate, coordinate);

/** Points on a line, both ends included. */
function along(from: readonly number[], to: readonly number[], count: number): number[][] {
  return Array.from({ length: count + 1 }, (_, k) =>
    from.map((value, axis) => value + ((to[axis] - value) * k) / count),
  );
}

/** Points of the parallelogram from a corner along two sides, or of half of it, the triangle. */
function patch(
  corner: readonly number[],
  side: readonly number[],
  other: readonly number[],
  isHalf: boolean,
) {
  const points: number[][] = [];
  for (let i = 0; i <= 40; i++) {
    for (let j = 0; j <= (isHalf ? 40 - i : 40); j++) {
      points.push(corner.map((value, axis) => value + (side[axis] * i + other[axis] * j) / 40));
    }
  }
  return points;
}

const circle = fc.tuple(point, size).map(
  ([center, radius]): Sampled<Shape> => ({
    shape: { shape: 'circle', center, radius },
    surface: Array.from({ length: 2000 }, (_, k) => {
      const angle = (2 * Math.PI * k) / 2000;
      return [center[0] + radius * Math.cos(angle), center[1] + radius * Math.sin(angle)];
    }),
    isInside: ([x, y]) => Math.hypot(x - center[0], y - center[1]) < radius,
  }),
);

const box = fc.tuple(point, size, size).map(([[x, y], width, height]): Sampled<Shape> => {
  const corners = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
  return {
    shape: { shape: 'box', min: [x, y], max: [x + width, y + height] },
    surface: corners.flatMap((from, k) => along(from, corners[(k + 1) % 4], 400)),
    isInside: ([px, py]) => px > x && px < x + width && py > y && py < y + height,
  };
});

const segment = fc.tuple(point, point).map(
  ([from, to]): Sampled<Shape> => ({
    shape: { shape: 'segment', from, to },
    surface: along(from, to, 2000),
    isInside: () => false,
  }),
);

/** A star about a middle: its corners follow in the order of their angles, so that it is simple and its inside is known. */
const polygon = fc
  .tuple(point, fc.array(number(0.4, 3), { minLength: 3, maxLength: 9 }), fc.boolean())
  .map(([[x, y], radii, isReversed]): Sampled<Shape> => {
    const corners = radii.map((radius, k): Point => {
      const angle = (2 * Math.PI * k) / radii.length;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    });
    return {
      shape: { shape: 'polygon', points: isReversed ? [...corners].reverse() : corners },
      surface: corners.flatMap((from, k) => along(from, corners[(k + 1) % corners.length], 300)),
      // In the wedge between two corners, seen from the middle, and on the near side of their edge.
      isInside: ([px, py]) =>
        corners.some((a, k) => {
          const b = corners[(k + 1) % corners.length];
          const left = (u: readonly number[], v: readonly number[]) =>
            (v[0] - u[0]) * (py - u[1]) - (v[1] - u[1]) * (px - u[0]);
          return left([x, y], a) >= 0 && left(b, [x, y]) >= 0 && left(a, b) > 0;
        }),
    };
  });

const sphere = fc.tuple(place, size).map(([center, radius]): Sampled<SolidShape> => {
  // A spiral of Fibonacci covers a sphere evenly.
  const surface = Array.from({ length: 4000 }, (_, k) => {
    const height = 1 - (2 * k + 1) / 4000;
    const level = Math.sqrt(1 - height * height);
    const angle = k * Math.PI * (3 - Math.sqrt(5));
    return [
      center[0] + radius * level * Math.cos(angle),
      center[1] + radius * level * Math.sin(angle),
      center[2] + radius * height,
    ];
  });
  return {
    shape: { shape: 'sphere', center, radius },
    surface,
    isInside: (at) => Math.hypot(...at.map((value, axis) => value - center[axis])) < radius,
  };
});

const solidBox = fc.tuple(place, fc.tuple(size, size, size)).map(([min, sizes]): Sampled<SolidShape> => {
  const max = min.map((value, axis) => value + sizes[axis]);
  const side = (axis: number) => sizes.map((value, k) => (k === axis ? value : 0));
  const surface = [0, 1, 2].flatMap((axis) =>
    [min[axis], max[axis]].flatMap((value) =>
      patch(
        min.map((low, k) => (k === axis ? value : low)),
        side((axis + 1) % 3),
        side((axis + 2) % 3),
        false,
      ),
    ),
  );
  return {
    shape: { shape: 'box', min, max: [max[0], max[1], max[2]] },
    surface,
    isInside: (at) => at.every((value, axis) => value > min[axis] && value < max[axis]),
  };
});

const triangles = fc
  .tuple(fc.array(place, { minLength: 4, maxLength: 4 }), fc.boolean())
  .map(([points, isPair]): Sampled<SolidShape> => {
    const faces: [number, number, number][] = isPair
      ? [
          [0, 1, 2],
          [1, 3, 2],
        ]
      : [[0, 1, 2]];
    const minus = (a: readonly number[], b: readonly number[]) => a.map((value, axis) => value - b[axis]);
    return {
      shape: { shape: 'triangles', points, faces },
      surface: faces.flatMap(([a, b, c]) =>
        patch(points[a], minus(points[b], points[a]), minus(points[c], points[a]), true),
      ),
      isInside: () => false,
    };
  });

/** The least distance to the samples, and how far the next may be beside the true closest point. */
function sampledDistance({ surface, isInside }: Sampled<unknown>, at: number[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const one of surface) least = Math.min(least, Math.hypot(...one.map((value, k) => value - at[k])));
  return isInside(at) ? -least : least;
}

describe.each([
  ['circle', circle, 0.02],
  ['box', box, 0.01],
  ['segment', segment, 0.01],
  ['polygon', polygon, 0.03],
])('%s', (_, arbitrary, fineness) => {
  test('its gap is the distance to the nearest of many points on it, negative inside', () => {
    fc.assert(
      fc.property(arbitrary, coordinate, coordinate, number(0, 1), (sampled, x, y, radius) => {
        const expected = sampledDistance(sampled, [x, y]) - radius;
        expect(Math.abs(gapToShape(sampled.shape, x, y, radius) - expected)).toBeLessThan(fineness);
      }),
      { numRuns: 150 },
    );
  });

  test('its bounds hold it and touch it on all four sides', () => {
    fc.assert(
      fc.property(arbitrary, ({ shape, surface }) => {
        const [minX, minY, maxX, maxY] = boundsOfShape(shape);
        const [x, y] = [surface.map((at) => at[0]), surface.map((at) => at[1])];
        const extremes = [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
        [minX, minY, maxX, maxY].forEach((value, k) => {
          expect(Math.abs(value - extremes[k])).toBeLessThan(1e-4);
        });
      }),
      { numRuns: 100 },
    );
  });

  test('its outline is where its gap is 0', () => {
    fc.assert(
      fc.property(arbitrary, number(0, 1), ({ shape }, part) => {
        const [x, y] = pointOfOutline(outlineOf(shape), part);
        expect(Math.abs(gapToShape(shape, x, y, 0))).toBeLessThan(1e-9);
      }),
      { numRuns: 200 },
    );
  });
});

/** A point of an outline: part 0 is its beginning, 1 its end. */
function pointOfOutline(outline: Outline, part: number): Point {
  const between = (a: Point, b: Point, t: number): Point => [
    a[0] + t * (b[0] - a[0]),
    a[1] + t * (b[1] - a[1]),
  ];
  if (outline.kind === 'wall') return between(outline.from, outline.to, part);
  if (outline.kind === 'disc') {
    const angle = 2 * Math.PI * part;
    const { center, radius } = outline;
    return [center[0] + radius * Math.cos(angle), center[1] + radius * Math.sin(angle)];
  }
  const { points } = outline;
  const edge = Math.min(points.length - 1, Math.floor(part * points.length));
  return between(points[edge], points[(edge + 1) % points.length], part * points.length - edge);
}

describe.each([
  ['sphere', sphere, 0.2],
  ['box', solidBox, 0.1],
  ['triangles', triangles, 0.3],
])('%s in space', (_, arbitrary, fineness) => {
  test('its gap is the distance to the nearest of many points on it, negative inside', () => {
    fc.assert(
      fc.property(arbitrary, place, (sampled, [x, y, z]) => {
        const expected = sampledDistance(sampled, [x, y, z]);
        const gap = gapToSolid(sampled.shape, x, y, z, 0);
        // No sample is nearer than the shape is, and the nearest is not much farther.
        expect(Math.abs(gap)).toBeLessThan(Math.abs(expected) + 1e-9);
        expect(Math.abs(gap - expected)).toBeLessThan(fineness);
        expect(gapToSolid(sampled.shape, x, y, z, 0.3)).toBeCloseTo(gap - 0.3, 12);
      }),
      { numRuns: 100 },
    );
  });

  test('its bounds hold it and touch it on all six sides', () => {
    fc.assert(
      fc.property(arbitrary, ({ shape, surface }) => {
        const box = boundsOfSolid(shape);
        for (let axis = 0; axis < 3; axis++) {
          const values = surface.map((at) => at[axis]);
          expect(Math.abs(box[axis] - Math.min(...values))).toBeLessThan(0.03);
          expect(box[axis]).toBeLessThan(Math.min(...values) + 1e-9);
          expect(Math.abs(box[axis + 3] - Math.max(...values))).toBeLessThan(0.03);
          expect(box[axis + 3]).toBeGreaterThan(Math.max(...values) - 1e-9);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('the corners of its elements are on it, and the nearest part is as near as the whole', () => {
    fc.assert(
      fc.property(arbitrary, place, ({ shape }, [x, y, z]) => {
        for (const { origin, sideEnd, otherEnd, radius } of elementsOf(shape)) {
          for (const corner of [origin, sideEnd, otherEnd]) {
            expect(gapToSolid(shape, ...corner, 0)).toBeCloseTo(-radius, 9);
          }
        }
        const parts = Array.from({ length: countParts(shape) }, (_, k) => partOf(shape, k));
        const nearest = Math.min(...parts.map((part) => gapToSolid(part, x, y, z, 0)));
        expect(nearest).toBe(gapToSolid(shape, x, y, z, 0));
      }),
      { numRuns: 100 },
    );
  });
});

test('a plane: the gap of a point that is moved along the normal is what it was moved by, from anywhere on it', () => {
  fc.assert(
    fc.property(place, place, place, number(-5, 5), (at, normal, other, height) => {
      const length = Math.hypot(...normal);
      fc.pre(length > 0.1);
      const plane: SolidShape = { shape: 'plane', point: at, normal };
      const [nx, ny, nz] = normal.map((value) => value / length);
      // Across the normal, the point stays on the plane.
      const across = [
        ny * other[2] - nz * other[1],
        nz * other[0] - nx * other[2],
        nx * other[1] - ny * other[0],
      ];
      const [x, y, z] = [nx, ny, nz].map((value, axis) => at[axis] + across[axis] + value * height);
      expect(gapToSolid(plane, x, y, z, 0)).toBeCloseTo(height, 9);
      expect(boundsOfSolid(plane).some(Number.isFinite)).toBe(false);
    }),
    { numRuns: 300 },
  );
});

test('a shape that is moved has the same gap from a point that is moved with it, and its anchor moves too', () => {
  const inPlane = fc.oneof(circle, box, segment, polygon);
  fc.assert(
    fc.property(inPlane, point, point, ({ shape }, [x, y], by) => {
      const moved = movedShape(shape, by);
      expect(gapToShape(moved, x + by[0], y + by[1], 0)).toBeCloseTo(gapToShape(shape, x, y, 0), 9);
      const [before, after] = [anchorOf(shape), anchorOf(moved)];
      expect(after[0] - before[0]).toBeCloseTo(by[0], 9);
      expect(after[1] - before[1]).toBeCloseTo(by[1], 9);
    }),
  );
  const inSpace = fc.oneof(sphere, solidBox, triangles);
  fc.assert(
    fc.property(inSpace, place, place, ({ shape }, [x, y, z], by) => {
      const moved = movedShape(shape, by);
      expect(gapToSolid(moved, x + by[0], y + by[1], z + by[2], 0)).toBeCloseTo(
        gapToSolid(shape, x, y, z, 0),
        9,
      );
      expect(anchorOf(moved)[2] - anchorOf(shape)[2]).toBeCloseTo(by[2], 9);
    }),
  );
});

test('shapes that take the place of others in another dimension are there, and live in it', () => {
  const definitions = new Map(shapeDefinitions().map((definition) => [definition.name, definition]));
  for (const { instead = [], plane } of definitions.values()) {
    for (const name of instead)
      expect(plane ? definitions.get(name)?.space : definitions.get(name)?.plane).toBeDefined();
  }
});
