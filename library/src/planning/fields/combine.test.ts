import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Shape } from '../../geometry/index.ts';
import { blendFields, maskField, smoothStep, sumFields, tabulateFormulas } from './combine.ts';
import { createField, forEachCell, sampleField, type VelocityField } from './field.ts';
import { parseFormula } from './formula.ts';

const place = { minX: -4, minY: -3, cell: 0.5, columns: 16, rows: 12, outside: 'clamp' as const };
const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const coordinates = fc.tuple(number(-6, 6), number(-5, 5));

function formulaField(u: string, v: string, grid = place): VelocityField {
  const field = createField(grid);
  const [first, second] = [u, v].map((text) => {
    const parsed = parseFormula(text);
    if ('problem' in parsed) throw new Error(parsed.problem.message);
    return parsed.formula;
  });
  tabulateFormulas(field, first, second);
  return field;
}

const whirl = formulaField('-y', 'x');
const wave = formulaField('sin(x)', 'cos(y) * x');
const disc: Shape = { shape: 'circle', center: [0.5, 0], radius: 1.5 };

function made(fill: (field: VelocityField) => void, grid = place): VelocityField {
  const field = createField(grid);
  fill(field);
  return field;
}

function at(field: VelocityField, [x, y]: readonly [number, number]): [number, number] {
  const out = new Float64Array(2);
  sampleField(field, x, y, out);
  return [out[0], out[1]];
}

describe('a combination of fields', () => {
  test('the sum is the sum at every place, not only at the centres', () => {
    const field = made((empty) =>
      sumFields(empty, [
        { field: whirl, scale: 0.5 },
        { field: wave, scale: -2 },
      ]),
    );
    fc.assert(
      fc.property(coordinates, (p) => {
        for (const axis of [0, 1] as const) {
          expect(at(field, p)[axis]).toBeCloseTo(0.5 * at(whirl, p)[axis] - 2 * at(wave, p)[axis], 9);
        }
      }),
    );
  });

  test('of one field with the scale 1 is that field, to the bit, and with −1 added it is 0', () => {
    const same = made((empty) => sumFields(empty, [{ field: wave, scale: 1 }]));
    expect(same.u).toEqual(wave.u);
    expect(same.v).toEqual(wave.v);
    const nothing = made((empty) =>
      sumFields(empty, [
        { field: wave, scale: 1 },
        { field: wave, scale: -1 },
      ]),
    );
    expect([...nothing.u, ...nothing.v].every((value) => value === 0)).toBe(true);
  });

  test('on another grid takes the vectors that the field has there', () => {
    const finer = { ...place, cell: 0.2, columns: 40, rows: 30 };
    const field = made((empty) => sumFields(empty, [{ field: wave, scale: 1 }]), finer);
    forEachCell(field, (index, x, y) => {
      expect([field.u[index], field.v[index]]).toEqual(at(wave, [x, y]));
    });
  });

  test('a mask and its opposite add up to the field', () => {
    for (const fade of [0, 0.7, 3]) {
      const inside = made((empty) => maskField(empty, wave, disc, fade, 'inside'));
      const outside = made((empty) => maskField(empty, wave, disc, fade, 'outside'));
      forEachCell(inside, (index, x, y) => {
        expect(inside.u[index] + outside.u[index]).toBeCloseTo(wave.u[index], 12);
        expect(inside.v[index] + outside.v[index]).toBeCloseTo(wave.v[index], 12);
        const away = Math.hypot(x - 0.5, y) - 1.5;
        if (away <= 0) expect(inside.v[index]).toBe(wave.v[index]);
        if (away >= fade && away > 0) expect(inside.v[index]).toBe(0);
      });
    }
  });

  test('a mask follows a polygon', () => {
    const corner: Shape = {
      shape: 'polygon',
      points: [
        [-4, -3],
        [4, -3],
        [-4, 3],
      ],
    };
    const field = made((empty) => maskField(empty, formulaField('1', '0'), corner, 0, 'inside'));
    forEachCell(field, (index, x, y) => {
      // Centres are never on the slanted side 3x + 4y = 0 but where both are 0 modulo its step.
      if (3 * x + 4 * y !== 0) expect(field.u[index]).toBe(3 * x + 4 * y < 0 ? 1 : 0);
    });
  });

  test('a blend is the near one near, the far one far, and halfway the mean', () => {
    const point: Shape = { shape: 'circle', center: [0.25, 0.25], radius: 0 };
    const field = made((empty) => blendFields(empty, whirl, wave, point, [1, 3]));
    forEachCell(field, (index, x, y) => {
      const distance = Math.hypot(x - 0.25, y - 0.25);
      const t = Math.min(1, Math.max(0, (distance - 1) / 2));
      const share = 3 * t ** 2 - 2 * t ** 3;
      expect(field.u[index]).toBeCloseTo((1 - share) * whirl.u[index] + share * wave.u[index], 12);
      if (distance <= 1) expect(field.v[index]).toBe(whirl.v[index]);
      if (distance >= 3) expect(field.v[index]).toBe(wave.v[index]);
    });
    // (2.25, 0.25) is a centre, 2 m away.
    const middle = 6 * place.columns + 12;
    expect(field.u[middle]).toBe((whirl.u[middle] + wave.u[middle]) / 2);
  });

  test('blended with itself it is itself, from inside a region to far outside', () => {
    const field = made((empty) => blendFields(empty, wave, wave, disc, [0, 2]));
    field.u.forEach((value, index) => {
      expect(value).toBeCloseTo(wave.u[index], 12);
    });
  });

  test('goes over without a jump or a kink', () => {
    expect([-1, 0, 1, 2, 5].map((value) => smoothStep(0, 2, value))).toEqual([0, 0, 0.5, 1, 1]);
    expect([0, 1, 1.0000001].map((value) => smoothStep(1, 1, value))).toEqual([0, 0, 1]);
    fc.assert(
      fc.property(number(-1, 4), (value) => {
        const slope = (smoothStep(0, 2, value + 1e-6) - smoothStep(0, 2, value - 1e-6)) / 2e-6;
        const t = Math.min(1, Math.max(0, value / 2));
        expect(slope).toBeCloseTo(3 * t * (1 - t), 4);
      }),
    );
  });
});
