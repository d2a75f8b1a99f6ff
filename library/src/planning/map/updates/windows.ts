import type { GridMap, Window } from '../cells/grid.ts';

/** More windows than this are joined to one. */
const MOST = 100;

/** Windows that do not touch, around all that has changed since a revision; undefined: not all of it is known. */
export function windowsSince(map: GridMap, revision: number): Window[] | undefined {
  const since = map.windows.filter((window) => window.revision > revision);
  const known = new Set(since.map((window) => window.revision));
  for (let at = revision + 1; at <= map.revision; at++) if (!known.has(at)) return undefined;
  return since.length > MOST ? [since.reduce(unionOf)] : joined(since);
}

/** Joins windows until a cell lies between any two. */
function joined(windows: readonly Window[]): Window[] {
  const apart: Window[] = [];
  for (const window of windows) {
    let whole = window;
    for (let k = apart.length - 1; k >= 0; k--) {
      if (!isBeside(apart[k], whole)) continue;
      whole = unionOf(apart[k], whole);
      apart.splice(k, 1);
      // It may touch others now.
      k = apart.length;
    }
    apart.push(whole);
  }
  return apart;
}

/** Whether the cells around a window and around another have any in common. */
function isBeside(one: Window, other: Window): boolean {
  return (
    one.column - 2 <= other.lastColumn &&
    other.column - 2 <= one.lastColumn &&
    one.row - 2 <= other.lastRow &&
    other.row - 2 <= one.lastRow
  );
}

function unionOf(one: Window, other: Window): Window {
  return {
    revision: Math.max(one.revision, other.revision),
    column: Math.min(one.column, other.column),
    row: Math.min(one.row, other.row),
    lastColumn: Math.max(one.lastColumn, other.lastColumn),
    lastRow: Math.max(one.lastRow, other.lastRow),
  };
}

/** A window with this many cells more on each side. */
export function grown({ columns, rows }: GridMap, window: Window, by: number): Window {
  return {
    revision: window.revision,
    column: Math.max(0, window.column - by),
    row: Math.max(0, window.row - by),
    lastColumn: Math.min(columns - 1, window.lastColumn + by),
    lastRow: Math.min(rows - 1, window.lastRow + by),
  };
}

export const wholeOf = ({ columns, rows }: GridMap): Window => ({
  revision: 0,
  column: 0,
  row: 0,
  lastColumn: columns - 1,
  lastRow: rows - 1,
});

export function isInside({ column, lastColumn, lastRow, row }: Window, atColumn: number, atRow: number) {
  return atColumn >= column && atColumn <= lastColumn && atRow >= row && atRow <= lastRow;
}
