import type { Targets } from '../../crowd/index.ts';
import type { PlanningInput } from '../base/contract.ts';
import { createGround, type Size, type SizedGround } from '../map/index.ts';
import {
  addKept,
  beginKept,
  createKept,
  dropForgotten,
  findKept,
  isOutdated,
  type Kept,
  makeRoom,
  oldestRequest,
} from './kept.ts';

/** A field over the cells of a map that leads to a set of targets, or to one target, for bodies of one size. */
export type SharedField = Kept & {
  /** Whether there is a finished field; agents follow it while the next one is made. */
  isReady: boolean;
  /** The target that each cell leads to; −1: none. */
  label: Int32Array;
};

export type Column = Uint8Array | Int32Array | Float64Array;

/**
 * Makes and reads fields of one kind. It works on one field at a time, in portions, and ends on the ground and the targets
 * that it began with.
 */
export type FieldMaker<Field extends SharedField = SharedField> = {
  /** Bytes that a field takes for each cell of the map. */
  readonly bytesPerCell: number;
  /**
   * Whether each target has a field of its own and agents take the target with the shortest one. Otherwise a set of
   * targets has one field, which leads to the nearest of them.
   */
  readonly isPerTarget: boolean;
  /** The columns of a field that has never been made. */
  create(size: Size): Omit<Field, keyof Kept>;
  /** Whether a finished field should be made again although the ground and the open targets are the same. */
  isStale(field: Field, input: PlanningInput): boolean;
  /** Begins to make a field. Returns the cells of the budget that this takes. */
  begin(field: Field, input: PlanningInput): number;
  /** Continues for about this many cells. Returns the cells that it took. */
  advance(field: Field, cells: number): number;
  isFinished(field: Field): boolean;
  /** The cell from which the field leads on for a body at a place; −1: none. */
  footing(field: Field, x: number, y: number): number;
  /** Metres from a cell to the target. */
  lengthFrom(field: Field, cell: number): number;
  /** Writes the unit vector in which the field leads from a place whose footing is `cell`; false at the target. */
  lead(field: Field, cell: number, x: number, y: number, out: Float64Array): boolean;
  /** The numbers of a field that a saved world keeps. */
  readonly numbers: readonly string[];
  /** The columns of a finished field that a saved world keeps. */
  columnsOf(field: Field): Column[];
  /** Describes the work on a field as numbers and columns; `loadWork` continues from them to the same bits. */
  saveWork(field: Field): { numbers: number[]; columns: Column[] };
  loadWork(field: Field, numbers: readonly number[], fill: (column: Column) => void): void;
};

/** All fields of a planner, and the work done in a step. */
export type Fields = SizedGround & {
  readonly maker: FieldMaker;
  /** Cells per step. */
  readonly budget: number;
  /** For questions that come without an input. */
  targetSets: readonly Int32Array[];
  /** By number, then by size: the order in which they take turns. */
  list: SharedField[];
  /** The field that is being made. */
  working: SharedField | undefined;
  /** The step in which work was last done, and the cells it took so far, with those that an earlier step took too many. */
  step: number;
  spent: number;
};

export function createFields(
  input: PlanningInput,
  maker: FieldMaker,
  cell: number,
  clearance: number,
  budget: number,
): Fields {
  return {
    maker,
    ground: createGround(input, cell),
    clearance,
    budget,
    targetSets: input.targetSets,
    sizes: [],
    list: [],
    working: undefined,
    step: -1,
    spent: 0,
  };
}

/** The field of a target or of a set, added when it is first asked for; records that it is wanted. */
export function wantField(fields: Fields, input: PlanningInput, number: number, size: Size): SharedField {
  let field = findKept(fields.list, number, size);
  if (!field) {
    makeRoom(fields.list, fieldBytes(fields), input, fields.working);
    field = addField(fields, input, number, size);
  }
  field.wanted = input.step;
  return field;
}

function fieldBytes({ ground: { map }, maker }: Fields): number {
  return maker.bytesPerCell * map.columns * map.rows;
}

export function addField(
  { list, maker }: Fields,
  input: PlanningInput,
  number: number,
  size: Size,
): SharedField {
  const field = { ...createKept(input, number, size), ...maker.create(size) } as SharedField;
  addKept(list, field);
  return field;
}

/** Whether the field may soon give another answer. */
export function isPending(fields: Fields, field: SharedField, targets: Targets): boolean {
  return field.requested >= 0 || fields.working === field || isOutdated(field, targets);
}

/**
 * Makes the fields that are due, the oldest request first, within the budget of the step. The fields that are needed when
 * the world begins belong to the scenery: they are finished at once.
 */
export function workOnFields(fields: Fields, input: PlanningInput): void {
  const { list, maker } = fields;
  // Some fields are asked for after the work of their step is done.
  const since = Math.min(fields.step, input.step - 1);
  if (fields.step !== input.step) {
    fields.spent = fields.step > 0 ? Math.max(0, fields.spent - fields.budget) : 0;
    fields.step = input.step;
  }
  dropForgotten(list, fieldBytes(fields), input, fields.working);
  requestFields(fields, input, since);
  const budget = input.step === 0 ? Number.MAX_SAFE_INTEGER : fields.budget;
  while (fields.spent < budget) {
    if (!fields.working) {
      const field = oldestRequest(list);
      if (!field) return;
      fields.working = field;
      beginKept(field, input.targets);
      fields.spent += maker.begin(field, input);
    }
    const { working } = fields;
    if (fields.spent < budget) fields.spent += maker.advance(working, budget - fields.spent);
    if (maker.isFinished(working)) fields.working = undefined;
  }
}

/**
 * A field that no agent asks for stays as it is. Work continues to its end whatever changes, and is then requested again:
 * where things change faster than a field is made, there would otherwise never be one.
 */
function requestFields({ list, maker, working }: Fields, input: PlanningInput, since: number): void {
  for (let k = 0; k < list.length; k++) {
    const field = list[k];
    if (field.requested >= 0 || field.wanted < since) continue;
    if (isOutdated(field, input.targets) || (field !== working && maker.isStale(field, input))) {
      field.requested = input.step;
    }
  }
}
