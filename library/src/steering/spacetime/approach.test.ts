import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closestApproachSquared, segmentGapSquared } from './approach.ts';

const metre = fc.double({ min: -3, max: 3, noNaN: true });
const point = fc.tuple(metre, metre);

/** The minimum of a convex function on 0 … 1. */
function leastOf(distance: (t: number) => number): number {
  let low = 0;
  let high = 1;
  for (let i = 0; i < 100; i++) {
    const third = (high - low) / 3;
    if (distance(low + third) <= distance(high - third)) high -= third;
    else low += third;
  }
  return Math.min(distance(0), distance(1), distance(low));
}

describe('closestApproachSquared', () => {
  it('is the least distance of two uniform motions', () => {
    fc.assert(
      fc.property(point, point, ([px, py], [ux, uy]) => {
        const least = leastOf((t) => Math.hypot(px + t * ux, py + t * uy));
        expect(Math.sqrt(closestApproachSquared(px, py, ux, uy))).toBeCloseTo(least, 6);
      }),
    );
  });

  it('is never above the distance at the start, to the bit', () => {
    fc.assert(
      fc.property(point, point, ([px, py], [ux, uy]) => {
        expect(closestApproachSquared(px, py, ux, uy)).toBeLessThanOrEqual(px * px + py * py);
      }),
    );
  });

  it('is the distance between two at rest', () => {
    expect(closestApproachSquared(3, 4, 0, 0)).toBe(25);
  });
});

describe('segmentGapSquared', () => {
  it('is the least distance of two segments', () => {
    fc.assert(
      fc.property(point, point, point, point, ([ax, ay], [bx, by], [cx, cy], [dx, dy]) => {
        // The distance of a point of the one to the other is convex, and so is its minimum along the first.
        const least = leastOf((s) =>
          leastOf((t) =>
            Math.hypot(ax + s * (bx - ax) - cx - t * (dx - cx), ay + s * (by - ay) - cy - t * (dy - cy)),
          ),
        );
        const gap = segmentGapSquared(ax, ay, bx, by, cx, cy, dx, dy);
        expect(Math.sqrt(gap)).toBeCloseTo(least, 5);
      }),
      { numRuns: 60 },
    );
  });

  it('is 0 where they cross or touch', () => {
    expect(segmentGapSquared(0, 0, 2, 2, 0, 2, 2, 0)).toBe(0);
    expect(segmentGapSquared(0, 0, 2, 0, 1, 0, 1, 5)).toBe(0);
    expect(segmentGapSquared(0, 0, 2, 0, 1, 0, 5, 0)).toBe(0);
    expect(segmentGapSquared(0, 0, 2, 0, 3, 0, 5, 0)).toBe(1);
  });
});
