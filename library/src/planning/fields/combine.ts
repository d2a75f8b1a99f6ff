import { gapToShape, type Shape } from '../../geometry/index.ts';
import { forEachCell, sampleField, type VelocityField } from './field.ts';
import type { Formula } from './formula.ts';

/** Fields made of others or of formulas. Each fills an empty field, cell by cell; grids need not be the same. */

export function tabulateFormulas(field: VelocityField, u: Formula, v: Formula): void {
  forEachCell(field, (index, x, y) => {
    field.u[index] = u(x, y);
    field.v[index] = v(x, y);
  });
}

/** Σ scale × field. */
export function sumFields(
  field: VelocityField,
  terms: readonly { field: VelocityField; scale: number }[],
): void {
  const vector = new Float64Array(2);
  forEachCell(field, (index, x, y) => {
    for (const term of terms) {
      sampleField(term.field, x, y, vector);
      field.u[index] += term.scale * vector[0];
      field.v[index] += term.scale * vector[1];
    }
  });
}

/**
 * A field where a region is, and 0 elsewhere, or the other way round; the change takes `fade` metres outside of the
 * region.
 */
export function maskField(
  field: VelocityField,
  masked: VelocityField,
  region: Shape,
  fade: number,
  keep: 'inside' | 'outside',
): void {
  const vector = new Float64Array(2);
  forEachCell(field, (index, x, y) => {
    const away = smoothStep(0, fade, gapToShape(region, x, y, 0));
    const share = keep === 'inside' ? 1 - away : away;
    // Not 0 × vector, which would leave −0.
    if (share === 0) return;
    sampleField(masked, x, y, vector);
    field.u[index] = share * vector[0];
    field.v[index] = share * vector[1];
  });
}

/** One field near to a region and another far from it; between the two distances it goes over smoothly. */
export function blendFields(
  field: VelocityField,
  near: VelocityField,
  far: VelocityField,
  from: Shape,
  [begin, end]: readonly [number, number],
): void {
  const one = new Float64Array(2);
  const other = new Float64Array(2);
  forEachCell(field, (index, x, y) => {
    const share = smoothStep(begin, end, Math.max(0, gapToShape(from, x, y, 0)));
    sampleField(near, x, y, one);
    sampleField(far, x, y, other);
    field.u[index] = (1 - share) * one[0] + share * other[0];
    field.v[index] = (1 - share) * one[1] + share * other[1];
  });
}

/** 0 up to `begin`, 1 from `end` on, 3t² − 2t³ between them; a step where they are one. */
export function smoothStep(begin: number, end: number, value: number): number {
  if (value <= begin) return 0;
  if (value >= end) return 1;
  const part = (value - begin) / (end - begin);
  return part * part * (3 - 2 * part);
}
