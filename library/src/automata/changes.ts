import { type Crowd, type Perception, speedOf } from '../crowd/index.ts';
import { exp } from '../numerics/index.ts';
import type { Automaton, AutomatonInput } from './contract.ts';
import { measureGap } from './gaps.ts';

/** A trait that is a function of something, for instance of the distance walked so far: docs/models/personality.md. */
export type TraitChange = {
  name: string;
  /** Numbers of the groups that it applies to; all agents when absent. */
  groups?: readonly number[] | undefined;
  trait: 'speed' | 'agility' | 'mass' | 'aggressiveness' | 'viewRadius';
  /** Seconds of the run, metres walked, metres to the nearest thing, metres to the goal, or metres per second. */
  over: 'time' | 'distance-walked' | 'gap' | 'goal-distance' | 'speed';
  /** Inputs, rising, and outputs; linear between, constant beyond. */
  points: readonly (readonly [number, number])[];
  /** Whether the output multiplies the agent's own trait or takes its place. */
  as: 'factor' | 'value';
  /** Seconds that the input is smoothed over. */
  lag: number;
};

/**
 * The column of each trait, the memory column that keeps the agents' own value, and the largest value; the smallest is
 * 0.
 */
const columns = {
  speed: { column: 'desiredSpeed', own: 'ownSpeed', largest: 50 },
  agility: { column: 'agility', own: 'ownAgility', largest: 1 },
  mass: { column: 'mass', own: 'ownMass', largest: 1 },
  aggressiveness: { column: 'aggressiveness', own: 'ownAggressiveness', largest: 1 },
  viewRadius: { column: 'viewRadius', own: 'ownViewRadius', largest: 100 },
} as const;

/** A change in the form that the loops read. */
type PreparedChange = {
  over: TraitChange['over'];
  inputs: Float64Array;
  outputs: Float64Array;
  factor: boolean;
  lag: number;
  /** Columns of the memory: the smoothed input, and 1 once there was one. */
  level: string;
  started: string;
  members: Members;
};

/** A mark for each group, or undefined for all agents. */
type Members = Uint8Array | undefined;

type ChangedTrait = (typeof columns)[TraitChange['trait']] & {
  /** The agents that any of the changes applies to. */
  members: Members;
  changes: PreparedChange[];
};

/**
 * Traits that change. Each step: the agent's own trait, multiplied by the factors or replaced by the values of the
 * changes in their order, then clipped to the trait's range.
 */
export function createChanges(changes: readonly TraitChange[]): Automaton {
  const traits = prepareTraits(changes);
  const over = new Set(changes.map((change) => change.over));
  const tracksDistanceWalked = over.has('distance-walked');
  const heedsGoal = over.has('goal-distance');
  const looks = over.has('gap') || heedsGoal;
  // The union of no changes holds no agent.
  const watchful = unionOf(changes.filter((change) => change.over === 'gap'));
  const towards = new Float64Array(3);

  function sense({ crowd, obstacles, solids }: AutomatonInput, perception: Perception): void {
    const { gap, goalDistance, sensed } = crowd.memory;
    const { group } = crowd.traits;
    for (let row = 0; row < crowd.count; row++) {
      sensed[row] = 1;
      if (heedsGoal) goalDistance[row] = crowd.plan.goalDistance[row];
      if (!belongs(watchful, group[row])) continue;
      gap[row] = measureGap(crowd, perception, obstacles, solids, row, towards);
    }
  }

  return {
    name: 'changes',
    memory: layoutOf(changes, traits),
    begin: (crowd, row) => {
      for (const { column, own } of traits) crowd.memory[own][row] = crowd.traits[column][row];
    },
    restore: (crowd, row) => {
      for (const { column, own } of traits) crowd.traits[column][row] = crowd.memory[own][row];
    },
    ...(looks ? { sense } : {}),
    update: (input) => {
      if (tracksDistanceWalked) addDistanceWalked(input);
      for (let at = 0; at < traits.length; at++) changeTrait(traits[at], input);
    },
  };
}

function prepareTraits(changes: readonly TraitChange[]): ChangedTrait[] {
  return [...new Set(changes.map(({ trait }) => trait))].map((trait) => ({
    ...columns[trait],
    members: unionOf(changes.filter((change) => change.trait === trait)),
    changes: changes.flatMap((change, number) =>
      change.trait === trait ? [prepareChange(change, number)] : [],
    ),
  }));
}

function prepareChange(change: TraitChange, number: number): PreparedChange {
  return {
    over: change.over,
    inputs: Float64Array.from(change.points, ([input]) => input),
    outputs: Float64Array.from(change.points, ([, output]) => output),
    factor: change.as === 'factor',
    lag: change.lag,
    level: `level${number}`,
    started: `started${number}`,
    members: unionOf([change]),
  };
}

