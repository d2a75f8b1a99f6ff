import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advanceField, beginField, createHarmonicField } from './field.ts';
import {
  mazeTerrain,
  openCell,
  randomNumbers,
  roomsTerrain,
  roomTerrain,
  terrainFrom,
} from './mazes.fixture.ts';
import { ALL, expectGuarantee, solve, UNBOUNDED } from './solved.fixture.ts';
import { PIECE } from './work.ts';

describe('every way', () => {
  const ground = fc
    .tuple(fc.nat(3), fc.nat(1000), fc.integer({ min: 1, max: 4 }))
    .map(([kind, seed, size]) => {
      if (kind === 0) return mazeTerrain(30, size, seed);
      if (kind === 1) return mazeTerrain(30, size, seed, 12);
      if (kind === 2) return roomTerrain(28, 0.1 * size, seed);
      return roomsTerrain(33, 6 + size, 2, seed);
    });

  test('ends at a source, and cells that are joined to none say so', () => {
    let unjoined = 0;
    fc.assert(
      fc.property(ground, fc.nat(600), fc.nat(600), (terrain, a, b) => {
        const sources = [openCell(terrain, a % 28, 1 + (a % 25)), openCell(terrain, b % 28, 1 + (b % 23))];
        if (sources[0] === sources[1]) sources.pop();
        const field = solve(terrain, sources, 'auto', 1e-8);
        expectGuarantee(field, sources);
        unjoined += field.next.filter((n, k) => n < 0 && terrain.open[k] === 1).length;
      }),
      { numRuns: 60 },
    );
    expect(unjoined).toBeGreaterThan(0);
  });

  test('does so too where doubles do not reach: 700 cells of a passage, by sweeps', () => {
    const terrain = terrainFrom(700, 3, (x, y) => x > 0 && x < 699 && y === 1);
    const source = 700 + 1;
    const field = solve(terrain, [source], 'gauss-seidel', 1e-6);
    expect(field.repaired).toBeGreaterThan(100);
    expectGuarantee(field, [source]);
    expect(solve(terrain, [source]).repaired).toBe(0);
  });

  test('does so where the work ends too early', () => {
    const random = randomNumbers(4);
    for (let k = 0; k < 10; k++) {
      const terrain = mazeTerrain(40, 2, k);
      const source = openCell(terrain, Math.floor(random() * 38), 20);
      // Anything counts as settled.
      const field = solve(terrain, [source], k % 2 === 0 ? 'gauss-seidel' : 'multigrid', 10);
      expectGuarantee(field, [source]);
    }
  });
});

describe('a field that is solved again', () => {
  test('from the last solution after a door has closed needs fewer cycles, and is the same', () => {
    const terrain = mazeTerrain(90, 4, 11, 20);
    const sources = { cells: Int32Array.of(openCell(terrain, 45, 45)), labels: Int32Array.of(0) };
    const field = createHarmonicField(terrain, 'multigrid', 1e-10);
    beginField(field, sources);
    advanceField(field, UNBOUNDED);
    const cold = field.rounds;
    // A wall across one passage.
    const { clearance } = terrain.map;
    const at = openCell(terrain, 12, 13);
    for (const n of [-2, -1, 0, 1, 2]) clearance[at + n * 90] = 0;
    terrain.map.revision++;
    const changed = terrainFrom(90, 90, (x, y) => clearance[y * 90 + x] > 0);
    terrain.open.set(changed.open);
    beginField(field, sources);
    advanceField(field, UNBOUNDED);
    const fresh = solve(changed, [sources.cells[0]], 'multigrid');
    expect(field.rounds).toBeLessThan(0.8 * Math.min(cold, fresh.rounds));
    for (let k = 0; k < 8100; k++) {
      if (fresh.potential[k] === ALL) expect(field.potential[k]).toBe(ALL);
      else expect(Math.abs(field.potential[k] - fresh.potential[k])).toBeLessThan(1e-6);
    }
  });

  test('after the target has moved across the map is the same as from nothing', () => {
    const terrain = mazeTerrain(60, 3, 2, 10);
    const field = createHarmonicField(terrain, 'multigrid', 1e-10);
    for (const [x, y] of [
      [5, 5],
      [6, 5],
      [50, 50],
      [30, 10],
    ]) {
      const source = openCell(terrain, x, y);
      beginField(field, { cells: Int32Array.of(source), labels: Int32Array.of(7) });
      advanceField(field, UNBOUNDED);
      const fresh = solve(terrain, [source]);
      for (let k = 0; k < 3600; k++) {
        if (fresh.potential[k] < ALL)
          expect(Math.abs(field.potential[k] - fresh.potential[k])).toBeLessThan(1e-6);
      }
      expect(field.label[source]).toBe(7);
    }
  });

  test('is the same to the bit whatever the budget, for every solver', () => {
    const terrain = roomsTerrain(61, 10, 2, 1);
    const sources = { cells: Int32Array.of(openCell(terrain, 20, 20)), labels: Int32Array.of(0) };
    for (const solver of ['auto', 'multigrid', 'sor', 'gauss-seidel'] as const) {
      const whole = createHarmonicField(terrain, solver, 1e-3);
      beginField(whole, sources);
      advanceField(whole, UNBOUNDED);
      // All of it is cut into pieces, from the search for unknowns to the paths.
      const longest = longestPiece(createHarmonicField(terrain, solver, 1e-3), sources);
      expect(longest).toBeLessThanOrEqual(12 * PIECE);
      for (const budget of [137, 1000]) {
        const field = createHarmonicField(terrain, solver, 1e-3);
        beginField(field, sources);
        let steps = 0;
        while (!field.isReady) {
          expect(advanceField(field, budget)).toBeLessThan(budget + longest);
          steps++;
        }
        expect(steps).toBeGreaterThan(10);
        expect(field.potential).toEqual(whole.potential);
        expect(field.next).toEqual(whole.next);
        expect(field.rounds).toBe(whole.rounds);
      }
    }
  });
});

/** The most rows that are taken when only one is asked for. */
function longestPiece(
  field: ReturnType<typeof createHarmonicField>,
  sources: Parameters<typeof beginField>[1],
) {
  beginField(field, sources);
  let longest = 0;
  for (;;) {
    longest = Math.max(longest, advanceField(field, 1));
    if (field.isReady) return longest;
  }
}
