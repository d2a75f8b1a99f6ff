import type { Window } from '../cells/grid.ts';
import type { Threads } from '../narrow/index.ts';
import type { Terrain } from '../terrain.ts';
import { grown } from './windows.ts';

/**
 * Labels the parts of the ground in a window again where the parts outside stay as they are: what was joined around the
 * window still is, and nothing else is. False: that is not so, and nothing has been changed. `before` are the narrow places
 * that the labels are of.
 */
export function labelWindow(terrain: Terrain, before: Threads | undefined, window: Window): boolean {
  const { map, open, part, threads } = terrain;
  const { columns } = map;
  const box = grown(map, window, 1);
  const width = box.lastColumn - box.column + 1;
  const height = box.lastRow - box.row + 1;
  const cellOf = (place: number) =>
    (box.row + Math.floor(place / width)) * columns + box.column + (place % width);
  const isRing = (place: number) => {
    const column = box.column + (place % width);
    const row = box.row + Math.floor(place / width);
    return column < window.column || column > window.lastColumn || row < window.row || row > window.lastRow;
  };
  const old = joinPlaces(width, height, cellOf, (cell) => part[cell] >= 0, before?.barred);
  const now = joinPlaces(width, height, cellOf, (cell) => open[cell] === 1, threads?.barred);
  // For each group of before the group that its cells around the window are in now; for each of now its label.
  const groupOf = new Int32Array(width * height).fill(-1);
  const labelOf = new Int32Array(width * height).fill(-1);
  for (let place = 0; place < old.length; place++) {
    if (old[place] < 0 || !isRing(place)) continue;
    const group = now[place];
    const label = part[cellOf(place)];
    if (groupOf[old[place]] >= 0 && groupOf[old[place]] !== group) return false;
    if (labelOf[group] >= 0 && labelOf[group] !== label) return false;
    groupOf[old[place]] = group;
    labelOf[group] = label;
  }
  for (let place = 0; place < old.length; place++) {
    // A part that was or is in the window alone.
    if (old[place] === place && groupOf[place] < 0) return false;
    if (now[place] === place && labelOf[place] < 0) return false;
  }
  for (let place = 0; place < old.length; place++) {
    part[cellOf(place)] = now[place] < 0 ? -1 : labelOf[now[place]];
  }
  return true;
}

/** For each place of a box the first place that it is joined with inside; −1: it is not open. */
function joinPlaces(
  width: number,
  height: number,
  cellOf: (place: number) => number,
  isOpen: (cell: number) => boolean,
  barred: Uint8Array | undefined,
): Int32Array {
  const first = new Int32Array(width * height).fill(-1);
  const rootOf = (place: number) => {
    let root = place;
    while (first[root] !== root) root = first[root];
    return root;
  };
  const join = (place: number, other: number) => {
    const [a, b] = [rootOf(place), rootOf(other)];
    first[Math.max(a, b)] = Math.min(a, b);
    first[place] = Math.min(a, b);
  };
  for (let place = 0; place < first.length; place++) {
    const cell = cellOf(place);
    if (!isOpen(cell)) continue;
    first[place] = place;
    const bars = barred ? barred[cell] : 0;
    if (place % width > 0 && first[place - 1] >= 0 && (bars & 1) === 0) join(place, place - 1);
    if (place >= width && first[place - width] >= 0 && (bars & 4) === 0) join(place, place - width);
  }
  for (let place = 0; place < first.length; place++) if (first[place] >= 0) first[place] = rootOf(place);
  return first;
}
