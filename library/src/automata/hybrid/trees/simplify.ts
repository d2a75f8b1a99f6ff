import { type Application, isApplication, partsOf, type Tree } from './expression.ts';

/** The tree with constant parts evaluated by the operations that a run would do, so that no bit of a result changes. */
export function simplify(tree: Tree): Tree {
  if (!isApplication(tree)) return tree;
  const [operator, given] = partsOf(tree);
  const operands = given.map(simplify);
  if (operator === 'and' || operator === 'or') return simplifyJunction(operator, operands);
  if (operator === 'if' && typeof operands[0] === 'boolean') return operands[0] ? operands[1] : operands[2];
  if (operator === 'not' && typeof operands[0] === 'boolean') return !operands[0];
  const value = operands.every((operand) => typeof operand === 'number')
    ? evaluate(operator, operands as number[])
    : undefined;
  return value ?? ([operator, ...operands] as Application);
}

function simplifyJunction(operator: 'and' | 'or', operands: readonly Tree[]): Tree {
  const decides = operator === 'or';
  if (operands.includes(decides)) return decides;
  const open = operands.filter((operand) => typeof operand !== 'boolean');
  if (open.length === 0) return !decides;
  return open.length === 1 ? open[0] : ([operator, ...open] as unknown as Application);
}

function evaluate(operator: string, [a, ...rest]: number[]): Tree | undefined {
  const [b] = rest;
  switch (operator) {
    case '+':
      return rest.reduce((sum, one) => sum + one, a);
    case '-':
      return rest.length === 0 ? -a : a - b;
    case '*':
      return rest.reduce((product, one) => product * one, a);
    case '/':
      // A division by zero stays, for the message of the run.
      return b === 0 ? undefined : a / b;
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    case '==':
      return a === b;
    case '!=':
      return a !== b;
    default:
      return undefined;
  }
}
