import { describe, expect, test } from 'vitest';
import type { Terrain } from '../map/index.ts';
import { mazeTerrain, openCell, roomsTerrain, roomTerrain, terrainFrom } from './mazes.fixture.ts';
import { ALL, expectGuarantee, solve, UNBOUNDED, worstResidual } from './solved.fixture.ts';
import { advanceSweeps, bestOmega, createSweeps, placeOf } from './sweeps.ts';

describe('sweeps', () => {
  // λ itself, from 0.5, on the 63 × 63 inner points of a mesh of 64, one target in the middle: equations, §7.
  function sweepsNeeded(omega: number): number {
    const cells = Int32Array.from({ length: 63 * 63 }, (_, k) => k).filter((k) => k !== 31 * 63 + 31);
    const sweeps = createSweeps(63, 63, cells, omega);
    sweeps.values.fill(1);
    for (const cell of cells) sweeps.values[placeOf(cell, 63)] = 0.5;
    sweeps.values[placeOf(31 * 63 + 31, 63)] = 0;
    while (!(sweeps.lastStep < 1e-14)) advanceSweeps(sweeps, UNBOUNDED);
    return sweeps.count;
  }

  test('take 8194 rounds without and 320 with over-relaxation on 64², to 1e-14', () => {
    expect(sweepsNeeded(1)).toBe(8194);
    expect(sweepsNeeded(bestOmega(64))).toBe(320);
  });
});

describe('closed forms', () => {
  test('along a passage of w cells μ falls by κ per cell, cosh κ = 2 − cos(π / (w + 1)), for 3000 cells', () => {
    for (const width of [1, 2, 5]) {
      const terrain = terrainFrom(3000, width + 2, (x, y) => x > 0 && x < 2999 && y > 0 && y <= width);
      const sources = Array.from({ length: width }, (_, y) => (y + 1) * 3000 + 1);
      const field = solve(terrain, sources);
      const hyperbolic = 2 - Math.cos(Math.PI / (width + 1));
      const rate = Math.log(hyperbolic + Math.sqrt(hyperbolic * hyperbolic - 1));
      const middle = Math.ceil(width / 2) * 3000;
      for (const x of [100, 1000, 2900]) {
        const fall = field.potential[middle + x + 1] - field.potential[middle + x];
        expect(Math.abs(fall - rate)).toBeLessThan(1e-7);
      }
      // Beyond the smallest double for all of them: 3000 cells of 0.51 and more.
      expect(field.potential[middle + 2998]).toBeGreaterThan(745);
      expect(field.repaired).toBe(0);
    }
  });

  test('between two plates: across a wide hall λ goes up in a straight line', () => {
    // A source along a whole side, a wall along the other, and so long that the ends do not matter in the middle.
    const [columns, rows] = [401, 21];
    const terrain = terrainFrom(columns, rows, (x, y) => x > 0 && x < columns - 1 && y > 0);
    const sources = Array.from({ length: columns - 2 }, (_, k) => (rows - 1) * columns + k + 1);
    const field = solve(terrain, sources);
    for (let y = 1; y < rows; y++) {
      const mu = Math.exp(-field.potential[y * columns + 200]);
      expect(Math.abs(mu - y / (rows - 1))).toBeLessThan(1e-8);
    }
  });

  test('in a ring μ is ln(b / r) / ln(b / a), to the accuracy of the cells', () => {
    const errors = [40, 80].map((half) => {
      const side = 2 * half + 3;
      const radius = (x: number, y: number) => Math.sqrt((x - half - 1) ** 2 + (y - half - 1) ** 2) / half;
      const terrain = terrainFrom(side, side, (x, y) => radius(x, y) < 1);
      const sources: number[] = [];
      for (let k = 0; k < side * side; k++)
        if (radius(k % side, Math.floor(k / side)) <= 0.25) sources.push(k);
      const field = solve(terrain, sources);
      let worst = 0;
      for (let k = 0; k < side * side; k++) {
        const r = radius(k % side, Math.floor(k / side));
        if (r <= 0.25 || r >= 1) continue;
        worst = Math.max(worst, Math.abs(Math.exp(-field.potential[k]) - Math.log(r) / Math.log(0.25)));
      }
      return worst;
    });
    // What moving the circles by a cell would change, where μ is steepest.
    expect(errors[0]).toBeLessThan(1 / (0.25 * Math.log(4)) / 40);
    expect(errors[1]).toBeLessThan(1 / (0.25 * Math.log(4)) / 80);
  });
});

