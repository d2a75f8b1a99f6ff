import { describe, expect, test } from 'vitest';
import type { MoveCosts, Terrain } from '../map/index.ts';
import { advanceField, beginField, createHarmonicField, type HarmonicField, solverNames } from './field.ts';
import { mazeTerrain, openCell, randomNumbers, roomTerrain, terrainFrom } from './mazes.fixture.ts';
import { UNBOUNDED } from './solved.fixture.ts';

/** Regions whose metre takes so long in every direction; the first is plain ground. */
function costsFrom(
  terrain: Terrain,
  slow: readonly number[],
  kindAt: (x: number, y: number) => number,
): MoveCosts {
  const { columns } = terrain.map;
  return {
    kind: Uint8Array.from(terrain.open, (_, k) => kindAt(k % columns, Math.floor(k / columns))),
    slowness: Float64Array.from([1, ...slow].flatMap((time) => new Array<number>(8).fill(time))),
    barred: new Uint8Array(terrain.open.length),
  };
}

function solveOn(
  terrain: Terrain,
  sources: readonly number[],
  costs: MoveCosts,
  solver: HarmonicField['solver'] = 'auto',
  tolerance = 1e-11,
) {
  const field = createHarmonicField(terrain, solver, tolerance);
  beginField(
    field,
    { cells: Int32Array.from(sources), labels: Int32Array.from(sources, (_, k) => k) },
    costs,
  );
  advanceField(field, UNBOUNDED);
  expect(field.isReady).toBe(true);
  return field;
}

const kappa = (width: number) => Math.acosh(2 - Math.cos(Math.PI / (width + 1)));

describe('closed forms in layers', () => {
  test('a passage of one cell: a continued fraction gives every value', () => {
    const length = 60;
    const terrain = terrainFrom(length, 3, (x, y) => x > 0 && x < length - 1 && y === 1);
    const slow = [2, 1.3, 5];
    const layer = (x: number) => (x < 15 ? 0 : x < 25 ? 1 : x < 40 ? 2 : x < 45 ? 3 : 0);
    const costs = costsFrom(terrain, slow, layer);
    const expected = new Float64Array(length);
    const ratio = new Float64Array(length);
    for (let x = length - 2; x > 1; x--) {
      const s = [1, ...slow][layer(x)];
      const pivot = 2 * Math.cosh(s * kappa(1));
      ratio[x] = 1 / (pivot - (x < length - 2 ? ratio[x + 1] : 0));
    }
    for (let x = 2; x < length - 1; x++) expected[x] = expected[x - 1] - Math.log(ratio[x]);
    for (const solver of solverNames) {
      const { potential } = solveOn(terrain, [length + 1], costs, solver);
      // Over-relaxation keeps noise of 1e-16 beside the largest value.
      const end = solver === 'sor' ? 10 : length - 1;
      for (let x = 2; x < end; x++) {
        expect(Math.abs(potential[length + x] - expected[x])).toBeLessThan(1e-8);
      }
    }
  });

  test('along a passage −ln μ grows by as much more as a metre takes longer, whatever its width', () => {
    for (const width of [2, 5, 9]) {
      const terrain = terrainFrom(400, width + 2, (x, y) => x > 0 && x < 399 && y > 0 && y <= width);
      const sources = Array.from({ length: width }, (_, y) => (y + 1) * 400 + 1);
      const costs = costsFrom(terrain, [1.5, 4], (x) => (x < 150 ? 0 : x < 300 ? 1 : 2));
      for (const solver of ['auto', 'multigrid'] as const) {
        const { potential } = solveOn(terrain, sources, costs, solver);
        const middle = Math.ceil(width / 2) * 400;
        for (const [x, slow] of [
          [80, 1],
          [225, 1.5],
          [350, 4],
        ]) {
          const fall = potential[middle + x + 1] - potential[middle + x];
          expect(Math.abs(fall - slow * kappa(width))).toBeLessThan(1e-6);
        }
      }
    }
  });
});

