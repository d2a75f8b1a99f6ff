// The definition of sight in exact arithmetic: doubles are whole numbers times a power of two, and so is the fraction of a
// step. An agent that walks along a wall is exactly on it; places that are rounded to doubles lie beside it.

/** Every double is a whole multiple of 2 ** -1074. */
const DIGITS = 1074;
const ONE = 1n << BigInt(DIGITS);

/** A double as a multiple of 2 ** -1074. */
export function wholeOf(value) {
  const bits = new BigUint64Array(Float64Array.of(value).buffer)[0];
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & ((1n << 52n) - 1n);
  const size = exponent === 0n ? fraction : (fraction | (1n << 52n)) << (exponent - 1n);
  return value < 0 ? -size : size;
}

/** The place between two at a fraction, as a multiple of 2 ** -2148. */
function between(from, to, fraction) {
  const start = wholeOf(from);
  return start * ONE + fraction * (wholeOf(to) - start);
}

const cross = ([ax, ay], [bx, by], [cx, cy]) => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
const dot = ([ax, ay], [bx, by], [cx, cy]) => (bx - ax) * (cx - ax) + (by - ay) * (cy - ay);
const square = (a, b) => dot(a, b, b);
const sign = (value) => (value > 0n ? 1 : value < 0n ? -1 : 0);

/** Whether the closed wall from a to b meets the open segment from p to q. */
function wallHides(p, q, a, b) {
  const [sideA, sideB] = [sign(cross(p, q, a)), sign(cross(p, q, b))];
  if (sideA !== 0 || sideB !== 0)
    return sideA * sideB <= 0 && sign(cross(a, b, p)) * sign(cross(a, b, q)) < 0;
  const [low, high] = [dot(p, q, a), dot(p, q, b)].sort((x, y) => sign(x - y));
  return high > 0n && low < square(p, q);
}

function discHides(p, q, c, radius) {
  const limit = radius * radius;
  if (square(p, c) < limit || square(q, c) < limit) return true;
  const whole = square(p, q);
  const along = dot(p, q, c);
  return along > 0n && along < whole && cross(p, q, c) ** 2n < limit * whole;
}

/**
 * Whether q is within the view of p and nothing stands between them, at a fraction of the step. Each thing is a list of pairs
 * of numbers, at both ends of the step: `p` and `q` are x and y, `elements` the two ends and the radius, which stays.
 */
export function isVisibleExactly({ p, q, view, elements }, fraction) {
  const s = wholeOf(fraction);
  const place = ([x, y]) => [between(...x, s), between(...y, s)];
  const [from, to] = [place(p), place(q)];
  if (square(from, to) > between(...view, s) ** 2n) return false;
  return !elements.some(({ start, end, radius }) =>
    radius > 0
      ? discHides(from, to, place(start), wholeOf(radius) * ONE)
      : wallHides(from, to, place(start), place(end)),
  );
}
