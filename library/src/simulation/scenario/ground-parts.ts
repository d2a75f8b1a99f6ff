import type { PlannerMap } from '../../planning/index.ts';
import { cellAt, centreX, centreY, type Terrain } from '../../planning/map/index.ts';
import { boundsOfRegion } from './regions.ts';
import type { Region } from './schema.ts';

/** The connected parts of the ground with open cells in a disc; of a disc without any, that of the open cell next to it. */
export function partsOfDisc(
  planner: PlannerMap,
  terrain: Terrain,
  x: number,
  y: number,
  radius: number,
): Set<number> {
  const within = (cellX: number, cellY: number) => distanceBetween(x, y, cellX, cellY) <= radius;
  const parts = partsWhere(terrain, within, [x - radius, y - radius, x + radius, y + radius]);
  if (parts.size > 0) return parts;
  return partNear(planner, terrain, x, y, (cellX, cellY) => distanceBetween(x, y, cellX, cellY) - radius);
}

/** The part of the open cell next to a place, if from there the body gets to the goal by what the map keeps off walls. */
export function partNear(
  planner: PlannerMap,
  { map, nearest, part }: Terrain,
  x: number,
  y: number,
  distanceFrom: (x: number, y: number) => number,
): Set<number> {
  const cell = nearest[cellAt(map, x, y)];
  if (cell < 0) return new Set();
  const distance = distanceFrom(
    centreX(map, cell % map.columns),
    centreY(map, Math.floor(cell / map.columns)),
  );
  return new Set(distance <= planner.clearance + 1.5 * planner.cell ? [part[cell]] : []);
}

export function distanceBetween(ax: number, ay: number, bx: number, by: number): number {
  return Math.sqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by));
}

/** The parts with open cells in a region. */
export function partsOfRegion(planner: PlannerMap, terrain: Terrain, region: Region): Set<number> {
  const [minX, minY, , maxX, maxY] = boundsOfRegion(region);
  if ('box' in region || 'line' in region) return partsWhere(terrain, () => true, [minX, minY, maxX, maxY]);
  const [x, y, radius] = [(minX + maxX) / 2, (minY + maxY) / 2, (maxX - minX) / 2];
  return partsOfDisc(planner, terrain, x, y, radius);
}

/** The parts with open cells, within a box, of which `isWithin` says so of the centres. */
export function partsWhere(
  { map, open, part }: Terrain,
  isWithin: (x: number, y: number) => boolean,
  [minX, minY, maxX, maxY] = [map.minX, map.minY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
): Set<number> {
  const parts = new Set<number>();
  const first = cellAt(map, minX, minY);
  const last = cellAt(map, maxX, maxY);
  for (let row = Math.floor(first / map.columns); row <= Math.floor(last / map.columns); row++) {
    for (let column = first % map.columns; column <= last % map.columns; column++) {
      const cell = row * map.columns + column;
      if (open[cell] === 1 && isWithin(centreX(map, column), centreY(map, row))) parts.add(part[cell]);
    }
  }
  return parts;
}
