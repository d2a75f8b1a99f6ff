/**
 * Expressions are plain data: a number, a truth value, a name, or a list of an operator and its arguments. One tree is
 * compiled, printed, checked and evaluated over intervals. docs/models/automata.md lists the operators.
 */
export type Tree = number | boolean | string | Application;

/** An operator and its operands. */
export interface Application extends ReadonlyArray<Tree> {
  readonly 0: string;
}

/** An expression as a model has it: a tree, in which a text may stand for a tree ("comfort > 6 and gap > 1"). */
export type Expression = Tree;

export type ValueType = 'number' | 'integer' | 'boolean';

type Operator = {
  /** Fewest and most operands. */
  least: number;
  most: number;
  /** What the operands are, and what comes out; 'same': an integer where all operands are integers. */
  takes: 'number' | 'boolean' | 'choice';
  gives: 'number' | 'integer' | 'boolean' | 'same';
  /** Binding strength of the infix form; absent for operators that are written as functions. */
  binds?: number;
};

const comparison: Operator = { least: 2, most: 2, takes: 'number', gives: 'boolean', binds: 4 };
const real = (operands: number): Operator => ({
  least: operands,
  most: operands,
  takes: 'number',
  gives: 'number',
});

export const operators: Readonly<Record<string, Operator>> = {
  or: { least: 2, most: 64, takes: 'boolean', gives: 'boolean', binds: 1 },
  and: { least: 2, most: 64, takes: 'boolean', gives: 'boolean', binds: 2 },
  not: { least: 1, most: 1, takes: 'boolean', gives: 'boolean', binds: 3 },
  '<': comparison,
  '<=': comparison,
  '>': comparison,
  '>=': comparison,
  '==': comparison,
  '!=': comparison,
  '+': { least: 2, most: 64, takes: 'number', gives: 'same', binds: 5 },
  '-': { least: 1, most: 2, takes: 'number', gives: 'same', binds: 5 },
  '*': { least: 2, most: 64, takes: 'number', gives: 'same', binds: 6 },
  '/': { least: 2, most: 2, takes: 'number', gives: 'number', binds: 6 },
  min: { least: 2, most: 64, takes: 'number', gives: 'same' },
  max: { least: 2, most: 64, takes: 'number', gives: 'same' },
  abs: { least: 1, most: 1, takes: 'number', gives: 'same' },
  floor: { least: 1, most: 1, takes: 'number', gives: 'integer' },
  if: { least: 3, most: 3, takes: 'choice', gives: 'same' },
  sqrt: real(1),
  exp: real(1),
  log: real(1),
  sin: real(1),
  cos: real(1),
  tanh: real(1),
  atan2: real(2),
};

/** Operators whose operand is a name, not a value: how fast a variable flows, and whether a part is in a mode. */
export const namingOperators: ReadonlySet<string> = new Set(['rate', 'in']);

export function isApplication(tree: Tree): tree is Application {
  return Array.isArray(tree);
}

/** Operator and operands of an application. */
export function partsOf(tree: Application): [operator: string, operands: readonly Tree[]] {
  return [tree[0], tree.slice(1) as Tree[]];
}

/** The tree with every operand replaced by what `change` makes of it. */
export function mapOperands(tree: Application, change: (operand: Tree) => Tree): Tree {
  const [operator, operands] = partsOf(tree);
  return [operator, ...operands.map(change)];
}

/** The tree with names replaced; operands of `rate` and `in` are names of their own and stay. */
export function substitute(tree: Tree, replace: (name: string) => Tree | undefined): Tree {
  if (typeof tree === 'string') return replace(tree) ?? tree;
  if (!isApplication(tree)) return tree;
  if (!namingOperators.has(tree[0])) return mapOperands(tree, (operand) => substitute(operand, replace));
  const [operator, [name]] = partsOf(tree);
  const other = operator === 'rate' ? replace(name as string) : undefined;
  return typeof other === 'string' ? [operator, other] : tree;
}

/** The tree in infix form, with no more brackets than needed. */
export function printExpression(tree: Tree, binds = 0): string {
  if (!isApplication(tree))
    return typeof tree === 'number' && tree < 0 && binds > 6 ? `(${tree})` : `${tree}`;
  const [operator, operands] = partsOf(tree);
  if (operator === 'if') {
    const [condition, yes, no] = operands.map((operand) => printExpression(operand));
    const text = `if ${condition} then ${yes} else ${no}`;
    return binds > 0 ? `(${text})` : text;
  }
  const own = operators[operator]?.binds;
  if (own === undefined)
    return `${operator}(${operands.map((operand) => printExpression(operand)).join(', ')})`;
  if (operands.length === 1) {
    const text = `${operator === 'not' ? 'not ' : operator}${printExpression(operands[0], operator === '-' ? 7 : own)}`;
    return binds > own ? `(${text})` : text;
  }
  // All infix operators associate to the left, and comparisons do not chain.
  const first = printExpression(operands[0], own === 4 ? 5 : own);
  const text = [first, ...operands.slice(1).map((operand) => printExpression(operand, own + 1))].join(
    ` ${operator} `,
  );
  return binds > own ? `(${text})` : text;
}
