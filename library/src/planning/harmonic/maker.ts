import type { PlanningInput } from '../base/contract.ts';
import { bytesOf, type Column, type FieldMaker, hasMoved, type SharedField } from '../field-guide/index.ts';
import {
  createTargetCells,
  isNarrow,
  leadThroughNarrow,
  type Size,
  type TargetCells,
  type Terrain,
} from '../map/index.ts';
import { createDescent } from './descent.ts';
import { advanceField, beginField, createHarmonicField, type HarmonicField, type Solver } from './field.ts';
import { findSources } from './goal-cells.ts';
import { nearestJoined, sampleField } from './sample.ts';

/** The harmonic field of a set of targets, or of one target, for bodies of one size. */
export type SharedHarmonicField = HarmonicField & SharedField;

/** Bytes of a field for each cell. */
export const bytesPerCell = bytesOf(createDescent(1));

type State = {
  readonly solver: Solver;
  /** The ground as it was when the work began: only one field is worked on at a time. */
  ground: Terrain | undefined;
  /** Scratch. */
  cells: TargetCells;
};

export function createHarmonicMaker(solver: Solver): FieldMaker<SharedHarmonicField> {
  const state: State = { solver, ground: undefined, cells: createTargetCells() };
  return {
    bytesPerCell,
    isPerTarget: false,
    create: (size) => createHarmonicField(groundOf(state, size), solver),
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
      const { done, sources } = field.task!;
      return {
        numbers: [done, sources.cells.length],
        columns: [field.terrain.open, sources.cells, sources.labels],
      };
    },
    loadWork: (field, [done, count], fill) => {
      const cells = new Int32Array(count);
      const labels = new Int32Array(count);
      for (const column of [field.terrain.open, cells, labels]) fill(column);
      field.terrain.threads = field.size.roomy.threads;
      beginField(field, { cells, labels });
      advanceField(field, done);
    },
  };
}

function groundOf(state: State, { roomy }: Size): Terrain {
  state.ground ??= { ...roomy, open: roomy.open.slice() };
  return state.ground;
}

function begin(state: State, field: SharedHarmonicField, { targets }: PlanningInput): number {
  const { roomy } = field.size;
  field.terrain.open.set(roomy.open);
  field.terrain.threads = roomy.threads;
  return beginField(field, findSources(roomy, targets, field.targets, state.cells));
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
