import type { PlanningInput } from '../base/contract.ts';
import { bytesOf, type Column, type FieldMaker, hasMoved, type SharedField } from '../field-guide/index.ts';
import {
  cellAt,
  createTargetCells,
  isNarrow,
  leadThroughNarrow,
  type Size,
  type TargetCells,
  writeVectorTo,
} from '../map/index.ts';
import { countPersons, createDensity, type Density, fillCrossing, type SpeedLaw } from './density.ts';
import { descend, nextCell } from './descent.ts';
import { footingOf } from './footing.ts';
import { addTarget } from './goal-cells.ts';
import { advanceMarch, clearMarch, createMarch, createTimes, type March, type Times } from './march.ts';

/** The times to a set of targets, or to one target, for bodies of one size. */
export type DistanceField = Times &
  SharedField & {
    /** The step in which its last march began. */
    begun: number;
  };

export type Rerouting = SpeedLaw & {
  /** Seconds between two looks at the crowd. */
  every: number;
};

/** Bytes of a field for each cell. */
export const bytesPerCell = bytesOf(createTimes(1));

/** One march makes the fields in turn, over the ground and, with rerouting, through the crowd. */
type State = {
  readonly rerouting: Rerouting | undefined;
  march: March | undefined;
  /** Whether the march has begun and not ended. */
  isMarching: boolean;
  density: Density | undefined;
  /** Scratch. */
  cells: TargetCells;
};

/**
 * Fields of the time to the nearest target. With rerouting the crowd counts, and each target has a field of its own: an
 * agent that keeps its target must be led there.
 */
export function createDistanceMaker(rerouting?: Rerouting): FieldMaker<DistanceField> {
  const state: State = {
    rerouting,
    march: undefined,
    isMarching: false,
    density: undefined,
    cells: createTargetCells(),
  };
  return {
    bytesPerCell,
    isPerTarget: rerouting !== undefined,
    create: ({ roomy }) => ({ ...createTimes(roomy.open.length), isReady: false, begun: -1 }),
    isStale: (field, input) => isStale(state, field, input),
    begin: (field, input) => begin(state, field, input),
    advance: (field, cells) => advance(state, field, cells),
    isFinished: () => !state.isMarching,
    footing: footingOf,
    lengthFrom: ({ time }, cell) => time[cell],
    lead,
    numbers: ['begun'],
    columnsOf: ({ label, time }) => [time, label],
    saveWork: () => ({ numbers: [state.march!.front.count], columns: columnsOfMarch(state.march!) }),
    loadWork: (field, [count], fill) => {
      state.march = prepareMarch(state, field.size);
      state.march.front.count = count;
      state.isMarching = true;
      for (const column of columnsOfMarch(state.march)) fill(column);
    },
  };
}

function countsCrowd({ rerouting }: State): boolean {
  return rerouting !== undefined && rerouting.weight > 0;
}

/** Whether a target has moved on, or the crowd has had time to change. */
function isStale(state: State, field: DistanceField, { dt, step, targets }: PlanningInput): boolean {
  if (hasMoved(field, targets, field.size.roomy.map.cell / 2)) return true;
  if (!countsCrowd(state)) return false;
  return step - field.begun >= Math.max(1, Math.round(state.rerouting!.every / dt));
}

/** The march over the ground of a size. */
function prepareMarch(state: State, { roomy }: Size): March {
  state.march ??= createMarch(roomy);
  state.march.terrain = roomy;
  if (countsCrowd(state)) state.march.crossing ??= new Float64Array(roomy.open.length);
  return state.march;
}

function begin(state: State, field: DistanceField, input: PlanningInput): number {
  const { crowd, step, targets } = input;
  const march = prepareMarch(state, field.size);
  const { map } = march.terrain;
  state.isMarching = true;
  field.begun = step;
  clearMarch(march);
  if (march.crossing) {
    state.density ??= createDensity(map);
    countPersons(state.density, crowd);
    fillCrossing(march.crossing, map, state.density, state.rerouting!);
  }
  for (let k = 0; k < field.targets.length; k++) {
    if (field.open[k] === 1) addTarget(march, targets, field.targets[k], state.cells);
  }
  return 0;
}

function advance(state: State, field: DistanceField, cells: number): number {
  const march = state.march!;
  const taken = advanceMarch(march, cells);
  if (march.front.count > 0) return taken;
  // The finished times replace the old ones, whose arrays serve the next march.
  const { label, time } = field;
  field.time = march.time;
  field.label = march.label;
  march.time = time;
  march.label = label;
  field.isReady = true;
  state.isMarching = false;
  return taken;
}

function columnsOfMarch({ crossing, front, known, label, open, time }: March): Column[] {
  const { cell, count, place, time: times } = front;
  return [
    ...[open, time, label, known, place, cell.subarray(0, count), times.subarray(0, count)],
    ...(crossing ? [crossing] : []),
  ];
}

/** Writes the direction at a place from where `cell` leads on; false at the source. */
function lead(field: DistanceField, cell: number, x: number, y: number, out: Float64Array): boolean {
  const terrain = field.size.roomy;
  const { map } = terrain;
  const next = nextCell(terrain, field, cell);
  if (next < 0) return false;
  if (isNarrow(terrain, cell) || isNarrow(terrain, next)) {
    return leadThroughNarrow(terrain, field.size.bare, cell, next, x, y, out);
  }
  if (cellAt(map, x, y) === cell) {
    descend(terrain, field, cell, next, x, y, out);
    return true;
  }
  // Closer to a wall than paths are: go to open ground, and where that is near, on to the cell after it.
  writeVectorTo(terrain, cell, x, y, out);
  if (out[0] * out[0] + out[1] * out[1] <= 2 * map.cell * map.cell) writeVectorTo(terrain, next, x, y, out);
  const length = Math.sqrt(out[0] * out[0] + out[1] * out[1]);
  if (length === 0) return false;
  out[0] /= length;
  out[1] /= length;
  return true;
}
