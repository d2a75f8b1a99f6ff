import { exp } from '../../numerics/index.ts';
import { advanceRow, drawPolicy } from './advance-row.ts';
import { Fact } from './compiled/facts.ts';
import { mayPeak } from './find-event.ts';
import { copyLanes, flowOn, setClocks, storeRates } from './integrate.ts';
import type { Location } from './location.ts';
import { MOST_NOISE } from './machine.ts';
import { fault, LANES, type Lanes } from './operations.ts';
import { runProgram } from './program.ts';
import { compileNumber, countUse, type Runner } from './runner.ts';
import { loadLanes, loadValues, type Sheet } from './sheet.ts';

/** Moves every agent of the sheet on by dt: in blocks of agents of one location; where something may happen, one by one. */
export function advanceSheet(runner: Runner, sheet: Sheet): void {
  sortRows(runner, sheet);
  setStep(runner, sheet);
  const { locations, starts } = runner;
  for (let number = 0; number < locations.length; number++) {
    const end = starts[number + 1];
    if (starts[number] === end) continue;
    const location = locations[number] ?? compileNumber(runner, number);
    countUse(runner, location, end - starts[number]);
    for (let first = starts[number]; first < end; first += LANES) {
      advanceBlock(runner, sheet, location, first, Math.min(LANES, end - first));
    }
  }
}

const WORD = 4294967296;

/** What all agents have in common: the counters of random numbers, and the chance of a random policy. */
function setStep({ facts, machine, room }: Runner, { dt, purpose, seed, step, stream }: Sheet): void {
  if (typeof machine.policy === 'object') facts[Fact.chance] = 1 - exp(-dt / machine.policy.random);
  if (!room) return;
  room.words[0] = purpose << 21;
  room.words[1] = step | 0;
  room.words[2] = Math.floor(step / WORD) | ((MOST_NOISE * stream) << 21);
  room.words[3] = seed | 0;
  room.words[4] = Math.floor(seed / WORD);
}

/** Counts and sorts the rows by their locations; within a location they stay in order. */
function sortRows(runner: Runner, sheet: Sheet): void {
  const { count } = sheet;
  if (runner.rows.length < count) {
    runner.rows = new Int32Array(2 * count);
    runner.numbers = new Uint16Array(2 * count);
  }
  const { numbers, rows, starts } = runner;
  findNumbers(runner, sheet);
  starts.fill(0);
  const { members } = sheet;
  if (members === undefined) for (let row = 0; row < count; row++) starts[numbers[row] + 1]++;
  else for (let row = 0; row < count; row++) starts[numbers[row] + 1] += members[row];
  for (let k = 1; k < starts.length; k++) starts[k] += starts[k - 1];
  if (members === undefined) for (let row = 0; row < count; row++) rows[starts[numbers[row]]++] = row;
  else for (let row = 0; row < count; row++) if (members[row] === 1) rows[starts[numbers[row]]++] = row;
  // Each start has moved to the end of its location, which is the next start.
  for (let k = starts.length - 1; k > 0; k--) starts[k] = starts[k - 1];
  starts[0] = 0;
}

/** The numbers of the locations of all rows. */
function findNumbers({ numbers, strides }: Runner, { count, modes }: Sheet): void {
  for (let part = 0; part < strides.length; part++) {
    const mode = modes[part];
    const stride = strides[part];
    if (part === 0) for (let row = 0; row < count; row++) numbers[row] = mode[row];
    else for (let row = 0; row < count; row++) numbers[row] += stride * mode[row];
  }
}

function advanceBlock(runner: Runner, sheet: Sheet, location: Location, first: number, count: number): void {
  const { draws, facts, flow, machine, suspectRows, suspects } = runner;
  facts[Fact.begin] = sheet.begin;
  facts[Fact.length] = sheet.dt;
  if (flow.integrator === 'adaptive' && !location.isStraight) suspects.fill(1, 0, count);
  else {
    // An operation was not defined for some lane: the agents are checked one by one.
    if (flowBlock(runner, sheet, location, first, count)) suspects.fill(1, 0, count);
    if (typeof machine.policy === 'object') {
      drawPolicy(runner, sheet, count);
      for (let lane = 0; lane < count; lane++) if (draws[lane] < facts[Fact.chance]) suspects[lane] = 1;
    }
  }
  const found = listSuspects(runner, first, count);
  if (found < count) storeLanes(runner, sheet, location, first, count, found);
  for (let k = 0; k < found; k++) advanceRow(runner, sheet, suspectRows[k]);
}

/** Lists the rows of the suspects and returns how many there are. */
function listSuspects({ rows, suspectRows, suspects }: Runner, first: number, count: number): number {
  let found = 0;
  for (let lane = 0; lane < count; lane++) {
    suspectRows[found] = rows[first + lane];
    found += suspects[lane];
  }
  return found;
}

/** Moves a block on and marks suspects. Returns whether an operation was not defined for its operands in any lane. */
function flowBlock(runner: Runner, sheet: Sheet, location: Location, first: number, count: number): boolean {
  if (location.kernel) {
    loadValues(runner, sheet, runner.rows, first, count);
    return location.kernel.block(8 * count) !== 0;
  }
  runner.suspects.fill(0, 0, count);
  fault.found = false;
  loadLanes(runner, sheet, runner.rows, first, count);
  watchAlarm(runner, location, count);
  markUnusual(runner, location, count);
  runProgram(location.outputs, count);
  for (const result of location.outputs.results) {
    for (let lane = 0; lane < count; lane++) if (Number.isNaN(result[lane])) runner.suspects[lane] = 1;
  }
  return fault.found;
}

