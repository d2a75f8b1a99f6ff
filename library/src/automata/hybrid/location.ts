import type { Kernel } from './compiled/kernel.ts';
import type { Machine } from './machine.ts';
import type { Lanes } from './operations.ts';
import { compileTrees, type Program, type Registers } from './program.ts';
import { type Expanded, type Resolved, resolveLocation } from './resolve.ts';
import type { Tree } from './trees/expression.ts';
import { hasNoPeak, largestOf, marginOf, negated, reads } from './trees/margin.ts';

/** A location as programs over the registers of its automaton. */
export type Location = {
  resolved: Resolved;
  /** Places of the variables that flow here, and the program of their rates. */
  flowing: Int32Array;
  rates: Program;
  /** Whether the rates are constant during a step: the flow is then a straight line for every integrator. */
  isStraight: boolean;
  /** Below 0 as long as nothing can happen: no transition has to be taken and every invariant holds. */
  alarm: Program;
  alarmTree: Tree;
  /** How often the alarm is looked at in a step after its beginning. */
  samples: number;
  /** Whether each transition is enabled, in the order in which they are tried. */
  guards: Program;
  /** The margin of each invariant. */
  invariants: Program;
  outputs: Program;
  /** Both coordinates of the goal, where it has expressions. */
  goal: Program;
  /** Assignments of a transition into a leaf, made when it is first taken: 256 × transition + leaf. */
  effects: Map<number, EffectBlock[]>;
  /** Steps of agents that were here. */
  uses: number;
  /** Compiled code that does the same, made once many agents were here; null: it cannot be made. */
  kernel: Kernel | null | undefined;
};

/** Assignments that all read the values before them. */
export type EffectBlock = { program: Program; places: number[]; values: Float64Array; sources: Expanded[] };

/** Registers of a variable: its value, its value at the beginning, its new value, and stages of the integrator. */
export type VariableRegisters = { state: Lanes; base: Lanes; stages: Lanes[] };

/** Samples of a step in which the alarm could rise and fall again. */
const SAMPLES = 4;

export function compileLocation(machine: Machine, leaves: readonly number[], registers: Registers): Location {
  const resolved = resolveLocation(machine, leaves);
  const flowing = resolved.rates.flatMap(({ tree }, place) => (tree === 0 ? [] : [place]));
  const changing = new Set(flowing.map((place) => machine.variables[place].name));
  for (const { name, source } of machine.inputs) if (source === 'time') changing.add(name);
  const rates = flowing.map((place) => resolved.rates[place].tree);
  const isStraight = !rates.some((tree) => reads(tree, changing));
  const alarm = alarmOf(machine, resolved);
  return {
    resolved,
    flowing: Int32Array.from(flowing),
    rates: compileTrees(rates, registers),
    isStraight,
    alarm: compileTrees([alarm], registers),
    alarmTree: alarm,
    // A step of Euler's method is a straight line whatever the rates.
    samples: (isStraight || machine.integrator === 'euler') && hasNoPeak(alarm, changing) ? 1 : SAMPLES,
    guards: compileTrees(
      resolved.transitions.map(({ guard }) => guard.tree),
      registers,
    ),
    invariants: compileTrees(
      resolved.invariants.map(({ tree }) => marginOf(tree)),
      registers,
    ),
    outputs: compileTrees(
      resolved.outputs.map(({ value }) => value.tree),
      registers,
    ),
    goal: compileTrees(goalTrees(resolved), registers),
    effects: new Map(),
    uses: 0,
    kernel: undefined,
  };
}

function goalTrees({ expand, goal }: Resolved): Tree[] {
  return typeof goal === 'object' && 'kind' in goal ? [expand(goal.x.tree), expand(goal.y.tree)] : [];
}

/** The largest margin of what may happen: of guards where transitions are urgent, and of failing invariants. */
function alarmOf({ policy }: Machine, { invariants, transitions }: Resolved): Tree {
  const guards = policy === 'urgent' ? transitions.map(({ guard }) => marginOf(guard.tree)) : [];
  return largestOf([...guards, ...invariants.map(({ tree }) => negated(marginOf(tree)))]);
}
