import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createField, forEachCell } from './field.ts';
import { paintStrokes, type Stroke, strokeWork } from './strokes.ts';

const place = { minX: -6, minY: -5, cell: 0.75, columns: 16, rows: 14, outside: 'zero' as const };
const coordinate = fc.integer({ min: -32, max: 32 }).map((k) => k / 4);
const points = fc
  .array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 5 })
  .filter((list) => list.every((p, k) => k === 0 || p[0] !== list[k - 1][0] || p[1] !== list[k - 1][1]));
const stroke = fc.record({
  points,
  width: fc.double({ min: 0.5, max: 8, noNaN: true }),
  strength: fc.double({ min: -2, max: 2, noNaN: true }),
});

function painted(strokes: readonly Stroke[]) {
  const field = createField(place);
  paintStrokes(field, strokes);
  return field;
}

/** The distance to a line by looking at many of its points, and the greatest error of it. */
function distanceByPoints(line: Stroke['points'], x: number, y: number): { least: number; error: number } {
  let least = Number.POSITIVE_INFINITY;
  let error = 0;
  for (let k = 0; k + 1 < line.length; k++) {
    const [[ax, ay], [bx, by]] = [line[k], line[k + 1]];
    const parts = 2000;
    error = Math.max(error, Math.hypot(bx - ax, by - ay) / parts);
    for (let i = 0; i <= parts; i++) {
      const t = i / parts;
      least = Math.min(least, Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)));
    }
  }
  return { least, error };
}

describe('strokes', () => {
  test('have the strength (1 − (d / r)²)² at a distance d, found by points along the line', () => {
    fc.assert(
      fc.property(stroke, (one) => {
        const field = painted([one]);
        const radius = one.width / 2;
        let looked = 0;
        forEachCell(field, (index, x, y) => {
          // Every 7th cell: the oracle is slow.
          if (index % 7 !== 0) return;
          looked++;
          const { least, error } = distanceByPoints(one.points, x, y);
          const part = Math.min(1, least / radius);
          const expected = Math.abs(one.strength) * (1 - part * part) ** 2;
          const size = Math.hypot(field.u[index], field.v[index]);
          // The slope of the weight is below 1.6 per radius.
          expect(Math.abs(size - expected)).toBeLessThan((1.6 * 2 * error) / radius + 1e-9);
          if (one.points.length > 2) return;
          // A single piece: the vector is the strength along it.
          const [[ax, ay], [bx, by]] = one.points;
          const length = Math.hypot(bx - ax, by - ay);
          expect(field.u[index]).toBeCloseTo((Math.sign(one.strength) * size * (bx - ax)) / length, 9);
          expect(field.v[index]).toBeCloseTo((Math.sign(one.strength) * size * (by - ay)) / length, 9);
        });
        expect(looked).toBe(32);
      }),
      { numRuns: 15 },
    );
  });

  test('go along a straight line, at full strength in its middle and against it with a negative one', () => {
    const line: Stroke = {
      points: [
        [-6, -4.625],
        [6, -4.625],
      ],
      width: 2,
      strength: 1.5,
    };
    const field = painted([line]);
    expect([field.u[3], field.v[3]]).toEqual([1.5, 0]);
    const back = painted([{ ...line, strength: -1.5 }]);
    expect(back.u[3]).toBe(-1.5);
    expect(field.u[3 + 2 * place.columns]).toBe(0);
  });

  test('turn evenly at a corner: the bisector at the corner itself', () => {
    const field = painted([
      {
        points: [
          [-6, 0.625],
          [0.375, 0.625],
          [0.375, 6],
        ],
        width: 3,
        strength: 1,
      },
    ]);
    const index = 7 * place.columns + 8;
    expect(field.u[index]).toBeCloseTo(Math.SQRT1_2, 12);
    expect(field.v[index]).toBeCloseTo(Math.SQRT1_2, 12);
  });

  test('are painted over one another: the weighted sum of the single ones, divided where it is more than 1', () => {
    fc.assert(
      fc.property(fc.array(stroke, { minLength: 1, maxLength: 4 }), (strokes) => {
        const together = painted(strokes);
        const single = strokes.map((one) => painted([{ ...one, strength: 1 }]));
        forEachCell(together, (index) => {
          const weights = single.map(({ u, v }) => Math.hypot(u[index], v[index]));
          const total = weights.reduce((sum, weight) => sum + weight, 0);
          const sum = (column: 'u' | 'v') =>
            single.reduce((value, field, k) => value + strokes[k].strength * field[column][index], 0);
          expect(together.u[index]).toBeCloseTo(sum('u') / Math.max(1, total), 9);
          expect(together.v[index]).toBeCloseTo(sum('v') / Math.max(1, total), 9);
          const strongest = Math.max(...strokes.map(({ strength }) => Math.abs(strength)));
          expect(Math.hypot(together.u[index], together.v[index])).toBeLessThanOrEqual(strongest + 1e-9);
        });
      }),
      { numRuns: 40 },
    );
  });

  test('outside of the field paint nothing and cost nothing', () => {
    const far: Stroke = {
      points: [
        [100, 100],
        [200, 100],
      ],
      width: 4,
      strength: 1,
    };
    expect(painted([far]).u.every((value) => value === 0)).toBe(true);
    expect(strokeWork(place, far)).toBe(0);
    const across: Stroke = {
      points: [
        [-100, -100],
        [100, 100],
      ],
      width: 4,
      strength: 1,
    };
    expect(strokeWork(place, across)).toBe(place.columns * place.rows);
  });
});