describe('the fast solvers', () => {
  const grounds: [string, Terrain][] = [
    ...[1, 2, 3, 6, 10].map((width): [string, Terrain] => [
      `a maze of ${width}`,
      mazeTerrain(101, width, width),
    ]),
    ['a maze with many ways', mazeTerrain(100, 3, 5, 80)],
    ['an empty room', roomTerrain(120, 0, 1)],
    ['rooms with doors', roomsTerrain(100, 20, 3, 2)],
    ['a room full of columns', roomTerrain(100, 0.25, 3)],
  ];
  test.each(grounds)(
    'satisfy every equation to a share of 1e-8 in %s, in at most 50 cycles',
    (_, terrain) => {
      const source = openCell(terrain, 40, 50);
      for (const solver of ['auto', 'multigrid'] as const) {
        const field = solve(terrain, [source], solver, 1e-9);
        expect(worstResidual(field)).toBeLessThan(1e-8);
        expect(field.rounds).toBeLessThan(50);
        expect(field.repaired).toBe(0);
        expectGuarantee(field, [source]);
      }
    },
  );

  test('of mazes takes no cycles, of rooms it does', () => {
    const rounds = (terrain: Terrain) => solve(terrain, [openCell(terrain, 40, 50)]).rounds;
    expect(rounds(mazeTerrain(101, 3, 3))).toBe(0);
    expect(rounds(mazeTerrain(100, 3, 5, 80))).toBe(0);
    expect(rounds(roomTerrain(120, 0, 1))).toBeGreaterThan(5);
  });

  // Over-relaxation keeps noise of 1e-16 beside the largest value, and says little of cells far away in a maze.
  test.each([
    ['gauss-seidel', 1e-13, 1e-9, mazeTerrain(25, 2, 3, 6)],
    ['gauss-seidel', 1e-13, 1e-9, roomTerrain(30, 0.2, 4)],
    ['sor', 1e-8, 1e-6, roomTerrain(30, 0.2, 4)],
    ['sor', 1e-8, 1e-6, roomsTerrain(31, 10, 2, 1)],
  ] as const)('agree with %s to %f', (solver, tolerance, accuracy, terrain) => {
    const sources = [openCell(terrain, 10, 10), openCell(terrain, 22, 4)];
    const fast = solve(terrain, sources, 'multigrid', 1e-11);
    const exact = solve(terrain, sources, 'auto');
    expect(exact.rounds).toBe(0);
    const slow = solve(terrain, sources, solver, tolerance);
    expect(slow.potential.map((value) => (value < ALL ? 1 : 0))).toEqual(
      fast.potential.map((value) => (value < ALL ? 1 : 0)),
    );
    let worst = 0;
    for (let k = 0; k < terrain.open.length; k++) {
      if (!(fast.potential[k] < ALL)) continue;
      worst = Math.max(worst, Math.abs(slow.potential[k] - fast.potential[k]));
      worst = Math.max(worst, Math.abs(slow.potential[k] - exact.potential[k]));
    }
    expect(worst).toBeLessThan(accuracy);
  });

  test('have no cell inside that is higher or lower than all around it', () => {
    for (const terrain of [mazeTerrain(60, 3, 5, 10), roomTerrain(60, 0, 1), roomTerrain(60, 0.25, 3)]) {
      const source = openCell(terrain, 40, 50);
      const { potential } = solve(terrain, [source]);
      const { columns } = terrain.map;
      for (let k = 0; k < potential.length; k++) {
        if (k === source || !(potential[k] < ALL)) continue;
        const around = [k - 1, k + 1, k - columns, k + columns].map((n) => potential[n]);
        if (Math.min(...around) < potential[k] && Math.max(...around) > potential[k]) continue;
        expect.fail(`cell ${k}: ${potential[k]} among ${around}`);
      }
    }
  });
});
