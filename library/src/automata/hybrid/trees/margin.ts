import { type Application, isApplication, partsOf, type Tree } from './expression.ts';

/**
 * How far a condition is from changing, as a number: above 0 where it holds, below 0 where it does not. At 0 only the
 * condition itself says whether it holds.
 */
export function marginOf(condition: Tree): Tree {
  if (typeof condition === 'boolean') return condition ? 1 : -1;
  if (!isApplication(condition)) return ['if', condition, 1, -1];
  const [operator, operands] = partsOf(condition);
  const [a, b] = operands;
  switch (operator) {
    case 'and':
      return ['min', ...operands.map(marginOf)] as unknown as Application;
    case 'or':
      return ['max', ...operands.map(marginOf)] as unknown as Application;
    case 'not':
      return negated(marginOf(a));
    case '>':
    case '>=':
      return ['-', a, b];
    case '<':
    case '<=':
      return ['-', b, a];
    case '==':
      return ['-', ['abs', ['-', a, b]]];
    case '!=':
      return ['abs', ['-', a, b]];
    case 'if':
      return ['if', a, marginOf(b), marginOf(operands[2])];
    default:
      return ['if', condition, 1, -1];
  }
}

export function negated(margin: Tree): Tree {
  return typeof margin === 'number' ? -margin : ['-', margin];
}

/** The largest of several margins; −1, "far from everything", of none. */
export function largestOf(margins: readonly Tree[]): Tree {
  if (margins.length === 0) return -1;
  return margins.length === 1 ? margins[0] : (['max', ...margins] as unknown as Application);
}

/**
 * Whether a margin has no maximum between the ends of a straight line in the names of `changing`: it is then enough to
 * look at both ends.
 */
export function hasNoPeak(margin: Tree, changing: ReadonlySet<string>): boolean {
  if (!reads(margin, changing) || !isApplication(margin)) return true;
  const [operator, operands] = partsOf(margin);
  if (operator === 'max') return operands.every((operand) => hasNoPeak(operand, changing));
  if (operator === 'min') {
    // One that changes beside constants rises or falls throughout; two can cross.
    const open = operands.filter((operand) => reads(operand, changing));
    return open.length === 1 && hasNoPeak(open[0], changing);
  }
  if (operator === 'if' && !reads(operands[0], changing)) {
    return hasNoPeak(operands[1], changing) && hasNoPeak(operands[2], changing);
  }
  return isLinear(margin, changing);
}

function isLinear(tree: Tree, changing: ReadonlySet<string>): boolean {
  if (!reads(tree, changing) || !isApplication(tree)) return true;
  const [operator, operands] = partsOf(tree);
  if (!operands.every((operand) => isLinear(operand, changing))) return false;
  if (operator === '*') return operands.filter((operand) => reads(operand, changing)).length === 1;
  if (operator === '/') return !reads(operands[1], changing);
  return operator === '+' || operator === '-';
}

/** Whether a tree reads a name of `names`. */
export function reads(tree: Tree, names: ReadonlySet<string>): boolean {
  if (typeof tree === 'string') return names.has(tree);
  return isApplication(tree) && partsOf(tree)[1].some((operand) => reads(operand, names));
}
