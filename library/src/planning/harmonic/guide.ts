import { GoalKind, Status } from '../../crowd/index.ts';
import { anyTarget } from '../choices.ts';
import { findKept, joinBytes, splitBytes } from '../common/index.ts';
import { type Aim, type Guide, type PlanningInput, type Way, WayState } from '../contract.ts';
import { goStraight } from '../direct.ts';
import { goesStraight, radiusClass, sizeFor, updateSizes } from '../map/index.ts';
import type { HarmonicField, Solver } from './field.ts';
import { createFields, type Fields, isPending, wantEntry, workOnFields } from './fields.ts';
import { nearestJoined, sampleField } from './sample.ts';
import { readFields, writeFields } from './saved.ts';

export type HarmonicOptions = {
  /** Side of the cells, metres. */
  cell: number;
  /** Room that ways leave between a body and what stands still, metres. */
  clearance: number;
  /** Cells that are worked on in a step, all passes of the solver counted. */
  budgetCells: number;
  solver: Solver;
  /** Who finds the ways to places that are no targets. */
  own: Guide;
};

type State = HarmonicOptions & {
  fields: Fields | undefined;
  saved: Uint8Array | undefined;
  out: Float64Array;
};

/** Down the harmonic field of the agent's targets, and straight on where nothing stands between. docs/models/harmonic.md. */
export function createHarmonicGuide(options: HarmonicOptions): Guide {
  const state: State = { ...options, fields: undefined, saved: undefined, out: new Float64Array(2) };
  return {
    name: 'harmonic',
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
  updateSizes(fields, input);
  wantFields(fields, input);
  workOnFields(fields, input);
}

function fieldsOf(state: State, input: PlanningInput): Fields {
  if (!state.fields) {
    const { budgetCells, cell, clearance, solver } = state;
    state.fields = createFields(input, cell, clearance, budgetCells, solver);
    if (state.saved && state.saved.length > 0) readFields(state.fields, input, state.saved);
    state.saved = undefined;
  }
  return state.fields;
}

/** Asks for the fields of everybody whose turn it is, before any of them is looked at. */
function wantFields(fields: Fields, input: PlanningInput): void {
  const { crowd, due, targets } = input;
  const { plan, traits } = crowd;
  for (let row = 0; row < crowd.count; row++) {
    if (due[row] === 0 || plan.status[row] !== Status.walking) continue;
    if (plan.goalKind[row] !== GoalKind.seek) continue;
    const set = plan.targetSet[row];
    const assigned = plan.assigned[row];
    if (set < 0 && assigned < 0) continue;
    const size = sizeFor(fields, input, traits.radius[row]);
    if (assigned >= 0) wantEntry(fields, input, assigned, size);
    if (set >= 0 && crowd.targetClasses === 1) wantEntry(fields, input, targets.count + set, size);
    // With several classes which target it is shows later; that of before is still wanted.
    const before = plan.target[row];
    if (set >= 0 && crowd.targetClasses > 1 && before >= 0 && findKept(fields.list, before, size))
      wantEntry(fields, input, before, size);
  }
}

function chooseTarget(state: State, input: PlanningInput, row: number): number {
  const fields = fieldsOf(state, input);
  const { motion, plan, traits } = input.crowd;
  const size = sizeFor(fields, input, traits.radius[row]);
  const entry = findKept(fields.list, input.targets.count + plan.targetSet[row], size);
  if (entry?.field.isReady) {
    const cell = nearestJoined(entry.field, motion.x[row], motion.y[row]);
    if (cell >= 0 && input.targets.open[entry.field.label[cell]] === 1) return entry.field.label[cell];
  }
  return !entry || isPending(entry, input.targets) ? anyTarget(input, row) : -1;
}

function reaches(state: State, input: PlanningInput, row: number, target: number): boolean {
  const fields = fieldsOf(state, input);
  const { motion, traits } = input.crowd;
  const entry = wantEntry(fields, input, target, sizeFor(fields, input, traits.radius[row]));
  return isPending(entry, input.targets) || nearestJoined(entry.field, motion.x[row], motion.y[row]) >= 0;
}

function findWay(state: State, input: PlanningInput, row: number, aim: Aim, way: Way): void {
  if (aim.target < 0) {
    state.own.findWay(input, row, aim, way);
    return;
  }
  const fields = fieldsOf(state, input);
  const { crowd, targets } = input;
  const { motion, plan, traits } = crowd;
  const x = motion.x[row];
  const y = motion.y[row];
  const size = sizeFor(fields, input, traits.radius[row]);
  if (goesStraight(size, crowd, row, aim)) {
    goStraight(input, row, aim, way);
    return;
  }
  // The field of the agent's set, where that leads to its target; else that of the target alone.
  const set = crowd.targetClasses === 1 ? plan.targetSet[row] : -1;
  let entry = set >= 0 ? findKept(fields.list, targets.count + set, size) : undefined;
  let cell = entry?.field.isReady ? nearestJoined(entry.field, x, y) : -1;
  if (!entry || (cell >= 0 && entry.field.label[cell] !== aim.target) || plan.assigned[row] >= 0) {
    entry = wantEntry(fields, input, aim.target, size);
    cell = entry.field.isReady ? nearestJoined(entry.field, x, y) : -1;
  }
  way.z = 0;
  if (cell < 0) {
    way.state = isPending(entry, targets) ? WayState.waiting : WayState.none;
    return;
  }
  if (!sampleField(entry.field, cell, x, y, state.out)) {
    goStraight(input, row, aim, way);
    return;
  }
  way.x = state.out[0];
  way.y = state.out[1];
  way.distance = entry.field.length[cell];
  way.state = WayState.known;
  way.isStraight = false;
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
  const entry = wantEntry(fields, input, target, size);
  if (!entry.field.isReady) return Number.NaN;
  const cell = nearestJoined(entry.field, x, y);
  return cell < 0 ? Number.POSITIVE_INFINITY : entry.field.length[cell];
}

function directionAt(
  { fields, out: scratch }: State,
  set: number,
  radius: number,
  x: number,
  y: number,
  out: Float64Array,
): boolean {
  if (!fields || set < 0) return false;
  const rounded = radiusClass(radius);
  let field: HarmonicField | undefined;
  for (const entry of fields.list) {
    if (entry.number === fields.targetCount + set && entry.size.radius === rounded) field = entry.field;
  }
  if (!field?.isReady) return false;
  const cell = nearestJoined(field, x, y);
  if (cell < 0 || !sampleField(field, cell, x, y, scratch)) return false;
  out[0] = scratch[0];
  out[1] = scratch[1];
  return true;
}
