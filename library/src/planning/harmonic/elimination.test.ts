import { expect, test } from 'vitest';
import {
  advanceElimination,
  attempts,
  createElimination,
  isEliminated,
  writePotential,
} from './elimination.ts';
import { mazeTerrain, openCell, roomTerrain } from './mazes.fixture.ts';
import { UNBOUNDED } from './solved.fixture.ts';
import { findUnknowns } from './start.ts';
import { finishWork } from './work.ts';

const unlimited = attempts.map(
  ({ order }) => ({ order, mostWork: 1e6 }) as unknown as (typeof attempts)[number],
);

function eliminate(
  terrain: ReturnType<typeof mazeTerrain>,
  source: number,
  order = unlimited[0],
  portion = UNBOUNDED,
) {
  const unknowns = finishWork(findUnknowns(terrain, Int32Array.of(source)));
  const elimination = finishWork(createElimination(terrain, unknowns, order));
  while (!isEliminated(elimination)) advanceElimination(elimination, portion);
  const potential = new Float64Array(unknowns.cells.length);
  finishWork(writePotential(elimination, potential));
  return { elimination, potential, unknowns };
}

/** The same system as a full matrix, by Gauss with pivots, for a few cells. */
function solveDense(terrain: ReturnType<typeof mazeTerrain>, source: number): number[] {
  const { cells, rowOf } = finishWork(findUnknowns(terrain, Int32Array.of(source)));
  const { columns } = terrain.map;
  const rows = Array.from(cells, (cell, row) => {
    const line = new Array<number>(cells.length + 1).fill(0);
    line[row] = 4;
    for (const beside of [cell - 1, cell + 1, cell - columns, cell + columns]) {
      if (rowOf[beside] === cells.length) line[cells.length] += 1;
      else if (rowOf[beside] >= 0) line[rowOf[beside]] -= 1;
    }
    return line;
  });
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
  return rows.map((line, k) => line[rows.length] / line[k]);
}

test('in either order it finds what Gauss finds with a full matrix', () => {
  for (const terrain of [mazeTerrain(19, 2, 3, 4), roomTerrain(14, 0.2, 5)]) {
    const source = openCell(terrain, 8, 8);
    const dense = solveDense(terrain, source);
    for (const order of unlimited) {
      const { potential } = eliminate(terrain, source, order);
      dense.forEach((mu, row) => {
        expect(Math.abs(potential[row] + Math.log(mu))).toBeLessThan(1e-9);
      });
    }
  }
});

test('both orders agree where μ is far below the smallest double', () => {
  const terrain = mazeTerrain(101, 3, 3);
  const [one, other] = unlimited.map(
    (order) => eliminate(terrain, openCell(terrain, 40, 50), order).potential,
  );
  expect(Math.max(...one)).toBeGreaterThan(400);
  one.forEach((value, row) => {
    expect(Math.abs(value - other[row])).toBeLessThan(1e-12 * (1 + value));
  });
});

test('every equation holds across the powers that are kept apart', () => {
  const terrain = mazeTerrain(101, 1, 3);
  const source = openCell(terrain, 40, 50);
  const { potential, unknowns } = eliminate(terrain, source);
  const { columns } = terrain.map;
  unknowns.cells.forEach((cell, row) => {
    let mean = 0;
    for (const beside of [cell - 1, cell + 1, cell - columns, cell + columns]) {
      const other = unknowns.rowOf[beside];
      if (other >= 0)
        mean += Math.exp(potential[row] - (other < potential.length ? potential[other] : 0)) / 4;
    }
    expect(Math.abs(mean - 1)).toBeLessThan(1e-11);
  });
});

test('work in portions gives the same bits', () => {
  const terrain = mazeTerrain(60, 3, 7, 10);
  const source = openCell(terrain, 30, 30);
  for (const order of unlimited) {
    const whole = eliminate(terrain, source, order).potential;
    expect(eliminate(terrain, source, order, 37).potential).toEqual(whole);
  }
});

test('it gives up when the work is more than is worth it', () => {
  const terrain = roomTerrain(100, 0, 1);
  const unknowns = finishWork(findUnknowns(terrain, Int32Array.of(openCell(terrain, 50, 50))));
  const elimination = finishWork(createElimination(terrain, unknowns, attempts[0]));
  advanceElimination(elimination, UNBOUNDED);
  expect(elimination.hasGivenUp).toBe(true);
  expect(elimination.work).toBeLessThan(65 * unknowns.cells.length + 20_000);
});

test('it gives up where weights would leave the range of doubles', () => {
  const terrain = mazeTerrain(151, 1, 3);
  const unknowns = finishWork(findUnknowns(terrain, Int32Array.of(openCell(terrain, 40, 50))));
  const elimination = finishWork(createElimination(terrain, unknowns, unlimited[1]));
  advanceElimination(elimination, UNBOUNDED);
  expect(elimination.hasGivenUp).toBe(true);
});
