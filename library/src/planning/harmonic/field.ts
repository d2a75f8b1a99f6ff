import { exp, log } from '../../numerics/index.ts';
import type { MoveCosts, Terrain } from '../map/index.ts';
import { advanceCycle, createProgress } from './cycle.ts';
import { createDescent, type Descent, findDescent } from './descent.ts';
import {
  advanceElimination,
  attempts,
  createElimination,
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
  ratesByWidth,
  rowBeside,
  setValues,
  type Unknowns,
} from './start.ts';
import { advanceSweeps, bestOmega, createSweeps, placeOf } from './sweeps.ts';
import { addLosses } from './uneven.ts';
import { inPieces, PIECE, type Work } from './work.ts';

export const solverNames = ['auto', 'multigrid', 'sor', 'gauss-seidel'] as const;
export type Solver = (typeof solverNames)[number];

/** A harmonic field over the ground for bodies of one size; see docs/models/harmonic.md. */
export type HarmonicField = Descent & {
  readonly terrain: Terrain;
  readonly solver: Solver;
  /** Work ends when no value changes by a larger share. */
  readonly tolerance: number;
  /** Where the next solution is written. */
  readonly spare: Descent;
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
  /** What walking cost when the work began. */
  costs: MoveCosts | undefined;
  work: Work;
  /** Rows that have been worked on. */
  done: number;
};

/** Sweeps or cycles at most: what has not settled then is led by the cells that have. */
const MOST_CYCLES = 400;
const MOST_SWEEPS = 200_000;
/** Factors farther from 1 than this are put into the potential, before they leave the range of doubles. */
const FARTHEST = 1e60;

/** A field without a solution. `spare` is where the next one is written before agents follow it; fields may share it. */
export function createHarmonicField(
  terrain: Terrain,
  solver: Solver = 'auto',
  tolerance = 1e-8,
  spare: Descent = createDescent(terrain.open.length),
): HarmonicField {
  return {
    ...createDescent(terrain.open.length),
    terrain,
    solver,
    tolerance,
    spare,
    isReady: false,
    task: undefined,
    rounds: 0,
  };
}

/** Begins to solve for sources on the ground as it is now, from the last solution where there is one; no costs: it is plain. */
export function beginField(field: HarmonicField, sources: Sources, costs?: MoveCosts): void {
  field.task = { sources, costs, work: solveField(field, sources, costs), done: 0 };
}

/** Continues with it for this many rows, about, one being a cell on some level in some pass; returns how many it took. */
export function advanceField(field: HarmonicField, rows: number): number {
  const { task } = field;
  if (!task) return 0;
  let taken = 0;
  while (taken < rows) {
    const { done, value } = task.work.next();
    if (done) {
      field.task = undefined;
      break;
    }
    taken += value;
  }
  task.done += taken;
  return taken;
}

function* solveField(field: HarmonicField, sources: Sources, costs: MoveCosts | undefined): Work {
  const { solver, terrain } = field;
  const unknowns = yield* findUnknowns(terrain, sources.cells, costs);
  const potential = new Float64Array(unknowns.cells.length + 1);
  let rounds = 0;
  if (unknowns.cells.length > 0) {
    const widths = yield* measureWidths(terrain);
    const rates = ratesByWidth(terrain);
    if (costs) yield* addLosses(terrain, unknowns, costs, widths, rates);
    if (solver === 'sor' || solver === 'gauss-seidel')
      rounds = yield* runSweeps(field, sources, unknowns, potential);
    else if (
      solver === 'multigrid' ||
      !(yield* isNarrow(widths, unknowns.cells)) ||
      !(yield* eliminate(terrain, unknowns, potential))
    ) {
      rounds = yield* runCycles(field, unknowns, widths, rates, potential);
    }
  }
  yield* writeDescent(field, sources, unknowns, potential);
  field.rounds = rounds;
}

/** On wider ground, cells on the average, the cycles are cheaper than elimination. */
const NARROW = 12;

function* isNarrow(widths: Int32Array, cells: Int32Array): Work<boolean> {
  let sum = 0;
  yield* inPieces(cells.length, 1, (from, to) => {
    for (let row = from; row < to; row++) sum += widths[cells[row]];
  });
  return sum <= NARROW * cells.length;
}

