import type { Problem } from './error.ts';
import type { Assignment, Machine, MachineGoal, MachineMode, MachinePart, Written } from './machine.ts';
import {
  type AutomatonModel,
  distanceOutput,
  type ModeGoal,
  type ModeModel,
  type PartModel,
  quantities,
  type TransitionModel,
} from './model.ts';
import { type Expression, operators, printExpression, substitute, type Tree } from './trees/expression.ts';
import { ExpressionError, keywords, readExpression } from './trees/parse.ts';
import { parseUnit, type Unit } from './units.ts';

type Path = (string | number)[];
/** What names stand for inside a definition. */
type Names = ReadonlyMap<string, Tree>;
type Reading = { model: AutomatonModel; machine: Machine; problems: Problem[] };

const NAME = /^[A-Za-z_]\w*$/;
/** Modes of a part; their numbers are kept in a byte. */
const MOST_MODES = 255;
const noNames: Names = new Map();

/** Reads a model into a machine. What is wrong is added to `problems`; the machine is then not to be run. */
export function readModel(model: AutomatonModel, problems: Problem[]): Machine {
  const machine: Machine = {
    name: model.name,
    groups: model.groups,
    policy: model.policy ?? 'urgent',
    integrator: model.integrator ?? 'rk4',
    tolerance: model.tolerance ?? 1e-9,
    parameters: [],
    inputs: [],
    noise: [],
    variables: [],
    functions: [],
    parts: [],
    transitions: [],
  };
  const reading = { model, machine, problems };
  readNames(reading);
  const { modes, parts = {}, start, transitions } = model;
  if (modes) {
    // A machine of one part may do without the list of parts.
    readPart(reading, '', { start: start ?? '', modes, transitions: transitions ?? [] }, []);
  }
  for (const [name, part] of Object.entries(parts)) readPart(reading, name, part, ['parts', name]);
  if (machine.parts.length === 0) complain(reading, ['modes'], 'expected at least one mode');
  return machine;
}

function complain({ problems }: Reading, path: Path, message: string): void {
  problems.push({ path, message });
}

function readNames(reading: Reading): void {
  const { functions = {}, inputs = {}, noise = {}, parameters = {}, variables = {} } = reading.model;
  const { machine } = reading;
  const seen = new Set<string>();
  const declare = (name: string, path: Path) => {
    if (!NAME.test(name) || keywords.has(name) || Object.hasOwn(operators, name)) {
      complain(reading, path, `expected a name of letters, digits and _, got ${JSON.stringify(name)}`);
    }
    if (seen.has(name)) complain(reading, path, `the name ${JSON.stringify(name)} is declared twice`);
    seen.add(name);
  };
  for (const [name, given] of Object.entries(parameters)) {
    declare(name, ['parameters', name]);
    const { unit, value } = typeof given === 'number' ? { value: given, unit: undefined } : given;
    machine.parameters.push({ name, value, unit: readUnit(reading, unit, ['parameters', name, 'unit']) });
  }
  for (const [name, source] of Object.entries(inputs)) {
    declare(name, ['inputs', name]);
    const unit = typeof source === 'string' ? quantities[source] : 'm';
    const isCondition = source === 'arrived' || source === 'inSight';
    if (typeof source === 'string' && !Object.hasOwn(quantities, source)) {
      const expected = Object.keys(quantities).join(', ');
      complain(reading, ['inputs', name], `expected one of ${expected}, got ${JSON.stringify(source)}`);
    }
    machine.inputs.push({
      name,
      source,
      type: isCondition ? 'boolean' : 'number',
      unit: unit === undefined ? undefined : parseUnit(unit),
    });
  }
  for (const [name, [low, high]] of Object.entries(noise)) {
    declare(name, ['noise', name]);
    if (low > high) complain(reading, ['noise', name], `expected rising bounds, got ${low} and ${high}`);
    machine.noise.push({ name, low, high });
  }
  for (const [name, variable] of Object.entries(variables)) {
    declare(name, ['variables', name]);
    const { kind = 'flow', range, start = 0, unit } = variable;
    const isCondition = kind === 'boolean';
    if (isCondition !== (typeof start === 'boolean') && variable.start !== undefined) {
      complain(reading, ['variables', name, 'start'], `expected a ${isCondition ? 'truth value' : 'number'}`);
    }
    if (kind === 'integer' && !Number.isInteger(start)) {
      complain(reading, ['variables', name, 'start'], `expected a whole number, got ${start}`);
    }
    if (variable.private !== undefined && !Object.hasOwn(reading.model.parts ?? {}, variable.private)) {
      complain(
        reading,
        ['variables', name, 'private'],
        `expected a part, got ${JSON.stringify(variable.private)}`,
      );
    }
    machine.variables.push({
      name,
      kind,
      start: Number(start),
      unit: readUnit(reading, unit, ['variables', name, 'unit']),
      range: range ?? (isCondition ? [0, 1] : [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]),
      private: variable.private,
    });
  }
  for (const [name, { gives, takes }] of Object.entries(functions)) {
    declare(name, ['functions', name]);
    machine.functions.push({
      name,
      takes: takes.map((unit, k) => readUnit(reading, unit, ['functions', name, 'takes', k])),
      gives: readUnit(reading, gives, ['functions', name, 'gives']),
    });
  }
}