/** Flows for the step and marks the lanes in which the alarm rises to 0 or may have done so between two samples. */
function watchAlarm(runner: Runner, location: Location, count: number): void {
  const { alarms, flow } = runner;
  const { flowing, samples } = location;
  setClocks(flow, 0, count);
  runProgram(location.alarm, count);
  copyLanes(alarms[0], location.alarm.results[0], count);
  markHigh(runner.suspects, alarms[0], count);
  flowOn(flow, location, count);
  if (samples > 1) {
    const isCubic = !location.isStraight && flow.integrator === 'rk4';
    if (isCubic) storeRates(flow, location, END_RATE, count);
    for (let k = 0; k < flowing.length; k++) {
      const { stages, state } = flow.variables[flowing[k]];
      copyLanes(stages[END], state, count);
    }
    for (let sample = 1; sample < samples; sample++) {
      place(runner, location, sample, isCubic, count);
      watchSample(runner, location, sample, count);
    }
    for (let k = 0; k < flowing.length; k++) {
      const { stages, state } = flow.variables[flowing[k]];
      copyLanes(state, stages[END], count);
    }
    setClocks(flow, flow.facts[Fact.length], count);
  }
  watchSample(runner, location, samples, count);
}

/** Stages of a variable that hold its value and its rate at the end of the step. */
const END = 5;
const END_RATE = 4;

function watchSample({ alarms, suspects }: Runner, { alarm }: Location, sample: number, count: number): void {
  runProgram(alarm, count);
  const latest = alarms[sample % 3];
  copyLanes(latest, alarm.results[0], count);
  markHigh(suspects, latest, count);
  if (sample < 2) return;
  const middle = alarms[(sample - 1) % 3];
  const before = alarms[(sample - 2) % 3];
  for (let lane = 0; lane < count; lane++) {
    if (mayPeak(before[lane], middle[lane], latest[lane])) suspects[lane] = 1;
  }
}

function markHigh(suspects: Uint8Array, alarm: Float64Array, count: number): void {
  for (let lane = 0; lane < count; lane++) if (!(alarm[lane] < 0)) suspects[lane] = 1;
}

/** Sets the state to a sample of the cubic, or of the straight line, through both ends of the step. */
function place(
  { facts, flow }: Runner,
  { flowing, samples }: Location,
  sample: number,
  isCubic: boolean,
  count: number,
): void {
  const dt = facts[Fact.length];
  const share = sample / samples;
  const rest = 1 - share;
  const startValue = isCubic ? rest * rest * (1 + 2 * share) : rest;
  const endValue = isCubic ? share * share * (3 - 2 * share) : share;
  const startRate = isCubic ? dt * share * rest * rest : 0;
  const endRate = isCubic ? -dt * share * share * rest : 0;
  for (let k = 0; k < flowing.length; k++) {
    const { base, stages, state } = flow.variables[flowing[k]];
    const end = stages[END];
    const rate = stages[0];
    const rateAtEnd = stages[END_RATE];
    for (let lane = 0; lane < count; lane++) {
      state[lane] =
        startValue * base[lane] + endValue * end[lane] + startRate * rate[lane] + endRate * rateAtEnd[lane];
    }
  }
  setClocks(flow, share * dt, count);
}

/** Marks the lanes whose values are no longer finite. */
function markUnusual({ suspects, variables }: Runner, { flowing }: Location, count: number): void {
  for (let k = 0; k < flowing.length; k++) {
    const { state } = variables[flowing[k]];
    for (let lane = 0; lane < count; lane++) if (!Number.isFinite(state[lane])) suspects[lane] = 1;
  }
}

/** Writes the new values and the outputs of the lanes that are not suspect. */
function storeLanes(
  runner: Runner,
  sheet: Sheet,
  location: Location,
  first: number,
  count: number,
  found: number,
): void {
  const { clipped, variables } = runner;
  const { flowing } = location;
  for (let k = 0; k < flowing.length; k++) {
    const column = sheet.values[flowing[k]] as Float64Array;
    scatter(runner, column, variables[flowing[k]].state, first, count, found);
  }
  const { outputs } = location.resolved;
  for (let k = 0; k < outputs.length; k++) {
    const { least, most, output } = outputs[k];
    const column = sheet.outputs[output];
    if (!column) continue;
    const result = location.kernel ? runner.room!.outputs[k] : location.outputs.results[k];
    clip(clipped, result, least, most, count);
    scatter(runner, column, clipped, first, count, found);
  }
}

/** Writes all lanes, which is faster than a choice for each, and then restores the values of the suspects. */
function scatter(
  { kept, rows, suspectRows }: Runner,
  column: Float64Array,
  from: Lanes,
  first: number,
  count: number,
  found: number,
): void {
  for (let k = 0; k < found; k++) kept[k] = column[suspectRows[k]];
  for (let lane = 0; lane < count; lane++) column[rows[first + lane]] = from[lane];
  for (let k = 0; k < found; k++) column[suspectRows[k]] = kept[k];
}

function clip(to: Lanes, from: Lanes, least: number, most: number, count: number): void {
  for (let lane = 0; lane < count; lane++) {
    const value = from[lane];
    to[lane] = value > most ? most : value < least ? least : value;
  }
}
