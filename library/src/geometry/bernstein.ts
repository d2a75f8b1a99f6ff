/**
 * Polynomials of degree 4 over [0, 1] in Bernstein form: the curve lies between the least and the greatest coefficient,
 * so five numbers of one sign prove the sign of the whole curve.
 */

/** A place of an in-circle test that moves straight: x and y at the beginning, x and y at the end. */
const PLACE = 4;
/** Rounding errors of a coefficient, and of the halvings and evaluations after it, relative to the sum of products. */
const ROUNDING = 1.5e-14;
/** Halvings of [0, 1] before an interval is as good as a point. */
const DEEPEST = 44;
const DEGREE = 4;
const COUNT = DEGREE + 1;

/** Room for halving; one for each caller. */
export type Halving = { levels: Float64Array };

export function createHalving(): Halving {
  return { levels: new Float64Array((DEEPEST + 2) * COUNT) };
}

/**
 * The in-circle determinant of four points a, b, c, d that move straight from s = 0 to s = 1, positive while d is inside
 * the circle of a counter-clockwise a, b, c. Writes its five coefficients and returns a bound on their rounding errors.
 * Entries relative to d are of degree 1, 1 and 2, so the determinant is of degree 4.
 */
export function inCircleCoefficients(quad: Float64Array, coefficients: Float64Array): number {
  const dx0 = quad[3 * PLACE];
  const dy0 = quad[3 * PLACE + 1];
  const dx1 = quad[3 * PLACE + 2];
  const dy1 = quad[3 * PLACE + 3];
  const ax0 = quad[0] - dx0;
  const ay0 = quad[1] - dy0;
  const ax1 = quad[2] - dx1;
  const ay1 = quad[3] - dy1;
  const bx0 = quad[4] - dx0;
  const by0 = quad[5] - dy0;
  const bx1 = quad[6] - dx1;
  const by1 = quad[7] - dy1;
  const cx0 = quad[8] - dx0;
  const cy0 = quad[9] - dy0;
  const cx1 = quad[10] - dx1;
  const cy1 = quad[11] - dy1;
  const a0 = ax0 * ax0 + ay0 * ay0;
  const a1 = ax0 * ax1 + ay0 * ay1;
  const a2 = ax1 * ax1 + ay1 * ay1;
  const b0 = bx0 * bx0 + by0 * by0;
  const b1 = bx0 * bx1 + by0 * by1;
  const b2 = bx1 * bx1 + by1 * by1;
  const c0 = cx0 * cx0 + cy0 * cy0;
  const c1 = cx0 * cx1 + cy0 * cy1;
  const c2 = cx1 * cx1 + cy1 * cy1;
  const bc0 = bx0 * cy0 - by0 * cx0;
  const bc1 = (bx0 * cy1 - by0 * cx1 + (bx1 * cy0 - by1 * cx0)) / 2;
  const bc2 = bx1 * cy1 - by1 * cx1;
  const ca0 = cx0 * ay0 - cy0 * ax0;
  const ca1 = (cx0 * ay1 - cy0 * ax1 + (cx1 * ay0 - cy1 * ax0)) / 2;
  const ca2 = cx1 * ay1 - cy1 * ax1;
  const ab0 = ax0 * by0 - ay0 * bx0;
  const ab1 = (ax0 * by1 - ay0 * bx1 + (ax1 * by0 - ay1 * bx0)) / 2;
  const ab2 = ax1 * by1 - ay1 * bx1;
  coefficients[0] = a0 * bc0 + b0 * ca0 + c0 * ab0;
  coefficients[1] = (a0 * bc1 + a1 * bc0 + (b0 * ca1 + b1 * ca0) + (c0 * ab1 + c1 * ab0)) / 2;
  coefficients[2] =
    (a0 * bc2 +
      a2 * bc0 +
      (b0 * ca2 + b2 * ca0) +
      (c0 * ab2 + c2 * ab0) +
      4 * (a1 * bc1 + b1 * ca1 + c1 * ab1)) /
    6;
  coefficients[3] = (a1 * bc2 + a2 * bc1 + (b1 * ca2 + b2 * ca1) + (c1 * ab2 + c2 * ab1)) / 2;
  coefficients[4] = a2 * bc2 + b2 * ca2 + c2 * ab2;
  const a = a0 > a2 ? a0 : a2;
  const b = b0 > b2 ? b0 : b2;
  const c = c0 > c2 ? c0 : c2;
  return ROUNDING * (a * b + b * c + c * a);
}

/** Whether the whole curve is below a level. */
export function isBelow(coefficients: Float64Array, level: number): boolean {
  return (
    coefficients[0] < level &&
    coefficients[1] < level &&
    coefficients[2] < level &&
    coefficients[3] < level &&
    coefficients[4] < level
  );
}

/** The value at s. */
export function valueAt(coefficients: Float64Array, s: number): number {
  const t = 1 - s;
  const s2 = s * s;
  const t2 = t * t;
  return (
    coefficients[0] * t2 * t2 +
    4 * coefficients[1] * t2 * t * s +
    6 * coefficients[2] * t2 * s2 +
    4 * coefficients[3] * t * s2 * s +
    coefficients[4] * s2 * s2
  );
}

