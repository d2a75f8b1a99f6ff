import type { Expression } from './trees/expression.ts';

/**
 * A hybrid automaton as data: what a scenario file has under `automata`, and what the builder gives. docs/models/automata.md
 * explains each part and numbers the rules of its meaning.
 */
export type AutomatonModel = {
  name: string;
  /** Names of the groups whose agents have it; all agents when absent. */
  groups?: readonly string[];
  /** When an enabled transition is taken. */
  policy?: Policy;
  integrator?: 'euler' | 'rk4' | 'adaptive';
  /** Largest error of a step of the adaptive integrator, relative to 1 + |value|. */
  tolerance?: number;
  /** Names for numbers. */
  parameters?: Readonly<Record<string, number | Parameter>>;
  /** Names for what the agent senses; it is read once in a step. */
  inputs?: Readonly<Record<string, InputSource>>;
  /** Names for random numbers between two bounds, drawn once in a step. */
  noise?: Readonly<Record<string, readonly [number, number]>>;
  variables?: Readonly<Record<string, Variable>>;
  /** Functions that a program passes, by their signatures. */
  functions?: Readonly<Record<string, FunctionSignature>>;
  /** Modes that are used in several places: { use: NAME, with: { … } }. */
  definitions?: Readonly<Record<string, ModeModel>>;
  /** What runs in parallel and shares the variables. */
  parts?: Readonly<Record<string, PartModel>>;
} & Partial<PartModel>;

/** As soon as it is enabled, only when an invariant would fail, or after a random time of this mean, seconds. */
export type Policy = 'urgent' | 'lazy' | { readonly random: number };

export type Parameter = { value: number; unit?: string };

export type Variable = {
  /** flow: a number that flows; algebraic: a function of others in each mode; the other kinds change in jumps only. */
  kind?: 'flow' | 'algebraic' | 'real' | 'integer' | 'boolean';
  /** The value of an agent that enters. */
  start?: number | boolean;
  unit?: string;
  /** Smallest and largest value that the model means to reach: for the check of guards. A run does not enforce them. */
  range?: readonly [number, number];
  /** The part that alone may read and write it; all parts when absent. */
  private?: string;
};

export type FunctionSignature = { takes: readonly (string | null)[]; gives: string | null };

/** A machine of modes: what CHARON calls an agent. */
export type PartModel = {
  start: string;
  modes: Readonly<Record<string, ModeModel>>;
  transitions?: readonly TransitionModel[];
};

export type ModeModel = {
  /** Takes a definition of this name; what is written beside it comes on top. */
  use?: string;
  /** Replaces names in the definition by expressions. */
  with?: Readonly<Record<string, Expression>>;
  /** Rates of change, per second. */
  flow?: Readonly<Record<string, Expression>>;
  /** Values of algebraic variables. */
  algebra?: Readonly<Record<string, Expression>>;
  /** What holds while the mode lasts. */
  invariant?: Expression | readonly Invariant[];
  /** Traits of the agent while the mode lasts. */
  set?: Readonly<Partial<Record<NumericOutput, Expression>>>;
  /** Gaps that the agent wants to keep while the mode lasts; from others, its own. */
  distances?: readonly ModeDistance[];
  /** The steering model, planner and goal of the agent while the mode lasts; if absent, its own. */
  steering?: Readonly<Record<string, unknown>>;
  planner?: Readonly<Record<string, unknown>>;
  goal?: ModeGoal;
  /** Assignments when the mode is entered and left. */
  entry?: Readonly<Record<string, Expression>>;
  exit?: Readonly<Record<string, Expression>>;
  start?: string;
  modes?: Readonly<Record<string, ModeModel>>;
  transitions?: readonly TransitionModel[];
  /** Whether the mode continues in the submode that it was left in. */
  history?: boolean;
};

/** An invariant in a list: an object, so that a list is not taken for a tree. */
export type Invariant = { readonly holds: Expression };

export type TransitionModel = {
  /** A mode beside this list, or several; "*": all. */
  from: string | readonly string[];
  /** A mode beside this list, or a submode of one: "outer.inner". */
  to: string;
  when: Expression;
  /** Assignments; all read the values before the jump. */
  do?: Readonly<Record<string, Expression>>;
  /** Of several enabled transitions the one with the highest number is taken. */
  priority?: number;
};

/** Targets by name, a direction to walk along, a point, or none. Expressions are evaluated when the mode is entered. */
export type ModeGoal =
  | { readonly targets: readonly string[] }
  | { readonly direction: readonly [Expression, Expression] }
  | { readonly point: readonly [Expression, Expression] }
  | 'none';

/** From what a distance is kept: exactly one of these. Groups, classes and obstacles are those of the scenario. */
export type DistanceSource = {
  readonly to?: 'everything' | 'agents' | 'obstacles' | 'own-group' | 'own-team' | 'leader';
  readonly group?: string;
  readonly class?: string;
  readonly agent?: string | number;
  readonly obstacle?: string | number;
};

export type ModeDistance = DistanceSource & { readonly distance: Expression };

/** How a distance is called among the outputs. */
export function distanceOutput(source: DistanceSource): string {
  const [[key, value] = ['to', 'nothing']] = Object.entries(source);
  return `distance ${key === 'to' ? '' : 'to '}${key} ${value}`;
}

/** Traits that `set` may write, with their units and ranges. */
export const numericOutputs = {
  speed: { column: 'desiredSpeed', unit: 'm/s', least: 0, most: 50 },
  agility: { column: 'agility', unit: '1', least: 0, most: 1 },
  mass: { column: 'mass', unit: '1', least: 0, most: 1 },
  aggressiveness: { column: 'aggressiveness', unit: '1', least: 0, most: 1 },
  viewRadius: { column: 'viewRadius', unit: 'm', least: 0, most: 100 },
} as const;

export type NumericOutput = keyof typeof numericOutputs;

const distanceRange = { unit: 'm', least: 0, most: 100 } as const;

/** Unit and range of an output; what is no trait is a distance. */
export function rangeOfOutput(output: string): { unit: string; least: number; most: number } {
  return Object.hasOwn(numericOutputs, output) ? numericOutputs[output as NumericOutput] : distanceRange;
}

/** Quantities that an automaton can sense, with their units. */
export const quantities = {
  time: 's',
  x: 'm',
  y: 'm',
  z: 'm',
  headingX: '1',
  headingY: '1',
  headingZ: '1',
  speed: 'm/s',
  radius: 'm',
  desiredSpeed: 'm/s',
  viewRadius: 'm',
  goalDistance: 'm',
  directionX: '1',
  directionY: '1',
  inSight: undefined,
  arrived: undefined,
  stage: '1',
  neighbours: '1',
  gap: 'm',
  contacts: '1',
} as const;

export type Quantity = keyof typeof quantities;

/** A quantity of the agent, or the distance to a target or the gap to an obstacle, by name. */
export type InputSource = Quantity | { readonly target: string } | { readonly obstacle: string };
