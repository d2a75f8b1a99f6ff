import type { DistanceSource, InputSource, ModeGoal, Policy } from './model.ts';
import type { Tree, ValueType } from './trees/expression.ts';
import type { Unit } from './units.ts';

/** An expression as it was read: its tree, how it was written, and where. */
export type Written = { tree: Tree; text: string; path: (string | number)[] };

export type Assignment = { name: string; value: Written };

type MachineVariable = {
  name: string;
  kind: 'flow' | 'algebraic' | 'real' | 'integer' | 'boolean';
  start: number;
  unit: Unit | undefined;
  range: readonly [number, number];
  private: string | undefined;
};

type MachineInput = { name: string; source: InputSource; type: ValueType; unit: Unit | undefined };

/** A mode at its place in a part; a definition that is used twice gives two modes. */
export type MachineMode = {
  /** Names from the part down, joined by dots. */
  name: string;
  path: (string | number)[];
  parent: number;
  children: number[];
  /** The child that is entered first; −1 for a mode without submodes. */
  start: number;
  history: boolean;
  flow: Assignment[];
  algebra: Assignment[];
  invariants: Written[];
  /** `source` of a personal distance: from what. */
  set: { output: string; value: Written; source?: DistanceSource }[];
  steering: Readonly<Record<string, unknown>> | undefined;
  planner: Readonly<Record<string, unknown>> | undefined;
  goal: MachineGoal | undefined;
  entry: Assignment[];
  exit: Assignment[];
};

export type MachineGoal =
  | Extract<ModeGoal, 'none' | { readonly targets: readonly string[] }>
  | {
      readonly kind: 'direction' | 'point';
      readonly x: Written;
      readonly y: Written;
    };

export type MachineTransition = {
  /** Counted over the whole machine, as written. */
  number: number;
  part: number;
  from: number;
  to: number;
  /** The mode that lists the transition, or −1 for the part; the transition leaves and enters modes below it. */
  scope: number;
  guard: Written;
  effect: Assignment[];
  priority: number;
  path: (string | number)[];
};

export type MachinePart = { name: string; start: number; modes: MachineMode[] };

/** A model with its definitions put in, its expressions read and its modes numbered. */
export type Machine = {
  name: string;
  groups: readonly string[] | undefined;
  policy: Policy;
  integrator: 'euler' | 'rk4' | 'adaptive';
  tolerance: number;
  parameters: { name: string; value: number; unit: Unit | undefined }[];
  inputs: MachineInput[];
  noise: { name: string; low: number; high: number }[];
  variables: MachineVariable[];
  functions: { name: string; takes: (Unit | undefined)[]; gives: Unit | undefined }[];
  parts: MachinePart[];
  transitions: MachineTransition[];
};

/** A mode and those around it, from the outermost to the mode. */
export function lineOf(part: MachinePart, mode: number): number[] {
  const line: number[] = [];
  for (let at = mode; at >= 0; at = part.modes[at].parent) line.unshift(at);
  return line;
}

/** Transitions that can leave a leaf, in the order in which they are tried: priority, inner modes first, as written. */
export function transitionsFrom(machine: Machine, part: number, leaf: number): MachineTransition[] {
  const line = lineOf(machine.parts[part], leaf);
  return machine.transitions
    .filter((one) => one.part === part && line.includes(one.from))
    .sort(
      (a, b) => b.priority - a.priority || line.indexOf(b.from) - line.indexOf(a.from) || a.number - b.number,
    );
}

/** The leaf that a mode leads to when it is entered for the first time. */
export function leafBelow({ parts }: Machine, part: number, mode: number): number {
  let at = mode;
  while (parts[part].modes[at].start >= 0) at = parts[part].modes[at].start;
  return at;
}

/** The leaves that a part can reach by possible transitions; without a test, by any transitions. */
export function leavesReached(
  machine: Machine,
  part: number,
  isPossible: (transition: MachineTransition) => boolean = () => true,
): Set<number> {
  const reached = new Set<number>();
  const open = [leafBelow(machine, part, machine.parts[part].start)];
  for (let leaf = open.pop(); leaf !== undefined; leaf = open.pop()) {
    if (reached.has(leaf)) continue;
    reached.add(leaf);
    for (const transition of transitionsFrom(machine, part, leaf)) {
      if (isPossible(transition)) open.push(leafBelow(machine, part, transition.to));
    }
  }
  return reached;
}

/** At most this many sources of noise: the index of a draw has only a few bits for them. */
export const MOST_NOISE = 16;
