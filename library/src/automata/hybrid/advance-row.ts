import { fillUniforms } from '../../numerics/index.ts';
import { Fact } from './compiled/facts.ts';
import type { AutomatonError } from './error.ts';
import { findEvent, findGuards, findMargin, probe } from './find-event.ts';
import { setClocks } from './integrate.ts';
import { jump } from './jump.ts';
import { storeJump } from './jump-log.ts';
import { countUse, MOST_JUMPS, type Runner } from './runner.ts';
import type { Sheet } from './sheet.ts';
import { beginWalk, failure, runProgramFor, valuesOf, type Walk } from './walk.ts';

/** The most jumps of an agent in one step. */
const MOST_JUMPS_IN_STEP = 10_000;
/** How far an invariant may be missed before it counts as failed, in the units of what it compares. */
const SLACK = 1e-9;

/** Moves one agent on by dt, jump by jump. */
export function advanceRow(runner: Runner, sheet: Sheet, row: number): void {
  const walk = beginWalk(runner, sheet, row);
  const { facts, flow } = walk;
  const { dt } = sheet;
  const isUrgent = runner.machine.policy === 'urgent';
  const before = walk.location;
  let after = 0;
  let atInstant = 0;
  let inStep = 0;
  // Whether a transition that is enabled is taken now.
  let isPressed = isUrgent || isDrawn(walk);
  for (;;) {
    facts[Fact.after] = after;
    facts[Fact.begin] = sheet.begin + after;
    look(walk);
    const margin = facts[Fact.margin];
    const taken = isPressed || margin < -SLACK ? choose(walk, atInstant) : -1;
    if (taken >= 0) {
      const { transition } = walk.location.resolved.transitions[taken];
      runner.trace[atInstant++] = transition.number;
      if (atInstant > MOST_JUMPS || ++inStep > MOST_JUMPS_IN_STEP) throw zenoError(walk, atInstant);
      storeJump(sheet.jumps, walk, transition.number);
      walk.location = jump(walk, transition);
      countUse(runner, walk.location, 1);
      isPressed = isUrgent;
      continue;
    }
    if (margin < -SLACK) throw invariantError(walk);
    if (after >= dt) break;
    setBase(walk);
    flow.hasRates = false;
    walk.heedsGuards = isPressed;
    facts[Fact.least] = isPressed ? -SLACK : Math.min(0, margin);
    facts[Fact.length] = dt - after;
    if (!findEvent(walk)) break;
    if (!isPressed) preferEnabled(walk);
    const found = facts[Fact.late];
    if (after + found > after) atInstant = 0;
    after = found === dt - after ? dt : after + found;
    isPressed = true;
  }
  storeRow(walk);
  if (walk.location === before || !sheet.onEnter) return;
  runProgramFor(walk, walk.location.goal);
  sheet.onEnter(row, walk.location);
}

/** Finds out what holds at the present state, at least the margin of the invariants. */
function look(walk: Walk): void {
  const { flow, location } = walk;
  setClocks(flow, 0, 1);
  walk.isKnown = !!location.kernel && location.kernel.look() === 0;
  findMargin(walk);
}

/** The present state becomes the base of the flow. */
function setBase({ runner: { variables } }: Walk): void {
  for (let place = 0; place < variables.length; place++) {
    const { base, state } = variables[place];
    base[0] = state[0];
  }
}

/** If an invariant is about to fail, goes back to the instant before, provided that a transition is enabled only there. */
function preferEnabled(walk: Walk): void {
  const { facts } = walk;
  if (choose(walk, 0) >= 0) return;
  facts[Fact.length] = facts[Fact.early];
  probe(walk);
  if (choose(walk, 0) >= 0) facts[Fact.late] = facts[Fact.early];
  else {
    facts[Fact.length] = facts[Fact.late];
    probe(walk);
  }
}

/** Random numbers of an automaton in a step: the index of a draw has 11 bits, and the upper half is for policies. */
const POLICY_DRAWS = 1024;

/** Draws for the agents of the lanes whether a random policy lets them jump in this step: if the draw is below the chance. */
export function drawPolicy({ draws, ids }: Runner, sheet: Sheet, count: number): void {
  const { purpose, seed, step, stream } = sheet;
  fillUniforms(seed, purpose, ids, count, step, POLICY_DRAWS + 2 * stream, draws);
}

function isDrawn({ facts, runner, sheet }: Walk): boolean {
  if (typeof runner.machine.policy !== 'object') return false;
  drawPolicy(runner, sheet, 1);
  return runner.draws[0] < facts[Fact.chance];
}

/** The place of an enabled transition: the first, or with a random policy any; −1 where none is enabled. */
function choose(walk: Walk, atInstant: number): number {
  const guards = findGuards(walk);
  let enabled = 0;
  let first = -1;
  for (let k = 0; k < guards.length; k++) {
    if (guards[k][0] === 0) continue;
    if (first < 0) first = k;
    enabled++;
  }
  const { draws, ids, machine } = walk.runner;
  if (enabled < 2 || typeof machine.policy !== 'object') return first;
  const { purpose, seed, step, stream } = walk.sheet;
  const instant = step * (MOST_JUMPS + 1) + atInstant;
  fillUniforms(seed, purpose, ids, 1, instant, POLICY_DRAWS + 2 * stream + 1, draws);
  let left = Math.floor(draws[0] * enabled);
  for (let k = first; ; k++) if (guards[k][0] !== 0 && left-- === 0) return k;
}

function invariantError(walk: Walk): AutomatonError {
  const { invariants, resolved } = walk.location;
  walk.isKnown = false;
  findMargin(walk);
  const failed = invariants.results.findIndex((result) => !(result[0] >= -SLACK));
  const { text, path } = resolved.invariants[failed].written;
  const time = walk.facts[Fact.begin];
  return failure(
    walk,
    `the invariant ${JSON.stringify(text)} fails at ${time} s and no transition is enabled; ${valuesOf(walk)}`,
    path,
  );
}

/** A message names at most this many modes of a loop. */
const LOOP = 6;

function zenoError(walk: Walk, atInstant: number): AutomatonError {
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
  const time = walk.facts[Fact.begin];
  return failure(walk, `${many} ${time} s: … ${modes.join(' → ')} …; ${valuesOf(walk)}`);
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
