import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closestOnPlane, closestOnRectangle, closestOnSegment, closestOnTriangle } from './space-closest.ts';

type Vector = [number, number, number];

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const vector = fc.tuple(number(-10, 10), number(-10, 10), number(-10, 10));
const small = fc.integer({ min: -3, max: 3 });
const gridVector = fc.tuple(small, small, small);
const point = fc.oneof(vector, gridVector);

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function closest(write: (out: Float64Array) => void): Vector {
  const out = new Float64Array(3);
  write(out);
  return [out[0], out[1], out[2]];
}

/**
 * The least distance from `from` to s side + t other over a convex set of (s, t), by projected steps: the set is given by
 * its projection. Slow, and knows nothing of regions.
 */
function leastDistance(
  from: Vector,
  side: Vector,
  other: Vector,
  project: (s: number, t: number) => [number, number],
): number {
  const step = 1 / (dot(side, side) + dot(other, other) + Math.abs(dot(side, other)) + 1e-300);
  const left = (s: number, t: number): Vector => [
    s * side[0] + t * other[0] - from[0],
    s * side[1] + t * other[1] - from[1],
    s * side[2] + t * other[2] - from[2],
  ];
  let [s, t] = project(0.3, 0.3);
  let [aheadS, aheadT] = [s, t];
  for (let k = 1; k <= 4000; k++) {
    const rest = left(aheadS, aheadT);
    const next = project(aheadS - step * dot(rest, side), aheadT - step * dot(rest, other));
    // With momentum (Nesterov 1983), restarted every 200 iterations.
    const part = (k % 200) / ((k % 200) + 3);
    aheadS = next[0] + part * (next[0] - s);
    aheadT = next[1] + part * (next[1] - t);
    [s, t] = next;
  }
  return Math.hypot(...left(s, t));
}

const clamp = (x: number) => Math.min(1, Math.max(0, x));

/** The nearest (s, t) with s ≥ 0, t ≥ 0 and s + t ≤ 1. */
function projectOnSimplex(s: number, t: number): [number, number] {
  if (Math.max(0, s) + Math.max(0, t) <= 1) return [Math.max(0, s), Math.max(0, t)];
  const along = clamp((s - t + 1) / 2);
  return [along, 1 - along];
}

describe('the closest point is as near as the nearest found by descent, and lies on the thing', () => {
  test('a triangle', () => {
    fc.assert(
      fc.property(point, point, point, (from, side, other) => {
        const to = closest((out) => closestOnTriangle(...from, ...side, ...other, out));
        const size = 1 + Math.hypot(...from) + Math.hypot(...side) + Math.hypot(...other);
        const least = leastDistance(from, side, other, projectOnSimplex);
        expect(Math.hypot(...to)).toBeLessThanOrEqual(least + 1e-12 * size);
        // It is a point of the triangle: no direction sees it beyond all three corners.
        const foot: Vector = [from[0] + to[0], from[1] + to[1], from[2] + to[2]];
        const edge: Vector = [other[0] - side[0], other[1] - side[1], other[2] - side[2]];
        const normal = cross(side, other);
        const directions: Vector[] = [
          normal,
          [-normal[0], -normal[1], -normal[2]],
          cross(side, normal),
          cross(normal, other),
          cross(edge, normal),
          ...[side, other, edge].flatMap((d): Vector[] => [d, [-d[0], -d[1], -d[2]]]),
        ];
        for (const direction of directions) {
          const beyond = dot(foot, direction) - Math.max(0, dot(side, direction), dot(other, direction));
          expect(beyond).toBeLessThanOrEqual(1e-12 * size * Math.hypot(...direction));
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a rectangle', () => {
    fc.assert(
      fc.property(point, vector, vector, number(-2, 2), (from, side, direction, scale) => {
        fc.pre(dot(side, side) > 0.01);
        const across = cross(side, direction);
        const other: Vector = [across[0] * scale, across[1] * scale, across[2] * scale];
        const to = closest((out) => closestOnRectangle(...from, ...side, ...other, out));
        const size = 1 + Math.hypot(...from) + Math.hypot(...side) + Math.hypot(...other);
        // Orthogonal edges: each part is found alone.
        const s = clamp(dot(from, side) / dot(side, side));
        const squared = dot(other, other);
        const t = squared > 0 ? clamp(dot(from, other) / squared) : 0;
        const left = side.map((value, k) => s * value + t * other[k] - from[k]);
        expect(Math.abs(Math.hypot(...to) - Math.hypot(...left))).toBeLessThanOrEqual(1e-12 * size);
        // No point of a fine grid on it is nearer.
        for (let i = 0; i <= 20; i++) {
          for (let j = 0; j <= 20; j++) {
            const there = side.map((value, k) => (i / 20) * value + (j / 20) * other[k] - from[k]);
            expect(Math.hypot(...there)).toBeGreaterThanOrEqual(Math.hypot(...to) - 1e-9 * size);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  test('a segment, with or without length', () => {
    fc.assert(
      fc.property(point, point, (from, side) => {
        const to = closest((out) => closestOnSegment(...from, ...side, out));
        const least = leastDistance(from, side, [0, 0, 0], (s) => [clamp(s), 0]);
        expect(Math.hypot(...to)).toBeCloseTo(least, 9);
      }),
      { numRuns: 200 },
    );
  });

  test('a plane: the way back along the normal', () => {
    expect(closest((out) => closestOnPlane(1, 2, 3, 0, 0, 1, out)).map((value) => value + 0)).toEqual([
      0, 0, -3,
    ]);
    fc.assert(
      fc.property(vector, vector, (from, direction) => {
        fc.pre(Math.hypot(...direction) > 0.1);
        const length = Math.hypot(...direction);
        const normal: Vector = [direction[0] / length, direction[1] / length, direction[2] / length];
        const to = closest((out) => closestOnPlane(...from, ...normal, out));
        expect(dot([from[0] + to[0], from[1] + to[1], from[2] + to[2]], normal)).toBeCloseTo(0, 12);
        expect(Math.hypot(...cross(to, normal))).toBeLessThan(1e-13);
      }),
    );
  });
});
