import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTargets } from '../../crowd/index.ts';
import { cellAt, centreX, centreY, createTargetCells, type Terrain } from '../map/index.ts';
import { descend, nextCell } from './descent.ts';
import { drawnGround, groundOf } from './distance.fixture.ts';
import { addTarget } from './goal-cells.ts';
import { addSource, advanceMarch, createMarch, type March } from './march.ts';

const cells = createTargetCells();

function marchFrom(terrain: Terrain, cells: readonly number[], crossing?: Float64Array): March {
  const march = createMarch(terrain);
  march.crossing = crossing;
  cells.forEach((cell, label) => {
    if (terrain.open[cell] === 1) addSource(march, cell, 0, label);
  });
  advanceMarch(march, Number.POSITIVE_INFINITY);
  return march;
}

/** Largest and mean error of the times against a formula, over the open cells that it gives a number for. */
function errorsOf({ terrain: { map, open }, time }: March, exact: (x: number, y: number) => number) {
  let largest = 0;
  let sum = 0;
  let count = 0;
  for (let cell = 0; cell < open.length; cell++) {
    if (open[cell] === 0) continue;
    const expected = exact(centreX(map, cell % map.columns), centreY(map, Math.floor(cell / map.columns)));
    if (Number.isNaN(expected)) continue;
    const error = Math.abs(time[cell] - expected);
    largest = Math.max(largest, error);
    sum += error;
    count++;
  }
  return { largest, mean: sum / count };
}

