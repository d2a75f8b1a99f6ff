import { Fact } from './compiled/facts.ts';
import type { Location, VariableRegisters } from './location.ts';
import type { Lanes } from './operations.ts';
import type { Program } from './program.ts';

/** What integrators work on. */
export type Flow = {
  variables: readonly VariableRegisters[];
  /** Registers of inputs that are the time. */
  clocks: readonly Lanes[];
  /** The places `begin` and `length` say when the base holds and how long to flow. */
  facts: Float64Array;
  integrator: 'euler' | 'rk4' | 'adaptive';
  tolerance: number;
  /** Runs a program for `count` lanes; for one lane it may check the operands. */
  run(program: Program, count: number): void;
  /** Whether the rates at the base, which several flows from it share, are kept, and whether they are there. */
  keepsRates: boolean;
  hasRates: boolean;
  /** Scratch: the base at the beginning of a step with error control. */
  origins: Float64Array;
};

/** Sets the clocks to a time after the base. */
export function setClocks({ clocks, facts }: Flow, after: number, count: number): void {
  for (let k = 0; k < clocks.length; k++) {
    const clock = clocks[k];
    for (let lane = 0; lane < count; lane++) clock[lane] = facts[Fact.begin] + after;
  }
}

/** Leaves the values at the end of the flow from `base` in the state registers. */
export function flowOn(flow: Flow, location: Location, count: number): void {
  if (location.flowing.length === 0) setClocks(flow, flow.facts[Fact.length], count);
  else if (location.isStraight || flow.integrator === 'euler') stepEuler(flow, location, count);
  else if (flow.integrator === 'rk4') stepClassic(flow, location, count);
  else stepWithControl(flow, location);
}

/** Writes the rates at the present state into a stage of each flowing variable. */
export function storeRates(flow: Flow, location: Location, stage: number, count: number): void {
  const { flowing, rates } = location;
  flow.run(rates, count);
  for (let k = 0; k < flowing.length; k++) {
    copyLanes(flow.variables[flowing[k]].stages[stage], rates.results[k], count);
  }
}

export function copyLanes(to: Lanes, from: Lanes, count: number): void {
  for (let lane = 0; lane < count; lane++) to[lane] = from[lane];
}

/** Takes the state back to the base. */
function restoreBase(flow: Flow, { flowing }: Location, count: number): void {
  for (let k = 0; k < flowing.length; k++) {
    const { base, state } = flow.variables[flowing[k]];
    copyLanes(state, base, count);
  }
  setClocks(flow, 0, count);
}

function stepEuler(flow: Flow, location: Location, count: number): void {
  const { flowing } = location;
  const h = flow.facts[Fact.length];
  findRates(flow, location, count);
  for (let k = 0; k < flowing.length; k++) {
    const { base, stages, state } = flow.variables[flowing[k]];
    addTo(state, base, stages[0], h, count);
  }
  setClocks(flow, h, count);
}

/** Puts the rates at the base into the first stage. */
function findRates(flow: Flow, location: Location, count: number): void {
  if (flow.hasRates) return;
  restoreBase(flow, location, count);
  storeRates(flow, location, 0, count);
  flow.hasRates = flow.keepsRates;
}

function addTo(to: Lanes, base: Lanes, rate: Lanes, h: number, count: number): void {
  for (let lane = 0; lane < count; lane++) to[lane] = base[lane] + h * rate[lane];
}

/** The classic Runge–Kutta method of fourth order. */
function stepClassic(flow: Flow, location: Location, count: number): void {
  const { flowing } = location;
  const { facts, variables } = flow;
  const h = facts[Fact.length];
  findRates(flow, location, count);
  for (let stage = 0; stage < 4; stage++) {
    if (stage > 0) storeRates(flow, location, stage, count);
    if (stage === 3) break;
    const part = stage === 2 ? h : h / 2;
    for (let k = 0; k < flowing.length; k++) {
      const { base, stages, state } = variables[flowing[k]];
      addTo(state, base, stages[stage], part, count);
    }
    setClocks(flow, part, count);
  }
  for (let k = 0; k < flowing.length; k++) {
    const { base, stages, state } = variables[flowing[k]];
    const [first, second, third, fourth] = stages;
    for (let lane = 0; lane < count; lane++) {
      state[lane] = base[lane] + (h / 6) * (first[lane] + 2 * (second[lane] + third[lane]) + fourth[lane]);
    }
  }
  setClocks(flow, h, count);
}

/** J. R. Dormand, P. J. Prince, A family of embedded Runge–Kutta formulae, 1980: times, stages, fifth order, error. */
const times = [0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1];
const table = [
  [],
  [1 / 5],
  [3 / 40, 9 / 40],
  [44 / 45, -56 / 15, 32 / 9],
  [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
  [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
  [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
];
const errors = [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40];
/** Stages of the longest method. */
export const STAGES = 7;

/** Shorter sub-steps than this share of the step are taken whatever their error. */
const SHORTEST = 1 / 1048576;

/**
 * Dormand–Prince with error control, for one lane. Sub-steps are halved and doubled, so that their lengths need no
 * powers. The base is left as it was.
 */
function stepWithControl(flow: Flow, location: Location): void {
  const { flowing } = location;
  const { facts, origins, variables } = flow;
  const begin = facts[Fact.begin];
  const h = facts[Fact.length];
  for (let k = 0; k < flowing.length; k++) origins[k] = variables[flowing[k]].base[0];
  let done = 0;
  let length = h;
  while (done < h) {
    const rest = h - done;
    const isLast = length >= rest;
    const tried = isLast ? rest : length;
    facts[Fact.length] = tried;
    tryPair(flow, location);
    const error = facts[Fact.error];
    if (error > 1 && tried > h * SHORTEST) {
      length = tried / 2;
      continue;
    }
    done = isLast ? h : done + tried;
    facts[Fact.begin] = begin + done;
    for (let k = 0; k < flowing.length; k++) {
      const { base, state } = variables[flowing[k]];
      base[0] = state[0];
    }
    // The error grows with the fifth power of the length.
    if (error < 1 / 64) length = 2 * tried;
  }
  facts[Fact.begin] = begin;
  facts[Fact.length] = h;
  for (let k = 0; k < flowing.length; k++) {
    const { base, state } = variables[flowing[k]];
    state[0] = base[0];
    base[0] = origins[k];
  }
  setClocks(flow, h, 1);
}

/** One sub-step from the base into the state, with its largest error. */
function tryPair(flow: Flow, location: Location): void {
  const { flowing } = location;
  const { facts, tolerance, variables } = flow;
  const h = facts[Fact.length];
  for (let stage = 0; stage < STAGES; stage++) {
    const row = table[stage];
    for (let k = 0; k < flowing.length; k++) {
      const { base, stages, state } = variables[flowing[k]];
      let sum = 0;
      for (let s = 0; s < row.length; s++) sum += row[s] * stages[s][0];
      state[0] = base[0] + h * sum;
    }
    setClocks(flow, times[stage] * h, 1);
    storeRates(flow, location, stage, 1);
  }
  let worst = 0;
  for (let k = 0; k < flowing.length; k++) {
    const { stages, state } = variables[flowing[k]];
    let sum = 0;
    for (let s = 0; s < STAGES; s++) sum += errors[s] * stages[s][0];
    const error = Math.abs(h * sum) / (tolerance * (1 + Math.abs(state[0])));
    if (!(error <= worst)) worst = error;
  }
  facts[Fact.error] = worst;
}