/** Gauss with pivots, over all open cells, by the formulas of docs/models/harmonic.md; two-way links alone. */
function solveDense(
  terrain: Terrain,
  source: number,
  costs: MoveCosts,
  slow: readonly number[],
): Float64Array {
  const { map, open } = terrain;
  const { columns } = map;
  const beside = [-1, 1, -columns, columns];
  const moves = [4, 0, 6, 2];
  const linksOf = (cell: number) =>
    beside.filter((by, k) => open[cell + by] === 1 && ((costs.barred[cell] >> moves[k]) & 1) === 0);
  const runOf = (cell: number, by: number) => {
    let count = 1;
    for (let k = cell + by; open[k] === 1; k += by) count++;
    for (let k = cell - by; open[k] === 1; k -= by) count++;
    return count;
  };
  const joined = [source];
  for (const cell of joined)
    for (const by of linksOf(cell)) if (!joined.includes(cell + by)) joined.push(cell + by);
  const rows = joined.map((cell, k) => {
    const line = new Array<number>(joined.length + 1).fill(0);
    const rate = kappa(Math.min(runOf(cell, 1), runOf(cell, columns)));
    line[k] = 4 + 2 * (Math.cosh(slow[costs.kind[cell]] * rate) - Math.cosh(rate));
    for (const by of linksOf(cell)) line[joined.indexOf(cell + by)] -= 1;
    return line;
  });
  rows[0] = rows[0].map((_, k) => (k === 0 || k === joined.length ? 1 : 0));
  for (let k = 0; k < rows.length; k++) {
    let pivot = k;
    for (let j = k; j < rows.length; j++) if (Math.abs(rows[j][k]) > Math.abs(rows[pivot][k])) pivot = j;
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (let j = 0; j < rows.length; j++) {
      if (j === k || rows[j][k] === 0) continue;
      const factor = rows[j][k] / rows[k][k];
      for (let i = k; i <= rows.length; i++) rows[j][i] -= factor * rows[k][i];
    }
  }
  const potential = new Float64Array(open.length).fill(Number.POSITIVE_INFINITY);
  joined.forEach((cell, k) => {
    potential[cell] = -Math.log(rows[k][joined.length] / rows[k][k]);
  });
  return potential;
}

test('every solver finds what Gauss finds with a full matrix, on random ground with shut doors', () => {
  const random = randomNumbers(5);
  for (const terrain of [mazeTerrain(16, 2, 3, 4), roomTerrain(14, 0.15, 5), roomTerrain(15, 0, 1)]) {
    const { columns } = terrain.map;
    const slow = [1, 1.2, 3];
    const kinds = Uint8Array.from(terrain.open, () => Math.floor(3 * random()));
    const costs = costsFrom(terrain, slow.slice(1), (x, y) => kinds[y * columns + x]);
    // A door that is shut, upright, over half of the ground.
    for (let row = 0; row < columns / 2; row++) {
      costs.barred[row * columns + 6] |= 1;
      costs.barred[row * columns + 7] |= 1 << 4;
    }
    const source = openCell(terrain, 4, 4);
    const expected = solveDense(terrain, source, costs, slow);
    for (const solver of solverNames) {
      const { potential } = solveOn(terrain, [source], costs, solver, solver === 'sor' ? 1e-9 : 1e-13);
      potential.forEach((value, k) => {
        if (expected[k] === Number.POSITIVE_INFINITY) expect(value).toBe(expected[k]);
        else expect(Math.abs(value - expected[k])).toBeLessThan(solver === 'sor' ? 1e-6 : 1e-8);
      });
    }
  }
});

