import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gapToBorder } from '../border.ts';
import type { Point } from '../polygon.ts';
import { boundsOfShape, gapToShape, type Shape } from './registry.ts';

const coordinate = fc.double({ min: -10, max: 10, noNaN: true });

test('the gap to a circle is the distance of the centres less both radii, also inside', () => {
  const circle: Shape = { shape: 'circle', center: [1, 2], radius: 3 };
  expect(gapToShape(circle, 6, 2, 0.5)).toBe(1.5);
  expect(gapToShape(circle, 1, 2, 0.5)).toBe(-3.5);
});

test('the gap to a segment is never below minus the radius', () => {
  const segment: Shape = { shape: 'segment', from: [0, 0], to: [4, 0] };
  expect(gapToShape(segment, 2, 1, 0.25)).toBe(0.75);
  expect(gapToShape(segment, 2, 0, 0.25)).toBe(-0.25);
  expect(gapToShape(segment, 7, 4, 1)).toBe(4);
});

test('a box and the polygon of its corners have the same gap everywhere', () => {
  fc.assert(
    fc.property(coordinate, coordinate, (x, y) => {
      const corners: Point[] = [
        [-2, -1],
        [3, -1],
        [3, 4],
        [-2, 4],
      ];
      const box = gapToShape({ shape: 'box', min: [-2, -1], max: [3, 4] }, x, y, 0.5);
      expect(gapToShape({ shape: 'polygon', points: corners }, x, y, 0.5)).toBeCloseTo(box, 12);
      expect(gapToShape({ shape: 'polygon', points: corners.reverse() }, x, y, 0.5)).toBeCloseTo(box, 12);
    }),
    { numRuns: 500 },
  );
});

test('inside a solid shape, moving out by the depth makes the disc free', () => {
  const box: Shape = { shape: 'box', min: [0, 0], max: [10, 4] };
  expect(gapToShape(box, 5, 1, 0.5)).toBe(-1.5);
  expect(gapToShape(box, 5, -0.5, 0.5)).toBe(0);
});

test('the gap to the border is that to its nearest side', () => {
  expect(gapToBorder([0, 0], [10, 4], 9, 2, 0.25)).toBe(0.75);
  expect(gapToBorder([0, 0], [10, 4], 5, 5, 0)).toBe(-1);
});

test('a shape reaches nowhere beyond its box', () => {
  const point = fc.tuple(coordinate, coordinate);
  const shape: fc.Arbitrary<Shape> = fc.oneof(
    fc.record({
      shape: fc.constant('circle' as const),
      center: point,
      radius: fc.double({ min: 0.1, max: 5, noNaN: true }),
    }),
    fc.record({ shape: fc.constant('segment' as const), from: point, to: point }),
    fc.record({
      shape: fc.constant('polygon' as const),
      points: fc.array(point, { minLength: 3, maxLength: 8 }),
    }),
  );
  fc.assert(
    fc.property(shape, coordinate, coordinate, (it, x, y) => {
      const [minX, minY, maxX, maxY] = boundsOfShape(it);
      const outside = Math.max(minX - x, x - maxX, minY - y, y - maxY);
      fc.pre(outside > 0);
      expect(gapToShape(it, x, y, 0)).toBeGreaterThanOrEqual(outside - 1e-9);
    }),
    { numRuns: 500 },
  );
});
