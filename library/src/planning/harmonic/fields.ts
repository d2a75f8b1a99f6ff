import type { Targets } from '../../crowd/index.ts';
import {
  addKept,
  beginKept,
  bytesOf,
  createKept,
  dropForgotten,
  findKept,
  hasMoved,
  isOutdated,
  type Kept,
  makeRoom,
  oldestRequest,
} from '../common/index.ts';
import type { PlanningInput } from '../contract.ts';
import { createGround, type Size, type SizedGround, type Terrain } from '../map/index.ts';
import { createDescent } from './descent.ts';
import { advanceField, beginField, createHarmonicField, type HarmonicField, type Solver } from './field.ts';
import { findSources } from './sources.ts';

/** The field of a set of targets, or of one alone, for bodies of one size. */
export type Entry = Kept & { readonly field: HarmonicField };

/** What a field takes. */
export const bytesPerCell = bytesOf(createDescent(1));

export type Fields = SizedGround & {
  readonly solver: Solver;
  readonly budget: number;
  readonly targetCount: number;
  /** By number, then by size. */
  list: Entry[];
  working: Entry | undefined;
  /** The ground as it was when the work in hand began, on which it ends: only one field is worked on at a time. */
  worked: Terrain | undefined;
  /** The step in which work was done last, and rows that were worked on ahead of the budget. */
  step: number;
  debt: number;
  place: Float64Array;
};

export function createFields(
  input: PlanningInput,
  cell: number,
  clearance: number,
  budget: number,
  solver: Solver,
): Fields {
  return {
    ground: createGround(input, cell),
    clearance,
    solver,
    budget,
    targetCount: input.targets.count,
    sizes: [],
    list: [],
    working: undefined,
    worked: undefined,
    step: -1,
    debt: 0,
    place: new Float64Array(4),
  };
}

/** The field of a target, or of a set of them, made when it is asked for first; notes that it is wanted. */
export function wantEntry(fields: Fields, input: PlanningInput, number: number, size: Size): Entry {
  let entry = findKept(fields.list, number, size);
  if (!entry) {
    makeRoom(fields.list, fieldBytes(fields), input, fields.working);
    entry = addEntry(fields, input, number, size);
  }
  entry.wanted = input.step;
  return entry;
}

function fieldBytes({ ground: { map } }: Fields): number {
  return bytesPerCell * map.columns * map.rows;
}

export function addEntry(fields: Fields, input: PlanningInput, number: number, size: Size): Entry {
  fields.worked ??= { ...size.roomy, open: size.roomy.open.slice() };
  const entry: Entry = {
    ...createKept(input, number, size),
    field: createHarmonicField(fields.worked, fields.solver),
  };
  addKept(fields.list, entry);
  return entry;
}

/** Whether another answer may be on its way. */
export function isPending(entry: Entry, targets: Targets): boolean {
  const { field, requested } = entry;
  return requested >= 0 || field.task !== undefined || !field.isReady || isOutdated(entry, targets);
}

/**
 * Solves what has to be solved, the oldest request first, as far as the budget of the step goes. What is needed when the world
 * begins is solved there and then: it is part of the scenery.
 */
export function workOnFields(fields: Fields, input: PlanningInput): void {
  dropForgotten(fields.list, fieldBytes(fields), input, fields.working);
  requestFields(fields, input);
  if (input.step === 0) {
    work(fields, input, Number.MAX_SAFE_INTEGER);
    return;
  }
  if (fields.step === input.step) return;
  fields.step = input.step;
  fields.debt = Math.max(0, -work(fields, input, fields.budget - fields.debt));
}

/** Returns what is left of so many rows; below 0 where a piece of work that cannot be cut took more. */
function work(fields: Fields, input: PlanningInput, rows: number): number {
  let left = rows;
  while (left > 0) {
    if (!fields.working) {
      const entry = oldestRequest(fields.list);
      if (!entry) return left;
      left -= setOut(fields, input, entry);
    }
    const { field } = fields.working!;
    if (left > 0) left -= advanceField(field, left);
    if (!field.task) fields.working = undefined;
  }
  return left;
}

/**
 * What nobody asks for stays as it is. Work goes on to its end whatever changes, and is asked for again: where things change
 * faster than it takes, there would never be a field. A target that wanders off has to wait for the end.
 */
function requestFields(fields: Fields, { step, targets }: PlanningInput): void {
  // Some ask when the work of their step is done.
  const since = Math.min(fields.step, step - 1);
  for (let k = 0; k < fields.list.length; k++) {
    const entry = fields.list[k];
    if (entry.requested >= 0 || entry.wanted < since) continue;
    const hasGone = entry !== fields.working && hasMoved(entry, targets, fields.ground.cell);
    if (hasGone || isOutdated(entry, targets)) entry.requested = step;
  }
}

function setOut(fields: Fields, { targets }: PlanningInput, entry: Entry): number {
  beginKept(entry, targets);
  fields.working = entry;
  fields.worked!.open.set(entry.size.roomy.open);
  return beginField(entry.field, findSources(entry.size.roomy, targets, entry.targets, fields.place));
}
