import { exp, uniform } from '../../numerics/index.ts';
import { CLOSE, EARLY, IS_ENABLED, MARGIN } from './compiled/kernel.ts';
import type { AutomatonError } from './error.ts';
import { flowFor, setClocks } from './integrate.ts';
import { jump } from './jump.ts';
import { mayPeak } from './peak.ts';
import { countUse, MOST_JUMPS, POLICY_DRAWS, type Runner, type Sheet } from './runner.ts';
import { beginWalk, failure, runProgramFor, valuesOf, type Walk } from './walk.ts';

/** Jumps of an agent in one step, whatever the instants. */
const MOST_JUMPS_IN_STEP = 10_000;
/** How far an invariant may be missed before it counts as failed, in the units of what it compares. */
const SLACK = 1e-9;
/** Samples of a flow in which something may happen. */
const SAMPLES = 8;
/** Evaluations of a search for a maximum. */
const SEARCHES = 60;

/** Moves one agent on by dt, jump by jump. */
export function advanceRow(runner: Runner, sheet: Sheet, row: number): void {
  const walk = beginWalk(runner, sheet, row);
  const { flow } = walk;
  const { dt } = sheet;
  const isUrgent = runner.machine.policy === 'urgent';
  const before = walk.location;
  let after = 0;
  let atInstant = 0;
  let inStep = 0;
  // Whether a transition that is enabled is taken now.
  let isPressed = isUrgent || isDrawn(runner, sheet, row);
  for (;;) {
    flow.begin = sheet.begin + after;
    setClocks(flow, 0, 1);
    look(walk);
    const margin = worstMargin(walk);
    const taken = isPressed || margin < -SLACK ? choose(walk, atInstant) : -1;
    if (taken >= 0) {
      const { transition } = walk.location.resolved.transitions[taken];
      runner.trace[atInstant++] = transition.number;
      if (atInstant > MOST_JUMPS || ++inStep > MOST_JUMPS_IN_STEP) throw zenoError(walk, after, atInstant);
      sheet.onJump?.(row, transition.number, after);
      walk.location = jump(walk, transition);
      countUse(runner, walk.location, 1);
      isPressed = isUrgent;
      continue;
    }
    if (margin < -SLACK) throw invariantError(walk, after);
    if (after >= dt) break;
    for (const { base, state } of runner.variables) base[0] = state[0];
    flow.hasRates = false;
    const isPatient = !isPressed;
    const least = isPatient ? Math.min(0, margin) : -SLACK;
    let found = findEvent(walk, dt - after, isPressed, least);
    if (found < 0) break;
    if (isPatient) found = preferEnabled(walk, found);
    if (after + found > after) atInstant = 0;
    after = found === dt - after ? dt : after + found;
    isPressed = true;
  }
  storeRow(walk);
  if (walk.location !== before) sheet.onEnter?.(row, walk.location);
}

/** Where an invariant is about to fail: the instant before, if only there a transition is enabled. */
function preferEnabled(walk: Walk, found: number): number {
  if (choose(walk, 0) >= 0) return found;
  moveTo(walk, walk.early);
  if (choose(walk, 0) >= 0) return walk.early;
  moveTo(walk, found);
  return found;
}

/** Whether a random policy lets the agent jump in this step. */
export function isDrawn(
  { machine: { policy } }: Runner,
  { dt, ids, purpose, seed, step, stream }: Sheet,
  row: number,
): boolean {
  if (typeof policy !== 'object') return false;
  const chance = 1 - exp(-dt / policy.random);
  return uniform(seed, purpose, ids[row], step, POLICY_DRAWS + 2 * stream) < chance;
}

/** The place of an enabled transition: the first, or with a random policy any; −1 where none is enabled. */
function choose(walk: Walk, atInstant: number): number {
  const { policy } = walk.runner.machine;
  const guards = findGuards(walk);
  let enabled = 0;
  let first = -1;
  for (let k = 0; k < guards.length; k++) {
    if (guards[k][0] === 0) continue;
    if (first < 0) first = k;
    enabled++;
  }
  if (enabled < 2 || typeof policy !== 'object') return first;
  const { ids, purpose, seed, step, stream } = walk.sheet;
  const draw = uniform(
    seed,
    purpose,
    ids[walk.row],
    step * (MOST_JUMPS + 1) + atInstant,
    POLICY_DRAWS + 2 * stream + 1,
  );
  let left = Math.floor(draw * enabled);
  for (let k = first; ; k++) if (guards[k][0] !== 0 && left-- === 0) return k;
}

