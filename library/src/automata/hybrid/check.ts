import { AutomatonError, type Problem } from './error.ts';
import { inferMeaning, type Meaning, requireUnit, type Scope } from './infer.ts';
import {
  type Assignment,
  leavesReached,
  lineOf,
  type Machine,
  type MachineMode,
  MOST_NOISE,
  type Written,
} from './machine.ts';
import { numericOutputs, rangeOfOutput } from './model.ts';
import { findMode, resolveLocation } from './resolve.ts';
import type { Tree } from './trees/expression.ts';
import { ExpressionError } from './trees/parse.ts';
import { combineUnits, parseUnit, type Unit } from './units.ts';

/** At most this many locations are resolved before a run. */
const MOST_CHECKED = 4096;
const perSecond: Unit = { s: -1 };

/** Checks names, types, units, entries of modes and algebraic loops of a machine that was read without problems. */
export function checkMachine(machine: Machine, problems: Problem[]): void {
  if (machine.noise.length > MOST_NOISE) {
    problems.push({
      path: ['noise'],
      message: `expected at most ${MOST_NOISE} sources, got ${machine.noise.length}`,
    });
  }
  machine.parts.forEach((part, number) => {
    const scope = scopeOf(machine, part.name);
    for (const mode of part.modes) checkMode(machine, mode, scope, part.name, problems);
    for (const { effect, guard, part: owner } of machine.transitions) {
      if (owner !== number) continue;
      checkExpression(guard, scope, { type: 'boolean', unit: undefined }, problems);
      checkAssignments(machine, effect, scope, part.name, problems);
    }
    checkEntries(machine, number, problems);
  });
  checkOwners(machine, problems);
  if (problems.length === 0) checkLocations(machine, problems);
}

/** What a part may read. */
function scopeOf(machine: Machine, part: string): Scope {
  const { functions, inputs, noise, parameters, variables } = machine;
  const known = new Map<string, Meaning>([
    ...parameters.map(({ name, unit, value }): [string, Meaning] => [
      name,
      { type: Number.isInteger(value) ? 'integer' : 'number', unit },
    ]),
    ...inputs.map(({ name, type, unit }): [string, Meaning] => [name, { type, unit }]),
    ...noise.map(({ name }): [string, Meaning] => [name, { type: 'number', unit: undefined }]),
  ]);
  for (const { kind, name, unit } of variables) {
    known.set(name, { type: kind === 'boolean' || kind === 'integer' ? kind : 'number', unit });
  }
  const owners = new Map(variables.map((one) => [one.name, one.private]));
  const nameMeans = (name: string) => {
    const meaning = known.get(name);
    if (!meaning) {
      return `unknown name ${JSON.stringify(name)}: expected one of ${[...known.keys()].join(', ') || 'none'}`;
    }
    const owner = owners.get(name);
    return owner === undefined || owner === part ? meaning : `${name} is private to the part ${owner}`;
  };
  return {
    nameMeans,
    rateOf(name) {
      const meaning = nameMeans(name);
      if (typeof meaning === 'string') return meaning;
      const kind = variables.find((one) => one.name === name)?.kind;
      if (kind !== 'flow') return `expected a variable that flows in rate(…), got ${name}`;
      return { type: 'number', unit: meaning.unit && combineUnits(meaning.unit, perSecond, 1) };
    },
    faultOfMode: (name) =>
      findMode(machine, name)
        ? undefined
        : `expected a mode in in(…), such as part.mode, got ${JSON.stringify(name)}`,
    functionNamed: (name) => functions.find((one) => one.name === name),
  };
}

function checkExpression(
  { path, text, tree }: Written,
  scope: Scope,
  expected: Meaning,
  problems: Problem[],
): void {
  try {
    const meaning = inferMeaning(tree, scope);
    requireMeaning(tree, meaning, expected);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    problems.push({ path, message: `${error.message}, in ${JSON.stringify(text)}` });
  }
}

function requireMeaning(tree: Tree, meaning: Meaning, expected: Meaning): void {
  const words = { boolean: 'a condition', integer: 'a whole number', number: 'a number' };
  const fits = meaning.type === expected.type || (expected.type === 'number' && meaning.type === 'integer');
  if (!fits) {
    const hint = expected.type === 'integer' && meaning.type === 'number' ? ' (floor(…) gives one)' : '';
    throw new ExpressionError(`expected ${words[expected.type]}${hint}, got ${words[meaning.type]}`);
  }
  requireUnit(tree, meaning, expected.unit);
}

