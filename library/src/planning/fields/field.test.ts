import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createField, type FieldGrid, forEachCell, sampleField, type VelocityField } from './field.ts';

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const grid = fc.record({
  minX: number(-20, 20),
  minY: number(-20, 20),
  cell: number(0.1, 3),
  columns: fc.integer({ min: 1, max: 7 }),
  rows: fc.integer({ min: 1, max: 7 }),
  outside: fc.constantFrom('clamp' as const, 'zero' as const),
});

function filled(place: FieldGrid, vectorAt: (x: number, y: number) => readonly [number, number]) {
  const field = createField(place);
  forEachCell(field, (index, x, y) => {
    [field.u[index], field.v[index]] = vectorAt(x, y);
  });
  return field;
}

function at(field: VelocityField, x: number, y: number): [number, number] {
  const out = new Float64Array(2);
  sampleField(field, x, y, out);
  return [out[0], out[1]];
}

/** Random vectors that a seed gives, the same for the same seed. */
function noise(seed: number) {
  let state = seed >>> 0;
  return (): [number, number] => {
    const next = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 31 - 1;
    };
    return [next(), next()];
  };
}

/** Every cell of the plane weighted by a tent of one cell's width: bilinear interpolation written the other way round. */
function byTents(field: VelocityField, x: number, y: number): [number, number] {
  const { minX, minY, cell, columns, rows, outside } = field;
  const clampTo = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
  const px = outside === 'clamp' ? clampTo(x, minX + cell / 2, minX + (columns - 0.5) * cell) : x;
  const py = outside === 'clamp' ? clampTo(y, minY + cell / 2, minY + (rows - 0.5) * cell) : y;
  let [u, v] = [0, 0];
  forEachCell(field, (index, cx, cy) => {
    const weight = Math.max(0, 1 - Math.abs(px - cx) / cell) * Math.max(0, 1 - Math.abs(py - cy) / cell);
    u += weight * field.u[index];
    v += weight * field.v[index];
  });
  return [u, v];
}

describe('a velocity field', () => {
  test('is exact for linear fields, between the outermost centres', () => {
    const coefficients = fc.array(number(-3, 3), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(grid, coefficients, number(0, 1), number(0, 1), (place, [a, b, c, d, e, f], s, t) => {
        const linear = (x: number, y: number) => [a + b * x + c * y, d + e * x + f * y] as const;
        const field = filled(place, linear);
        const x = place.minX + (0.5 + s * (place.columns - 1)) * place.cell;
        const y = place.minY + (0.5 + t * (place.rows - 1)) * place.cell;
        const [u, v] = at(field, x, y);
        expect(u).toBeCloseTo(linear(x, y)[0], 9);
        expect(v).toBeCloseTo(linear(x, y)[1], 9);
      }),
    );
  });

  test('is the sum of tents over the cells, inside and outside of the grid', () => {
    fc.assert(
      fc.property(grid, fc.nat(), number(-3, 10), number(-3, 10), (place, seed, s, t) => {
        const draw = noise(seed);
        const field = filled(place, draw);
        const [x, y] = [place.minX + s * place.cell, place.minY + t * place.cell];
        const [u, v] = byTents(field, x, y);
        expect(at(field, x, y)[0]).toBeCloseTo(u, 9);
        expect(at(field, x, y)[1]).toBeCloseTo(v, 9);
      }),
    );
  });

  test('has no jump anywhere: two places that are near have vectors that are near', () => {
    const half = fc.integer({ min: -4, max: 18 }).map((k) => k / 2);
    fc.assert(
      fc.property(grid, fc.nat(), half, number(-2, 9), fc.boolean(), (place, seed, s, t, isUp) => {
        const field = filled(place, noise(seed));
        // Centres and borders of cells are at multiples of half a cell; vectors there are at most 1 on each axis.
        const x = place.minX + (isUp ? t : s) * place.cell;
        const y = place.minY + (isUp ? s : t) * place.cell;
        const step = 1e-7;
        const [dx, dy] = isUp ? [0, step] : [step, 0];
        const [before, after] = [at(field, x - dx, y - dy), at(field, x + dx, y + dy)];
        const most = (2 * 2 * step) / place.cell + 1e-12;
        expect(Math.abs(after[0] - before[0])).toBeLessThan(most);
        expect(Math.abs(after[1] - before[1])).toBeLessThan(most);
      }),
    );
  });

  test('goes on as at its edge, or falls to 0 one cell beyond the last centre', () => {
    const place = { minX: 0, minY: 0, cell: 2, columns: 3, rows: 2 };
    const clamped = filled({ ...place, outside: 'clamp' }, (x) => [x, 1]);
    expect(at(clamped, 100, 1)).toEqual([5, 1]);
    expect(at(clamped, -100, -100)).toEqual([1, 1]);
    const fading = filled({ ...place, outside: 'zero' }, (x) => [x, 1]);
    expect(at(fading, 5, 1)).toEqual([5, 1]);
    expect(at(fading, 6, 1)).toEqual([2.5, 0.5]);
    expect(at(fading, 7, 1)).toEqual([0, 0]);
    expect(at(fading, 5, -0.5)).toEqual([1.25, 0.25]);
    expect(at(fading, 1e9, -1e9)).toEqual([0, 0]);
  });

  test('is 0 at a place that is no number', () => {
    for (const outside of ['clamp', 'zero'] as const) {
      const field = filled({ minX: 0, minY: 0, cell: 1, columns: 2, rows: 2, outside }, () => [1, 1]);
      expect(at(field, Number.NaN, 1)).toEqual([0, 0]);
      expect(at(field, 1, Number.NaN)).toEqual([0, 0]);
    }
  });
});
