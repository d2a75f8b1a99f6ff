/**
 * The exact sign of the area of the triangle a, b, c: 1 counter-clockwise, −1 clockwise, 0 on one line.
 *
 * A floating-point filter answers nearly always; the rest is computed with expansions (Shewchuk 1997), so
 * that topology never depends on rounding. Exact as long as no product of two coordinates leaves the range
 * 1e-290 to 1e300.
 */
export function orientation(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): -1 | 0 | 1 {
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  const area = left - right;
  const bound = filterBound * (Math.abs(left) + Math.abs(right));
  if (area > bound) return 1;
  if (area < -bound) return -1;
  return exactOrientation(ax, ay, bx, by, cx, cy);
}

/** (3 + 16 ε) ε with ε = 2^−53: the rounding error of the area, relative to the sum of its two products. */
const filterBound = 3.3306690738754716e-16;

/** 2^27 + 1 cuts a double into two halves whose products are exact. */
const splitter = 134217729;

/** ax·by − ay·bx + bx·cy − by·cx + cx·ay − cy·ax as an exact sum of doubles; its last term carries the sign. */
function exactOrientation(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): -1 | 0 | 1 {
  const terms: number[] = [];
  addProduct(terms, ax, by);
  addProduct(terms, -ay, bx);
  addProduct(terms, bx, cy);
  addProduct(terms, -by, cx);
  addProduct(terms, cx, ay);
  addProduct(terms, -cy, ax);
  for (let k = terms.length - 1; k >= 0; k--) {
    if (terms[k] > 0) return 1;
    if (terms[k] < 0) return -1;
  }
  return 0;
}

function addProduct(terms: number[], a: number, b: number): void {
  const product = a * b;
  const aHigh = splitter * a - (splitter * a - a);
  const bHigh = splitter * b - (splitter * b - b);
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  addTerm(terms, aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow));
  addTerm(terms, product);
}

/** Adds one double to a non-overlapping expansion, smallest term first; the sum stays exact. */
function addTerm(terms: number[], value: number): void {
  let sum = value;
  for (let k = 0; k < terms.length; k++) {
    const next = sum + terms[k];
    const virtual = next - sum;
    terms[k] = sum - (next - virtual) + (terms[k] - virtual);
    sum = next;
  }
  terms.push(sum);
}
