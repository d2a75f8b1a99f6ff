import { besideOf, type GridMap, type Window } from '../cells/grid.ts';
import type { Threads } from '../narrow/index.ts';
import { findNearestOpen, SEARCH } from '../nearest-open.ts';
import { labelParts } from '../parts.ts';
import { type Terrain, threadsOf } from '../terrain.ts';
import { grown, isInside, wholeOf, windowsSince } from './windows.ts';

/** Brings a terrain up to date where the map has changed; false: these places are not known. */
export function updateTerrain(terrain: Terrain): boolean {
  const { map, revision } = terrain;
  const windows = windowsSince(map, revision);
  if (!windows) return false;
  terrain.revision = map.revision;
  const before = terrain.threads;
  for (const window of windows) openCells(terrain, window);
  closeThreads(terrain);
  terrain.threads = threadsOf(terrain);
  const isLocal = openThreads(terrain, before, windows);
  labelParts(terrain);
  for (const window of isLocal ? windows : [wholeOf(map)])
    findNearestOpen(terrain, grown(map, window, SEARCH + 1));
  terrain.changed = isLocal ? { revision, windows: windows.map((one) => grown(map, one, 1)) } : undefined;
  return true;
}

/** What is open by its clearance alone. */
function openCells({ map, open, radius }: Terrain, window: Window): void {
  const { clearance, columns } = map;
  for (let row = window.row; row <= window.lastRow; row++) {
    const end = row * columns + window.lastColumn;
    for (let k = row * columns + window.column; k <= end; k++) open[k] = clearance[k] >= radius ? 1 : 0;
  }
}

/** Opens the cells of narrow places by their clearance alone. */
function closeThreads({ map, open, radius, threads }: Terrain): void {
  for (const k of threads?.cells ?? []) open[k] = map.clearance[k] >= radius ? 1 : 0;
}

/** Opens narrow places; says whether those outside of the windows are the same as before. */
function openThreads(
  { map, open, threads }: Terrain,
  before: Threads | undefined,
  windows: readonly Window[],
): boolean {
  for (const k of threads?.cells ?? []) open[k] = 1;
  const isOutside = (k: number) => {
    const column = k % map.columns;
    return !windows.some((window) => isInside(window, column, (k - column) / map.columns));
  };
  const isSame = (k: number) =>
    !isOutside(k) ||
    ((before?.placeOf[k] ?? -1) >= 0 === (threads?.placeOf[k] ?? -1) >= 0 &&
      barsAround(map, before, k) === barsAround(map, threads, k));
  return (before?.cells ?? []).every(isSame) && (threads?.cells ?? []).every(isSame);
}

/** The barred sides of a cell and of those beside it, as text. */
function barsAround({ columns }: GridMap, threads: Threads | undefined, k: number): string {
  if (!threads) return '0';
  const { barred } = threads;
  let text = `${barred[k]}`;
  for (let side = 0; side < 4; side++) {
    const other = besideOf(k, k % columns, side, columns, barred.length);
    if (other >= 0) text += ` ${barred[other]}`;
  }
  return text;
}
