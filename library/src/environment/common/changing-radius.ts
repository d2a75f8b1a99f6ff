import { crossingTimes, differenceOfProducts, fraction, sumOfProducts } from './crossing-times.ts';

/**
 * The times at which something that moves straight from d0 to d1, both relative to an agent, enters and leaves the
 * agent's ball while the radius goes straight from r0 to r1: as crossingTimes, which this is where r0 = r1.
 *
 * The distance is a convex function of time and the radius a straight line, so that what is inside at both ends stays
 * inside, and what is outside at both ends is inside during one interval at most. Its ends are the roots of
 * a s² + 2 b s + c with a = |w|² − ρ², b = d0·w − r0 ρ, c = |d0|² − r0², w = d1 − d0 and ρ = r1 − r0. The discriminant
 * is Σ (d0ᵢ r1 − d1ᵢ r0)² − |d0 × d1|², which does not cancel where the ends are far away.
 */
export function changingCrossingTimes(
  d0x: number,
  d0y: number,
  d0z: number,
  d1x: number,
  d1y: number,
  d1z: number,
  r0: number,
  r1: number,
  times: Float64Array,
): 0 | 1 | 2 {
  if (r0 === r1) return crossingTimes(d0x, d0y, d0z, d1x, d1y, d1z, r0, times);
  const startsInside = d0x * d0x + d0y * d0y + d0z * d0z <= r0 * r0;
  const endsInside = d1x * d1x + d1y * d1y + d1z * d1z <= r1 * r1;
  if (startsInside && endsInside) return 0;
  const wx = d1x - d0x;
  const wy = d1y - d0y;
  const wz = d1z - d0z;
  const growth = r1 - r0;
  const b = sumOfProducts(d0x, wx, d0y, wy, d0z, wz, r0, -growth);
  const passes = startsInside === endsInside;
  // It passes only if it comes nearer to the ball first and goes away from it last.
  if (passes && (b >= 0 || sumOfProducts(d1x, wx, d1y, wy, d1z, wz, r1, -growth) <= 0)) return 0;

  const crossX = differenceOfProducts(d0y, d1z, d0z, d1y);
  const crossY = differenceOfProducts(d0z, d1x, d0x, d1z);
  const crossZ = differenceOfProducts(d0x, d1y, d0y, d1x);
  const scaledX = differenceOfProducts(d0x, r1, d1x, r0);
  const scaledY = differenceOfProducts(d0y, r1, d1y, r0);
  const scaledZ = differenceOfProducts(d0z, r1, d1z, r0);
  const discriminant =
    scaledX * scaledX +
    scaledY * scaledY +
    scaledZ * scaledZ -
    (crossX * crossX + crossY * crossY + crossZ * crossZ);
  if (passes && discriminant <= 0) return 0;
  const root = discriminant > 0 ? Math.sqrt(discriminant) : 0;
  const a = sumOfProducts(wx, wx, wy, wy, wz, wz, growth, -growth);
  const c = sumOfProducts(d0x, d0x, d0y, d0y, d0z, d0z, r0, -r0);

  if (!startsInside) {
    times[0] = fraction(c / (root - b));
    if (!passes) return 1;
    times[1] = Math.max(times[0], fraction((root - b) / a));
    return 2;
  }
  times[0] = fraction(b > 0 ? -c / (b + root) : (root - b) / a);
  return 1;
}
