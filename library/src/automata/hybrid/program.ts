import { fault, LANES, type Lanes, type Operation, operations } from './operations.ts';
import { isApplication, partsOf, printExpression, type Tree } from './trees/expression.ts';

/** Instructions over registers, in order. The results of a run stay in `results` until the next run. */
export type Program = {
  operations: Operation[];
  to: Lanes[];
  a: Lanes[];
  b: Lanes[];
  c: Lanes[];
  /** The tree that each instruction evaluates, for messages. */
  trees: Tree[];
  results: Lanes[];
};

/** Registers that all programs of an automaton share. */
export type Registers = {
  /** Variables, inputs and noise by name. */
  named: Map<string, Lanes>;
  constants: Map<number, Lanes>;
  /** Intermediate results: each program begins with the first. */
  spare: Lanes[];
  functions: ReadonlyMap<string, Operation>;
};

export function createRegisters(
  names: readonly string[],
  functions: ReadonlyMap<string, Operation> = new Map(),
  takeLanes: () => Lanes = () => new Float64Array(LANES),
): Registers {
  const named = new Map(names.map((name) => [name, takeLanes()]));
  return { named, constants: new Map(), spare: [], functions };
}

/** Compiles expressions into one program, which evaluates what they have in common once. */
export function compileTrees(trees: readonly Tree[], registers: Registers): Program {
  const program: Program = { operations: [], to: [], a: [], b: [], c: [], trees: [], results: [] };
  const known = new Map<string, Lanes>();
  program.results = trees.map((tree) => place(tree, program, registers, known));
  return program;
}

function place(tree: Tree, program: Program, registers: Registers, known: Map<string, Lanes>): Lanes {
  if (typeof tree === 'string') {
    const register = registers.named.get(tree);
    if (!register) throw new Error(`no register is called ${tree}`);
    return register;
  }
  if (!isApplication(tree)) return constantOf(registers, Number(tree) + 0);
  const key = printExpression(tree);
  const before = known.get(key);
  if (before) return before;
  const [operator, operands] = partsOf(tree);
  const given = operands.map((operand) => place(operand, program, registers, known));
  const operation =
    registers.functions.get(operator) ??
    operations[given.length === 1 && operator === '-' ? 'negate' : operator];
  let result = given[0];
  if (given.length <= 2 || operator === 'if' || registers.functions.has(operator)) {
    result = emit(program, registers, operation, tree, given);
  } else {
    // A long sum is added up from the left.
    for (let k = 1; k < given.length; k++)
      result = emit(program, registers, operation, tree, [result, given[k]]);
  }
  known.set(key, result);
  return result;
}

function emit(
  program: Program,
  { spare }: Registers,
  operation: Operation,
  tree: Tree,
  given: Lanes[],
): Lanes {
  const number = program.operations.length;
  if (number === spare.length) spare.push(new Float64Array(LANES));
  const to = spare[number];
  program.operations.push(operation);
  program.to.push(to);
  program.a.push(given[0] ?? to);
  program.b.push(given[1] ?? to);
  program.c.push(given[2] ?? to);
  program.trees.push(tree);
  return to;
}

/** Of −0, which a map does not tell from 0, callers make 0. */
function constantOf({ constants }: Registers, value: number): Lanes {
  let register = constants.get(value);
  if (!register) {
    register = new Float64Array(LANES).fill(value);
    constants.set(value, register);
  }
  return register;
}

export function runProgram(program: Program, count: number): void {
  const { a, b, c, operations: steps, to } = program;
  for (let k = 0; k < steps.length; k++) steps[k](to[k], a[k], b[k], c[k], count);
}

/** Runs for one lane and returns the number of the first instruction that is not defined for its operands, or −1. */
export function runChecked({ a, b, c, operations: steps, to }: Program): number {
  fault.found = false;
  for (let k = 0; k < steps.length; k++) {
    steps[k](to[k], a[k], b[k], c[k], 1);
    if (!fault.found && !Number.isNaN(to[k][0])) continue;
    fault.found = false;
    return k;
  }
  return -1;
}
