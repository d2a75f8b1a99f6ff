import { gapToBorder, heightOf } from '../../geometry/index.ts';
import type { Scenario } from './schema.ts';

/** Free space between a body in the world and the world's border; negative when it reaches beyond. */
export function gapToBounds(
  { bounds, dimension }: Scenario,
  x: number,
  y: number,
  z: number,
  radius: number,
): number {
  const { max, min } = bounds;
  const level = gapToBorder(min, max, x, y, radius);
  return dimension === 2 ? level : Math.min(level, z - heightOf(min) - radius, heightOf(max) - z - radius);
}
