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
import { createGround, type Size, type SizedGround } from '../map/index.ts';
import { countPersons, createDensity, type Density, fillCrossing, type SpeedLaw } from './density.ts';
import { advanceMarch, clearMarch, createMarch, createTimes, type March, type Times } from './march.ts';
import { addTarget } from './sources.ts';

/** The times to a set of targets, or to one alone, for bodies of one size. */
export type Field = Times &
  Kept & {
    /** Whether the times are those of a march that came to its end. */
    isReady: boolean;
    /** The step at which its last march set out. */
    begun: number;
  };

/** What a field takes. */
export const bytesPerCell = bytesOf(createTimes(1));

export type Rerouting = SpeedLaw & {
  /** Seconds between two looks at the crowd. */
  every: number;
};

/** All fields, one march that makes them in turn, and what is done in a step. */
export type Fields = SizedGround & {
  readonly budget: number;
  readonly rerouting: Rerouting | undefined;
  readonly density: Density;
  /** How many targets and what sets there are; for questions that come without an input. */
  readonly targetCount: number;
  targetSets: readonly Int32Array[];
  /** By number, then by size: the order in which they take turns. */
  list: Field[];
  march: March | undefined;
  /** The field that the march is for. */
  marching: Field | undefined;
  /** The step that work was done in last, and how many cells. */
  step: number;
  spent: number;
  /** Scratch. */
  place: Float64Array;
};

export function createFields(
  input: PlanningInput,
  cell: number,
  clearance: number,
  budget: number,
  rerouting: Rerouting | undefined,
): Fields {
  const ground = createGround(input, cell);
  return {
    ground,
    clearance,
    budget,
    rerouting,
    density: createDensity(ground.map),
    targetCount: input.targets.count,
    targetSets: input.targetSets,
    sizes: [],
    list: [],
    march: undefined,
    marching: undefined,
    step: -1,
    spent: 0,
    place: new Float64Array(4),
  };
}

/** Makes sure that a field will be there, and notes that it is wanted. */
export function wantField(fields: Fields, input: PlanningInput, number: number, size: Size): Field {
  let field = findKept(fields.list, number, size);
  if (!field) {
    makeRoom(fields.list, fieldBytes(fields), input, fields.marching);
    field = addField(fields, input, number, size);
  }
  field.wanted = input.step;
  return field;
}

function fieldBytes({ ground: { map } }: Fields): number {
  return bytesPerCell * map.columns * map.rows;
}

export function addField(fields: Fields, input: PlanningInput, number: number, size: Size): Field {
  const field: Field = {
    ...createKept(input, number, size),
    ...createTimes(size.roomy.open.length),
    isReady: false,
    begun: -1,
  };
  addKept(fields.list, field);
  return field;
}

/** Whether times depend on where the crowd is. */
export function countsCrowd({ rerouting }: Fields): boolean {
  return rerouting !== undefined && rerouting.weight > 0;
}

/** Whether another answer may be on its way. */
export function isPending(fields: Fields, field: Field, targets: Targets): boolean {
  return field.requested >= 0 || fields.marching === field || isOutdated(field, targets);
}

/** Puts up to date what it can with the budget of this step; what is needed when the world begins is part of the scenery. */
export function workOnFields(fields: Fields, input: PlanningInput): void {
  // Some ask when the work of their step is done.
  const since = Math.min(fields.step, input.step - 1);
  if (fields.step !== input.step) {
    fields.step = input.step;
    fields.spent = 0;
  }
  dropForgotten(fields.list, fieldBytes(fields), input, fields.marching);
  requestFields(fields, input, since);
  // The crowd is counted once in a step, and only where a march sets out.
  let isCounted = false;
  const budget = input.step === 0 ? Number.MAX_SAFE_INTEGER : fields.budget;
  while (fields.spent < budget) {
    if (!fields.marching) {
      const field = oldestRequest(fields.list);
      if (!field) return;
      if (countsCrowd(fields) && !isCounted) {
        countPersons(fields.density, input.crowd);
        isCounted = true;
      }
      setOut(fields, input, field);
    }
    fields.spent += advanceMarch(fields.march!, budget - fields.spent);
    if (fields.march!.front.count > 0) return;
    finish(fields);
  }
}

/**
 * What nobody asks for stays as it is. A march goes on to its end whatever changes, and is asked for again: where things change
 * faster than a march takes, there would never be a field.
 */
function requestFields(fields: Fields, input: PlanningInput, since: number): void {
  const { step, targets } = input;
  for (const field of fields.list) {
    if (field.requested >= 0 || field.wanted < since) continue;
    if (isOutdated(field, targets) || (field !== fields.marching && isTimeToLook(fields, field, input))) {
      field.requested = step;
    }
  }
}

/** Whether a target has moved on, or the crowd has had time to change. */
function isTimeToLook(fields: Fields, field: Field, { dt, step, targets }: PlanningInput): boolean {
  if (hasMoved(field, targets, fields.ground.cell / 2)) return true;
  if (!countsCrowd(fields)) return false;
  const period = Math.max(1, Math.round(fields.rerouting!.every / dt));
  return step - field.begun >= period;
}

function setOut(fields: Fields, input: PlanningInput, field: Field): void {
  const { targets } = input;
  const terrain = field.size.roomy;
  fields.march ??= createMarch(terrain);
  const { march } = fields;
  fields.marching = field;
  field.begun = input.step;
  beginKept(field, targets);
  march.terrain = terrain;
  clearMarch(march);
  if (countsCrowd(fields)) {
    march.crossing ??= new Float64Array(terrain.open.length);
    fillCrossing(march.crossing, terrain.map, fields.density, fields.rerouting!);
  }
  for (let k = 0; k < field.targets.length; k++) {
    if (field.open[k] === 1) addTarget(march, targets, field.targets[k], fields.place);
  }
}

/** The finished times take the place of the old ones, whose arrays serve the next march. */
function finish(fields: Fields): void {
  const field = fields.marching!;
  const march = fields.march!;
  const { label, time } = field;
  field.time = march.time;
  field.label = march.label;
  march.time = time;
  march.label = label;
  field.isReady = true;
  fields.marching = undefined;
}
