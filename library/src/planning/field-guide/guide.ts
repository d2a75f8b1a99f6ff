import { GoalKind, Status } from '../../crowd/index.ts';
import { anyTarget } from '../base/choices.ts';
import {
  type Aim,
  type Direction,
  DirectionState,
  type Guide,
  type PlanningInput,
} from '../base/contract.ts';
import { goStraight } from '../base/straight-line.ts';
import {
  bodyClass,
  cellAt,
  footingOn,
  goesStraight,
  isQuickest,
  placeX,
  placeY,
  type Size,
  sizeFor,
  updateSizes,
} from '../map/index.ts';
import { joinBytes, splitBytes } from './bytes.ts';
import { FIRST_SET, findKept } from './kept.ts';
import { readFields, writeFields } from './saved.ts';
import {
  createFields,
  type FieldMaker,
  type Fields,
  isPending,
  type SharedField,
  wantField,
  workOnFields,
} from './shared-fields.ts';

export type FieldGuideOptions = {
  /** Side of the cells, metres. */
  cell: number;
  /** Room between a body and what stands still, metres. */
  clearance: number;
  /** Cells that are worked on in a step, about. */
  budgetCells: number;
  /** Leads agents to places that are not targets. */
  own: Guide;
};

/** An agent changes to another target only if that saves more than a fifth of the time: agents must not oscillate. */
const GAIN = 0.8;

type State = FieldGuideOptions & {
  createMaker: () => FieldMaker;
  fields: Fields | undefined;
  saved: Uint8Array | undefined;
  out: Float64Array;
  /** Scratch: cells between a closed place and open ground. */
  wayOut: number[];
};

/** Leads agents down fields that all agents with the same targets and about the same radius share. */
export function createFieldGuide(
  name: string,
  options: FieldGuideOptions,
  createMaker: () => FieldMaker,
): Guide {
  const { budgetCells, cell, clearance, own } = options;
  const state: State = {
    ...{ budgetCells, cell, clearance, own, createMaker },
    fields: undefined,
    saved: undefined,
    out: new Float64Array(2),
    wayOut: [],
  };
  return {
    name,
    begin: (input) => begin(state, input),
    chooseTarget: (input, row) => chooseTarget(state, input, row),
    reaches: (input, row, target) => reaches(state, input, row, target),
    findDirection: (input, row, aim, direction) => findDirection(state, input, row, aim, direction),
    pathLength: (input, row, x, y, target) => pathLength(state, input, row, x, y, target),
    directionAt: (set, radius, x, y, out) => directionAt(state, set, radius, x, y, out),
    save: () => joinBytes(savedFields(state), own.save?.()),
    load: (bytes) => {
      const [fields, ownBytes] = splitBytes(bytes);
      // The fields need the map, which the planner sees when the world is whole.
      state.fields = undefined;
      state.saved = fields;
      own.load?.(ownBytes);
    },
    resume: (input) => {
      if (state.saved && state.saved.length > 0) fieldsOf(state, input);
      own.resume?.(input);
    },
  };
}

/** Fields that have been loaded and not used yet are saved as they are. */
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
    const { budgetCells, cell, clearance } = state;
    state.fields = createFields(input, state.createMaker(), cell, clearance, budgetCells);
    if (state.saved && state.saved.length > 0) readFields(state.fields, input, state.saved);
    state.saved = undefined;
  }
  return state.fields;
}

/** Asks for the fields of all agents that are due, before any of the fields is read. */
function wantFields(fields: Fields, input: PlanningInput): void {
  const { crowd, due, targetSets } = input;
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
      // The target is chosen later; the field of the one before is still wanted.
      const before = plan.target[row];
      if (before >= 0 && findKept(fields.list, before, size)) wantField(fields, input, before, size);
    } else if (fields.maker.isPerTarget) {
      const choices = targetSets[set];
      for (let k = 0; k < choices.length; k++) wantField(fields, input, choices[k], size);
    } else wantField(fields, input, FIRST_SET + set, size);
  }
}

function chooseTarget(state: State, input: PlanningInput, row: number): number {
  const fields = fieldsOf(state, input);
  const { maker } = fields;
  const { motion, plan, traits } = input.crowd;
  const size = sizeFor(fields, input, traits.radius[row]);
  if (maker.isPerTarget) return chooseQuickest(fields, input, row, size);
  const field = findKept(fields.list, FIRST_SET + plan.targetSet[row], size);
  const cell = field?.isReady ? maker.footing(field, motion.x[row], motion.y[row]) : -1;
  if (field && cell >= 0 && input.targets.open[field.label[cell]] === 1) return field.label[cell];
  if (!field || isPending(fields, field, input.targets)) return anyTarget(input, row);
  const { label } = field;
  const leadsOn = (k: number) => label[k] >= 0 && input.targets.open[label[k]] === 1;
  const end = footingOn(size.roomy, motion.x[row], motion.y[row], leadsOn, state.wayOut);
  return end < 0 ? -1 : label[end];
}

/** The target of the shortest field; the present target, unless another is clearly shorter. */
function chooseQuickest(fields: Fields, input: PlanningInput, row: number, size: Size): number {
  const { maker } = fields;
  const { crowd, targets, targetSets } = input;
  const { x, y } = crowd.motion;
  const choices = targetSets[crowd.plan.targetSet[row]];
  const present = crowd.plan.target[row];
  let presentLength = Number.POSITIVE_INFINITY;
  let quickest = -1;
  let least = Number.POSITIVE_INFINITY;
  let mayChange = false;
  for (let k = 0; k < choices.length; k++) {
    const target = choices[k];
    if (targets.open[target] === 0) continue;
    const field = findKept(fields.list, target, size);
    if (!field || isPending(fields, field, targets)) mayChange = true;
    if (!field?.isReady) continue;
    const cell = maker.footing(field, x[row], y[row]);
    if (cell < 0) continue;
    const length = maker.lengthFrom(field, cell);
    if (target === present) presentLength = length;
    if (length >= least) continue;
    least = length;
    quickest = target;
  }
  if (quickest < 0) return mayChange ? anyTarget(input, row) : -1;
  return presentLength < Number.POSITIVE_INFINITY && least >= GAIN * presentLength ? present : quickest;
}

