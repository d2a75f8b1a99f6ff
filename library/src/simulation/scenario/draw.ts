import { heightOf } from '../../geometry/index.ts';
import { type Purpose, uniform } from '../../numerics/index.ts';
import type { Region } from './schema.ts';

/** Draws a point of a region into `point`; false when this attempt missed the circle or ball. */
export function drawPoint(
  region: Exclude<Region, { ring: unknown }>,
  purpose: Purpose,
  seed: number,
  agent: number,
  attempt: number,
  point: Float64Array,
): boolean {
  const u = uniform(seed, purpose, agent, attempt, 0);
  if ('line' in region) {
    const { from, to } = region.line;
    point[0] = from[0] + u * (to[0] - from[0]);
    point[1] = from[1] + u * (to[1] - from[1]);
    point[2] = heightOf(from) + u * (heightOf(to) - heightOf(from));
    return true;
  }
  const v = uniform(seed, purpose, agent, attempt, 1);
  if ('box' in region) {
    const { min, max } = region.box;
    point[0] = Math.min(max[0], min[0] + u * (max[0] - min[0]));
    point[1] = Math.min(max[1], min[1] + v * (max[1] - min[1]));
    const low = heightOf(min);
    const high = heightOf(max);
    const w = low === high ? 0 : uniform(seed, purpose, agent, attempt, 2);
    point[2] = Math.min(high, low + w * (high - low));
    return true;
  }
  const { center, radius } = 'circle' in region ? region.circle : region.ball;
  const dx = (2 * u - 1) * radius;
  const dy = (2 * v - 1) * radius;
  const dz = 'circle' in region ? 0 : (2 * uniform(seed, purpose, agent, attempt, 2) - 1) * radius;
  point[0] = center[0] + dx;
  point[1] = center[1] + dy;
  point[2] = heightOf(center) + dz;
  return dx * dx + dy * dy + dz * dz <= radius * radius;
}
