import { heightOf } from '../../geometry/index.ts';
import { sin } from '../../numerics/index.ts';
import { limitsOf } from './distribution-limits.ts';
import { radiusRange } from './limits.ts';
import type { Distribution, Group, Place, Region } from './schema.ts';

/** Overlaps up to this depth are taken for rounding in a file's numbers, m. */
export const overlapTolerance = 0.001;

/** The circle or ball that a region is made of. */
function roundOf(region: Exclude<Region, { box: unknown } | { line: unknown }>): {
  center: Place;
  radius: number;
} {
  return 'circle' in region ? region.circle : 'ball' in region ? region.ball : region.ring;
}

/** The smallest box around a region: the least x, y and z, then the greatest; z is 0 in two dimensions. */
export function boundsOfRegion(region: Region): [number, number, number, number, number, number] {
  if ('box' in region) {
    const { min, max } = region.box;
    return [min[0], min[1], heightOf(min), max[0], max[1], heightOf(max)];
  }
  if ('line' in region) {
    const { from, to } = region.line;
    const [low, high] = [Math.min, Math.max].map((pick) => [
      pick(from[0], to[0]),
      pick(from[1], to[1]),
      pick(heightOf(from), heightOf(to)),
    ]);
    return [...low, ...high] as [number, number, number, number, number, number];
  }
  const { center, radius } = roundOf(region);
  const height = 'ball' in region ? radius : 0;
  const [x, y] = center;
  const z = heightOf(center);
  return [x - radius, y - radius, z - height, x + radius, y + radius, z + height];
}

/** The smallest value that a distribution of radii can give. */
export function smallestRadius(distribution: Distribution): number {
  if (typeof distribution === 'object' && 'normal' in distribution && distribution.normal.deviation === 0) {
    const { max = radiusRange.max, mean, min = radiusRange.min } = distribution.normal;
    return Math.min(max, Math.max(mean, min));
  }
  return limitsOf(distribution, radiusRange)[0];
}

/**
 * At least as many bodies as the group's region can hold: the most centres with distances of at least d.
 *
 * On a convex flat region with area A and perimeter P there are at most 2 A / (√3 d²) + P / (2 d) + 1 (Oler 1961, "An
 * inequality in the geometry of numbers"). In a box, the balls of diameter d around the centres lie in the box enlarged
 * by d/2 on all sides; copies of it fill the space, in which balls take up at most π/√18 (Hales 2005, "A proof of the
 * Kepler conjecture"). In a ball they lie in the ball enlarged by d/2 and are disjoint.
 */
export function capacityOf({ region, radius, clearance, count }: Group): number {
  const smallest = smallestRadius(radius);
  if ('ring' in region) {
    const chord = 2 * region.ring.radius * sin(Math.PI / count);
    if (count === 1 || chord >= 2 * smallest - overlapTolerance) return count;
    return Math.max(1, Math.floor((Math.PI * region.ring.radius) / smallest));
  }
  const distance = 2 * smallest + clearance;
  // A hair above, so that rounding never refuses an exact packing.
  return Math.floor(mostCentres(region, distance) * (1 + 1e-12));
}

function mostCentres(region: Exclude<Region, { ring: unknown }>, distance: number): number {
  const [width, height, depth] = sizeOf(region);
  if ('line' in region) return Math.sqrt(width * width + height * height + depth * depth) / distance + 1;
  if ('ball' in region) {
    const across = width / distance + 1;
    return across * across * across;
  }
  if (depth > 0) {
    const volume = (width / distance + 1) * (height / distance + 1) * (depth / distance + 1);
    return Math.SQRT2 * volume;
  }
  const area = 'box' in region ? width * height : (Math.PI / 4) * width * width;
  const perimeter = 'box' in region ? 2 * (width + height) : Math.PI * width;
  return (2 * area) / (Math.sqrt(3) * distance * distance) + perimeter / (2 * distance) + 1;
}

function sizeOf(region: Region): [number, number, number] {
  const [minX, minY, minZ, maxX, maxY, maxZ] = boundsOfRegion(region);
  return [maxX - minX, maxY - minY, maxZ - minZ];
}
