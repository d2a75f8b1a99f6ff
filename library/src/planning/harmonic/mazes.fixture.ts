import { createObstacles } from '../../crowd/index.ts';
import { createMap, createTerrain, type Terrain } from '../map/index.ts';

/** Numbers in [0, 1), the same in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** Ground of unit cells that is open where it says. */
export function terrainFrom(
  columns: number,
  rows: number,
  isOpen: (x: number, y: number) => boolean,
): Terrain {
  const map = createMap({ minX: 0, minY: 0, maxX: columns, maxY: rows }, 1, 1, createObstacles([]));
  for (let k = 0; k < columns * rows; k++) {
    map.clearance[k] = isOpen(k % columns, Math.floor(k / columns)) ? 1 : 0;
  }
  return createTerrain(map, 0.5);
}

/** Passages of a width between walls one cell thick, by a walk that turns back where it is stuck; and some more doors. */
export function mazeTerrain(side: number, width: number, seed: number, doors = 0): Terrain {
  const pitch = width + 1;
  const count = Math.floor((side - 1) / pitch);
  const open = new Uint8Array(side * side);
  const random = randomNumbers(seed);
  const fill = (x: number, y: number, w: number, h: number) => {
    for (let j = y; j < y + h; j++) for (let i = x; i < x + w; i++) open[j * side + i] = 1;
  };
  const join = (i: number, j: number, upright: boolean) =>
    upright
      ? fill(1 + i * pitch, 1 + j * pitch + width, width, 1)
      : fill(1 + i * pitch + width, 1 + j * pitch, 1, width);
  for (let j = 0; j < count; j++)
    for (let i = 0; i < count; i++) fill(1 + i * pitch, 1 + j * pitch, width, width);
  const seen = new Set([0]);
  const path = [0];
  while (path.length > 0) {
    const k = path[path.length - 1];
    const i = k % count;
    const j = Math.floor(k / count);
    const choices = [
      i > 0 ? k - 1 : -1,
      i < count - 1 ? k + 1 : -1,
      j > 0 ? k - count : -1,
      j < count - 1 ? k + count : -1,
    ].filter((n) => n >= 0 && !seen.has(n));
    if (choices.length === 0) {
      path.pop();
      continue;
    }
    const n = choices[Math.floor(random() * choices.length)];
    const least = Math.min(k, n);
    join(least % count, Math.floor(least / count), Math.abs(n - k) === count);
    seen.add(n);
    path.push(n);
  }
  for (let k = 0; k < doors; k++) {
    join(Math.floor(random() * (count - 1)), Math.floor(random() * (count - 1)), random() < 0.5);
  }
  return terrainFrom(side, side, (x, y) => open[y * side + x] === 1);
}

/** An empty room, with single cells closed at random. */
export function roomTerrain(side: number, closedShare: number, seed: number): Terrain {
  const random = randomNumbers(seed);
  return terrainFrom(
    side,
    side,
    (x, y) => x > 0 && y > 0 && x < side - 1 && y < side - 1 && random() >= closedShare,
  );
}

/** Square rooms in rows, with a door in each wall between two. */
export function roomsTerrain(side: number, size: number, door: number, seed: number): Terrain {
  const random = randomNumbers(seed);
  const count = Math.ceil(side / size);
  const gaps = Array.from({ length: 2 * count * count }, () => 1 + Math.floor(random() * (size - door - 1)));
  return terrainFrom(side, side, (x, y) => {
    if (x === 0 || y === 0 || x === side - 1 || y === side - 1) return false;
    const i = Math.floor(x / size);
    const j = Math.floor(y / size);
    const isGap = (at: number, gap: number) => at >= gap && at < gap + door;
    if (x % size === 0 && y % size === 0) return false;
    if (x % size === 0) return isGap(y % size, gaps[j * count + i]);
    if (y % size === 0) return isGap(x % size, gaps[count * count + j * count + i]);
    return true;
  });
}

/** The first open cell from a place on. */
export function openCell({ map, open }: Terrain, x: number, y: number): number {
  let cell = y * map.columns + x;
  while (open[cell] === 0) cell = (cell + 1) % open.length;
  return cell;
}
