import { sin } from '../../numerics/index.ts';
import { radiusRange } from './limits.ts';
import type { Distribution, Group, Region } from './schema.ts';

/** Overlaps up to this depth are taken for rounding in a file's numbers, m. */
export const overlapTolerance = 0.001;

/** The smallest box around a region: [least x, least y, greatest x, greatest y]. */
export function boundsOfRegion(region: Region): [number, number, number, number] {
  if ('box' in region) return [...region.box.min, ...region.box.max];
  const { center, radius } = 'circle' in region ? region.circle : region.ring;
  return [center[0] - radius, center[1] - radius, center[0] + radius, center[1] + radius];
}

/** The smallest value that a distribution of radii can give. */
function smallestRadius(distribution: Distribution): number {
  if (typeof distribution === 'number') return distribution;
  if ('uniform' in distribution) return distribution.uniform[0];
  const { mean, deviation, min = radiusRange.min, max = radiusRange.max } = distribution.normal;
  return deviation === 0 ? Math.min(max, Math.max(mean, min)) : min;
}

/**
 * At least as many bodies as the group's region can hold. In a convex region with area A and perimeter P there is
 * room for at most 2 A / (√3 d²) + P / (2 d) + 1 centres with distances of at least d (Oler 1961).
 */
export function capacityOf({ region, radius, clearance, count }: Group): number {
  const smallest = smallestRadius(radius);
  if ('ring' in region) {
    const chord = 2 * region.ring.radius * sin(Math.PI / count);
    if (count === 1 || chord >= 2 * smallest - overlapTolerance) return count;
    return Math.max(1, Math.floor((Math.PI * region.ring.radius) / smallest));
  }
  const distance = 2 * smallest + clearance;
  const [width, height] = sizeOf(region);
  const area = 'box' in region ? width * height : (Math.PI / 4) * width * width;
  const perimeter = 'box' in region ? 2 * (width + height) : Math.PI * width;
  const most = (2 * area) / (Math.sqrt(3) * distance * distance) + perimeter / (2 * distance) + 1;
  // A hair above, so that rounding never refuses an exact packing.
  return Math.floor(most * (1 + 1e-12));
}

function sizeOf(region: Region): [number, number] {
  const [minX, minY, maxX, maxY] = boundsOfRegion(region);
  return [maxX - minX, maxY - minY];
}
