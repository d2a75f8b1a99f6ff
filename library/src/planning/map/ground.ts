import type { PlaneBounds, PlanningInput } from '../base/contract.ts';
import type { GridMap } from './grid.ts';
import { createMap, updateMap, widenMap } from './map.ts';
import { createTerrain, type Terrain, updateTerrain } from './terrain.ts';

/** One map and its terrains, one for each size of bodies in use. */
export type Ground = {
  readonly cell: number;
  readonly map: GridMap;
  readonly terrains: Terrain[];
};

/** The ground of the world that a planner is shown first. */
export function createGround({ bounds, obstacles }: PlanningInput, cell: number): Ground {
  return { cell, map: createMap(bounds, cell, 0, obstacles), terrains: [] };
}

/** Follows what stands still; once in a step. Says whether anything has changed. */
export function updateGround({ map }: Ground, { bounds, obstacles }: PlanningInput): boolean {
  return updateMap(map, bounds, obstacles);
}

/** The terrain that is open where there is so much room, as it is now. */
export function terrainFor(ground: Ground, { bounds, obstacles }: PlanningInput, room: number): Terrain {
  for (let k = 0; k < ground.terrains.length; k++) {
    const terrain = ground.terrains[k];
    if (terrain.radius !== room) continue;
    updateTerrain(terrain);
    return terrain;
  }
  return addTerrain(ground, bounds, obstacles, room);
}

function addTerrain(
  ground: Ground,
  bounds: PlaneBounds,
  obstacles: PlanningInput['obstacles'],
  room: number,
) {
  if (ground.map.reach < room) widenMap(ground.map, bounds, obstacles, room);
  const terrain = createTerrain(ground.map, room);
  ground.terrains.push(terrain);
  return terrain;
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