function reaches(state: State, input: PlanningInput, row: number, target: number): boolean {
  const fields = fieldsOf(state, input);
  const { motion, traits } = input.crowd;
  const field = wantField(fields, input, target, sizeFor(fields, input, traits.radius[row]));
  return (
    isPending(fields, field, input.targets) || fields.maker.footing(field, motion.x[row], motion.y[row]) >= 0
  );
}

function findDirection(
  state: State,
  input: PlanningInput,
  row: number,
  aim: Aim,
  direction: Direction,
): void {
  if (aim.target < 0) {
    state.own.findDirection(input, row, aim, direction);
    return;
  }
  const fields = fieldsOf(state, input);
  const { maker } = fields;
  const { crowd, targets } = input;
  const { motion, plan, traits } = crowd;
  const x = motion.x[row];
  const y = motion.y[row];
  const size = sizeFor(fields, input, traits.radius[row]);
  if (!isQuickest(size.roomy.map, x, y, aim.x, aim.y)) plan.inSight[row] = 0;
  else if (goesStraight(size, crowd, row, aim)) {
    goStraight(input, row, aim, direction);
    return;
  }
  // The field of the agent's set, unless it leads to another target; else the field of the target.
  let field = hasSetField(fields, input, row)
    ? findKept(fields.list, FIRST_SET + plan.targetSet[row], size)
    : undefined;
  let cell = field?.isReady ? maker.footing(field, x, y) : -1;
  if (!field || (cell >= 0 && field.label[cell] !== aim.target)) {
    field = wantField(fields, input, aim.target, size);
    cell = field.isReady ? maker.footing(field, x, y) : -1;
  }
  direction.z = 0;
  if (cell < 0 && field.isReady && leadOut(state, field, input, row, aim, direction)) return;
  if (cell < 0) {
    const mayChange = isPending(fields, field, targets);
    direction.state = mayChange ? DirectionState.waiting : DirectionState.none;
    return;
  }
  if (!maker.lead(field, cell, x, y, state.out)) {
    goStraight(input, row, aim, direction);
    return;
  }
  direction.x = state.out[0];
  direction.y = state.out[1];
  direction.distance = maker.lengthFrom(field, cell);
  direction.state = DirectionState.known;
  direction.isStraight = false;
}

/** Leads an agent that was pushed where nothing leads on to ground from which the field does; false: there is none. */
function leadOut(
  { wayOut }: State,
  field: SharedField,
  { crowd: { motion } }: PlanningInput,
  row: number,
  aim: Aim,
  direction: Direction,
): boolean {
  const { roomy } = field.size;
  const x = motion.x[row];
  const y = motion.y[row];
  const end = footingOn(roomy, x, y, (cell) => field.label[cell] === aim.target, wayOut);
  if (end < 0) return false;
  // The place of the next cell may be where the agent is.
  const here = wayOut[0] === cellAt(roomy.map, x, y) ? 1 : 0;
  const next = here < wayOut.length ? wayOut[here] : end;
  const dx = placeX(roomy.map, roomy.threads, next) - x;
  const dy = placeY(roomy.map, roomy.threads, next) - y;
  const distance = Math.sqrt(dx * dx + dy * dy);
  direction.x = distance > 0 ? dx / distance : motion.headingX[row];
  direction.y = distance > 0 ? dy / distance : motion.headingY[row];
  direction.distance = distance + wayOut.length * roomy.map.cell;
  direction.state = DirectionState.known;
  direction.isStraight = false;
  return true;
}

/** Whether the field of its set leads an agent. An agent with a task has the field of its target. */
function hasSetField({ maker }: Fields, { crowd }: PlanningInput, row: number): boolean {
  const { assigned, targetSet } = crowd.plan;
  return targetSet[row] >= 0 && assigned[row] < 0 && crowd.targetClasses === 1 && !maker.isPerTarget;
}

function pathLength(
  state: State,
  input: PlanningInput,
  row: number,
  x: number,
  y: number,
  target: number,
): number {
  const fields = fieldsOf(state, input);
  const { maker } = fields;
  const size = sizeFor(fields, input, input.crowd.traits.radius[row]);
  const field = wantField(fields, input, target, size);
  if (!field.isReady) return Number.NaN;
  const cell = maker.footing(field, x, y);
  return cell < 0 ? Number.POSITIVE_INFINITY : maker.lengthFrom(field, cell);
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
  const { maker } = fields;
  const rounded = bodyClass(fields.ground, radius);
  let best: SharedField | undefined;
  let bestCell = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const field of fields.list) {
    if (!field.isReady || field.size.radius !== rounded) continue;
    const leads = maker.isPerTarget
      ? fields.targetSets[set].includes(field.number)
      : field.number === FIRST_SET + set;
    const cell = leads ? maker.footing(field, x, y) : -1;
    if (cell < 0 || !(maker.lengthFrom(field, cell) < least)) continue;
    least = maker.lengthFrom(field, cell);
    best = field;
    bestCell = cell;
  }
  if (out.length > 2) out[2] = least;
  return best !== undefined && maker.lead(best, bestCell, x, y, out);
}
