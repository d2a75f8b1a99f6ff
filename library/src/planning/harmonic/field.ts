import { exp, log } from '../../numerics/index.ts';
import type { Terrain } from '../map/index.ts';
import { advanceCycle, createProgress, type Progress } from './cycle.ts';
import { createDescent, type Descent, findDescent } from './descent.ts';
import {
  advanceElimination,
  attempts,
  createElimination,
  type Elimination,
  isEliminated,
  writePotential,
} from './elimination.ts';
import type { Level } from './levels.ts';
import {
  createSystem,
  findUnknowns,
  foldValues,
  guessPotential,
  measureWidths,
  setValues,
  type Unknowns,
} from './start.ts';
import { advanceSweeps, bestOmega, createSweeps, placeOf, type Sweeps } from './sweeps.ts';

export const solverNames = ['auto', 'multigrid', 'sor', 'gauss-seidel'] as const;
export type Solver = (typeof solverNames)[number];

/** A harmonic field over the ground for bodies of one size; see docs/models/harmonic.md. */
export type HarmonicField = Descent & {
  readonly terrain: Terrain;
  readonly solver: Solver;
  /** Work ends when no value changes by a larger share. */
  readonly tolerance: number;
  /** Whether there is a solution: the one to follow while the next is worked on. */
  isReady: boolean;
  /** What is being worked on. */
  task: Task | undefined;
  /** Sweeps or cycles of the last solution. */
  rounds: number;
};

/** Cells where the potential is 0, and the target that each belongs to. */
export type Sources = { cells: Int32Array; labels: Int32Array };

type Task = {
  sources: Sources;
  unknowns: Unknowns;
  /** Rows that have been worked on. */
  done: number;
  /** Of the fast solver: −ln μ of each row up to the factors that it finds. */
  potential: Float64Array;
  /** The order of elimination that is tried, and the elimination. */
  attempt: number;
  elimination: Elimination | undefined;
  levels: Level[];
  progress: Progress | undefined;
  sweeps: Sweeps | undefined;
};

/** Sweeps or cycles at the most: what has not settled then is led by the cells that have. */
const MOST_CYCLES = 400;
const MOST_SWEEPS = 200_000;
/** Factors farther from 1 than this are put into the potential, before they leave the range of doubles. */
const FARTHEST = 1e60;

export function createHarmonicField(
  terrain: Terrain,
  solver: Solver = 'auto',
  tolerance = 1e-8,
): HarmonicField {
  return {
    ...createDescent(terrain.open.length),
    terrain,
    solver,
    tolerance,
    isReady: false,
    task: undefined,
    rounds: 0,
  };
}

/** Begins to solve for sources on the ground as it is now, from the last solution where there is one; returns the rows it took. */
export function beginField(field: HarmonicField, sources: Sources): number {
  const { isReady, solver, terrain } = field;
  const unknowns = findUnknowns(terrain, sources.cells);
  const { cells } = unknowns;
  const task: Task = {
    sources,
    unknowns,
    done: 0,
    potential: new Float64Array(0),
    attempt: 0,
    elimination: undefined,
    levels: [],
    progress: undefined,
    sweeps: undefined,
  };
  const earlier = isReady ? field.potential : undefined;
  if (solver === 'auto' && isNarrow(terrain, cells)) {
    task.elimination = createElimination(terrain, unknowns, attempts[0]);
  } else if (solver === 'auto' || solver === 'multigrid') beginCycles(field, task);
  else task.sweeps = beginSweeps(field, sources, cells, earlier);
  field.task = task;
  return SETUP * cells.length;
}

/** On wider ground, cells on the average, the cycles are cheaper than elimination. */
const NARROW = 12;

function isNarrow(terrain: Terrain, cells: Int32Array): boolean {
  const widths = measureWidths(terrain);
  let sum = 0;
  for (let row = 0; row < cells.length; row++) sum += widths[cells[row]];
  return sum <= NARROW * cells.length;
}

/** Another order of elimination, and when none is left the cycles. */
function tryNext(field: HarmonicField, task: Task): void {
  const attempt = attempts[++task.attempt];
  task.elimination = attempt && createElimination(field.terrain, task.unknowns, attempt);
  if (!attempt) beginCycles(field, task);
}

