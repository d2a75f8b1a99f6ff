import { productError, sumError } from '../numerics/index.ts';

/**
 * The sign that decides which side of a line a point is on. A floating-point filter answers nearly always; the rest is computed
 * exactly with expansions (Shewchuk 1997), as long as no product of two coordinates leaves the range of doubles. It does not use
 * a package of predicates: every page needs this one, and only the kinetic index needs the others.
 */

/** (3 + 16 ε) ε with ε = 2^−53: the rounding error of an area, relative to the sum of its two products. */
const ORIENT_BOUND = 3.3306690738754716e-16;

/** The sign of the area of the triangle a, b, c: 1 counter-clockwise, −1 clockwise, 0 on one line. */
export function orient(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): -1 | 0 | 1 {
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  const area = left - right;
  const bound = ORIENT_BOUND * (Math.abs(left) + Math.abs(right));
  if (area > bound) return 1;
  if (area < -bound) return -1;
  length = 0;
  addProduct(ax, by);
  addProduct(-ay, bx);
  addProduct(bx, cy);
  addProduct(-by, cx);
  addProduct(cx, ay);
  addProduct(-cy, ax);
  // The components do not overlap and grow: the last one that is not 0 has the sign of their sum.
  for (let k = length - 1; k >= 0; k--) if (terms[k] !== 0) return terms[k] > 0 ? 1 : -1;
  return 0;
}

/** The exact sum so far, as an expansion; a register of `orient`, never read across calls. */
const terms = new Float64Array(12);
let length = 0;

function addProduct(a: number, b: number): void {
  const product = a * b;
  addTerm(productError(a, b, product));
  addTerm(product);
}

/** Adds a number to the expansion exactly: Shewchuk's grow-expansion. */
function addTerm(value: number): void {
  let carried = value;
  for (let k = 0; k < length; k++) {
    const sum = carried + terms[k];
    terms[k] = sumError(carried, terms[k], sum);
    carried = sum;
  }
  terms[length++] = carried;
}
