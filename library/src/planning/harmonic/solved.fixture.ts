import { expect } from 'vitest';
import type { Terrain } from '../map/index.ts';
import { advanceField, beginField, createHarmonicField, type HarmonicField, type Solver } from './field.ts';

export const ALL = Number.POSITIVE_INFINITY;
export const UNBOUNDED = Number.MAX_SAFE_INTEGER;

export function solve(
  terrain: Terrain,
  sources: readonly number[],
  solver: Solver = 'auto',
  tolerance = 1e-10,
) {
  const field = createHarmonicField(terrain, solver, tolerance);
  beginField(field, { cells: Int32Array.from(sources), labels: Int32Array.from(sources, (_, k) => k) });
  advanceField(field, UNBOUNDED);
  expect(field.isReady).toBe(true);
  return field;
}

/** The largest share by which −ln μ of a cell misses the mean of its four neighbours, wherever a source is joined. */
export function worstResidual({ potential, terrain }: HarmonicField): number {
  const { columns } = terrain.map;
  let worst = 0;
  for (let k = 0; k < potential.length; k++) {
    if (potential[k] === 0 || potential[k] === Number.POSITIVE_INFINITY) continue;
    let mean = 0;
    for (const n of [k - 1, k + 1, k - columns, k + columns])
      mean += Math.exp(potential[k] - potential[n]) / 4;
    worst = Math.max(worst, Math.abs(mean - 1));
  }
  return worst;
}

/** Follows the paths from every cell that is joined to a source by sides; returns what is wrong with any. */
function faultsOf({ label, length, next, terrain }: HarmonicField, sources: readonly number[]): string[] {
  const { map, open, part } = terrain;
  const { columns } = map;
  const parts = new Set(sources.map((cell) => part[cell]));
  const faults: string[] = [];
  for (let k = 0; k < open.length; k++) {
    if (open[k] === 0 || !parts.has(part[k])) {
      if (next[k] !== -1 || label[k] !== -1) faults.push(`${k} is not joined`);
      continue;
    }
    let cell = k;
    let walked = 0;
    let steps = 0;
    for (; steps <= open.length && next[cell] !== cell; steps++) {
      const to = next[cell];
      const dx = (to % columns) - (cell % columns);
      const dy = Math.floor(to / columns) - Math.floor(cell / columns);
      const isStep = Math.max(Math.abs(dx), Math.abs(dy)) === 1;
      // No corner is cut.
      if (!isStep || open[to] + open[cell + dx] + open[cell + dy * columns] < 3)
        faults.push(`${cell} to ${to}`);
      walked += Math.sqrt(dx * dx + dy * dy);
      cell = to;
    }
    if (sources[label[k]] !== cell) faults.push(`${k} ends at ${cell}`);
    if (Math.abs(length[k] - walked) > 1e-9 * (1 + walked))
      faults.push(`${k} is ${walked} away, not ${length[k]}`);
    if (faults.length > 9) break;
  }
  return faults;
}

export function expectGuarantee(field: HarmonicField, sources: readonly number[]): void {
  expect(faultsOf(field, sources)).toEqual([]);
}