function beginCycles({ isReady, potential, terrain }: HarmonicField, task: Task): void {
  const { unknowns } = task;
  task.levels = createSystem(terrain, unknowns);
  task.potential = new Float64Array(unknowns.cells.length + 1);
  guessPotential(terrain, unknowns, task.levels[0], isReady ? potential : undefined, task.potential);
  setValues(task.levels, task.potential);
  task.progress = createProgress(task.levels);
}

/** What the beginning costs, in passes over the rows. */
const SETUP = 10;

function beginSweeps(
  { solver, terrain }: HarmonicField,
  sources: Sources,
  cells: Int32Array,
  earlier: Float64Array | undefined,
): Sweeps {
  const { columns, rows } = terrain.map;
  const omega = solver === 'sor' ? bestOmega(Math.max(columns, rows)) : 1;
  const sweeps = createSweeps(columns, rows, cells, omega);
  for (const cell of sources.cells) sweeps.values[placeOf(cell, columns)] = 1;
  if (earlier) {
    for (const cell of cells) sweeps.values[placeOf(cell, columns)] = exp(-earlier[cell]);
  }
  return sweeps;
}

/** Goes on with it for so many rows, one being a cell on some level in some pass; returns how many it took. */
export function advanceField(field: HarmonicField, rows: number): number {
  const { task, tolerance } = field;
  if (!task) return 0;
  let left = rows;
  while (left > 0) {
    const { elimination, progress, sweeps, unknowns } = task;
    if (unknowns.cells.length === 0) return finish(field, task, rows - left);
    if (elimination) {
      left -= advanceElimination(elimination, left);
      if (isEliminated(elimination)) return finish(field, task, rows - left);
      if (!elimination.hasGivenUp) continue;
      tryNext(field, task);
      left -= SETUP * unknowns.cells.length;
    } else if (progress) {
      const before = progress.cycles;
      left -= advanceCycle(progress, left);
      if (progress.cycles === before) break;
      if (progress.lastChange <= tolerance || progress.cycles >= MOST_CYCLES)
        return finish(field, task, rows - left);
      keepInRange(task);
    } else if (sweeps) {
      const before = sweeps.count;
      left -= advanceSweeps(sweeps, left);
      if (sweeps.count === before) break;
      if (sweeps.lastChange <= tolerance || sweeps.count >= MOST_SWEEPS)
        return finish(field, task, rows - left);
    }
  }
  task.done += rows - left;
  return rows - left;
}

function keepInRange({ levels, potential }: Task): void {
  const { count, y } = levels[0];
  for (let row = 0; row < count; row++) {
    if (y[row] < FARTHEST && y[row] > 1 / FARTHEST) continue;
    foldValues(levels[0], potential);
    setValues(levels, potential);
    return;
  }
}

function finish(field: HarmonicField, task: Task, taken: number): number {
  const { label, potential, terrain } = field;
  const { elimination, levels, progress, sources, sweeps, unknowns } = task;
  potential.fill(Number.POSITIVE_INFINITY);
  label.fill(-1);
  for (let k = 0; k < sources.cells.length; k++) {
    potential[sources.cells[k]] = 0;
    // The first that names a cell has it.
    if (label[sources.cells[k]] < 0) label[sources.cells[k]] = sources.labels[k];
  }
  const { cells, rowOf } = unknowns;
  if (elimination) {
    task.potential = new Float64Array(cells.length);
    writePotential(elimination, task.potential);
  } else if (progress && cells.length > 0) foldValues(levels[0], task.potential);
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row];
    if (elimination || progress) potential[cell] = task.potential[row];
    else {
      const value = sweeps!.values[placeOf(cell, terrain.map.columns)];
      if (value > 0) potential[cell] = -log(value);
    }
  }
  findDescent(terrain, rowOf, cells, field);
  field.rounds = progress?.cycles ?? sweeps?.count ?? 0;
  field.isReady = true;
  field.task = undefined;
  return taken + SETUP * cells.length;
}
