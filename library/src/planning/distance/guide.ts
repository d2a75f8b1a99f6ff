import { GoalKind, Status } from '../../crowd/index.ts';
import { anyTarget } from '../choices.ts';
import { findKept, joinBytes, splitBytes } from '../common/index.ts';
import { type Aim, type Guide, type PlanningInput, type Way, WayState } from '../contract.ts';
import { goStraight } from '../direct.ts';
import {
  cellAt,
  centreX,
  centreY,
  goesStraight,
  radiusClass,
  type Size,
  sizeFor,
  updateSizes,
} from '../map/index.ts';
import { descend, nextCell } from './descent.ts';
import {
  createFields,
  type Field,
  type Fields,
  isPending,
  type Rerouting,
  wantField,
  workOnFields,
} from './fields.ts';
import { footingOf } from './footing.ts';
import { readFields, writeFields } from './saved.ts';

export type DistanceOptions = {
  /** Side of the cells, metres. */
  cell: number;
  /** Room that ways leave between a body and what stands still, metres. */
  clearance: number;
  /** Cells that are worked on in a step at the most. */
  budgetCells: number;
  /** If absent, the crowd does not count: ways are the shortest. */
  rerouting?: Rerouting | undefined;
  /** Who finds the ways to places that are no targets. */
  own: Guide;
};

/** An agent turns to another target only where that saves more than a fifth of the time: nobody swings to and fro. */
const GAIN = 0.8;

type State = DistanceOptions & {
  fields: Fields | undefined;
  saved: Uint8Array | undefined;
  out: Float64Array;
};

/**
 * Shortest ways: a field for each set of targets holds the time to the nearest of them and which one it is. Where the crowd
 * counts (rerouting) there is a field for each target, since who keeps to the old choice must be led there.
 */
export function createDistanceGuide(options: DistanceOptions): Guide {
  const state: State = { ...options, fields: undefined, saved: undefined, out: new Float64Array(2) };
  return {
    name: 'distance',
    begin: (input) => begin(state, input),
    chooseTarget: (input, row) => chooseTarget(state, input, row),
    reaches: (input, row, target) => reaches(state, input, row, target),
    findWay: (input, row, aim, way) => findWay(state, input, row, aim, way),
    wayLength: (input, row, x, y, target) => wayLength(state, input, row, x, y, target),
    directionAt: (set, radius, x, y, out) => directionAt(state, set, radius, x, y, out),
    save: () => joinBytes(savedFields(state), state.own.save?.()),
    load: (bytes) => {
      const [fields, own] = splitBytes(bytes);
      // What they are fields of is shown at the next step.
      state.fields = undefined;
      state.saved = fields;
      state.own.load?.(own);
    },
  };
}

/** Fields that have been loaded and nobody has asked for yet are saved as they are. */
function savedFields({ fields, saved }: State): Uint8Array {
  return fields ? writeFields(fields) : (saved ?? new Uint8Array(0));
}

function begin(state: State, input: PlanningInput): void {
  state.own.begin?.(input);
  const fields = fieldsOf(state, input);
  fields.targetSets = input.targetSets;
  updateSizes(fields, input);
  wantFields(fields, input);
  workOnFields(fields, input);
}

function fieldsOf(state: State, input: PlanningInput): Fields {
  if (!state.fields) {
    const { budgetCells, cell, clearance, rerouting } = state;
    state.fields = createFields(input, cell, clearance, budgetCells, rerouting);
    if (state.saved && state.saved.length > 0) readFields(state.fields, input, state.saved);
    state.saved = undefined;
  }
  return state.fields;
}

/** Asks for the fields of everybody whose turn it is, before any of them is looked at. */
function wantFields(fields: Fields, input: PlanningInput): void {
  const { crowd, due, targets, targetSets } = input;
  const { plan, traits } = crowd;
  for (let row = 0; row < crowd.count; row++) {
    if (due[row] === 0 || plan.status[row] !== Status.walking || plan.goalKind[row] !== GoalKind.seek)
      continue;
    const set = plan.targetSet[row];
    const assigned = plan.assigned[row];
    if (set < 0 && assigned < 0) continue;
    const size = sizeFor(fields, input, traits.radius[row]);
    if (assigned >= 0) wantField(fields, input, assigned, size);
    if (set < 0) continue;
    if (crowd.targetClasses > 1) {
      // Which target it is shows later; that of before is still wanted.
      if (plan.target[row] >= 0 && findKept(fields.list, plan.target[row], size))
        wantField(fields, input, plan.target[row], size);
      continue;
    }
    if (!fields.rerouting) {
      wantField(fields, input, targets.count + set, size);
      continue;
    }
    const choices = targetSets[set];
    for (let k = 0; k < choices.length; k++) wantField(fields, input, choices[k], size);
  }
}

function chooseTarget(state: State, input: PlanningInput, row: number): number {
  const fields = fieldsOf(state, input);
  const { motion, plan, traits } = input.crowd;
  const size = sizeFor(fields, input, traits.radius[row]);
  if (fields.rerouting) return chooseQuickest(fields, input, row, size);
  const field = findKept(fields.list, input.targets.count + plan.targetSet[row], size);
  const cell = field?.isReady ? footingOf(field, motion.x[row], motion.y[row]) : -1;
  if (field && cell >= 0 && input.targets.open[field.label[cell]] === 1) return field.label[cell];
  return !field || isPending(fields, field, input.targets) ? anyTarget(input, row) : -1;
}

