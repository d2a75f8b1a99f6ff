import { AutomatonError } from './error.ts';
import {
  type Assignment,
  lineOf,
  type Machine,
  type MachineGoal,
  type MachineTransition,
  transitionsFrom,
  type Written,
} from './machine.ts';
import { rangeOfOutput } from './model.ts';
import { isApplication, mapOperands, partsOf, type Tree } from './trees/expression.ts';
import { simplify } from './trees/simplify.ts';

/** An expression in which the names that the modes of a location define are replaced: only stored names are left. */
export type Expanded = { tree: Tree; written: Written };

/** The rules that apply when each part is in a given leaf. */
export type Resolved = {
  /** The leaf of each part. */
  leaves: readonly number[];
  /** The rate of every variable, by its place; those that do not flow here have 0. */
  rates: Expanded[];
  invariants: Expanded[];
  /** In the order in which they are tried. */
  transitions: { transition: MachineTransition; guard: Expanded }[];
  outputs: { output: string; least: number; most: number; value: Expanded }[];
  steering: Readonly<Record<string, unknown>> | undefined;
  planner: Readonly<Record<string, unknown>> | undefined;
  goal: MachineGoal | undefined;
  expand(tree: Tree): Tree;
};

const nothing: Written = { tree: 0, text: '0', path: [] };

/** The mode that a name means in `in(…)`: "part.mode" or, where there is one part without a name, "mode". */
export function findMode(machine: Machine, name: string): { part: number; mode: number } | undefined {
  for (const [number, part] of machine.parts.entries()) {
    const wanted =
      part.name === '' ? name : name.startsWith(`${part.name}.`) ? name.slice(part.name.length + 1) : '';
    const mode = part.modes.findIndex((one) => one.name === wanted);
    if (mode >= 0) return { part: number, mode };
  }
  return undefined;
}

/** Joins what the modes of a location say: inner modes come after outer ones and replace them. */
export function resolveLocation(machine: Machine, leaves: readonly number[]): Resolved {
  const lines = machine.parts.map((part, number) => lineOf(part, leaves[number]));
  const flow = new Map<string, Assignment>();
  const algebra = new Map<string, Assignment>();
  const outputs = new Map<string, Written>();
  const invariants: Written[] = [];
  const chosen: Pick<Resolved, 'steering' | 'planner' | 'goal'> = {
    steering: undefined,
    planner: undefined,
    goal: undefined,
  };
  lines.forEach((line, number) => {
    for (const at of line) {
      const mode = machine.parts[number].modes[at];
      for (const one of mode.flow) flow.set(one.name, one);
      for (const one of mode.algebra) algebra.set(one.name, one);
      for (const { output, value } of mode.set) outputs.set(output, value);
      invariants.push(...mode.invariants);
      chosen.steering = mode.steering ?? chosen.steering;
      chosen.planner = mode.planner ?? chosen.planner;
      chosen.goal = mode.goal ?? chosen.goal;
    }
  });
  const parameters = new Map(machine.parameters.map(({ name, value }) => [name, value]));
  const kinds = new Map(machine.variables.map(({ kind, name }) => [name, kind]));
  const open: string[] = [];

  function expandName(name: string): Tree {
    const value = parameters.get(name);
    if (value !== undefined) return value;
    if (kinds.get(name) !== 'algebraic') return name;
    const definition = algebra.get(name);
    if (!definition)
      throw new AutomatonError(`${name} has no value in ${nameLocation(machine, leaves)}`, [
        'variables',
        name,
      ]);
    return expandOnce(name, definition.value);
  }

  function expandOnce(name: string, written: Written): Tree {
    if (open.includes(name)) {
      const loop = [...open.slice(open.indexOf(name)), name].join(' → ');
      throw new AutomatonError(`algebraic loop ${loop}, in ${JSON.stringify(written.text)}`, written.path);
    }
    open.push(name);
    const tree = expandTree(written.tree);
    open.pop();
    return tree;
  }

  function expandTree(tree: Tree): Tree {
    if (typeof tree === 'string') return expandName(tree);
    if (!isApplication(tree)) return tree;
    const [operator, operands] = partsOf(tree);
    if (operator === 'in') {
      const found = findMode(machine, operands[0] as string);
      return found !== undefined && lines[found.part].includes(found.mode);
    }
    if (operator === 'rate') {
      const name = operands[0] as string;
      const rate = flow.get(name);
      return rate ? expandOnce(`rate(${name})`, rate.value) : 0;
    }
    return mapOperands(tree, expandTree);
  }

  const expand = (tree: Tree) => simplify(expandTree(tree));
  const expanded = (written: Written): Expanded => ({ tree: expand(written.tree), written });
  return {
    leaves,
    rates: machine.variables.map(({ kind, name }) =>
      expanded((kind === 'flow' && flow.get(name)?.value) || nothing),
    ),
    invariants: invariants.map(expanded),
    transitions: machine.parts
      .flatMap((_, number) => transitionsFrom(machine, number, leaves[number]))
      .sort((a, b) => b.priority - a.priority || a.part - b.part)
      .map((transition) => ({ transition, guard: expanded(transition.guard) })),
    outputs: [...outputs].map(([output, value]) => {
      const { least, most } = rangeOfOutput(output);
      return { output, least, most, value: expanded(value) };
    }),
    ...chosen,
    expand,
  };
}

/** "Angle.linear, Velocity.slow": where the parts are. */
export function nameLocation(machine: Machine, leaves: readonly number[]): string {
  return machine.parts
    .map(({ modes, name }, number) => `${name === '' ? '' : `${name}.`}${modes[leaves[number]].name}`)
    .join(', ');
}
