import { besideOf, type GridMap, type Window } from './cells/grid.ts';
import { isClear } from './cells/solids.ts';
import { findThreads, placeX, placeY, type Threads } from './narrow/index.ts';
import { findNearestOpen } from './nearest-open.ts';
import { mapUpdates } from './optional.ts';
import { labelParts } from './parts.ts';

/** The map for bodies of one size. */
export type Terrain = {
  readonly map: GridMap;
  /** The least clearance of a cell that is open to them, metres. */
  readonly radius: number;
  /** Narrow places are found for bodies of this radius, metres; 0: they are not found. */
  readonly body: number;
  /** The terrain that has the same narrow places; undefined: it finds them itself. */
  readonly wide: Terrain | undefined;
  /** 1 where a body's centre may be. */
  readonly open: Uint8Array;
  /** Which part of the open ground a cell belongs to, from 0; −1: it is not open. Parts are joined by sides, not corners. */
  readonly part: Int32Array;
  partCount: number;
  /** For each cell the nearest open one (itself, where it is open); −1 where there is none within a few cells. */
  readonly nearest: Int32Array;
  /** Paths through narrow places; undefined where there are none. */
  threads: Threads | undefined;
  /** The revision of the map that it shows. */
  revision: number;
  /** The cells that may have changed since a revision; undefined: any. */
  changed: { revision: number; windows: readonly Window[] } | undefined;
  /** Scratch: cells to be visited. */
  readonly queue: Int32Array;
};

/**
 * With a body, two parts of the ground count as joined if it can pass between them, even where `radius` cannot. `wide` has
 * such passages already, found for a larger radius.
 */
export function createTerrain(map: GridMap, radius: number, body = 0, wide?: Terrain): Terrain {
  const size = map.columns * map.rows;
  const terrain: Terrain = {
    map,
    radius,
    body,
    wide,
    open: new Uint8Array(size),
    part: new Int32Array(size),
    partCount: 0,
    nearest: new Int32Array(size),
    threads: undefined,
    revision: -1,
    changed: undefined,
    queue: new Int32Array(size),
  };
  updateTerrain(terrain);
  return terrain;
}

/** Brings it up to date with the map; says whether anything may have changed. */
export function updateTerrain(terrain: Terrain): boolean {
  const { map, open, radius } = terrain;
  if (terrain.revision === map.revision) return false;
  if (mapUpdates.registered?.updateTerrain(terrain)) return true;
  terrain.revision = map.revision;
  terrain.changed = undefined;
  const { clearance } = map;
  for (let k = 0; k < open.length; k++) open[k] = clearance[k] >= radius ? 1 : 0;
  terrain.threads = threadsOf(terrain);
  for (const k of terrain.threads?.cells ?? []) open[k] = 1;
  labelParts(terrain);
  findNearestOpen(terrain, {
    revision: 0,
    column: 0,
    row: 0,
    lastColumn: map.columns - 1,
    lastRow: map.rows - 1,
  });
  return true;
}

/** Narrow places of a terrain. */
export function threadsOf({ body, map, open, radius, wide }: Terrain): Threads | undefined {
  if (!wide)
    return body > 0
      ? findThreads(map, map.solids, open, body, radius, mapUpdates.registered?.wavesOf)
      : undefined;
  updateTerrain(wide);
  return wide.threads;
}

/**
 * Whether a body can walk along a straight line: it stays as far from all solids as the terrain asks for. If it begins
 * closer to a solid, it must not come even closer to that one.
 */
export function isWalkable(terrain: Terrain, x0: number, y0: number, x1: number, y1: number): boolean {
  return isClear(terrain.map.solids, terrain.radius, x0, y0, x1, y1);
}

/** The neighbour to the left, right, below, above that can be walked to; −1: there is none. */
export function openBeside({ map, open, threads }: Terrain, cell: number, column: number, side: number) {
  const other = besideOf(cell, column, side, map.columns, open.length);
  if (other < 0 || open[other] === 0) return -1;
  return threads !== undefined && ((threads.barred[cell] >> side) & 1) === 1 ? -1 : other;
}

/** Writes the vector from a place to where bodies pass a cell, metres. */
export function writeVectorTo(terrain: Terrain, cell: number, x: number, y: number, out: Float64Array): void {
  out[0] = placeX(terrain.map, terrain.threads, cell) - x;
  out[1] = placeY(terrain.map, terrain.threads, cell) - y;
}

/** Whether bodies pass a cell elsewhere than at its centre. */
export function isNarrow({ threads }: Terrain, cell: number): boolean {
  return threads !== undefined && threads.placeOf[cell] >= 0;
}