function readUnit(reading: Reading, text: string | null | undefined, path: Path): Unit | undefined {
  if (text === undefined || text === null) return undefined;
  const unit = parseUnit(text);
  if (!unit)
    complain(reading, path, `expected a unit such as "m", "m/s" or "1/s^2", got ${JSON.stringify(text)}`);
  return unit;
}

function readPart(reading: Reading, name: string, model: PartModel, path: Path): void {
  const part: MachinePart = { name, start: -1, modes: [] };
  const number = reading.machine.parts.push(part) - 1;
  const inside = { reading, part, number, definitions: [] as string[] };
  readModes(inside, model, -1, path, noNames);
  part.start = childNamed(inside, -1, model.start, [...path, 'start']);
  if (part.modes.length > MOST_MODES) {
    complain(reading, path, `expected at most ${MOST_MODES} modes in a part, got ${part.modes.length}`);
  }
}

type Inside = { reading: Reading; part: MachinePart; number: number; definitions: string[] };

/** Reads the modes of a list and then its transitions, which name them. */
function readModes(
  inside: Inside,
  { modes = {}, transitions = [] }: Pick<ModeModel, 'modes' | 'transitions'>,
  parent: number,
  path: Path,
  names: Names,
): void {
  for (const [name, mode] of Object.entries(modes)) readMode(inside, name, mode, parent, path, names);
  transitions.forEach((transition, k) => {
    readTransition(inside, transition, parent, [...path, 'transitions', k], names);
  });
}

function readMode(
  inside: Inside,
  name: string,
  given: ModeModel,
  parent: number,
  above: Path,
  names: Names,
): void {
  const { part, reading } = inside;
  const path = [...above, 'modes', name];
  if (!NAME.test(name)) {
    complain(reading, path, `expected a name of letters, digits and _, got ${JSON.stringify(name)}`);
  }
  const used = given.use === undefined ? undefined : definitionNamed(inside, given.use, path);
  if (given.use !== undefined && !used) return;
  const mode: MachineMode = {
    name: parent < 0 ? name : `${part.modes[parent].name}.${name}`,
    path,
    parent,
    children: [],
    start: -1,
    history: given.history ?? used?.history ?? false,
    flow: [],
    algebra: [],
    invariants: [],
    set: [],
    steering: given.steering ?? used?.steering,
    planner: given.planner ?? used?.planner,
    goal: undefined,
    entry: [],
    exit: [],
  };
  const number = part.modes.push(mode) - 1;
  if (parent >= 0) part.modes[parent].children.push(number);
  if (used) {
    const inner = new Map(names);
    for (const [formal, value] of Object.entries(given.with ?? {})) {
      const written = write(inside, value, [...path, 'with', formal], names);
      if (written) inner.set(formal, written.tree);
    }
    inside.definitions.push(given.use!);
    fillMode(inside, mode, number, used, ['definitions', given.use!], inner);
    inside.definitions.pop();
  }
  fillMode(inside, mode, number, given, path, names);
  const start = given.start ?? used?.start;
  if (mode.children.length > 0) mode.start = childNamed(inside, number, start ?? '', [...path, 'start']);
}

function definitionNamed({ definitions, reading }: Inside, name: string, path: Path): ModeModel | undefined {
  const known = reading.model.definitions ?? {};
  if (!Object.hasOwn(known, name)) {
    const expected = Object.keys(known).join(', ') || 'none is declared';
    complain(reading, [...path, 'use'], `expected a definition (${expected}), got ${JSON.stringify(name)}`);
    return undefined;
  }
  if (!definitions.includes(name)) return known[name];
  complain(reading, [...path, 'use'], `the definition ${JSON.stringify(name)} uses itself`);
  return undefined;
}