/** The target of the least time; the one that is pursued already, unless another is clearly quicker. */
function chooseQuickest(fields: Fields, input: PlanningInput, row: number, size: Size): number {
  const { crowd, targets, targetSets } = input;
  const { x, y } = crowd.motion;
  const choices = targetSets[crowd.plan.targetSet[row]];
  const present = crowd.plan.target[row];
  let presentTime = Number.POSITIVE_INFINITY;
  let quickest = -1;
  let least = Number.POSITIVE_INFINITY;
  let mayChange = false;
  for (let k = 0; k < choices.length; k++) {
    const target = choices[k];
    if (targets.open[target] === 0) continue;
    const field = findKept(fields.list, target, size);
    if (!field || isPending(fields, field, targets)) mayChange = true;
    if (!field?.isReady) continue;
    const cell = footingOf(field, x[row], y[row]);
    if (cell < 0) continue;
    const time = field.time[cell];
    if (target === present) presentTime = time;
    if (time >= least) continue;
    least = time;
    quickest = target;
  }
  if (quickest < 0) return mayChange ? anyTarget(input, row) : -1;
  return presentTime < Number.POSITIVE_INFINITY && least >= GAIN * presentTime ? present : quickest;
}

function reaches(state: State, input: PlanningInput, row: number, target: number): boolean {
  const fields = fieldsOf(state, input);
  const { motion, traits } = input.crowd;
  const field = wantField(fields, input, target, sizeFor(fields, input, traits.radius[row]));
  return (
    !field.isReady ||
    isPending(fields, field, input.targets) ||
    footingOf(field, motion.x[row], motion.y[row]) >= 0
  );
}

function findWay(state: State, input: PlanningInput, row: number, aim: Aim, way: Way): void {
  if (aim.target < 0) {
    state.own.findWay(input, row, aim, way);
    return;
  }
  const fields = fieldsOf(state, input);
  const { motion, traits } = input.crowd;
  const x = motion.x[row];
  const y = motion.y[row];
  const size = sizeFor(fields, input, traits.radius[row]);
  if (goesStraight(size, input.crowd, row, aim)) {
    goStraight(input, row, aim, way);
    return;
  }
  way.z = 0;
  const field = fieldTo(fields, input, row, aim.target, size);
  const cell = field ? footingOf(field, x, y) : -1;
  if (!field || cell < 0) {
    way.state = !field || isPending(fields, field, input.targets) ? WayState.waiting : WayState.none;
    return;
  }
  if (!lead(state.out, field, cell, x, y)) {
    goStraight(input, row, aim, way);
    return;
  }
  way.x = state.out[0];
  way.y = state.out[1];
  way.distance = field.time[cell];
  way.state = WayState.known;
  way.isStraight = false;
}

/** The finished field that leads to a target: that of the agent's set, where it leads there, or of the target alone. */
function fieldTo(
  fields: Fields,
  input: PlanningInput,
  row: number,
  target: number,
  size: Size,
): Field | undefined {
  const { crowd, targets } = input;
  const { x, y } = crowd.motion;
  const set = crowd.plan.targetSet[row];
  if (!fields.rerouting && set >= 0 && crowd.targetClasses === 1) {
    const field = findKept(fields.list, targets.count + set, size);
    if (field && !field.isReady) return undefined;
    const cell = field ? footingOf(field, x[row], y[row]) : -1;
    if (field && cell >= 0 && field.label[cell] === target) return field;
  }
  // Who asks first is answered in the next step.
  const field = wantField(fields, input, target, size);
  return field.isReady ? field : undefined;
}

/** Writes the direction at a place from where `cell` leads on; false at the source. */
function lead(out: Float64Array, field: Field, cell: number, x: number, y: number): boolean {
  const terrain = field.size.roomy;
  const { map } = terrain;
  const next = nextCell(terrain, field, cell);
  if (next < 0) return false;
  if (cellAt(map, x, y) === cell) {
    descend(terrain, field, cell, next, x, y, out);
    return true;
  }
  // Closer to a wall than ways are: on to open ground, and where that is near, to where the way goes from there.
  writeDirection(out, field, cell, x, y);
  if (out[0] * out[0] + out[1] * out[1] <= 2 * map.cell * map.cell) writeDirection(out, field, next, x, y);
  const length = Math.sqrt(out[0] * out[0] + out[1] * out[1]);
  if (length === 0) return false;
  out[0] /= length;
  out[1] /= length;
  return true;
}

/** From a place to the centre of a cell. */
function writeDirection(out: Float64Array, field: Field, cell: number, x: number, y: number): void {
  const { map } = field.size.roomy;
  const column = cell % map.columns;
  out[0] = centreX(map, column) - x;
  out[1] = centreY(map, (cell - column) / map.columns) - y;
}

function wayLength(
  state: State,
  input: PlanningInput,
  row: number,
  x: number,
  y: number,
  target: number,
): number {
  const fields = fieldsOf(state, input);
  const size = sizeFor(fields, input, input.crowd.traits.radius[row]);
  const field = wantField(fields, input, target, size);
  if (!field.isReady) return Number.NaN;
  const cell = footingOf(field, x, y);
  return cell < 0 ? Number.POSITIVE_INFINITY : field.time[cell];
}

function directionAt(
  { fields }: State,
  set: number,
  radius: number,
  x: number,
  y: number,
  out: Float64Array,
): boolean {
  if (!fields || set < 0) return false;
  const rounded = radiusClass(radius);
  let best: Field | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const field of fields.list) {
    if (!field.isReady || field.size.radius !== rounded) continue;
    const leads = fields.rerouting
      ? fields.targetSets[set].includes(field.number)
      : field.number === fields.targetCount + set;
    const cell = leads ? footingOf(field, x, y) : -1;
    if (cell < 0 || !(field.time[cell] < least)) continue;
    least = field.time[cell];
    best = field;
  }
  return best !== undefined && lead(out, best, footingOf(best, x, y), x, y);
}
