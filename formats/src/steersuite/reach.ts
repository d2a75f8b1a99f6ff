import { isFree, type Room } from './room.ts';
import type { Box, Point } from './values.ts';

/** Which places a body of some radius can walk between, by the parts of the ground that its centre may be on. */
export type Reach = {
  /** Whether the ground has several parts without a connection. */
  isDivided: boolean;
  /** Whether a body gets from one place to another; a place whose part is not known counts as reached. */
  isJoined: (from: Point, to: Point) => boolean;
};

/** The most cells of the map, and the finest cell, m. */
const MOST_CELLS = 200_000;
const FINEST = 0.1;
/** Metres between a body and a wall on the ground that counts as open. */
const SPARE = 0.2;
/** Cells around a start in which open ground is looked for. */
const NEAR = 12;

export function createReach({ max, min }: Box, room: Room, radius: number): Reach {
  const [width, height] = [max[0] - min[0], max[1] - min[1]];
  const cell = Math.max(FINEST, Math.sqrt((width * height) / MOST_CELLS), width / 20_000, height / 20_000);
  const columns = Math.max(1, Math.ceil(width / cell));
  const rows = Math.max(1, Math.ceil(height / cell));
  /** The part of each cell; −1 for a cell without room, 0 while it is not known. */
  const parts = new Int32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = min[0] + (column + 0.5) * cell;
      const y = min[1] + (row + 0.5) * cell;
      const toBorder = Math.min(x - min[0], max[0] - x, y - min[1], max[1] - y);
      // With some room to spare, because the map of a planner has cells of its own.
      const isOpen = toBorder >= radius + SPARE && isFree(room, x, y, radius + SPARE);
      if (!isOpen) parts[row * columns + column] = -1;
    }
  }
  const count = fillParts(parts, columns);
  /** The part of the nearest open cell within a distance in cells; −1 if there is none. */
  const partAt = ([x, y]: Point, distance: number) => {
    const column = Math.min(columns - 1, Math.max(0, Math.floor((x - min[0]) / cell)));
    const row = Math.min(rows - 1, Math.max(0, Math.floor((y - min[1]) / cell)));
    for (let ring = 0; ring <= distance; ring++) {
      for (let v = Math.max(0, row - ring); v <= Math.min(rows - 1, row + ring); v++) {
        for (let u = Math.max(0, column - ring); u <= Math.min(columns - 1, column + ring); u++) {
          const isOnRing = Math.max(Math.abs(u - column), Math.abs(v - row)) === ring;
          if (isOnRing && parts[v * columns + u] > 0) return parts[v * columns + u];
        }
      }
    }
    return -1;
  };
  return {
    isDivided: count > 1,
    isJoined: (from, to) => {
      const start = partAt(from, NEAR);
      return start < 0 || start === partAt(to, 0);
    },
  };
}

/** Numbers the parts from 1 and returns how many there are. Cells are joined by their sides. */
function fillParts(parts: Int32Array, columns: number): number {
  let count = 0;
  const stack: number[] = [];
  for (let first = 0; first < parts.length; first++) {
    if (parts[first] !== 0) continue;
    count++;
    parts[first] = count;
    stack.push(first);
    for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
      const column = cell % columns;
      for (const next of [
        column > 0 ? cell - 1 : -1,
        column < columns - 1 ? cell + 1 : -1,
        cell - columns,
        cell + columns,
      ]) {
        if (parts[next] !== 0) continue;
        parts[next] = count;
        stack.push(next);
      }
    }
  }
  return count;
}
