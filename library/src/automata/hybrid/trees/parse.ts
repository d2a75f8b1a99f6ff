import {
  type Expression,
  isApplication,
  namingOperators,
  operators,
  partsOf,
  type Tree,
} from './expression.ts';

/** An expression that cannot be read; the message does not name its place. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}

/** Deeper nesting than this is refused: it would exhaust the stack. */
const DEEPEST = 200;

/** The tree of an expression: texts in it are parsed, shapes are checked. */
export function readExpression(written: unknown, depth = 0): Tree {
  if (depth > DEEPEST) throw new ExpressionError(`expected at most ${DEEPEST} nested operators`);
  if (typeof written === 'boolean') return written;
  if (typeof written === 'number') {
    if (!Number.isFinite(written)) throw new ExpressionError(`expected a finite number, got ${written}`);
    return written;
  }
  if (typeof written === 'string') return parseText(written);
  if (!Array.isArray(written) || typeof written[0] !== 'string') {
    throw new ExpressionError(
      `expected a number, a truth value, a text, or a list that begins with an operator, got ${JSON.stringify(written)}`,
    );
  }
  const [operator, ...given] = written as [string, ...Expression[]];
  if (namingOperators.has(operator)) {
    if (given.length !== 1 || typeof given[0] !== 'string') {
      throw new ExpressionError(`expected one name after ${JSON.stringify(operator)}`);
    }
    return [operator, given[0]];
  }
  const operands = given.map((operand) => readExpression(operand, depth + 1));
  checkCount(operator, operands.length);
  return [operator, ...operands];
}

function checkCount(operator: string, count: number): void {
  // Any other word may be a declared function: the check of names knows.
  const known = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  if (known === undefined || (count >= known.least && count <= known.most)) return;
  const expected = known.least === known.most ? `${known.least}` : `${known.least} to ${known.most}`;
  throw new ExpressionError(`expected ${expected} operands of ${JSON.stringify(operator)}, got ${count}`);
}

type Token = { kind: 'number' | 'name' | 'symbol' | 'end'; text: string; at: number };
type Reader = { source: string; tokens: Token[]; next: number; depth: number };

const TOKEN =
  /\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_][\w]*(?:\.[A-Za-z_][\w]*)*)|(<=|>=|==|!=|[-+*/<>(),]))/y;

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (source.slice(at).trim() !== '') {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(source);
    if (!match) {
      const rest = source.slice(at).trimStart();
      throw new ExpressionError(
        `unexpected ${JSON.stringify(rest[0])} at ${source.length - rest.length + 1}`,
      );
    }
    const [whole, number, name, symbol] = match;
    const kind = number !== undefined ? 'number' : name !== undefined ? 'name' : 'symbol';
    at += whole.length;
    const text = number ?? name ?? symbol;
    tokens.push({ kind, text, at: at - text.length + 1 });
  }
  tokens.push({ kind: 'end', text: 'the end', at: source.length + 1 });
  return tokens;
}

function parseText(source: string): Tree {
  const reader: Reader = { source, tokens: tokensOf(source), next: 0, depth: 0 };
  const tree = readInfix(reader, 0);
  if (peek(reader).kind !== 'end') throw unexpected(reader);
  return tree;
}

const peek = (reader: Reader) => reader.tokens[reader.next];

function unexpected(reader: Reader): ExpressionError {
  const { at, kind, text } = peek(reader);
  return new ExpressionError(
    kind === 'end'
      ? `the text ends where a value or a bracket is expected`
      : `unexpected ${JSON.stringify(text)} at ${at}`,
  );
}

function accept(reader: Reader, text: string): boolean {
  const token = peek(reader);
  if (token.text !== text || token.kind === 'number' || token.kind === 'end') return false;
  reader.next++;
  return true;
}

function require(reader: Reader, text: string): void {
  if (!accept(reader, text)) throw unexpected(reader);
}

/** Operators that bind at least as strongly as `binds`, from the left. */
function readInfix(reader: Reader, binds: number): Tree {
  if (++reader.depth > DEEPEST) throw new ExpressionError(`expected at most ${DEEPEST} nested operators`);
  let left = readPrefix(reader);
  for (;;) {
    const { kind, text } = peek(reader);
    const own = Object.hasOwn(operators, text) ? operators[text].binds : undefined;
    if (
      kind === 'number' ||
      kind === 'end' ||
      own === undefined ||
      text === 'not' ||
      own < Math.max(1, binds)
    ) {
      break;
    }
    reader.next++;
    const right = readInfix(reader, own + 1);
    left = joined(text, left, right);
    // Comparisons do not chain: the next one is an error, not a comparison of a truth value.
    if (own === 4 && operators[peek(reader).text]?.binds === 4) throw unexpected(reader);
  }
  reader.depth--;
  return left;
}

/** a + b + c is one sum: it prints as it was written, and costs no depth. */
function joined(operator: string, left: Tree, right: Tree): Tree {
  const [, operands] = isApplication(left) ? partsOf(left) : ['', []];
  const joins = operators[operator].most > 2 && isApplication(left) && left[0] === operator;
  return joins && operands.length < operators[operator].most
    ? [operator, ...operands, right]
    : [operator, left, right];
}

function readPrefix(reader: Reader): Tree {
  const token = peek(reader);
  if (token.kind === 'number') {
    reader.next++;
    return Number(token.text);
  }
  if (accept(reader, '-')) {
    const operand = readInfix(reader, 7);
    return typeof operand === 'number' ? -operand : ['-', operand];
  }
  if (accept(reader, '(')) {
    const inner = readInfix(reader, 0);
    require(reader, ')');
    return inner;
  }
  if (token.kind !== 'name') throw unexpected(reader);
  if (accept(reader, 'not')) return ['not', readInfix(reader, 4)];
  if (accept(reader, 'if')) return readChoice(reader);
  if (reserved.has(token.text)) throw unexpected(reader);
  reader.next++;
  if (token.text === 'true' || token.text === 'false') return token.text === 'true';
  return accept(reader, '(') ? readCall(reader, token.text) : token.text;
}

/** Words that are no names. */
const reserved: ReadonlySet<string> = new Set(['and', 'or', 'then', 'else']);
export const keywords: ReadonlySet<string> = new Set([...reserved, 'if', 'not', 'true', 'false']);

function readChoice(reader: Reader): Tree {
  const condition = readInfix(reader, 0);
  require(reader, 'then');
  const yes = readInfix(reader, 0);
  require(reader, 'else');
  return ['if', condition, yes, readInfix(reader, 0)];
}

function readCall(reader: Reader, operator: string): Tree {
  if (namingOperators.has(operator)) {
    const { kind, text } = peek(reader);
    if (kind !== 'name') throw unexpected(reader);
    reader.next++;
    require(reader, ')');
    return [operator, text];
  }
  const operands: Tree[] = [];
  if (!accept(reader, ')')) {
    do operands.push(readInfix(reader, 0));
    while (accept(reader, ','));
    require(reader, ')');
  }
  checkCount(operator, operands.length);
  return [operator, ...operands];
}
