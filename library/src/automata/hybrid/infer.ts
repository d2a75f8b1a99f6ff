import { operators, partsOf, printExpression, type Tree, type ValueType } from './trees/expression.ts';
import { ExpressionError } from './trees/parse.ts';
import { combineUnits, halveUnit, isSameUnit, printUnit, type Unit } from './units.ts';

/** Type and unit of an expression; a unit that is undefined fits every unit. */
export type Meaning = { type: ValueType; unit: Unit | undefined };

/** What names mean where an expression stands. */
export type Scope = {
  /** The meaning of a name, or why it has none here. */
  nameMeans(name: string): Meaning | string;
  /** The names and kinds that `rate` and `in` may have: a complaint where they may not. */
  rateOf(name: string): Meaning | string;
  faultOfMode(name: string): string | undefined;
  functionNamed(name: string): { takes: (Unit | undefined)[]; gives: Unit | undefined } | undefined;
};

/** Infers type and unit; throws an ExpressionError where the expression has none. */
export function inferMeaning(tree: Tree, scope: Scope): Meaning {
  if (typeof tree === 'boolean') return { type: 'boolean', unit: undefined };
  // A literal fits any unit.
  if (typeof tree === 'number')
    return { type: Number.isInteger(tree) ? 'integer' : 'number', unit: undefined };
  if (typeof tree === 'string') return orThrow(scope.nameMeans(tree));
  const [operator, operands] = partsOf(tree);
  if (operator === 'rate') return orThrow(scope.rateOf(operands[0] as string));
  if (operator === 'in') {
    const fault = scope.faultOfMode(operands[0] as string);
    if (fault) throw new ExpressionError(fault);
    return { type: 'boolean', unit: undefined };
  }
  const meanings = operands.map((operand) => inferMeaning(operand, scope));
  if (!Object.hasOwn(operators, operator)) return meaningOfCall(tree, operator, meanings, scope);
  const { gives, takes } = operators[operator];
  meanings.forEach((meaning, k) => {
    const expected = takes === 'choice' ? (k === 0 ? 'boolean' : undefined) : takes;
    if (expected) requireType(operands[k], meaning, expected);
  });
  if (takes === 'choice') return meaningOfChoice(tree, meanings);
  const unit = unitOf(tree, operator, operands, meanings);
  if (gives !== 'same') return { type: gives, unit };
  return { type: meanings.every(({ type }) => type === 'integer') ? 'integer' : 'number', unit };
}

function orThrow(meaning: Meaning | string): Meaning {
  if (typeof meaning === 'string') throw new ExpressionError(meaning);
  return meaning;
}

function requireType(operand: Tree, { type }: Meaning, expected: 'number' | 'boolean'): void {
  if ((type === 'boolean') === (expected === 'boolean')) return;
  const [wanted, got] = expected === 'boolean' ? ['a condition', 'a number'] : ['a number', 'a condition'];
  throw new ExpressionError(`expected ${wanted}, but ${printExpression(operand)} is ${got}`);
}

function meaningOfChoice(tree: Tree, [, yes, no]: Meaning[]): Meaning {
  if ((yes.type === 'boolean') !== (no.type === 'boolean')) {
    throw new ExpressionError(`expected two values of one type in ${printExpression(tree)}`);
  }
  const unit = commonUnit(tree, [yes, no]);
  return { type: yes.type === no.type ? yes.type : 'number', unit };
}

function meaningOfCall(tree: Tree, name: string, meanings: Meaning[], scope: Scope): Meaning {
  const signature = scope.functionNamed(name);
  if (!signature)
    throw new ExpressionError(`no operator or declared function is called ${JSON.stringify(name)}`);
  const { gives, takes } = signature;
  if (takes.length !== meanings.length) {
    throw new ExpressionError(`expected ${takes.length} arguments of ${name}, got ${meanings.length}`);
  }
  meanings.forEach((meaning, k) => {
    requireType((tree as readonly Tree[])[k + 1], meaning, 'number');
    requireUnit((tree as readonly Tree[])[k + 1], meaning, takes[k]);
  });
  return { type: 'number', unit: gives };
}

/** The unit that all have; literals and names without a unit have any. */
function commonUnit(tree: Tree, meanings: readonly Meaning[]): Unit | undefined {
  const units = meanings.flatMap(({ unit }) => (unit ? [unit] : []));
  for (const unit of units) {
    if (isSameUnit(units[0], unit)) continue;
    throw new ExpressionError(
      `expected one unit in ${printExpression(tree)}, got ${printUnit(units[0])} and ${printUnit(unit)}`,
    );
  }
  return units[0];
}

export function requireUnit(operand: Tree, { unit }: Meaning, expected: Unit | undefined): void {
  if (!unit || !expected || isSameUnit(unit, expected)) return;
  throw new ExpressionError(
    `expected the unit ${printUnit(expected)}, but ${printExpression(operand)} has ${printUnit(unit)}`,
  );
}

const plain: Unit = {};

function unitOf(
  tree: Tree,
  operator: string,
  operands: readonly Tree[],
  meanings: readonly Meaning[],
): Unit | undefined {
  switch (operator) {
    case '*':
    case '/': {
      // A literal factor is a plain number; a name without a unit makes the unit of the product unknown.
      let unit: Unit | undefined = plain;
      meanings.forEach((meaning, k) => {
        const factor = typeof operands[k] === 'number' ? plain : meaning.unit;
        const sign = operator === '/' && k === 1 ? -1 : 1;
        unit = unit && factor && combineUnits(unit, factor, sign);
      });
      return operands.every((operand) => typeof operand === 'number') ? undefined : unit;
    }
    case 'sqrt':
      return meanings[0].unit && halveUnit(meanings[0].unit);
    case 'exp':
    case 'log':
    case 'sin':
    case 'cos':
    case 'tanh':
      requireUnit(operands[0], meanings[0], plain);
      return plain;
    case 'atan2':
      commonUnit(tree, meanings);
      return plain;
    case 'and':
    case 'or':
    case 'not':
      return undefined;
    default: {
      const unit = commonUnit(tree, meanings);
      return operators[operator].gives === 'boolean' ? undefined : unit;
    }
  }
}
