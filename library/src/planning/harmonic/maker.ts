import type { PlanningInput } from '../base/contract.ts';
import { bytesOf, type Column, type FieldMaker, hasMoved, type SharedField } from '../field-guide/index.ts';
import {
  createTargetCells,
  isNarrow,
  leadThroughNarrow,
  type MoveCosts,
  type Size,
  type TargetCells,
  type Terrain,
} from '../map/index.ts';
import { createDescent, type Descent } from './descent.ts';
import { advanceField, beginField, createHarmonicField, type HarmonicField, type Solver } from './field.ts';
import { findSources } from './goal-cells.ts';
import { nearestJoined, sampleField } from './sample.ts';

/** The harmonic field of a set of targets, or of one target, for bodies of one size. */
export type SharedHarmonicField = HarmonicField & SharedField;

/** Bytes of a field for each cell. */
export const bytesPerCell = bytesOf(createDescent(1));

/** Rows of the budget for a cell when the ground is looked at. */
const LOOKED = 0.25;

type State = {
  readonly solver: Solver;
  /** The ground as it was when the work began, and where a solution is written: only one field is worked on at a time. */
  ground: Terrain | undefined;
  spare: Descent | undefined;
  /** Scratch. */
  cells: TargetCells;
};

export function createHarmonicMaker(solver: Solver): FieldMaker<SharedHarmonicField> {
  const state: State = { solver, ground: undefined, spare: undefined, cells: createTargetCells() };
  return {
    bytesPerCell,
    isPerTarget: false,
    create: (size) => createField(state, size),
    isStale: (field, { targets }) => hasMoved(field, targets, field.size.roomy.map.cell),
    begin: (field, input) => begin(state, field, input),
    advance: advanceField,
    isFinished: ({ task }) => task === undefined,
    footing: nearestJoined,
    lengthFrom: ({ length }, cell) => length[cell],
    lead,
    numbers: ['rounds', 'repaired'],
    columnsOf: ({ label, length, next, potential }): Column[] => [potential, next, label, length],
    // The work begins again from the same field on the same ground and takes as many rows, which gives the same bits.
    saveWork: (field) => {
      const { costs, done, sources } = field.task!;
      const { open } = field.terrain;
      return {
        numbers: [done, sources.cells.length, costs?.slowness.length ?? 0],
        columns: [open, sources.cells, sources.labels, ...(costs ? columnsOfCosts(costs) : [])],
      };
    },
    loadWork: (field, [done, count, slownesses], fill) => {
      const { open } = field.terrain;
      const cells = new Int32Array(count);
      const labels = new Int32Array(count);
      for (const column of [open, cells, labels]) fill(column);
      const costs = slownesses === 0 ? undefined : emptyCosts(open.length, slownesses);
      for (const column of costs ? columnsOfCosts(costs) : []) fill(column);
      field.terrain.threads = field.size.roomy.threads;
      beginField(field, { cells, labels }, costs);
      advanceField(field, done);
    },
  };
}

function createField(state: State, { roomy }: Size) {
  state.ground ??= { ...roomy, open: roomy.open.slice(), queue: new Int32Array(roomy.open.length) };
  state.spare ??= createDescent(roomy.open.length);
  return createHarmonicField(state.ground, state.solver, undefined, state.spare);
}

function emptyCosts(cells: number, slownesses: number): MoveCosts {
  return {
    barred: new Uint8Array(cells),
    kind: new Uint8Array(cells),
    slowness: new Float64Array(slownesses),
  };
}

function columnsOfCosts({ barred, kind, slowness }: MoveCosts): Column[] {
  return [kind, barred, slowness];
}

function begin(state: State, field: SharedHarmonicField, { targets }: PlanningInput): number {
  const { roomy } = field.size;
  field.terrain.open.set(roomy.open);
  field.terrain.threads = roomy.threads;
  beginField(field, findSources(roomy, targets, field.targets, state.cells), roomy.map.costs);
  return LOOKED * roomy.open.length;
}

function lead(field: SharedHarmonicField, cell: number, x: number, y: number, out: Float64Array): boolean {
  const { next, size } = field;
  const to = next[cell];
  const isThere = to === cell || to < 0;
  if (isThere || !(isNarrow(size.roomy, cell) || isNarrow(size.roomy, to))) {
    return sampleField(field, cell, x, y, out);
  }
  return leadThroughNarrow(size.roomy, size.bare, cell, to, x, y, out);
}