/** By elimination, in one order after the other; false: none of them is worth it. */
function* eliminate(terrain: Terrain, unknowns: Unknowns, potential: Float64Array): Work<boolean> {
  for (const attempt of attempts) {
    const elimination = yield* createElimination(terrain, unknowns, attempt);
    while (!elimination.hasGivenUp && !isEliminated(elimination)) {
      yield Math.max(1, advanceElimination(elimination, PIECE));
    }
    if (elimination.hasGivenUp) continue;
    yield* writePotential(elimination, potential);
    return true;
  }
  return false;
}

/** By cycles over levels; returns how many. */
function* runCycles(
  { isReady, potential: earlier, terrain, tolerance }: HarmonicField,
  unknowns: Unknowns,
  widths: Int32Array,
  rates: Float64Array,
  potential: Float64Array,
): Work<number> {
  const levels = yield* createSystem(terrain, unknowns);
  yield* guessPotential(unknowns, widths, rates, levels[0], isReady ? earlier : undefined, potential);
  yield* setValues(levels, unknowns, potential);
  const progress = createProgress(levels);
  while (progress.cycles < MOST_CYCLES) {
    const before = progress.cycles;
    yield advanceCycle(progress, PIECE);
    if (progress.cycles === before) continue;
    if (progress.lastChange <= tolerance) break;
    if (!isFar(levels[0])) continue;
    yield* foldValues(levels[0], potential);
    yield* setValues(levels, unknowns, potential);
  }
  yield* foldValues(levels[0], potential);
  return progress.cycles;
}

function isFar({ count, y }: Level): boolean {
  for (let row = 0; row < count; row++) {
    if (!(y[row] < FARTHEST && y[row] > 1 / FARTHEST)) return true;
  }
  return false;
}

/** By sweeps as in the book; returns how many. */
function* runSweeps(
  { isReady, potential: earlier, solver, terrain, tolerance }: HarmonicField,
  sources: Sources,
  unknowns: Unknowns,
  potential: Float64Array,
): Work<number> {
  const { cells, diagonal, rowOf } = unknowns;
  const { columns, rows } = terrain.map;
  const omega = solver === 'sor' ? bestOmega(Math.max(columns, rows)) : 1;
  const sidesOf = (cell: number) => {
    let sides = 0;
    for (let side = 0; side < 4; side++)
      if (rowBeside(terrain, unknowns, cell, cell % columns, side) >= 0) sides |= 1 << side;
    return { pivot: diagonal![rowOf[cell]], sides };
  };
  const sweeps = createSweeps(columns, rows, cells, omega, diagonal && sidesOf);
  for (const cell of sources.cells) sweeps.values[placeOf(cell, columns)] = 1;
  for (const cell of isReady ? cells : []) sweeps.values[placeOf(cell, columns)] = exp(-earlier[cell]);
  while (sweeps.count < MOST_SWEEPS && !(sweeps.lastChange <= tolerance)) yield advanceSweeps(sweeps, PIECE);
  for (let row = 0; row < cells.length; row++) {
    const value = sweeps.values[placeOf(cells[row], columns)];
    potential[row] = value > 0 ? -log(value) : Number.POSITIVE_INFINITY;
  }
  return sweeps.count;
}

/** Writes the solution to the spare place, finds the paths, and puts it in the place of the one before. */
function* writeDescent(
  field: HarmonicField,
  sources: Sources,
  unknowns: Unknowns,
  solution: Float64Array,
): Work {
  const { spare, terrain } = field;
  const { label, potential } = spare;
  const { cells } = unknowns;
  potential.fill(Number.POSITIVE_INFINITY);
  label.fill(-1);
  for (let k = 0; k < sources.cells.length; k++) {
    potential[sources.cells[k]] = 0;
    // The first that names a cell has it.
    if (label[sources.cells[k]] < 0) label[sources.cells[k]] = sources.labels[k];
  }
  yield* inPieces(cells.length, 1, (from, to) => {
    for (let row = from; row < to; row++) potential[cells[row]] = solution[row];
  });
  yield* findDescent(terrain, unknowns, spare);
  exchange(field, spare);
  field.isReady = true;
}

function exchange(field: Descent, spare: Descent): void {
  const { label, length, next, potential } = field;
  Object.assign(field, {
    label: spare.label,
    length: spare.length,
    next: spare.next,
    potential: spare.potential,
    repaired: spare.repaired,
  });
  Object.assign(spare, { label, length, next, potential });
}