/** The memory of an agent: no more columns than these changes need. */
function layoutOf(changes: readonly TraitChange[], traits: readonly ChangedTrait[]) {
  const layout: Record<string, 'float64' | 'uint8'> = {};
  for (const { own } of traits) layout[own] = 'float64';
  changes.forEach(({ over, lag }, number) => {
    if (over === 'distance-walked') layout.distanceWalked = 'float64';
    if (over === 'gap') layout.gap = 'float64';
    if (over === 'goal-distance') layout.goalDistance = 'float64';
    if (over === 'gap' || over === 'goal-distance') layout.sensed = 'uint8';
    if (lag === 0) return;
    layout[`level${number}`] = 'float64';
    layout[`started${number}`] = 'uint8';
  });
  return layout;
}

/** The agents that at least one of the changes applies to. */
function unionOf(changes: readonly TraitChange[]): Members {
  const groups: number[] = [];
  for (const change of changes) {
    if (!change.groups) return undefined;
    groups.push(...change.groups);
  }
  const members = new Uint8Array(groups.reduce((most, group) => Math.max(most, group + 1), 0));
  for (const group of groups) members[group] = 1;
  return members;
}

function belongs(members: Members, group: number): boolean {
  return members === undefined || (group >= 0 && group < members.length && members[group] === 1);
}

/** Adds the distance walked in the step before. */
function addDistanceWalked({ crowd, dt }: AutomatonInput): void {
  const { distanceWalked } = crowd.memory;
  for (let row = 0; row < crowd.count; row++) distanceWalked[row] += speedOf(crowd.motion, row) * dt;
}

function changeTrait({ changes, column, largest, members, own }: ChangedTrait, input: AutomatonInput): void {
  const { crowd } = input;
  const { group } = crowd.traits;
  const trait = crowd.traits[column];
  const ownTrait = crowd.memory[own];
  for (let row = 0; row < crowd.count; row++) {
    if (belongs(members, group[row])) trait[row] = ownTrait[row];
  }
  // A view changes gradually during a step, and its radius is that of the end.
  const time = (column === 'viewRadius' ? input.step + 1 : input.step) * input.dt;
  for (let at = 0; at < changes.length; at++) applyChange(changes[at], input, time, trait);
  for (let row = 0; row < crowd.count; row++) {
    if (belongs(members, group[row])) trait[row] = Math.max(0, Math.min(largest, trait[row]));
  }
}

function applyChange(
  change: PreparedChange,
  { crowd, dt }: AutomatonInput,
  time: number,
  trait: Float64Array,
): void {
  const { factor, lag, members } = change;
  const { group } = crowd.traits;
  const gain = lag > 0 ? 1 - exp(-dt / lag) : 1;
  for (let row = 0; row < crowd.count; row++) {
    if (!belongs(members, group[row])) continue;
    let input = readInput(change, crowd, row, time);
    if (lag > 0) input = smooth(change, crowd, row, gain, input);
    const output = interpolate(change.inputs, change.outputs, input);
    trait[row] = factor ? trait[row] * output : output;
  }
}

/** The input of the change; infinite while it is unknown. */
function readInput({ inputs, over }: PreparedChange, crowd: Crowd, row: number, time: number): number {
  const { memory, motion } = crowd;
  switch (over) {
    case 'time':
      return time;
    case 'distance-walked':
      return memory.distanceWalked[row];
    case 'speed':
      return speedOf(motion, row);
    case 'goal-distance':
      return memory.sensed[row] === 0 ? Number.POSITIVE_INFINITY : memory.goalDistance[row];
    case 'gap':
      if (memory.sensed[row] === 0) return Number.POSITIVE_INFINITY;
      // Beyond the last point the output is constant, and a smoothed input has to stay finite.
      return Math.min(memory.gap[row], inputs[inputs.length - 1]);
  }
}

/** A low-pass filter of the input. It starts at the first input. */
function smooth(
  { level, started }: PreparedChange,
  { memory }: Crowd,
  row: number,
  gain: number,
  input: number,
): number {
  const levels = memory[level];
  if (memory[started][row] === 1) levels[row] += gain * (input - levels[row]);
  else if (input === Number.POSITIVE_INFINITY) return input;
  else levels[row] = input;
  memory[started][row] = 1;
  return levels[row];
}

/** The piecewise linear function through the points, constant beyond them. */
function interpolate(inputs: Float64Array, outputs: Float64Array, input: number): number {
  let low = 0;
  let high = inputs.length - 1;
  if (input <= inputs[low]) return outputs[low];
  if (input >= inputs[high]) return outputs[high];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (inputs[middle] <= input) low = middle;
    else high = middle;
  }
  const part = (input - inputs[low]) / (inputs[high] - inputs[low]);
  return outputs[low] + part * (outputs[high] - outputs[low]);
}
