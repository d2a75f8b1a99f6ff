import { Fact } from './compiled/facts.ts';
import { AutomatonError } from './error.ts';
import { type Flow, setClocks } from './integrate.ts';
import type { Location } from './location.ts';
import { type Program, runChecked } from './program.ts';
import { type Expanded, nameLocation } from './resolve.ts';
import { locationOf, type Runner } from './runner.ts';
import { loadLanes, type Sheet } from './sheet.ts';
import { printExpression, type Tree } from './trees/expression.ts';

/** One agent under way through a step; its values are in the first lane. */
export type Walk = {
  runner: Runner;
  sheet: Sheet;
  row: number;
  location: Location;
  flow: Flow;
  /** Numbers of the agent, by the places of `Fact`. */
  facts: Float64Array;
  /** Whether compiled code has stored what holds at the present state in the facts. */
  isKnown: boolean;
  /** Whether an enabled transition counts as an event; a failing invariant always does. */
  heedsGuards: boolean;
  /** Scratch: the row as a list. */
  rows: Int32Array;
};

/** The walk of each runner: one is enough, and it is used again. */
const walks = new WeakMap<Runner, Walk>();

/** Takes up an agent at the beginning of the step. */
export function beginWalk(runner: Runner, sheet: Sheet, row: number): Walk {
  const walk = walks.get(runner) ?? createWalk(runner, sheet, row);
  walk.sheet = sheet;
  walk.row = row;
  walk.rows[0] = row;
  loadLanes(runner, sheet, walk.rows, 0, 1);
  walk.facts[Fact.begin] = sheet.begin;
  setClocks(walk.flow, 0, 1);
  walk.location = locationOf(runner, sheet.modes, row);
  return walk;
}

function createWalk(runner: Runner, sheet: Sheet, row: number): Walk {
  const flow = { ...runner.flow, keepsRates: true };
  const walk: Walk = {
    runner,
    sheet,
    row,
    location: locationOf(runner, sheet.modes, row),
    flow,
    facts: runner.facts,
    isKnown: false,
    heedsGuards: false,
    rows: new Int32Array(1),
  };
  flow.run = (program) => runProgramFor(walk, program);
  walks.set(runner, walk);
  return walk;
}

/** Runs a program for the agent; an operation that is not defined for its operands is an error. */
export function runProgramFor(walk: Walk, program: Program): void {
  const failed = runChecked(program);
  if (failed >= 0) throw operationError(walk, program.trees[failed]);
}

function operationError(walk: Walk, tree: Tree): AutomatonError {
  const { resolved } = walk.location;
  const { expand, goal } = resolved;
  const text = printExpression(tree);
  const all: Expanded[] = [
    ...resolved.rates,
    ...resolved.transitions.map(({ guard }) => guard),
    ...resolved.invariants,
    ...resolved.outputs.map(({ value }) => value),
    ...(typeof goal === 'object' && 'kind' in goal
      ? [goal.x, goal.y].map((written) => ({ tree: expand(written.tree), written }))
      : []),
    ...[...walk.location.effects.values()].flatMap((blocks) => blocks.flatMap(({ sources }) => sources)),
  ];
  const source = all.find((expanded) => printExpression(expanded.tree).includes(text));
  const operator = (tree as readonly Tree[])[0];
  const what = operator === '/' ? 'division by zero' : `${operator} is not defined for its operand`;
  return failure(walk, `${what} in ${JSON.stringify(source?.written.text ?? text)}`, source?.written.path);
}

/** An error that names the automaton, the agent and the modes. */
export function failure(walk: Walk, message: string, path?: readonly (string | number)[]): AutomatonError {
  const { machine } = walk.runner;
  const place = path && path.length > 0 ? ` (${path.join('.')})` : '';
  return new AutomatonError(
    `automaton ${JSON.stringify(machine.name)}, agent ${walk.sheet.ids[walk.row]}, mode ${nameLocation(machine, walk.location.resolved.leaves)}: ${message}${place}`,
  );
}

/** "c = 6.1, v = 0.3": the variables now. */
export function valuesOf({ runner }: Walk): string {
  return runner.machine.variables
    .flatMap(({ kind, name }, place) =>
      kind === 'algebraic' ? [] : [`${name} = ${runner.variables[place].state[0]}`],
    )
    .join(', ');
}
