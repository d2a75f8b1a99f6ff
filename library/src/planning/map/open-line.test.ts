import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createObstacles } from '../../crowd/index.ts';
import { createMap, createTerrain, isWalkable, type Terrain } from './index.ts';

const COLUMNS = 9;
const ROWS = 7;

function terrainOf(cells: readonly boolean[]): Terrain {
  const map = createMap({ minX: 0, minY: 0, maxX: COLUMNS, maxY: ROWS }, 1, 1, createObstacles([]));
  cells.forEach((isOpen, k) => {
    map.clearance[k] = isOpen ? 1 : 0;
  });
  return createTerrain(map, 0.5);
}

/** Ends are multiples of 1/64, so that everything below is exact in whole numbers. */
const UNIT = 64;

/** Whether a closed segment meets a closed square, both in units: by clipping, with exact fractions. */
function meets(
  x0: bigint,
  y0: bigint,
  x1: bigint,
  y1: bigint,
  left: bigint,
  low: bigint,
  side: bigint,
): boolean {
  // The part from/over … to/over of the segment, over > 0; each side of the square cuts it shorter.
  let from = [0n, 1n];
  let to = [1n, 1n];
  const cut = (start: bigint, change: bigint, least: bigint, most: bigint) => {
    if (change === 0n) return start >= least && start <= most;
    let a = [least - start, change];
    let b = [most - start, change];
    if (change < 0n)
      [a, b] = [
        [start - most, -change],
        [start - least, -change],
      ];
    if (a[0] * from[1] > from[0] * a[1]) from = a;
    if (b[0] * to[1] < to[0] * b[1]) to = b;
    return true;
  };
  return (
    cut(x0, x1 - x0, left, left + side) &&
    cut(y0, y1 - y0, low, low + side) &&
    from[0] * to[1] <= to[0] * from[1]
  );
}

function isWalkableByDefinition(cells: readonly boolean[], ends: readonly number[]): boolean {
  const [x0, y0, x1, y1] = ends.map((end) => BigInt(end));
  const side = BigInt(UNIT);
  // A ring of closed cells outside the map.
  for (let row = -1; row <= ROWS; row++) {
    for (let column = -1; column <= COLUMNS; column++) {
      const isInside = row >= 0 && row < ROWS && column >= 0 && column < COLUMNS;
      if (isInside && cells[row * COLUMNS + column]) continue;
      if (meets(x0, y0, x1, y1, BigInt(column) * side, BigInt(row) * side, side)) return false;
    }
  }
  return true;
}

describe('isWalkable', () => {
  const ground = fc.array(
    fc.nat(9).map((n) => n > 0),
    { minLength: COLUMNS * ROWS, maxLength: COLUMNS * ROWS },
  );
  const fine = (most: number) => fc.nat(most * UNIT);
  const half = (most: number) => fc.nat(most * 2).map((n) => (n * UNIT) / 2);
  const end = (most: number) => fc.oneof(fine(most), half(most));

  test('is that every closed cell that the closed line meets is open, by exact fractions', () => {
    let walkable = 0;
    fc.assert(
      fc.property(ground, end(COLUMNS), end(ROWS), end(COLUMNS), end(ROWS), (cells, ...ends) => {
        const expected = isWalkableByDefinition(cells, ends);
        walkable += expected ? 1 : 0;
        const [x0, y0, x1, y1] = ends.map((at) => at / UNIT);
        expect(isWalkable(terrainOf(cells), x0, y0, x1, y1)).toBe(expected);
        expect(isWalkable(terrainOf(cells), x1, y1, x0, y0)).toBe(expected);
      }),
      { numRuns: 3000 },
    );
    expect(walkable).toBeGreaterThan(300);
  });

  test('through a corner needs the cells on both sides', () => {
    const cells = new Array(COLUMNS * ROWS).fill(true);
    expect(isWalkable(terrainOf(cells), 0.5, 0.5, 4.5, 4.5)).toBe(true);
    for (const closed of [COLUMNS * 2 + 3, COLUMNS * 3 + 2]) {
      const some = cells.map((_, k) => k !== closed);
      expect(isWalkable(terrainOf(some), 0.5, 0.5, 4.5, 4.5)).toBe(false);
      // A hair to the other side it passes.
      const aside = closed === COLUMNS * 2 + 3 ? 1e-9 : -1e-9;
      expect(isWalkable(terrainOf(some), 0.5, 0.5 + aside, 4.5, 4.5 + aside)).toBe(true);
      expect(isWalkable(terrainOf(some), 0.5, 0.5 - aside, 4.5, 4.5 - aside)).toBe(false);
    }
  });

  test('no line leaves the map', () => {
    const terrain = terrainOf(new Array(COLUMNS * ROWS).fill(true));
    expect(isWalkable(terrain, 0.5, 0.5, -0.5, 0.5)).toBe(false);
    expect(isWalkable(terrain, 4.5, 3.5, 4.5, 7.5)).toBe(false);
    expect(isWalkable(terrain, 0.01, 0.01, 8.99, 6.99)).toBe(true);
  });
});
