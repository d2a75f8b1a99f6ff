import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orientation } from './orientation.ts';

/** The exact sign for coordinates that are multiples of 2^−60 and below 2^20. */
function exactSign(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const [AX, AY, BX, BY, CX, CY] = [ax, ay, bx, by, cx, cy].map((value) => {
    const high = Math.trunc(value * 2 ** 30);
    return BigInt(high) * 2n ** 30n + BigInt((value - high / 2 ** 30) * 2 ** 60);
  });
  const area = (AX - CX) * (BY - CY) - (AY - CY) * (BX - CX);
  return area > 0n ? 1 : area < 0n ? -1 : 0;
}

test('left turns are positive, right turns negative, straight lines zero', () => {
  expect(orientation(0, 0, 1, 0, 0, 1)).toBe(1);
  expect(orientation(0, 0, 1, 0, 0, -1)).toBe(-1);
  expect(orientation(0, 0, 1, 1, 3, 3)).toBe(0);
});

test('the sign is exact next to a line, where plain arithmetic errs', () => {
  const step = 2 ** -53;
  let rounded = 0;
  for (let i = 0; i < 64; i++) {
    for (let j = 0; j < 64; j++) {
      const x = 0.5 + i * step;
      const y = 0.5 + j * step;
      const exact = exactSign(x, y, 12, 12, 24, 24);
      expect(orientation(x, y, 12, 12, 24, 24)).toBe(exact);
      if (Math.sign((x - 24) * (12 - 24) - (y - 24) * (12 - 24)) !== exact) rounded++;
    }
  }
  // The naive formula is wrong often enough to show that the test tests something.
  expect(rounded).toBeGreaterThan(100);
});

test('the sign turns with the order of the points', () => {
  const coordinate = fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  );
  fc.assert(
    fc.property(
      fc.tuple(coordinate, coordinate, coordinate, coordinate, coordinate, coordinate),
      (points) => {
        const [ax, ay, bx, by, cx, cy] = points;
        const sign = orientation(ax, ay, bx, by, cx, cy);
        expect(orientation(bx, by, cx, cy, ax, ay)).toBe(sign);
        expect(orientation(bx, by, ax, ay, cx, cy) + sign).toBe(0);
      },
    ),
    { numRuns: 500 },
  );
});