describe('the times of a march', () => {
  test('on open ground are the distances to a disc, with an error of second order', () => {
    const errors = [0.4, 0.2, 0.1].map((cell) => {
      const march = createMarch(groundOf(20 / cell, 16 / cell, cell));
      addTarget(march, createTargets([{ at: [6.03, 7.1], radius: 2 }]), 0, cells);
      advanceMarch(march, Number.POSITIVE_INFINITY);
      return errorsOf(march, (x, y) => Math.max(0, Math.hypot(x - 6.03, y - 7.1) - 2));
    });
    expect(errors[0].largest).toBeLessThan(0.04);
    for (const k of [0, 1]) {
      expect(errors[k].largest / errors[k + 1].largest).toBeGreaterThan(3.5);
      expect(errors[k].mean / errors[k + 1].mean).toBeGreaterThan(3.3);
    }
  });

  test('from a single cell they are the distances to within half a cell, and the error falls with the cells', () => {
    const errors = [0.5, 0.25, 0.125].map((cell) => {
      const columns = 16 / cell + 1;
      const march = marchFrom(groundOf(columns, columns, cell), [(columns * columns - 1) / 2]);
      const middle = (columns * cell) / 2;
      return errorsOf(march, (x, y) => Math.hypot(x - middle, y - middle)).largest / cell;
    });
    for (const error of errors) expect(error).toBeLessThan(0.5);
  });

  test('round the end of a wall are the lengths of the shortest ways, bent at its end', () => {
    const errors = [0.2, 0.1].map((cell) => {
      // A wall from the lower border up to y = 6, one cell thick at x = 8; the corners that ways bend at are open ground.
      const wall = Math.round(8 / cell);
      const terrain = groundOf(16 / cell, 10 / cell, cell, (i, j) => i !== wall || j >= Math.round(6 / cell));
      const march = createMarch(terrain);
      addTarget(march, createTargets([{ at: [3, 2], radius: 1 }]), 0, cells);
      advanceMarch(march, Number.POSITIVE_INFINITY);
      const [leftX, rightX, cornerY] = [wall * cell, (wall + 1) * cell, Math.round(6 / cell) * cell];
      return errorsOf(march, (x, y) => {
        if (x < rightX) return Number.NaN;
        // Hidden from the source, and seeing the right corner: over both corners.
        const slope = (cornerY - 2) / (leftX - 3);
        if (y > cornerY || y > 2 + slope * (x - 3)) return Number.NaN;
        const toCorner = Math.hypot(leftX - 3, cornerY - 2) - 1;
        return toCorner + (rightX - leftX) + Math.hypot(x - rightX, y - cornerY);
      }).largest;
    });
    // Centres of cells pass the corner half a cell away from it.
    expect(errors[0]).toBeLessThan(0.2 * 1.5);
    expect(errors[1]).toBeLessThan(errors[0] / 1.6);
  });

  test('through ground of two kinds obey the law of refraction', () => {
    // f = 1 on the left of x = 6, 0.4 on the right; the fastest way crosses where Fermat says.
    const cell = 0.1;
    const columns = 120;
    const terrain = groundOf(columns, 100, cell);
    const crossing = Float64Array.from(terrain.open, (_, k) => cell / (k % columns < 60 ? 1 : 0.4));
    const source = cellAt(terrain.map, 1.05, 2.05);
    const march = marchFrom(terrain, [source], crossing);
    const { largest, mean } = errorsOf(march, (x, y) => {
      if (x < 6) return Math.hypot(x - 1.05, y - 2.05);
      let low = 0;
      let high = 10;
      const cost = (at: number) => Math.hypot(6 - 1.05, at - 2.05) + Math.hypot(x - 6, y - at) / 0.4;
      for (let round = 0; round < 100; round++) {
        const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
        if (cost(a) < cost(b)) high = b;
        else low = a;
      }
      return cost(low);
    });
    expect(largest).toBeLessThan(2 * cell);
    expect(mean).toBeLessThan(cell);
  });

  test('lie between the straight line and the length of the shortest way over the eight neighbours, in any maze', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 5, max: 40 }), (seed, share) => {
        const terrain = scattered(24, 17, seed, share);
        const source = [...terrain.open].indexOf(1);
        if (source < 0) return;
        const march = marchFrom(terrain, [source]);
        const lengths = dijkstra(terrain, source);
        for (let cell = 0; cell < terrain.open.length; cell++) {
          const time = march.time[cell];
          if (Number.isFinite(time) !== Number.isFinite(lengths[cell])) throw new Error(`reach of ${cell}`);
          if (!Number.isFinite(lengths[cell])) continue;
          const dx = (cell % 24) - (source % 24);
          const dy = Math.floor(cell / 24) - Math.floor(source / 24);
          if (time < 0.25 * (Math.hypot(dx, dy) - 0.5)) throw new Error(`cell ${cell} is too near: ${time}`);
          // Without cutting corners, so that the grid way bends at centres; half a cell for the source.
          if (time > lengths[cell] * 1.05 + 0.25) throw new Error(`cell ${cell} is too far: ${time}`);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('do not depend on how many cells are taken at a time', () => {
    const terrain = scattered(30, 30, 5, 25);
    const sources = [cellAt(terrain.map, 1, 1), cellAt(terrain.map, 6, 6)];
    const whole = marchFrom(terrain, sources);
    for (const portion of [1, 7, 100]) {
      const march = createMarch(terrain);
      sources.forEach((cell, label) => {
        if (terrain.open[cell] === 1) addSource(march, cell, 0, label);
      });
      while (advanceMarch(march, portion) === portion);
      expect(march.time).toEqual(whole.time);
      expect(march.label).toEqual(whole.label);
    }
  });
});

describe('following the times down', () => {
  test('cell by cell leads from every connected cell to the source of its label; the others have no label', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 45 }), (seed, share) => {
        const terrain = scattered(30, 21, seed, share);
        const sources = [31, 300, 611];
        const march = marchFrom(terrain, sources, unevenCrossing(terrain, seed));
        const connected = floodFrom(terrain, sources);
        for (let start = 0; start < terrain.open.length; start++) {
          if (march.label[start] >= 0 !== connected.has(start)) throw new Error(`label of cell ${start}`);
          if (!connected.has(start)) continue;
          let cell = start;
          let steps = 0;
          for (let next = nextCell(terrain, march, cell); next >= 0; next = nextCell(terrain, march, cell)) {
            if (march.time[next] >= march.time[cell] || steps++ > 630)
              throw new Error(`no descent at ${cell}`);
            cell = next;
          }
          if (cell !== sources[march.label[start]]) throw new Error(`${start} ends at ${cell}`);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('in steps of 5 cm leads from every connected cell to a source, over open ground alone', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 45 }), (seed, share) => {
        const terrain = scattered(20, 15, seed, share);
        const march = marchFrom(terrain, [62, 200], unevenCrossing(terrain, seed));
        for (let start = 0; start < terrain.open.length; start++) {
          if (march.label[start] >= 0) walkDown(terrain, march, start, seed + start);
        }
      }),
      { numRuns: 25 },
    );
  });

  test('in steps of 5 cm goes round a comb of walls as it does over an open floor', () => {
    const comb = drawnGround(0.25, [
      '....................',
      '.##################.',
      '.#..#..#..#..#..#...',
      '.#..#..#..#..#..#.#.',
      '.#................#.',
      '.##################.',
      '....................',
    ]);
    const march = marchFrom(comb, [cellAt(comb.map, 1.1, 0.7)]);
    for (let start = 0; start < comb.open.length; start++) {
      if (comb.open[start] === 1) walkDown(comb, march, start, start);
    }
  });
});

