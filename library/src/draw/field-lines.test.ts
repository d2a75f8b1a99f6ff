import { describe, expect, test } from 'vitest';
import { type DirectionSampler, traceStreamlines } from './field-lines.ts';

const box = { minX: -10, minY: -8, maxX: 10, maxY: 8 };

const vectors =
  (vectorAt: (x: number, y: number) => readonly [number, number]): DirectionSampler =>
  (x, y, out) => {
    [out[0], out[1]] = vectorAt(x, y);
    return true;
  };

const whirl = vectors((x, y) => [-y, x]);
const saddle = vectors((x, y) => [x, -y]);
const wavy = vectors((x, y) => [1, Math.sin(x) + 0.3 * y]);
const fields = { whirl, saddle, wavy };

/** Distance between two lines, by all of their points. */
function gap(a: { x: number[]; y: number[] }, b: { x: number[]; y: number[] }): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < a.x.length; i++)
    for (let j = 0; j < b.x.length; j++) {
      least = Math.min(least, Math.hypot(a.x[i] - b.x[j], a.y[i] - b.y[j]));
    }
  return least;
}

describe('streamlines', () => {
  test.each(Object.entries(fields))(
    'of a %s never come nearer to one another than half the distance',
    (_, field) => {
      const lines = traceStreamlines(field, box, 1);
      expect(lines.length).toBeGreaterThan(10);
      for (let i = 0; i < lines.length; i++) {
        for (let j = 0; j < i; j++) expect(gap(lines[i], lines[j])).toBeGreaterThanOrEqual(0.5);
      }
    },
  );

  test.each(Object.entries(fields))('of a %s leave no hole: everywhere one is near', (_, field) => {
    const lines = traceStreamlines(field, box, 1);
    const points = lines.flatMap(({ x, y }) => x.map((px, k) => [px, y[k]]));
    // Lines stop at half the distance from others, and short lines are not drawn: some gaps are a bit more than one distance.
    let empty = 0;
    let looked = 0;
    for (let x = -9.75; x < 10; x += 0.5) {
      for (let y = -7.75; y < 8; y += 0.5) {
        looked++;
        const near = Math.min(...points.map(([px, py]) => Math.hypot(px - x, py - y)));
        expect(near).toBeLessThan(2);
        if (near > 1) empty++;
      }
    }
    expect(empty / looked).toBeLessThan(0.02);
  });

  test('follow the field: on circles round its centre, against the clock not at all', () => {
    const lines = traceStreamlines(whirl, box, 1);
    expect(lines.some(({ isClosed }) => isClosed)).toBe(true);
    for (const { x, y } of lines) {
      const radius = Math.hypot(x[0], y[0]);
      x.forEach((px, k) => {
        expect(Math.abs(Math.hypot(px, y[k]) - radius)).toBeLessThan(0.03);
        // Counter-clockwise, as the field turns.
        if (k > 0) expect(x[k - 1] * y[k] - y[k - 1] * px).toBeGreaterThan(0);
      });
    }
  });

  test('keep to where the field has a direction, and find every part of it', () => {
    const islands: DirectionSampler = (x, y, out) => {
      [out[0], out[1]] = [1, 0];
      return Math.abs(Math.abs(x) - 6) < 2.5 && Math.abs(y) < 4;
    };
    const lines = traceStreamlines(islands, box, 0.8);
    for (const { x, y } of lines) {
      x.forEach((px, k) => {
        expect(Math.abs(Math.abs(px) - 6)).toBeLessThanOrEqual(2.5 + 0.2);
        expect(Math.abs(y[k])).toBeLessThanOrEqual(4);
      });
    }
    expect(lines.some(({ x }) => x[0] < 0)).toBe(true);
    expect(lines.some(({ x }) => x[0] > 0)).toBe(true);
    expect(traceStreamlines(() => false, box, 1)).toEqual([]);
    expect(
      traceStreamlines(
        vectors(() => [0, 0]),
        box,
        1,
      ),
    ).toEqual([]);
    expect(
      traceStreamlines(
        vectors(() => [Number.NaN, 1]),
        box,
        1,
      ),
    ).toEqual([]);
  });

  test('are the same for the same field', () => {
    expect(traceStreamlines(wavy, box, 0.7)).toEqual(traceStreamlines(wavy, box, 0.7));
  });
});