/** Lets compiled code find out what holds at the present state. */
function look(walk: Walk): void {
  const { flow, location } = walk;
  walk.hasFacts = !!location.kernel && !Number.isNaN(location.kernel.look(flow.begin));
}

/** Whether each transition is enabled at the present state. */
function findGuards(walk: Walk): readonly Float64Array[] {
  const { guards, kernel } = walk.location;
  if (walk.hasFacts) return kernel!.guards;
  runProgramFor(walk, guards);
  return guards.results;
}

/** The smallest margin of the invariants at the present state; infinite without invariants. */
function worstMargin(walk: Walk): number {
  if (walk.hasFacts) return walk.runner.room!.facts[MARGIN];
  const { invariants } = walk.location;
  runProgramFor(walk, invariants);
  let worst = Number.POSITIVE_INFINITY;
  for (const result of invariants.results) if (!(result[0] >= worst)) worst = result[0];
  return worst;
}

function invariantError(walk: Walk, after: number): AutomatonError {
  const { invariants, resolved } = walk.location;
  walk.hasFacts = false;
  worstMargin(walk);
  const failed = invariants.results.findIndex((result) => !(result[0] >= -SLACK));
  const { text, path } = resolved.invariants[failed].written;
  const time = walk.sheet.begin + after;
  return failure(
    walk,
    `the invariant ${JSON.stringify(text)} fails at ${time} s and no transition is enabled; ${valuesOf(walk)}`,
    path,
  );
}

function zenoError(walk: Walk, after: number, atInstant: number): AutomatonError {
  const { machine, trace } = walk.runner;
  const isInstant = atInstant > MOST_JUMPS;
  const modes: string[] = [];
  for (let k = Math.max(0, atInstant - LOOP); k < atInstant; k++) {
    const { part, from } = machine.transitions[trace[k]];
    modes.push(machine.parts[part].modes[from].name);
  }
  const { part, to } = machine.transitions[trace[atInstant - 1]];
  modes.push(machine.parts[part].modes[to].name);
  const many = isInstant
    ? `more than ${MOST_JUMPS} jumps at`
    : `more than ${MOST_JUMPS_IN_STEP} jumps before`;
  return failure(walk, `${many} ${walk.sheet.begin + after} s: … ${modes.join(' → ')} …; ${valuesOf(walk)}`);
}

/** Modes of a loop that a message names. */
const LOOP = 6;

/**
 * Flows from the base until something happens, at most `h` seconds, and returns after how many; −1: nothing did. A
 * failing invariant, whose margin falls below `least`, happens; a guard that holds does if `heedsGuards`. The state is
 * then that of the event, at the first representable instant found at which it has happened.
 */
function findEvent(walk: Walk, h: number, heedsGuards: boolean, least: number): number {
  const samples = walk.location.samples === 1 ? 1 : SAMPLES;
  let early = 0;
  let middle = 0;
  let alarmEarly = Number.NaN;
  let alarmMiddle = alarmAfter(walk, 0);
  for (let sample = 1; sample <= samples; sample++) {
    const late = sample === samples ? h : (h * sample) / samples;
    const alarmLate = alarmAfter(walk, late);
    if (hasHappened(walk, heedsGuards, least)) return bisect(walk, heedsGuards, least, middle, late);
    if (sample > 1 && mayPeak(alarmEarly, alarmMiddle, alarmLate)) {
      const peak = searchPeak(walk, heedsGuards, least, early, late);
      if (peak >= 0) return bisect(walk, heedsGuards, least, early, peak);
    }
    early = middle;
    middle = late;
    alarmEarly = alarmMiddle;
    alarmMiddle = alarmLate;
  }
  moveTo(walk, h);
  return -1;
}

/** Sets the state to that some seconds after the base. */
function moveTo(walk: Walk, after: number): void {
  if (!Number.isNaN(probe(walk, after))) return;
  flowFor(walk.flow, walk.location, after, 1);
}

/** Lets compiled code flow from the base and find out what holds then; returns the alarm, or NaN. */
function probe(walk: Walk, after: number): number {
  const { flow, location } = walk;
  const alarm = location.kernel ? location.kernel.probe(flow.begin, after) : Number.NaN;
  walk.hasFacts = !Number.isNaN(alarm);
  return alarm;
}

