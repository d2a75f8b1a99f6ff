import type { Level } from './levels.ts';

/**
 * The fast solver as a list of small jobs, each a loop over the rows of a level that can stop after any row and continue
 * again: a budget then bounds the work of a step and changes nothing of the result. docs/models/harmonic.md has the method.
 */

const Job = { forward: 0, backward: 1, clear: 2, coarsen: 3, stretch: 4, prolong: 5, measured: 6 } as const;

/** One job after the other: what to do, and on which level. */
type Cycle = { kinds: Uint8Array; levels: Uint8Array };

export type Progress = {
  readonly levels: Level[];
  readonly cycle: Cycle;
  /** The current job, and how many of its rows are done. */
  job: number;
  row: number;
  /** Largest relative change in the current sweep, and at the end of the last cycle. */
  change: number;
  lastChange: number;
  cycles: number;
};

/** Corrections from constants on blocks of 2 × 2 are too small by about a half, where the solution is smooth. */
const STRETCH_FIRST = 1.9;
/** Coarser levels are visited twice, which makes up for most of it. */
const STRETCH = 1.2;
const LAST_SWEEPS = 20;

export function createProgress(levels: Level[]): Progress {
  const kinds: number[] = [];
  const at: number[] = [];
  const add = (kind: number, level: number) => {
    kinds.push(kind);
    at.push(level);
  };
  const visit = (level: number) => {
    if (level === levels.length - 1) {
      for (let k = 0; k < LAST_SWEEPS; k++) add(k % 2 === 0 ? Job.forward : Job.backward, level);
      return;
    }
    add(Job.forward, level);
    for (let round = level === 0 ? 1 : 0; round < 2; round++) {
      add(Job.clear, level + 1);
      add(Job.coarsen, level);
      visit(level + 1);
      add(Job.stretch, level + 1);
      add(Job.prolong, level);
      add(level === 0 ? Job.measured : Job.backward, level);
    }
  };
  visit(0);
  if (levels.length === 1) add(Job.measured, 0);
  return {
    levels,
    cycle: { kinds: Uint8Array.from(kinds), levels: Uint8Array.from(at) },
    job: 0,
    row: 0,
    change: 0,
    lastChange: Number.POSITIVE_INFINITY,
    cycles: 0,
  };
}

/** Continues for this many rows, up to the end of the current cycle; returns how many it took. */
export function advanceCycle(progress: Progress, rows: number): number {
  const { cycle, levels } = progress;
  let left = rows;
  while (left > 0) {
    const at = cycle.levels[progress.job];
    const level = levels[at];
    const kind = cycle.kinds[progress.job];
    const from = progress.row;
    const to = Math.min(level.count, from + left);
    work(progress, kind, at, from, to);
    left -= Math.max(1, to - from);
    if (to < level.count) {
      progress.row = to;
      break;
    }
    progress.row = 0;
    progress.job++;
    if (progress.job < cycle.kinds.length) continue;
    progress.job = 0;
    progress.cycles++;
    progress.lastChange = progress.change;
    progress.change = 0;
    break;
  }
  return rows - left;
}

function work(progress: Progress, kind: number, at: number, from: number, to: number): void {
  const level = progress.levels[at];
  if (kind === Job.forward) sweepForward(level, from, to);
  else if (kind === Job.backward) sweepBackward(level, from, to);
  else if (kind === Job.clear) clear(level, from, to);
  else if (kind === Job.coarsen) coarsen(level, progress.levels[at + 1], from, to);
  else if (kind === Job.stretch) stretch(level, at === 1 ? STRETCH_FIRST : STRETCH, from, to);
  else if (kind === Job.prolong) prolong(level, progress.levels[at + 1], from, to);
  else progress.change = Math.max(progress.change, sweepMeasured(level, from, to));
}

function clear({ diagonal, start, value, y }: Level, from: number, to: number): void {
  y.fill(1, from, to);
  diagonal.fill(0, from, to);
  value.fill(0, start[from], start[to]);
}

function sweepForward({ column, diagonal, start, value, y }: Level, from: number, to: number): void {
  let entry = start[from];
  for (let row = from; row < to; row++) {
    let sum = 0;
    for (const end = start[row + 1]; entry < end; entry++) sum += value[entry] * y[column[entry]];
    y[row] = sum / diagonal[row];
  }
}

/** Rows are counted from the last one. */
function sweepBackward({ column, count, diagonal, start, value, y }: Level, from: number, to: number): void {
  for (let row = count - 1 - from; row >= count - to; row--) {
    let sum = 0;
    for (let entry = start[row]; entry < start[row + 1]; entry++) sum += value[entry] * y[column[entry]];
    y[row] = sum / diagonal[row];
  }
}

/** The same, and how much it changed, as a share. */
function sweepMeasured(
  { column, count, diagonal, start, value, y }: Level,
  from: number,
  to: number,
): number {
  let change = 0;
  for (let row = count - 1 - from; row >= count - to; row--) {
    let sum = 0;
    for (let entry = start[row]; entry < start[row + 1]; entry++) sum += value[entry] * y[column[entry]];
    const old = y[row];
    const updated = sum / diagonal[row];
    y[row] = updated;
    change = Math.max(change, Math.abs(updated - old) / updated);
  }
  return change;
}

/** Adds rows to the next level's system, whose unknowns are factors on those of this one. */
function coarsen(
  { aggregate, column, diagonal, share, slot, start, value, y }: Level,
  next: Level,
  from: number,
  to: number,
): void {
  for (let row = from; row < to; row++) {
    if (share[row] === 0) continue;
    const joined = aggregate[row];
    const size = share[row] * y[row];
    const weight = size * share[row];
    let inside = size * size * diagonal[row];
    for (let entry = start[row]; entry < start[row + 1]; entry++) {
      const term = weight * value[entry] * y[column[entry]];
      if (slot[entry] < 0) inside -= term;
      else next.value[slot[entry]] += term;
    }
    next.diagonal[joined] += inside;
  }
}

/** Factors farther from 1 by a ratio, above and below alike; they stay positive. */
function stretch({ y }: Level, ratio: number, from: number, to: number): void {
  for (let row = from; row < to; row++) {
    const factor = y[row];
    y[row] = factor >= 1 ? 1 + ratio * (factor - 1) : factor / (factor + ratio * (1 - factor));
  }
}

function prolong({ aggregate, y }: Level, next: Level, from: number, to: number): void {
  for (let row = from; row < to; row++) y[row] *= next.y[aggregate[row]];
}
