import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SolidKind, type SolidSpecification } from '../../crowd/index.ts';
import { createSolids } from '../../crowd/solids.ts';
import { registerSpace } from '../../simulation/scenario/space.ts';
import { solidHides } from './solid-sight.ts';

registerSpace();

type Vector = readonly [bigint, bigint, bigint];

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vector, b: Vector): bigint => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/**
 * Whether a closed convex face meets the open segment from p to q, in whole numbers: the part of the segment that lies
 * on the inner side of every edge is cut out of 0 … 1, as fractions, and compared with where the segment meets the
 * plane.
 */
function exactlyMeets(corners: readonly Vector[], p: Vector, q: Vector): boolean {
  const normal = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
  if (dot(normal, normal) === 0n || dot(minus(p, q), minus(p, q)) === 0n) return false;
  let low = { over: 0n, under: 1n };
  let high = { over: 1n, under: 1n };
  const cutAt = (atP: bigint, atQ: bigint) => {
    // atP + t (atQ − atP) ≥ 0
    const slope = atQ - atP;
    if (slope === 0n) {
      if (atP < 0n) high = { over: -1n, under: 1n };
      return;
    }
    const at = slope > 0n ? { over: -atP, under: slope } : { over: atP, under: -slope };
    if (slope > 0n && at.over * low.under > low.over * at.under) low = at;
    if (slope < 0n && at.over * high.under < high.over * at.under) high = at;
  };
  corners.forEach((corner, k) => {
    const edge = minus(corners[(k + 1) % corners.length], corner);
    const inward = cross(normal, edge);
    cutAt(dot(inward, minus(p, corner)), dot(inward, minus(q, corner)));
  });
  // On the plane: on neither side of it.
  const atP = dot(normal, minus(p, corners[0]));
  const atQ = dot(normal, minus(q, corners[0]));
  cutAt(atP, atQ);
  cutAt(-atP, -atQ);
  const isSome = low.over * high.under <= high.over * low.under;
  return isSome && low.over < low.under && high.over > 0n;
}

const whole = fc.integer({ min: -2, max: 2 });
const place = fc.tuple(whole, whole, whole);
const exact = (at: readonly number[]): Vector => [BigInt(at[0]), BigInt(at[1]), BigInt(at[2])];

function hides(solid: SolidSpecification, element: number, p: readonly number[], q: readonly number[]) {
  const solids = createSolids([solid]);
  const there = solidHides(solids, element, p[0], p[1], p[2], q[0], q[1], q[2]);
  const back = solidHides(solids, element, q[0], q[1], q[2], p[0], p[1], p[2]);
  expect(there, 'sight is mutual').toBe(back);
  return there;
}