/** The alarm some seconds after the base, which the state then is at. */
function alarmAfter(walk: Walk, after: number): number {
  const { alarm } = walk.location;
  const found = probe(walk, after);
  if (walk.hasFacts) return found;
  flowFor(walk.flow, walk.location, after, 1);
  runProgramFor(walk, alarm);
  return alarm.results[0][0];
}

/** Whether a guard holds or an invariant has failed at the present state. */
function hasHappened(walk: Walk, heedsGuards: boolean, least: number): boolean {
  if (worstMargin(walk) < least) return true;
  if (!heedsGuards) return false;
  if (walk.hasFacts) return walk.runner.room!.facts[IS_ENABLED] !== 0;
  for (const guard of findGuards(walk)) if (guard[0] !== 0) return true;
  return false;
}

/**
 * Narrows the time between an instant before the event and one after it until no number is between them. The alarm tells
 * where to look: on both sides of where a straight line crosses 0. Where that does not help, the time is halved.
 */
function bisect(walk: Walk, heedsGuards: boolean, least: number, early: number, late: number): number {
  if (locate(walk, heedsGuards, least, early, late)) return walk.found;
  let low = early;
  let high = late;
  let alarmLow = alarmAfter(walk, low);
  let alarmHigh = alarmAfter(walk, high);
  for (;;) {
    const width = high - low;
    const middle = low + width / 2;
    if (middle <= low || middle >= high) break;
    const guess = low + width * (alarmLow / (alarmLow - alarmHigh));
    const reach = width * CLOSE + high * Number.EPSILON;
    for (let probe = 0; probe < 3; probe++) {
      // The third probe is the middle of what is left, unless the others were of use.
      if (probe === 2 && high - low < width / 4) break;
      const at = probe === 0 ? guess - reach : probe === 1 ? guess + reach : low + (high - low) / 2;
      if (!(at > low && at < high)) continue;
      const alarm = alarmAfter(walk, at);
      if (hasHappened(walk, heedsGuards, least)) {
        high = at;
        alarmHigh = alarm;
      } else {
        low = at;
        alarmLow = alarm;
      }
    }
  }
  moveTo(walk, high);
  walk.early = low;
  return high;
}

/** Lets compiled code do the same; returns whether it could. */
function locate(walk: Walk, heedsGuards: boolean, least: number, early: number, late: number): boolean {
  const { flow, location, runner } = walk;
  if (!location.kernel) return false;
  walk.found = location.kernel.locate(flow.begin, early, late, heedsGuards ? 1 : 0, least);
  walk.hasFacts = !Number.isNaN(walk.found);
  walk.early = runner.room!.facts[EARLY];
  return walk.hasFacts;
}

/** Looks for the largest alarm between two instants by thirds; returns an instant at which the event has happened, or −1. */
function searchPeak(walk: Walk, heedsGuards: boolean, least: number, early: number, late: number): number {
  let low = early;
  let high = late;
  for (let search = 0; search < SEARCHES && high > low; search++) {
    const third = (high - low) / 3;
    const lower = alarmAfter(walk, low + third);
    if (hasHappened(walk, heedsGuards, least)) return low + third;
    const upper = alarmAfter(walk, high - third);
    if (hasHappened(walk, heedsGuards, least)) return high - third;
    if (upper > lower) low += third;
    else high -= third;
  }
  return -1;
}

/** Writes values and outputs of the agent. */
function storeRow(walk: Walk): void {
  const { location, row, runner, sheet } = walk;
  const { variables } = runner.machine;
  for (let place = 0; place < variables.length; place++) {
    const { kind, name } = variables[place];
    if (kind === 'algebraic') continue;
    const value = runner.variables[place].state[0];
    if (!Number.isFinite(value)) throw failure(walk, `${name} is no longer finite`);
    sheet.values[place][row] = value;
  }
  runProgramFor(walk, location.outputs);
  const { outputs } = location.resolved;
  for (let k = 0; k < outputs.length; k++) {
    const { least, most, output } = outputs[k];
    const column = sheet.outputs[output];
    if (column) column[row] = Math.max(least, Math.min(most, location.outputs.results[k][0]));
  }
}