/** Walks from a corner, side or the middle of a cell until a source is reached. */
function walkDown(terrain: Terrain, march: March, start: number, whereabouts: number): void {
  const { map } = terrain;
  const out = new Float64Array(2);
  const shift = (axis: number) => ((hashed(whereabouts, axis, start) % 3) - 1) * 0.49 * map.cell;
  let x = centreX(map, start % map.columns) + shift(0);
  let y = centreY(map, Math.floor(start / map.columns)) + shift(1);
  let cell = cellAt(map, x, y);
  for (let step = 0; step < 20_000; step++) {
    const next = nextCell(terrain, march, cell);
    if (next < 0) return;
    descend(terrain, march, cell, next, x, y, out);
    // Plain comparisons: a million calls of expect take minutes.
    if (Math.abs(Math.hypot(out[0], out[1]) - 1) > 1e-12) throw new Error(`no unit vector in cell ${cell}`);
    x += 0.05 * out[0];
    y += 0.05 * out[1];
    const entered = cellAt(map, x, y);
    if (terrain.open[entered] === 0) throw new Error(`from cell ${cell} into ${entered}, which is closed`);
    if (march.time[entered] > march.time[cell]) throw new Error(`from cell ${cell} up to ${entered}`);
    cell = entered;
  }
  throw new Error(`no source is reached from cell ${start}`);
}

/** Ground with a share of closed cells, in percent, here and there. */
function scattered(columns: number, rows: number, seed: number, percent: number): Terrain {
  return groundOf(columns, rows, 0.25, (i, j) => hashed(seed, i, j) % 100 >= percent);
}

/** Crossing times that differ fourfold, smoothly enough and from cell to cell. */
function unevenCrossing({ map, open }: Terrain, seed: number): Float64Array {
  return Float64Array.from(open, (_, k) => {
    const rough = (hashed(seed + 1, k, 7) % 100) / 100;
    const smooth = Math.sin((k % map.columns) / 5) ** 2 + Math.cos(k / map.columns / 4) ** 2;
    return map.cell * (1 + rough + smooth);
  });
}

function hashed(seed: number, i: number, j: number): number {
  let h =
    Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(i + 1, 0xc2b2ae35) ^ Math.imul(j + 1, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 13), 0x297a2d39);
  return (h ^ (h >>> 16)) >>> 0;
}

function neighboursOf({ map: { columns, rows } }: Terrain, cell: number): number[] {
  const column = cell % columns;
  return [
    ...(column > 0 ? [cell - 1] : []),
    ...(column < columns - 1 ? [cell + 1] : []),
    ...(cell >= columns ? [cell - columns] : []),
    ...(cell < columns * (rows - 1) ? [cell + columns] : []),
  ];
}

function floodFrom(terrain: Terrain, sources: readonly number[]): Set<number> {
  const seen = new Set(sources.filter((cell) => terrain.open[cell] === 1));
  for (const cell of seen) {
    for (const next of neighboursOf(terrain, cell)) if (terrain.open[next] === 1) seen.add(next);
  }
  return seen;
}

/** Lengths of the shortest ways over the eight neighbours, corners not cut, by plain relaxation. */
function dijkstra({ map, open }: Terrain, source: number): number[] {
  const { cell: side, columns, rows } = map;
  const length = Array.from(open, () => Number.POSITIVE_INFINITY);
  length[source] = 0;
  const isOpen = (i: number, j: number) =>
    i >= 0 && j >= 0 && i < columns && j < rows && open[j * columns + i] === 1;
  for (let changed = true; changed; ) {
    changed = false;
    for (let k = 0; k < open.length; k++) {
      if (!Number.isFinite(length[k])) continue;
      const [i, j] = [k % columns, Math.floor(k / columns)];
      for (const [di, dj] of [-1, 0, 1].flatMap((a) => [-1, 0, 1].map((b) => [a, b]))) {
        if (!isOpen(i + di, j + dj) || !isOpen(i + di, j) || !isOpen(i, j + dj)) continue;
        const there = (j + dj) * columns + i + di;
        const reached = length[k] + side * Math.hypot(di, dj);
        if (reached >= length[there] - 1e-12) continue;
        length[there] = reached;
        changed = true;
      }
    }
  }
  return length;
}