/** Adds the definitions of a model to a mode; they replace earlier ones of the same name. */
function fillMode(
  inside: Inside,
  mode: MachineMode,
  number: number,
  model: ModeModel,
  path: Path,
  names: Names,
): void {
  for (const key of ['flow', 'algebra', 'entry', 'exit'] as const) {
    for (const assignment of readAssignments(inside, model[key], [...path, key], names)) {
      mode[key] = [...mode[key].filter((one) => one.name !== assignment.name), assignment];
    }
  }
  for (const [output, value] of Object.entries(model.set ?? {})) {
    const written = write(inside, value, [...path, 'set', output], names);
    if (!written) continue;
    mode.set = [...mode.set.filter((one) => one.output !== output), { output, value: written }];
  }
  model.distances?.forEach(({ distance, ...source }, k) => {
    const written = write(inside, distance, [...path, 'distances', k], names);
    const output = distanceOutput(source);
    if (written)
      mode.set = [...mode.set.filter((one) => one.output !== output), { output, value: written, source }];
  });
  const { invariant } = model;
  const isList = Array.isArray(invariant) && typeof invariant[0] === 'object' && !Array.isArray(invariant[0]);
  const holds = isList
    ? (invariant as { holds: Expression }[]).map(({ holds: one }) => one)
    : invariant === undefined
      ? []
      : [invariant as Expression];
  holds.forEach((one, k) => {
    const written = write(inside, one, [...path, 'invariant', ...(isList ? [k] : [])], names);
    if (written) mode.invariants.push(written);
  });
  if (model.goal !== undefined) mode.goal = readGoal(inside, model.goal, [...path, 'goal'], names);
  readModes(inside, model, number, path, names);
}

function readGoal(inside: Inside, goal: ModeGoal, path: Path, names: Names): MachineGoal | undefined {
  if (goal === 'none' || 'targets' in goal) return goal;
  const kind = 'direction' in goal ? 'direction' : 'point';
  const place = 'direction' in goal ? goal.direction : goal.point;
  const x = write(inside, place[0], [...path, kind, 0], names);
  const y = write(inside, place[1], [...path, kind, 1], names);
  return x && y ? { kind, x, y } : undefined;
}

function readAssignments(
  inside: Inside,
  given: Readonly<Record<string, Expression>> | undefined,
  path: Path,
  names: Names,
): Assignment[] {
  return Object.entries(given ?? {}).flatMap(([formal, value]) => {
    const written = write(inside, value, [...path, formal], names);
    const name = names.get(formal) ?? formal;
    if (typeof name === 'string') return written ? [{ name, value: written }] : [];
    complain(
      inside.reading,
      [...path, formal],
      `expected "with" to give a name for ${JSON.stringify(formal)}`,
    );
    return [];
  });
}

function write({ reading }: Inside, given: Expression, path: Path, names: Names): Written | undefined {
  try {
    const tree = readExpression(given);
    const text = typeof given === 'string' ? given : printExpression(tree);
    return { tree: names.size > 0 ? substitute(tree, (name) => names.get(name)) : tree, text, path };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    complain(reading, path, `${error.message}, in ${JSON.stringify(given)}`);
    return undefined;
  }
}

function readTransition(
  inside: Inside,
  given: TransitionModel,
  scope: number,
  path: Path,
  names: Names,
): void {
  const { number: part, reading } = inside;
  const guard = write(inside, given.when, [...path, 'when'], names);
  const effect = readAssignments(inside, given.do, [...path, 'do'], names);
  const to = modeNamed(inside, scope, given.to, [...path, 'to']);
  const beside = siblings(inside, scope);
  const listed = typeof given.from === 'string' ? [given.from] : given.from;
  const from = listed.flatMap((name, k) =>
    name === '*'
      ? beside
      : [modeNamed(inside, scope, name, [...path, 'from', ...(typeof given.from === 'string' ? [] : [k])])],
  );
  if (!guard || to < 0 || from.includes(-1)) return;
  for (const one of from) {
    reading.machine.transitions.push({
      number: reading.machine.transitions.length,
      part,
      from: one,
      to,
      scope,
      guard,
      effect,
      priority: given.priority ?? 0,
      path,
    });
  }
}

function siblings({ part }: Inside, parent: number): number[] {
  return part.modes.flatMap((mode, number) => (mode.parent === parent ? [number] : []));
}

/** The mode with a name like "outer.inner" below a mode. If there is none, it reports that and returns −1. */
function modeNamed(inside: Inside, parent: number, name: string, path: Path): number {
  let at = parent;
  for (const piece of name.split('.')) {
    at = childNamed(inside, at, piece, path, name);
    if (at < 0) return -1;
  }
  return at;
}

function childNamed(inside: Inside, parent: number, name: string, path: Path, written = name): number {
  const { part } = inside;
  const children = siblings(inside, parent);
  const found = children.find((child) => part.modes[child].name.split('.').at(-1) === name);
  if (found !== undefined) return found;
  const expected = children.map((child) => part.modes[child].name.split('.').at(-1)).join(', ');
  complain(
    inside.reading,
    path,
    `expected the name of a mode here (${expected || 'there is none'}), got ${JSON.stringify(written)}`,
  );
  return -1;
}
