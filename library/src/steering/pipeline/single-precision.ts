/** 2⁻²⁴: the largest relative rounding error of a number, or of one operation, in single precision. */
const UNIT = 1 / 16777216;
/** Numbers below about 1e-38 have fewer digits or none. */
const TINY = 1e-30;

/** The largest errors of the kernel's results in single precision, for agents at most twice the view apart. */
type Errors = { squared: number; ahead: number; closing: number; root: number };

/**
 * Bounds on the errors of p·p, p·h, p·v and (p·v)² − v·v (p·p − r²), where p and v are differences of positions and of
 * velocities, h is a heading and r the sum of two radii and the margin; from the largest coordinate, speed along an axis and
 * radius. Products of the bounds stay in, and a quarter is added for the rounding of the bounds themselves.
 * Undefined if numbers are so large, or positions so far out, that single precision says too little.
 */
export function boundErrors(largest: Float64Array, view: number, margin: number): Errors | undefined {
  const [place, speed, radius] = largest;
  // Written so that NaN counts as too large.
  if (!(place <= 1e6 && speed <= 1e3 && radius <= 1e3 && view <= 1e4 && margin <= 1e3)) return undefined;
  // Two numbers are rounded, then their difference, which is at most twice the largest.
  const offPlace = 4 * UNIT * place;
  const offSpeed = 4 * UNIT * speed;
  if (offPlace > view / 16) return undefined;
  const distance = 2 * view;
  const reach = 2 * radius + margin;
  const fastest = 2 * speed;
  // Coordinates of p are at most the distance, those of v at most the fastest; three operations round each sum.
  const squared = 4 * distance * offPlace + 2 * offPlace * offPlace + 3 * UNIT * distance * distance;
  const ahead = 2 * offPlace + 12 * UNIT * distance;
  const closing =
    2 * (fastest * offPlace + distance * offSpeed + offPlace * offSpeed) + 6 * UNIT * distance * fastest;
  const speedSquared = 4 * fastest * offSpeed + 2 * offSpeed * offSpeed + 6 * UNIT * fastest * fastest;
  const mostSquared = distance * distance + reach * reach;
  const apart = squared + 2 * UNIT * mostSquared;
  const mostClosing = 2 * distance * fastest;
  const mostSpeedSquared = 2 * fastest * fastest;
  const root =
    2 * mostClosing * closing +
    closing * closing +
    mostSpeedSquared * apart +
    mostSquared * speedSquared +
    speedSquared * apart +
    3 * UNIT * (mostClosing * mostClosing + mostSpeedSquared * mostSquared);
  return {
    squared: 1.25 * squared + UNIT * view * view + TINY,
    ahead: 1.25 * ahead + TINY,
    closing: 1.25 * closing + TINY,
    root: 1.25 * root + TINY,
  };
}
