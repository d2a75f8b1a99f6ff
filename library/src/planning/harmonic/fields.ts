import {
  addKept,
  beginKept,
  createKept,
  findKept,
  hasMoved,
  isOutdated,
  type Kept,
  oldestRequest,
} from '../common/index.ts';
import type { PlanningInput } from '../contract.ts';
import { createGround, type Size, type SizedGround } from '../map/index.ts';
import { advanceField, beginField, createHarmonicField, type HarmonicField, type Solver } from './field.ts';
import { findSources } from './sources.ts';

/** The field of a set of targets, or of one alone, for bodies of one size. */
export type Entry = Kept & { readonly field: HarmonicField };

export type Fields = SizedGround & {
  readonly solver: Solver;
  readonly budget: number;
  readonly targetCount: number;
  /** By number, then by size. */
  list: Entry[];
  working: Entry | undefined;
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
    step: -1,
    debt: 0,
    place: new Float64Array(4),
  };
}

/** The field of a target, or of a set of them, made when it is asked for first. */
export function wantEntry(fields: Fields, input: PlanningInput, number: number, size: Size): Entry {
  return findKept(fields.list, number, size) ?? addEntry(fields, input, number, size);
}

export function addEntry(fields: Fields, input: PlanningInput, number: number, size: Size): Entry {
  const entry: Entry = {
    ...createKept(input, number, size),
    field: createHarmonicField(size.roomy, fields.solver),
  };
  addKept(fields.list, entry);
  return entry;
}

/** Whether another answer may be on its way. */
export function isPending(entry: Entry): boolean {
  return entry.requested >= 0 || entry.field.task !== undefined || !entry.field.isReady;
}

/**
 * Solves what has to be solved, the oldest request first, as far as the budget of the step goes. What is needed when the world
 * begins is solved there and then: it is part of the scenery.
 */
export function workOnFields(fields: Fields, input: PlanningInput): void {
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

function requestFields(fields: Fields, { step, targets }: PlanningInput): void {
  for (let k = 0; k < fields.list.length; k++) {
    const entry = fields.list[k];
    const isWorkedOn = entry === fields.working;
    // While it is worked on, a target that wanders off has to wait; ground that has changed makes the work void.
    if (!isOutdated(entry, targets) && (isWorkedOn || !hasMoved(entry, targets, fields.ground.cell)))
      continue;
    if (isWorkedOn) {
      entry.field.task = undefined;
      fields.working = undefined;
    }
    if (entry.requested < 0) entry.requested = step;
  }
}

function setOut(fields: Fields, { targets }: PlanningInput, entry: Entry): number {
  beginKept(entry, targets);
  fields.working = entry;
  return beginField(entry.field, findSources(entry.size.roomy, targets, entry.targets, fields.place));
}