/** A ring of passages of a width: the short way round has 20 slow cells. */
function ring(width: number, slow: number) {
  const [columns, rows] = [100, 70];
  const far = rows - 1 - width;
  const isOpen = (x: number, y: number) =>
    x > 0 &&
    y > 0 &&
    x < columns - 1 &&
    y < rows - 1 &&
    (x <= width || x >= columns - 1 - width || y <= width || y >= far);
  const terrain = terrainFrom(columns, rows, isOpen);
  const costs = costsFrom(terrain, [slow], (x, y) => (y <= width && x >= 40 && x < 60 ? 1 : 0));
  const source = openCell(terrain, columns - 2 - (width >> 1), 25);
  const start = openCell(terrain, 1 + (width >> 1), 25);
  const field = solveOn(terrain, [source], costs);
  let isAcross = false;
  for (let cell = start; field.next[cell] !== cell; cell = field.next[cell])
    isAcross ||= costs.kind[cell] === 1;
  return isAcross;
}

test('of two passages that are as wide the quicker one is taken', () => {
  for (const width of [1, 3, 6]) {
    // From y = 25 to the middle of the far passage instead of the near one, and back.
    const extra = 2 * (69 - 25 - 25);
    expect(ring(width, 1 + (extra + 4) / 20)).toBe(false);
    expect(ring(width, 1 + (extra - 4) / 20)).toBe(true);
  }
});

describe('gates', () => {
  const [columns, rows] = [24, 18];
  /** Random gates between neighbours, most of them open in one direction. */
  function gated(seed: number) {
    const random = randomNumbers(seed);
    const terrain = roomTerrain(columns, 0.15, seed);
    const costs = costsFrom(terrain, [2.5], (x) => (x > 8 && x < 14 ? 1 : 0));
    for (let cell = columns; cell < columns * (rows - 1); cell++) {
      if (random() < 0.35) costs.barred[cell] |= 1;
      if (random() < 0.35) costs.barred[cell + 1] |= 1 << 4;
      if (random() < 0.35) costs.barred[cell] |= 1 << 2;
      if (random() < 0.35) costs.barred[cell + columns] |= 1 << 6;
    }
    // Corners are as closed as their sides.
    for (let cell = 0; cell < costs.barred.length; cell++) {
      const bars = costs.barred[cell];
      for (const move of [1, 3, 5, 7]) {
        const sides = (1 << (move - 1)) | (1 << ((move + 1) % 8));
        if ((bars & sides) !== 0) costs.barred[cell] |= 1 << move;
      }
    }
    return { terrain, costs };
  }

  test('from every cell that has a path the field leads to the target through no gate against its direction', () => {
    let without = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const { costs, terrain } = gated(seed);
      const { open } = terrain;
      const source = openCell(terrain, 12, 9);
      // Which cells have a path, found from each of them by itself.
      const steps: [number, number][] = [
        [-1, 4],
        [1, 0],
        [-columns, 6],
        [columns, 2],
      ];
      const hasPath = new Uint8Array(open.length);
      hasPath[source] = 1;
      for (let isNew = true; isNew; ) {
        isNew = false;
        for (let cell = 0; cell < open.length; cell++) {
          if (open[cell] === 0 || hasPath[cell] === 1) continue;
          const leadsOn = steps.some(
            ([by, move]) => hasPath[cell + by] === 1 && ((costs.barred[cell] >> move) & 1) === 0,
          );
          if (!leadsOn) continue;
          hasPath[cell] = 1;
          isNew = true;
        }
      }
      for (const solver of ['auto', 'multigrid', 'gauss-seidel'] as const) {
        const { next } = solveOn(terrain, [source], costs, solver, 1e-9);
        for (let start = 0; start < open.length; start++) {
          if (open[start] === 0) continue;
          if (hasPath[start] === 0) {
            expect(next[start]).toBe(-1);
            without++;
            continue;
          }
          let cell = start;
          for (let count = 0; cell !== source && count <= open.length; count++) {
            const to = next[cell];
            const dx = (to % columns) - (cell % columns);
            const dy = Math.floor(to / columns) - Math.floor(cell / columns);
            const move = [5, 6, 7, 4, -1, 0, 3, 2, 1][3 * (dy + 1) + dx + 1];
            expect((costs.barred[cell] >> move) & 1).toBe(0);
            cell = to;
          }
          expect(cell).toBe(source);
        }
      }
    }
    expect(without).toBeGreaterThan(0);
  });
});
