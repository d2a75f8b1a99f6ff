import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closestFraction, distanceToSegmentSquared, segmentsMeet } from './segment.ts';

const coordinate = fc.double({ min: -100, max: 100, noNaN: true });
const small = fc.integer({ min: 0, max: 4 });

test('no sampled point of a segment is nearer than the closest one', () => {
  fc.assert(
    fc.property(
      coordinate,
      coordinate,
      coordinate,
      coordinate,
      coordinate,
      coordinate,
      (px, py, ax, ay, bx, by) => {
        const nearest = distanceToSegmentSquared(px, py, ax, ay, bx, by);
        let least = Number.POSITIVE_INFINITY;
        for (let k = 0; k <= 1000; k++) {
          const t = k / 1000;
          const dx = px - (ax + t * (bx - ax));
          const dy = py - (ay + t * (by - ay));
          least = Math.min(least, dx * dx + dy * dy);
        }
        const length = Math.hypot(bx - ax, by - ay);
        expect(nearest).toBeLessThanOrEqual(least + 1e-9);
        expect(Math.sqrt(nearest)).toBeGreaterThanOrEqual(Math.sqrt(least) - length / 2000 - 1e-9);
      },
    ),
    { numRuns: 200 },
  );
});

test('the fraction is 0 and 1 beyond the ends, and 0 on a segment without length', () => {
  expect(closestFraction(-1, 5, 0, 0, 1, 0)).toBe(0);
  expect(closestFraction(2, 5, 0, 0, 1, 0)).toBe(1);
  expect(closestFraction(0.25, 5, 0, 0, 1, 0)).toBe(0.25);
  expect(closestFraction(3, 3, 1, 1, 1, 1)).toBe(0);
  expect(distanceToSegmentSquared(4, 5, 1, 1, 1, 1)).toBe(25);
});

/** Solves for the common point in exact integers; the oracle for coordinates 0 to 4. */
function meetByFractions(p: number[]): boolean {
  const [ax, ay, bx, by, cx, cy, dx, dy] = p;
  const determinant = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
  if (determinant !== 0) {
    const t = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) * Math.sign(determinant);
    const u = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) * Math.sign(determinant);
    const most = Math.abs(determinant);
    return t >= 0 && t <= most && u >= 0 && u <= most;
  }
  // Parallel or without length: they meet exactly when an end of one lies on the other.
  const on = (x: number, y: number, a: number, b: number, c: number, d: number) =>
    (c - a) * (y - b) === (d - b) * (x - a) && (x - a) * (x - c) <= 0 && (y - b) * (y - d) <= 0;
  return (
    on(ax, ay, cx, cy, dx, dy) ||
    on(bx, by, cx, cy, dx, dy) ||
    on(cx, cy, ax, ay, bx, by) ||
    on(dx, dy, ax, ay, bx, by)
  );
}

test('segments meet exactly when an exact solution says so, touching and overlapping included', () => {
  fc.assert(
    fc.property(fc.array(small, { minLength: 8, maxLength: 8 }), (p) => {
      const [ax, ay, bx, by, cx, cy, dx, dy] = p;
      expect(segmentsMeet(ax, ay, bx, by, cx, cy, dx, dy)).toBe(meetByFractions(p));
    }),
    { numRuns: 3000 },
  );
});