describe('what stands between two places in space', () => {
  test('triangles, as exact arithmetic says: across, along, through corners and edges, in their own plane', () => {
    const seen = { hidden: 0, open: 0, flat: 0 };
    fc.assert(
      fc.property(place, place, place, place, place, (a, b, c, p, q) => {
        const corners = [a, b, c].map(exact);
        const normal = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
        const expected = exactlyMeets(corners, exact(p), exact(q));
        seen[expected ? 'hidden' : 'open']++;
        const isFlat = dot(normal, minus(exact(p), corners[0])) === 0n;
        if (expected && isFlat && dot(normal, minus(exact(q), corners[0])) === 0n) seen.flat++;
        const solid = { shape: 'triangles', points: [a, b, c], faces: [[0, 1, 2]] } as const;
        expect(hides(solid, 0, p, q)).toBe(expected);
      }),
      { numRuns: 6000 },
    );
    expect(Math.min(seen.hidden, seen.open)).toBeGreaterThan(300);
    expect(seen.flat).toBeGreaterThan(20);
  });

  test('the six faces of a box, as exact arithmetic says', () => {
    const seen = { hidden: 0, open: 0 };
    const ordered = fc.tuple(place, place).map(([a, b]) => ({
      min: a.map((value, axis) => Math.min(value, b[axis])) as [number, number, number],
      max: a.map((value, axis) => Math.max(value, b[axis]) + 1) as [number, number, number],
    }));
    fc.assert(
      fc.property(ordered, place, place, fc.integer({ min: 0, max: 5 }), (box, p, q, face) => {
        const { originX, originY, originZ, otherX, otherY, otherZ, sideX, sideY, sideZ } = createSolids([
          { shape: 'box', ...box },
        ]);
        const corner = (side: number, other: number): Vector =>
          exact([
            originX[face] + side * sideX[face] + other * otherX[face],
            originY[face] + side * sideY[face] + other * otherY[face],
            originZ[face] + side * sideZ[face] + other * otherZ[face],
          ]);
        const expected = exactlyMeets(
          [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)],
          exact(p),
          exact(q),
        );
        seen[expected ? 'hidden' : 'open']++;
        expect(hides({ shape: 'box', ...box }, face, p, q)).toBe(expected);
      }),
      { numRuns: 4000 },
    );
    expect(Math.min(seen.hidden, seen.open)).toBeGreaterThan(200);
  });

  test('a sphere hides what passes its centre nearer than its radius; an agent within it sees nothing', () => {
    const seen = { hidden: 0, open: 0 };
    fc.assert(
      fc.property(place, fc.integer({ min: 1, max: 3 }), place, place, (center, radius, p, q) => {
        const path = minus(exact(q), exact(p));
        const from = minus(exact(center), exact(p));
        const length = dot(path, path);
        const along = dot(from, path);
        // Squared distance times the squared length; nearest at an end, or between the ends.
        const isBetween = along > 0n && along < length;
        const toQ = minus(exact(center), exact(q));
        const nearest = isBetween
          ? dot(from, from) * length - along * along
          : (along <= 0n ? dot(from, from) : dot(toQ, toQ)) * (length || 1n);
        const limit = BigInt(radius * radius) * (length || 1n);
        // Touching is a matter of rounding.
        fc.pre(nearest !== limit);
        seen[nearest < limit ? 'hidden' : 'open']++;
        expect(hides({ shape: 'sphere', center, radius }, 0, p, q)).toBe(nearest < limit);
      }),
      { numRuns: 1500 },
    );
    expect(Math.min(seen.hidden, seen.open)).toBeGreaterThan(100);
  });

  test('a plane hides whatever is behind it, and what lies along it', () => {
    const floor = { shape: 'plane', point: [0, 0, 1], normal: [0, 0, 5] } as const;
    expect(createSolids([floor]).kind[0]).toBe(SolidKind.plane);
    expect(hides(floor, 0, [0, 0, 2], [7, 3, 4])).toBe(false);
    expect(hides(floor, 0, [0, 0, 2], [7, 3, 0])).toBe(true);
    expect(hides(floor, 0, [0, 0, 0.5], [7, 3, -3])).toBe(true);
    expect(hides(floor, 0, [0, 0, 1], [7, 3, 2])).toBe(false);
    expect(hides(floor, 0, [0, 0, 1], [7, 3, 1])).toBe(true);
  });

  test('two triangles with a common edge leave no slit, wherever the line crosses it', () => {
    const number = fc.double({ min: -1, max: 1, noNaN: true });
    const point = fc.tuple(number, number, number);
    fc.assert(
      fc.property(
        point,
        point,
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        point,
        (a, b, part, look) => {
          fc.pre(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) > 0.1);
          // Two faces that meet in a–b and spread widely to the sides of it, seen from above and below.
          const along = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
          const flat = Math.abs(along[2]) < 0.5 * Math.hypot(...along);
          fc.pre(flat);
          const aside = [-along[1] * 20, along[0] * 20, 0];
          const middle = [0, 1, 2].map((axis) => a[axis] + part * along[axis]);
          const c = middle.map((value, axis) => value + aside[axis]) as [number, number, number];
          const d = middle.map((value, axis) => value - aside[axis]) as [number, number, number];
          const solids = createSolids([
            {
              shape: 'triangles',
              points: [a, b, c, d],
              faces: [
                [0, 1, 2],
                [1, 0, 3],
              ],
            },
          ]);
          const tilt = [look[0] * 0.01, look[1] * 0.01, 1];
          const p = middle.map((value, axis) => value + 3 * tilt[axis]);
          const q = middle.map((value, axis) => value - 3 * tilt[axis]);
          const hidden = [0, 1].map((face) => solidHides(solids, face, p[0], p[1], p[2], q[0], q[1], q[2]));
          expect(hidden).toContain(true);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