function checkMode(
  machine: Machine,
  mode: MachineMode,
  scope: Scope,
  part: string,
  problems: Problem[],
): void {
  for (const [key, kind] of [
    ['flow', 'flow'],
    ['algebra', 'algebraic'],
  ] as const) {
    for (const { name, value } of mode[key]) {
      const variable = machine.variables.find((one) => one.name === name);
      if (variable?.kind !== kind) {
        const expected = machine.variables.filter((one) => one.kind === kind).map((one) => one.name);
        const message = `expected a variable of kind ${kind} (${expected.join(', ') || 'none is declared'}), got ${JSON.stringify(name)}`;
        problems.push({ path: value.path, message });
        continue;
      }
      requireOwner(variable, part, value.path, problems);
      const unit =
        variable.unit && kind === 'flow' ? combineUnits(variable.unit, perSecond, 1) : variable.unit;
      checkExpression(value, scope, { type: 'number', unit }, problems);
    }
  }
  for (const invariant of mode.invariants) {
    checkExpression(invariant, scope, { type: 'boolean', unit: undefined }, problems);
  }
  for (const { output, source, value } of mode.set) {
    const keys = Object.keys(source ?? {});
    if (source && keys.length !== 1) {
      const message = `expected exactly one of to, group, class, agent and obstacle, got ${keys.join(' and ') || 'none'}`;
      problems.push({ path: value.path, message });
    }
    if (!source && !Object.hasOwn(numericOutputs, output)) {
      const expected = Object.keys(numericOutputs).join(', ');
      problems.push({
        path: value.path,
        message: `expected one of ${expected}, got ${JSON.stringify(output)}`,
      });
      continue;
    }
    checkExpression(value, scope, { type: 'number', unit: parseUnit(rangeOfOutput(output).unit) }, problems);
  }
  if (typeof mode.goal === 'object' && 'kind' in mode.goal) {
    const unit = parseUnit(mode.goal.kind === 'point' ? 'm' : '1');
    for (const value of [mode.goal.x, mode.goal.y])
      checkExpression(value, scope, { type: 'number', unit }, problems);
  }
  checkAssignments(machine, [...mode.entry, ...mode.exit], scope, part, problems);
}

function requireOwner(
  variable: Machine['variables'][number],
  part: string,
  path: (string | number)[],
  problems: Problem[],
): void {
  if (variable.private === undefined || variable.private === part) return;
  problems.push({ path, message: `${variable.name} is private to the part ${variable.private}` });
}

function checkAssignments(
  machine: Machine,
  assignments: readonly Assignment[],
  scope: Scope,
  part: string,
  problems: Problem[],
): void {
  for (const { name, value } of assignments) {
    const variable = machine.variables.find((one) => one.name === name);
    if (!variable || variable.kind === 'algebraic') {
      const why = variable ? 'an algebraic variable follows its equation' : 'no variable has this name';
      problems.push({ path: value.path, message: `cannot assign to ${JSON.stringify(name)}: ${why}` });
      continue;
    }
    requireOwner(variable, part, value.path, problems);
    const { kind, unit } = variable;
    const type = kind === 'boolean' || kind === 'integer' ? kind : 'number';
    checkExpression(value, scope, { type, unit }, problems);
  }
}

function checkEntries(machine: Machine, part: number, problems: Problem[]): void {
  const { modes, start } = machine.parts[part];
  if (start < 0) return;
  const entered = new Set(
    [...leavesReached(machine, part)].flatMap((leaf) => lineOf(machine.parts[part], leaf)),
  );
  modes.forEach(({ name, path }, mode) => {
    if (entered.has(mode)) return;
    problems.push({ path, message: `the mode ${name} has no entry: no sequence of transitions leads to it` });
  });
}

/** A variable flows in one part alone; an algebraic one has a value in every leaf of its part. */
function checkOwners(machine: Machine, problems: Problem[]): void {
  for (const { kind, name } of machine.variables) {
    if (kind !== 'flow' && kind !== 'algebraic') continue;
    const key = kind === 'flow' ? 'flow' : 'algebra';
    const owners = machine.parts.filter(({ modes }) =>
      modes.some((mode) => mode[key].some((one) => one.name === name)),
    );
    const path = ['variables', name];
    if (owners.length > 1) {
      const parts = owners.map((part) => part.name).join(', ');
      problems.push({ path, message: `${name} has equations in several parts: ${parts}` });
    }
    if (kind === 'flow') continue;
    if (owners.length === 0)
      problems.push({ path, message: `the algebraic variable ${name} has no equation` });
    for (const part of owners) {
      for (const leaf of leavesReached(machine, machine.parts.indexOf(part))) {
        const line = lineOf(part, leaf);
        if (line.some((mode) => part.modes[mode].algebra.some((one) => one.name === name))) continue;
        const message = `the algebraic variable ${name} has no equation in the mode ${part.modes[leaf].name}`;
        problems.push({ path, message });
      }
    }
  }
}

/** Resolves each location, unless there are too many: whether there is an algebraic loop depends on the modes. */
function checkLocations(machine: Machine, problems: Problem[]): void {
  const leaves = machine.parts.map((_, part) => [...leavesReached(machine, part)]);
  const count = leaves.reduce((product, list) => product * list.length, 1);
  for (let number = 0; number < Math.min(count, MOST_CHECKED); number++) {
    let rest = number;
    const chosen = leaves.map((list) => {
      const leaf = list[rest % list.length];
      rest = Math.floor(rest / list.length);
      return leaf;
    });
    try {
      const resolved = resolveLocation(machine, chosen);
      for (const { transition } of resolved.transitions) {
        for (const { value } of transition.effect) resolved.expand(value.tree);
      }
      for (const { kind, name } of machine.variables) if (kind === 'algebraic') resolved.expand(name);
    } catch (error) {
      if (!(error instanceof AutomatonError)) throw error;
      problems.push({
        path: [...error.path],
        message: error.message.replace(`${error.path.join('.')}: `, ''),
      });
      return;
    }
  }
}
