import { productError, sumError } from '../../numerics/index.ts';

/**
 * The times at which something that moves straight from d0 to d1, both relative to an agent, enters and leaves the
 * agent's ball of the radius r: writes the fractions of the path, in [0, 1], and returns how many there are.
 *
 * Being inside at the beginning and at the end is decided as near sets decide it, |d|² ≤ r² in doubles. So what was
 * inside, plus what entered, less what left, is exactly what is inside afterwards: one crossing when the two answers
 * differ, none when both are yes, and none or two (in, then out) when both are no.
 *
 * There is no harmful cancellation: the discriminant compares r with the nearest distance of the line, however far
 * away the ends are, and the root that would be a difference is computed from the product of both roots.
 */
export function crossingTimes(
  d0x: number,
  d0y: number,
  d0z: number,
  d1x: number,
  d1y: number,
  d1z: number,
  r: number,
  times: Float64Array,
): 0 | 1 | 2 {
  const squaredRadius = r * r;
  const startsInside = d0x * d0x + d0y * d0y + d0z * d0z <= squaredRadius;
  const endsInside = d1x * d1x + d1y * d1y + d1z * d1z <= squaredRadius;
  if (startsInside && endsInside) return 0;
  const wx = d1x - d0x;
  const wy = d1y - d0y;
  const wz = d1z - d0z;
  const approach = d0x * wx + d0y * wy + d0z * wz;
  const passes = startsInside === endsInside;
  // It passes by only if it comes nearer first and goes away last.
  if (passes && (approach >= 0 || d1x * wx + d1y * wy + d1z * wz <= 0)) return 0;

  const squaredDisplacement = wx * wx + wy * wy + wz * wz;
  // d0 × d1 = d0 × w: as long as the path times the nearest distance of its line.
  const crossX = differenceOfProducts(d0y, d1z, d0z, d1y);
  const crossY = differenceOfProducts(d0z, d1x, d0x, d1z);
  const crossZ = differenceOfProducts(d0x, d1y, d0y, d1x);
  const discriminant =
    squaredRadius * squaredDisplacement - (crossX * crossX + crossY * crossY + crossZ * crossZ);
  if (passes && discriminant <= 0) return 0;
  const root = discriminant > 0 ? Math.sqrt(discriminant) : 0;
  const dot = sumOfProducts(d0x, wx, d0y, wy, d0z, wz, 0, 0);
  const power = sumOfProducts(d0x, d0x, d0y, d0y, d0z, d0z, r, -r);

  if (!startsInside) {
    times[0] = fraction(power / (root - dot));
    if (!passes) return 1;
    times[1] = Math.max(times[0], fraction((root - dot) / squaredDisplacement));
    return 2;
  }
  times[0] = fraction(dot > 0 ? -power / (dot + root) : (root - dot) / squaredDisplacement);
  return 1;
}

/** Rounding may put a root a hair outside of the path; nothing over nothing, at the border all the time, is its beginning. */
export function fraction(value: number): number {
  return value > 0 ? (value < 1 ? value : 1) : 0;
}

/** a·b − c·d to nearly the last bit. */
export function differenceOfProducts(a: number, b: number, c: number, d: number): number {
  const first = a * b;
  const second = c * d;
  const difference = first - second;
  const errors = productError(a, b, first) - productError(c, d, second);
  return difference + (sumError(first, -second, difference) + errors);
}

/** a·b + c·d + e·f + g·h as in twice the precision, rounded at the end. */
export function sumOfProducts(
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  g: number,
  h: number,
): number {
  const p = a * b;
  const q = c * d;
  const s = e * f;
  const t = g * h;
  const pq = p + q;
  const pqs = pq + s;
  const all = pqs + t;
  const products =
    productError(a, b, p) + productError(c, d, q) + productError(e, f, s) + productError(g, h, t);
  return all + (sumError(p, q, pq) + sumError(pq, s, pqs) + sumError(pqs, t, all) + products);
}
