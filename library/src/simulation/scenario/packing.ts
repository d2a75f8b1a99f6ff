import { heightOf } from '../../geometry/index.ts';
import { Purpose, uniform } from '../../numerics/index.ts';
import { gapToBounds } from './bounds.ts';
import { boundsOfRegion } from './regions.ts';
import type { Region, Scenario } from './schema.ts';

/**
 * Places for bodies where random drawing finds no more room: it jams at about 0.55 of the area, rows in hexagonal
 * order take 0.91. They are flush with the region, so that an exact packing fits.
 */

/** How rows of places lie: along which axis, and whether every other row is shifted by half a distance. */
const orders = [
  { axis: 0, isShifted: true },
  { axis: 1, isShifted: true },
  { axis: 0, isShifted: false },
] as const;

/** Rounding of a length must not cost a row. */
const HAIR = 1e-9;

/** Draws of a group come before; see maximumAttempts in place-groups.ts. */
const FIRST_DRAW = 1_000_000;

/**
 * As many places in a region as bodies are, at distances of at least `distance`, where `isFree` holds; in random order.
 * Undefined where no order of rows has so many. In space only level boxes and circles, and lines, have rows.
 */
export function packPlaces(
  scenario: Scenario,
  region: Region,
  bodies: number,
  radius: number,
  distance: number,
  isFree: (x: number, y: number, z: number) => boolean,
  seed: number,
  stream: number,
): Float64Array | undefined {
  if ('ring' in region || 'ball' in region) return undefined;
  const [minX, minY, minZ, maxX, maxY, maxZ] = boundsOfRegion(region);
  const places: number[] = [];
  const add = (x: number, y: number, z: number) => {
    if (isIn(scenario, region, x, y, z, radius) && isFree(x, y, z)) places.push(x, y, z);
  };
  if ('line' in region) {
    const { from, to } = region.line;
    const along = [to[0] - from[0], to[1] - from[1], heightOf(to) - heightOf(from)];
    const length = Math.sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
    for (let k = 0; k <= length / distance + HAIR; k++) {
      const part = length > 0 ? Math.min(1, (k * distance) / length) : 0;
      add(from[0] + part * along[0], from[1] + part * along[1], heightOf(from) + part * along[2]);
    }
    return choose(places, bodies, seed, stream);
  }
  if (minZ !== maxZ) return undefined;
  // Rows begin where a body fits: a region may reach into the border of the world.
  const margin = scenario.bounds.walls ? radius : Number.NEGATIVE_INFINITY;
  const { max, min } = scenario.bounds;
  const low = [Math.max(minX, min[0] + margin), Math.max(minY, min[1] + margin)];
  const high = [Math.min(maxX, max[0] - margin), Math.min(maxY, max[1] - margin)];
  for (const { axis, isShifted } of orders) {
    places.length = 0;
    const across = 1 - axis;
    const height = isShifted ? (distance * Math.sqrt(3)) / 2 : distance;
    for (let row = 0; row <= (high[across] - low[across]) / height + HAIR; row++) {
      const side = Math.min(high[across], low[across] + row * height);
      const shift = isShifted && row % 2 === 1 ? distance / 2 : 0;
      for (let k = 0; k <= (high[axis] - low[axis] - shift) / distance + HAIR; k++) {
        const place = Math.min(high[axis], low[axis] + shift + k * distance);
        if (axis === 0) add(place, side, minZ);
        else add(side, place, minZ);
      }
    }
    const chosen = choose(places, bodies, seed, stream);
    if (chosen) return chosen;
  }
  return undefined;
}

function isIn(scenario: Scenario, region: Region, x: number, y: number, z: number, radius: number): boolean {
  // The margin is that of the drawing, and touching is free.
  if (gapToBounds(scenario, x, y, z, scenario.bounds.walls ? radius : 0) < -HAIR) return false;
  if (!('circle' in region)) return true;
  const { center, radius: size } = region.circle;
  return (x - center[0]) * (x - center[0]) + (y - center[1]) * (y - center[1]) <= size * size;
}

/** Some of the places at random, three numbers each. */
function choose(places: number[], bodies: number, seed: number, stream: number): Float64Array | undefined {
  const count = places.length / 3;
  if (count < bodies) return undefined;
  const chosen = new Float64Array(3 * bodies);
  for (let k = 0; k < bodies; k++) {
    const other = k + Math.floor((count - k) * uniform(seed, Purpose.placement, stream, FIRST_DRAW + k, 0));
    for (let axis = 0; axis < 3; axis++) {
      chosen[3 * k + axis] = places[3 * other + axis];
      places[3 * other + axis] = places[3 * k + axis];
    }
  }
  return chosen;
}
