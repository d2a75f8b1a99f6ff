import { type Application, isApplication, partsOf, printExpression, type Tree } from '../trees/expression.ts';
import { addLocal, type Code, get, Op, operate, pushF64, pushI32, set, Type, tee } from './assembler.ts';

/** The values at one instant: the locals of names, and of what was computed from them. */
export type Instant = {
  names: ReadonlyMap<string, number>;
  known: Map<string, { local: number; type: Type }>;
};

export function createInstant(names: ReadonlyMap<string, number>): Instant {
  return { names, known: new Map() };
}

/** Code that evaluates trees. `fault`: the local that becomes 1 where an operation is not defined for its operands. */
export type TreeCode = {
  code: Code;
  fault: number;
  /** Whether a result that is not a number is a fault, too. */
  isStrict: boolean;
};

const comparisons: Readonly<Record<string, number>> = {
  '<': Op.lessF64,
  '<=': Op.atMostF64,
  '>': Op.moreF64,
  '>=': Op.atLeastF64,
  '==': Op.equalF64,
  '!=': Op.differentF64,
};
const arithmetic: Readonly<Record<string, number>> = {
  '+': Op.addF64,
  '-': Op.subtractF64,
  '*': Op.multiplyF64,
  '/': Op.divideF64,
};
const functions: Readonly<Record<string, number>> = {
  abs: Op.absF64,
  floor: Op.floorF64,
  sqrt: Op.rootF64,
  '-': Op.negateF64,
};
const conditions = new Set([...Object.keys(comparisons), 'and', 'or', 'not']);
const emitted = new Set([
  ...conditions,
  ...Object.keys(arithmetic),
  ...Object.keys(functions),
  'min',
  'max',
  'if',
]);

/** Whether WebAssembly has an operation for each operator; it has none for exp, sin and functions of programs. */
export function canEmit(tree: Tree): boolean {
  if (!isApplication(tree)) return true;
  const [operator, operands] = partsOf(tree);
  return emitted.has(operator) && operands.every(canEmit);
}

/** Leaves the value of a tree on the stack as a double; conditions are 0 and 1. */
export function emitNumber(to: TreeCode, instant: Instant, tree: Tree): void {
  const { code } = to;
  if (typeof tree === 'string') get(code, localOf(instant, tree));
  // There is no −0 among constants: program.ts.
  else if (!isApplication(tree)) pushF64(code, Number(tree) + 0);
  else if (emitApplication(to, instant, tree) === Type.i32) operate(code, Op.convertI32);
}

/** Leaves whether a condition holds on the stack, as 0 or 1. */
export function emitCondition(to: TreeCode, instant: Instant, tree: Tree): void {
  const { code } = to;
  if (isApplication(tree) && emitApplication(to, instant, tree) === Type.i32) return;
  if (typeof tree === 'string') get(code, localOf(instant, tree));
  else if (!isApplication(tree)) {
    pushI32(code, Number(tree) === 0 ? 0 : 1);
    return;
  }
  pushF64(code, 0);
  operate(code, Op.differentF64);
}

function localOf({ names }: Instant, name: string): number {
  const local = names.get(name);
  if (local === undefined) throw new Error(`no local is called ${name}`);
  return local;
}

/** Evaluates an application once for an instant, and returns what is on the stack. */
function emitApplication(to: TreeCode, instant: Instant, tree: Application): Type {
  const key = printExpression(tree);
  const before = instant.known.get(key);
  if (before) {
    get(to.code, before.local);
    return before.type;
  }
  const [operator, operands] = partsOf(tree);
  const type = conditions.has(operator) ? Type.i32 : Type.f64;
  const local = addLocal(to.code, type);
  if (type === Type.i32) emitTruth(to, instant, operator, operands);
  else emitValue(to, instant, operator, operands);
  tee(to.code, local);
  if (type === Type.f64 && to.isStrict) {
    get(to.code, local);
    operate(to.code, Op.differentF64);
    emitFault(to);
    get(to.code, local);
  }
  instant.known.set(key, { local, type });
  return type;
}

/** A fault if the number on the stack is not 0. */
function emitFault({ code, fault }: TreeCode): void {
  get(code, fault);
  operate(code, Op.orI32);
  set(code, fault);
}

function emitTruth(to: TreeCode, instant: Instant, operator: string, operands: readonly Tree[]): void {
  const { code } = to;
  if (operator in comparisons) {
    for (const operand of operands) emitNumber(to, instant, operand);
    operate(code, comparisons[operator]);
    return;
  }
  operands.forEach((operand, k) => {
    emitCondition(to, instant, operand);
    if (k > 0) operate(code, operator === 'and' ? Op.andI32 : Op.orI32);
  });
  if (operator === 'not') operate(code, Op.isZeroI32);
}

function emitValue(to: TreeCode, instant: Instant, operator: string, operands: readonly Tree[]): void {
  const { code } = to;
  const [first, ...rest] = operands;
  if (operator === 'if') {
    emitNumber(to, instant, rest[0]);
    emitNumber(to, instant, rest[1]);
    emitCondition(to, instant, first);
    operate(code, Op.select);
    return;
  }
  emitNumber(to, instant, first);
  if (rest.length === 0) {
    if (operator === 'sqrt') emitCheck(to, Op.lessF64);
    operate(code, functions[operator]);
    return;
  }
  for (const operand of rest) {
    if (operator === 'min' || operator === 'max') {
      emitExtreme(to, instant, operator, operand);
      continue;
    }
    emitNumber(to, instant, operand);
    if (operator === '/') emitCheck(to, Op.equalF64);
    operate(code, arithmetic[operator]);
  }
}

/** A fault if the operand on the stack compares so with 0; it stays there. */
function emitCheck(to: TreeCode, comparison: number): void {
  const { code } = to;
  const operand = addLocal(code, Type.f64);
  tee(code, operand);
  get(code, operand);
  pushF64(code, 0);
  operate(code, comparison);
  emitFault(to);
}

/** The smaller or larger of the value on the stack and an operand, as operations.ts chooses it. */
function emitExtreme(to: TreeCode, instant: Instant, operator: string, operand: Tree): void {
  const { code } = to;
  const a = addLocal(code, Type.f64);
  const b = addLocal(code, Type.f64);
  set(code, a);
  emitNumber(to, instant, operand);
  set(code, b);
  for (const local of [a, b, a, b]) get(code, local);
  operate(code, operator === 'min' ? Op.lessF64 : Op.moreF64, Op.select);
}
