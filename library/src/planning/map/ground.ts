import type { PlaneBounds, PlanningInput } from '../base/contract.ts';
import { costsOf } from './cells/costs.ts';
import type { GridMap } from './cells/grid.ts';
import { findGaps } from './cells/solids.ts';
import { createMap, updateMap, widenMap } from './map.ts';
import { leastSpare } from './narrow/index.ts';
import { createTerrain, type Terrain, updateTerrain } from './terrain.ts';

/** One map and its terrains, one for each size of bodies in use. */
export type Ground = {
  readonly cell: number;
  readonly map: GridMap;
  readonly terrains: Terrain[];
  /** The classes of the radii that were asked for, on the map of a revision. */
  readonly classes: Map<number, number>;
  classRevision: number;
};

/** The ground of the world that a planner is shown first. */
export function createGround(input: PlanningInput, cell: number): Ground {
  const map = createMap(input.bounds, cell, 0, input.obstacles);
  map.costs = costsOf(map, input);
  return { cell, map, terrains: [], classes: new Map(), classRevision: -1 };
}

/** Follows what stands still; once in a step. Says whether anything has changed. */
export function updateGround({ map }: Ground, input: PlanningInput): boolean {
  map.costs = costsOf(map, input);
  return updateMap(map, input.bounds, input.obstacles);
}

/**
 * The terrain that is open where there is so much room, as it is now, and where bodies of a radius fit through narrow
 * places; `wide` has found these.
 */
export function terrainFor(
  ground: Ground,
  { bounds, obstacles }: PlanningInput,
  room: number,
  body = 0,
  wide?: Terrain,
): Terrain {
  for (let k = 0; k < ground.terrains.length; k++) {
    const terrain = ground.terrains[k];
    if (terrain.radius !== room || terrain.body !== body) continue;
    updateTerrain(terrain);
    return terrain;
  }
  return addTerrain(ground, bounds, obstacles, room, body, wide);
}

function addTerrain(
  ground: Ground,
  bounds: PlaneBounds,
  obstacles: PlanningInput['obstacles'],
  room: number,
  body: number,
  wide: Terrain | undefined,
): Terrain {
  // So that cells tell where all of their points have that much room.
  const reach = room + (body > 0 ? Math.SQRT1_2 * ground.map.cell : 0);
  if (ground.map.reach < reach) widenMap(ground.map, bounds, obstacles, reach);
  const terrain = createTerrain(ground.map, room, body, wide);
  ground.terrains.push(terrain);
  return terrain;
}

/** A gap that a body fits through with this to spare is not lost to it by its class, metres. */
export const spareToFit = 0.02;
const FINE_CLASSES_PER_METRE = 200;
/** Widths of gaps are off by less, metres. */
const ROUNDING = 1e-9;

/** As bodyClassOn, found once for each map. */
export function bodyClass(ground: Ground, radius: number): number {
  const { classes, map } = ground;
  if (ground.classRevision !== map.revision) {
    ground.classRevision = map.revision;
    classes.clear();
  }
  let known = classes.get(radius);
  if (known === undefined) {
    known = bodyClassOn(map, radius);
    classes.set(radius, known);
  }
  return known;
}

/**
 * The radius that paths of a body are planned for on a map, metres: its class; or, where a gap lets the body through and
 * not its class, the next multiple of 0.005.
 */
export function bodyClassOn({ solids }: GridMap, radius: number): number {
  const rounded = radiusClass(radius);
  if (2 * (rounded - radius) <= spareToFit - leastSpare) return rounded;
  if (findGaps(solids.runs, 2 * radius + spareToFit - ROUNDING, 2 * rounded + leastSpare).length === 0)
    return rounded;
  const nearest = Math.round(radius * FINE_CLASSES_PER_METRE);
  const fine = nearest / FINE_CLASSES_PER_METRE;
  return fine >= radius ? fine : (nearest + 1) / FINE_CLASSES_PER_METRE;
}

/** Classes per metre up to this radius, in metres; twice as wide up to twice of it, and so on. */
const CLASSES_PER_METRE = 20;
const FINE_RADIUS = 0.4;

/**
 * The radius that paths are planned for, metres: the next multiple of 0.05 up to 0.4, of 0.1 up to 0.8, of 0.2 up to 1.6 and so
 * on. So there are few terrains, and the terrain of an agent does not depend on the other agents.
 */
export function radiusClass(radius: number): number {
  let perMetre = CLASSES_PER_METRE;
  for (let end = FINE_RADIUS; radius > end; end *= 2) perMetre /= 2;
  // A quotient of whole numbers is the double next to the decimal: 0.55 stays 0.55.
  const nearest = Math.round(radius * perMetre);
  return nearest / perMetre >= radius ? nearest / perMetre : (nearest + 1) / perMetre;
}