/**
 * When the curve rises above zero, at `from` or after it: 2 if it does not. It counts as above where it is above
 * `bound`, the uncertainty of its values; the time is that of the zero before. So a curve that is zero all the time, or
 * touches it, does not rise, and of a curve and its negative at most one rises at a time.
 */
export function firstRise(halving: Halving, coefficients: Float64Array, bound: number, from: number): number {
  if (isBelow(coefficients, bound) || from > 1) return 2;
  const { levels } = halving;
  for (let k = 0; k < COUNT; k++) levels[k] = coefficients[k];
  if (from > 0) keepRight(levels, from);
  // Depth first, the left half before the right: [low, low + width] in fractions of [from, 1].
  let low = 0;
  let width = 1;
  let depth = 0;
  const span = 1 - from;
  for (;;) {
    const at = depth * COUNT;
    if (isSure(levels, at, bound)) {
      // Skipped: this part does not rise. The next one to the right lies one or more levels up.
      low += width;
      while (depth > 0 && isRightEnd(low, width)) {
        depth--;
        width *= 2;
      }
      if (depth === 0) return 2;
      halveAgain(levels, depth);
      continue;
    }
    if (levels[at] > bound || depth === DEEPEST) return from + low * span;
    if (levels[at] <= 0 && risesOnce(levels, at)) {
      return zeroBetween(coefficients, from + low * span, Math.min(1, from + (low + width) * span));
    }
    depth++;
    width /= 2;
    splitLeft(levels, depth);
  }
}

/** No coefficient is above the bound. */
function isSure(levels: Float64Array, at: number, bound: number): boolean {
  for (let k = at; k < at + COUNT; k++) if (levels[k] > bound) return false;
  return true;
}

/** Whether the part of this width that ended at `low` was a right half. */
function isRightEnd(low: number, width: number): boolean {
  return Math.floor(low / width) % 2 === 0;
}

/** One change of sign among the coefficients, from below to above: one zero. */
function risesOnce(levels: Float64Array, at: number): boolean {
  let above = false;
  for (let k = at; k < at + COUNT; k++) {
    if (levels[k] > 0) above = true;
    else if (above) return false;
  }
  return above && levels[at + DEGREE] > 0;
}

/** Level `depth` becomes the left half of the level above it. */
function splitLeft(levels: Float64Array, depth: number): void {
  const up = (depth - 1) * COUNT;
  const at = depth * COUNT;
  const b0 = levels[up];
  const b1 = levels[up + 1];
  const b2 = levels[up + 2];
  const b3 = levels[up + 3];
  const b4 = levels[up + 4];
  levels[at] = b0;
  levels[at + 1] = (b0 + b1) / 2;
  levels[at + 2] = (b0 + 2 * b1 + b2) / 4;
  levels[at + 3] = (b0 + 3 * b1 + 3 * b2 + b3) / 8;
  levels[at + 4] = (b0 + 4 * b1 + 6 * b2 + 4 * b3 + b4) / 16;
}

/** Level `depth`, a left half that is done with, becomes the right half of the level above it. */
function halveAgain(levels: Float64Array, depth: number): void {
  const up = (depth - 1) * COUNT;
  const at = depth * COUNT;
  const b0 = levels[up];
  const b1 = levels[up + 1];
  const b2 = levels[up + 2];
  const b3 = levels[up + 3];
  const b4 = levels[up + 4];
  levels[at] = (b0 + 4 * b1 + 6 * b2 + 4 * b3 + b4) / 16;
  levels[at + 1] = (b1 + 3 * b2 + 3 * b3 + b4) / 8;
  levels[at + 2] = (b2 + 2 * b3 + b4) / 4;
  levels[at + 3] = (b3 + b4) / 2;
  levels[at + 4] = b4;
}

/** The first level becomes the part of it right of s, by de Casteljau. */
function keepRight(levels: Float64Array, s: number): void {
  for (let round = DEGREE; round > 0; round--) {
    for (let k = 0; k < round; k++) levels[k] += s * (levels[k + 1] - levels[k]);
  }
}

/** The zero between two places, below or on zero at the first and above at the second: false position, kept from stalling. */
function zeroBetween(coefficients: Float64Array, left: number, right: number): number {
  let low = left;
  let high = right;
  let lowValue = valueAt(coefficients, low);
  let highValue = valueAt(coefficients, high);
  if (highValue <= 0) return high;
  // A curve that begins on zero may fall first: the zero meant is the one after which it is above.
  if (lowValue >= 0) lowValue = -highValue;
  for (let round = 0; round < 80; round++) {
    // Every third guess is the middle, so that the interval halves whatever the shape of the curve.
    const middle = low + (high - low) / 2;
    const guess = low - (lowValue * (high - low)) / (highValue - lowValue);
    const s = round % 3 === 2 || !(guess > low && guess < high) ? middle : guess;
    if (s <= low || s >= high) break;
    const value = valueAt(coefficients, s);
    if (value > 0) {
      high = s;
      highValue = value;
      lowValue /= 2;
    } else {
      low = s;
      lowValue = value < 0 ? value : -highValue;
      highValue /= 2;
    }
    if (high - low < 1e-16 * high) break;
  }
  return high;
}
