import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createObstacles } from '../../crowd/index.ts';
import { createMap, createTerrain } from '../map/index.ts';
import { createMoves, type Moves } from './moves.ts';
import {
  addGoals,
  beginSearch,
  countNodes,
  createSearch,
  runSearch,
  type Search,
  SearchState,
  writePath,
} from './search.ts';

/** A small map, its cells closed with some probability, and cells on it. */
const scene = fc
  .record({
    columns: fc.integer({ min: 1, max: 14 }),
    rows: fc.integer({ min: 1, max: 14 }),
    density: fc.integer({ min: 0, max: 60 }),
  })
  .chain(({ columns, rows, density }) =>
    fc.record({
      columns: fc.constant(columns),
      rows: fc.constant(rows),
      open: fc
        .array(fc.integer({ min: 0, max: 99 }), { minLength: columns * rows, maxLength: columns * rows })
        .map((draws) => Uint8Array.from(draws, (draw) => (draw < density ? 0 : 1))),
      start: fc.nat(columns * rows - 1),
      groups: fc.array(fc.array(fc.nat(columns * rows - 1), { minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 11,
      }),
    }),
  );

/** Whether a step from one cell to another is allowed: to one of the eight around it, past no corner. */
function isStep({ columns, open, rows }: Moves, from: number, to: number): boolean {
  const [x, y] = [from % columns, Math.floor(from / columns)];
  const [toX, toY] = [to % columns, Math.floor(to / columns)];
  const isOpen = (column: number, row: number) =>
    column >= 0 && column < columns && row >= 0 && row < rows && open[row * columns + column] === 1;
  if (Math.max(Math.abs(toX - x), Math.abs(toY - y)) !== 1) return false;
  return isOpen(x, y) && isOpen(toX, toY) && isOpen(x, toY) && isOpen(toX, y);
}

/** Straight and diagonal steps. */
type Length = [number, number];

/** Dijkstra’s algorithm without a queue: all lengths as [straight, diagonal], compared in whole numbers. */
function bruteForce(moves: Moves, start: number): (Length | undefined)[] {
  const size = moves.columns * moves.rows;
  const best: (Length | undefined)[] = new Array(size).fill(undefined);
  const done = new Set<number>();
  if (moves.open[start] === 1) best[start] = [0, 0];
  for (;;) {
    let next = -1;
    for (let cell = 0; cell < size; cell++) {
      if (done.has(cell) || best[cell] === undefined) continue;
      if (next < 0 || isShorter(best[cell]!, best[next]!)) next = cell;
    }
    if (next < 0) return best;
    done.add(next);
    for (let cell = 0; cell < size; cell++) {
      if (!isStep(moves, next, cell)) continue;
      const isLevel = Math.floor(cell / moves.columns) === Math.floor(next / moves.columns);
      const straight = isLevel || cell % moves.columns === next % moves.columns;
      const [a, b] = best[next]!;
      const length: Length = straight ? [a + 1, b] : [a, b + 1];
      if (best[cell] === undefined || isShorter(length, best[cell]!)) best[cell] = length;
    }
  }
}

/** a + b√2 < c + d√2, exactly: (a − c) < (d − b)√2, by squares. */
function isShorter([a, b]: Length, [c, d]: Length): boolean {
  const left = a - c;
  const right = d - b;
  if (left < 0 && right >= 0) return true;
  if (left >= 0 && right <= 0) return false;
  if (left >= 0) return left * left < 2 * right * right;
  return left * left > 2 * right * right;
}

function pathOf(search: Search): Int32Array {
  const path = new Int32Array(countNodes(search));
  writePath(search, path, 0);
  return path;
}

function lengthOf(moves: Moves, path: Int32Array): [number, number] {
  let straight = 0;
  for (let k = 1; k < path.length; k++) {
    const isLevel = Math.floor(path[k] / moves.columns) === Math.floor(path[k - 1] / moves.columns);
    if (isLevel || path[k] % moves.columns === path[k - 1] % moves.columns) straight++;
  }
  return [straight, path.length - 1 - straight];
}

describe('a search', () => {
  test('finds a path of the least length to the nearest of its goals, and says so where there is none', () => {
    fc.assert(
      fc.property(scene, ({ columns, groups, open, rows, start }) => {
        const moves = createMoves(columns, rows, open);
        const search = createSearch(moves);
        beginSearch(search, moves, start);
        for (const group of groups) addGoals(search, group);
        const state = runSearch(search);
        const lengths = bruteForce(moves, start);
        const reached = groups.flat().flatMap((cell) => lengths[cell] ?? []);
        if (reached.length === 0) {
          expect(state).toBe(SearchState.none);
          return;
        }
        expect(state).toBe(SearchState.found);
        const path = pathOf(search);
        expect(path[0]).toBe(start);
        expect(groups.flat()).toContain(path[path.length - 1]);
        for (let k = 1; k < path.length; k++) expect(isStep(moves, path[k - 1], path[k])).toBe(true);
        const least = groups
          .flat()
          .flatMap((cell) => (lengths[cell] ? [lengths[cell]] : []))
          .reduce((best, length) => (isShorter(length, best) ? length : best));
        // Equal lengths a + b√2 have equal a and b.
        expect(lengthOf(moves, path)).toEqual(least);
      }),
      { numRuns: 600 },
    );
  });

  test('finds the same path however it is cut into parts, and whatever was looked for before', () => {
    fc.assert(
      fc.property(scene, fc.nat(), fc.integer({ min: 1, max: 9 }), (given, before, part) => {
        const { columns, groups, open, rows, start } = given;
        const moves = createMoves(columns, rows, open);
        const [whole, cut] = [createSearch(moves), createSearch(moves)];
        beginSearch(cut, moves, before % open.length);
        addGoals(cut, [start]);
        runSearch(cut, part);
        for (const search of [whole, cut]) {
          beginSearch(search, moves, start);
          for (const group of groups) addGoals(search, group);
        }
        runSearch(whole);
        let expanded = 0;
        while (runSearch(cut, part) === SearchState.running) {
          expect(cut.expanded - expanded).toBe(part);
          expanded = cut.expanded;
        }
        expect([cut.state, cut.expanded]).toEqual([whole.state, whole.expanded]);
        if (whole.state === SearchState.found) expect(pathOf(cut)).toEqual(pathOf(whole));
      }),
    );
  });

  test('past a corner there is no diagonal step', () => {
    // Two cells that touch at a corner, one or both of the cells beside the step closed.
    for (const open of [
      [1, 0, 0, 1],
      [1, 1, 0, 1],
    ]) {
      const moves = createMoves(2, 2, Uint8Array.from(open));
      const search = createSearch(moves);
      beginSearch(search, moves, 0);
      addGoals(search, [3]);
      runSearch(search);
      if (open[1] === 0) expect(search.state).toBe(SearchState.none);
      else expect([...pathOf(search)]).toEqual([0, 1, 3]);
    }
  });

  test('a wide body takes the wide door, a narrow one the near one', () => {
    // A wall with a door of 0.8 m straight ahead and one of 2 m farther off.
    const bounds = { minX: 0, minY: 0, maxX: 10, maxY: 10 };
    const walls = createObstacles([
      { shape: 'segment', from: [5, 0], to: [5, 1.6] },
      { shape: 'segment', from: [5, 2.4], to: [5, 7] },
      { shape: 'segment', from: [5, 9], to: [5, 10] },
    ]);
    const map = createMap(bounds, 0.1, 2, walls);
    const crossing = (radius: number) => {
      const terrain = createTerrain(map, radius);
      const moves = createMoves(map.columns, map.rows, terrain.open);
      const search = createSearch(moves);
      const cell = (x: number, y: number) => Math.floor(y / 0.1) * map.columns + Math.floor(x / 0.1);
      beginSearch(search, moves, cell(2.05, 2.05));
      addGoals(search, [cell(8.05, 2.05)]);
      if (runSearch(search) !== SearchState.found) return undefined;
      const path = [...pathOf(search)];
      // Every node leaves the body the room it needs: the wall’s ends are as near as they can be.
      for (const node of path) expect(map.clearance[node]).toBeGreaterThanOrEqual(radius);
      return Math.floor(path.find((node) => node % map.columns === 50)! / map.columns) * 0.1;
    };
    expect(crossing(0.3)).toBeGreaterThan(1.6);
    expect(crossing(0.3)).toBeLessThan(2.4);
    expect(crossing(0.6)).toBeGreaterThan(7);
    expect(crossing(0.6)).toBeLessThan(9);
    expect(crossing(1.05)).toBeUndefined();
  });

  test('long lengths compare as the true ones do', () => {
    // Nothing comes closer to p = q√2 than the convergents of √2: these are the hardest to tell apart.
    const convergents = [
      [1, 1],
      [3, 2],
      [7, 5],
      [17, 12],
      [41, 29],
      [99, 70],
      [239, 169],
      [577, 408],
      [1393, 985],
      [3363, 2378],
      [8119, 5741],
      [19601, 13860],
      [47321, 33461],
      [114243, 80782],
      [275807, 195025],
      [665857, 470832],
      [1607521, 1136689],
      [3880899, 2744210],
      [9369319, 6625109],
    ];
    for (const [p, q] of convergents) {
      const isLonger = BigInt(p) * BigInt(p) > 2n * BigInt(q) * BigInt(q);
      expect(p * 15_994_428 > q * 22_619_537).toBe(isLonger);
    }
    expect(22_619_537n ** 2n - 2n * 15_994_428n ** 2n).toBe(1n);
  });
});
