import { readFileSync } from 'node:fs';

/**
 * Evaluates the formulas of a document. It reads the small part of LaTeX in which docs/models/ is written: sums, products,
 * quotients, powers, roots, bars, cases, and functions.
 */

type Value = number | readonly Value[] | ((x: number) => number);
/**
 * Numbers, lists for symbols with an index (`r_i`), vectors for bold symbols, functions. Of a vector that stands alone,
 * the formula has the component `component`.
 */
export type Scope = Readonly<Record<string, Value>>;
type Evaluate = (scope: Scope) => number;

const functions: Record<string, (x: number) => number> = {
  '\\sin': Math.sin,
  '\\cos': Math.cos,
  '\\tanh': Math.tanh,
  '\\arcsin': Math.asin,
  '\\ln': Math.log,
};
/** Spaces, and sizes of brackets. */
const layout = /^\\[,;!: ]|^\\(?:qquad|quad|left|right|[bB]ig+[lr]?|textstyle)(?![a-zA-Z])|^[\s~]/;
/** Commands that belong to the symbol after them. */
const prefixes = new Set(['\\Delta', '\\dot', '\\mathbf', '\\boldsymbol', '\\hat']);
const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}', '\\lceil': '\\rceil', '|': '|' };

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  let rest = text;
  while (rest !== '') {
    const skipped = layout.exec(rest);
    if (skipped) {
      rest = rest.slice(skipped[0].length);
      continue;
    }
    const named = /^\\(?:mathrm|text|mathit)\{[^}]*\}|^\\(?:begin|end)\{cases\}/.exec(rest);
    const token = named?.[0] ?? /^\\[a-zA-Z]+|^\\\\|^\\\{|^\\\}|^\d+(?:\.\d+)?|^[\s\S]/.exec(rest)?.[0] ?? '';
    tokens.push(token);
    rest = rest.slice(token.length);
  }
  return tokens;
}

/** A formula in LaTeX as a function of its symbols. Symbols are written as in the text, without spaces: `\alpha_1`. */
export function readFormula(text: string): Evaluate {
  const tokens = tokenize(text);
  let at = 0;
  /** Inside |…|, where the next bar closes; brackets inside open a new level. */
  let bars = 0;
  const peek = () => tokens[at];
  const refuse = (): never => {
    throw new SyntaxError(`cannot read '${tokens.slice(at).join(' ')}' in '${text}'`);
  };
  const take = (token?: string) => {
    if (at >= tokens.length || (token !== undefined && tokens[at] !== token)) refuse();
    return tokens[at++];
  };

  function sum(): Evaluate {
    let left: Evaluate;
    if (peek() === '-') {
      take();
      const first = product();
      left = (scope) => -first(scope);
    } else {
      left = product();
    }
    while (peek() === '+' || peek() === '-' || peek() === '\\pm' || peek() === '\\mp') {
      const operator = take();
      const before = left;
      const next = product();
      // The scope says which of the two signs is meant.
      const sign = operator.length > 1 ? lookUp(operator) : () => (operator === '+' ? 1 : -1);
      left = (scope) => before(scope) + sign(scope) * next(scope);
    }
    return left;
  }

  const endsProduct = new Set('+ - \\pm \\mp ) ] } , & \\\\ < > \\rceil \\le \\ge ='.split(' '));

  function product(): Evaluate {
    let left = power();
    while (at < tokens.length && !endsProduct.has(peek()) && !(peek() === '|' && bars > 0)) {
      const operator = peek();
      if (operator === '\\end{cases}') break;
      if (operator === '/' || operator === '\\cdot') take();
      const before = left;
      const next = power();
      left =
        operator === '/' ? (scope) => before(scope) / next(scope) : (scope) => before(scope) * next(scope);
    }
    return left;
  }

  function power(): Evaluate {
    if (peek() === 'e' && tokens[at + 1] === '^') {
      at += 2;
      const exponent = argument();
      return (scope) => Math.exp(exponent(scope));
    }
    const base = primary();
    if (peek() !== '^') return base;
    take();
    const exponent = argument();
    return (scope) => base(scope) ** exponent(scope);
  }

  /** The argument of a command: a group in braces, one digit, or one symbol. */
  function argument(): Evaluate {
    if (peek() === '{') {
      take();
      const inner = sum();
      take('}');
      return inner;
    }
    if (/^\d/.test(peek())) {
      const [digit] = peek();
      const rest = peek().slice(1);
      if (rest === '') take();
      else tokens[at] = rest;
      return () => Number(digit);
    }
    return primary();
  }

  function primary(): Evaluate {
    const token = peek();
    if (token === '(' || token === '[' || token === '{' || token === '|' || token === '\\lceil') {
      const from = at;
      take();
      const outer = bars;
      bars = token === '|' ? 1 : 0;
      const inner = sum();
      bars = outer;
      take(closing[token]);
      if (token === '|') return lengthOf(inner, tokens.slice(from, at).includes('\\mathbf'));
      return token === '\\lceil' ? (scope) => Math.ceil(inner(scope)) : inner;
    }
    if (/^\d/.test(token)) {
      const number = Number(take());
      return () => number;
    }
    switch (token) {
      case '\\frac':
      case '\\tfrac':
        return fraction();
      case '\\sqrt': {
        take();
        const inner = argument();
        return (scope) => Math.sqrt(inner(scope));
      }
      case '\\min':
      case '\\max':
        return extreme();
      case '\\sum':
        return total();
      case '\\pi':
        take();
        return () => Math.PI;
      case '\\begin{cases}':
        return cases();
    }
    if (token in functions) {
      const apply = functions[take()];
      // sin a, cos 2Δψ, tanh(…): a bracket ends the argument, otherwise it continues to the next sum.
      const inner = peek() === '(' || peek() === '[' ? primary() : product();
      return (scope) => apply(inner(scope));
    }
    return symbol();
  }

  function fraction(): Evaluate {
    take();
    if (tokens[at] === '{' && tokens[at + 1] === '\\partial') {
      at += 2;
      const name = `\\partial ${symbolName()}`;
      take('}');
      take('{');
      while (take() !== '}');
      return lookUp(name);
    }
    const above = argument();
    const below = argument();
    return (scope) => above(scope) / below(scope);
  }

  /** min(…, …), or min over an index of what follows. */
  function extreme(): Evaluate {
    const choose = take() === '\\min' ? Math.min : Math.max;
    if (peek() === '_') {
      take();
      const index = symbolPart();
      const inner = product();
      return (scope) => choose(...eachOf(scope, index).map(inner));
    }
    take('(');
    const choices = [sum()];
    while (peek() === ',') {
      take();
      choices.push(sum());
    }
    take(')');
    return (scope) => choose(...choices.map((choice) => choice(scope)));
  }

  function total(): Evaluate {
    take();
    let index = 'i';
    if (peek() === '_') {
      take();
      // j ≠ i and j ∈ O: the scope has the values that are meant.
      index = symbolPart().replace(/^\{(\w).*\}$/, '$1');
    }
    const inner = product();
    return (scope) => eachOf(scope, index).reduce((result, each) => result + inner(each), 0);
  }

  function cases(): Evaluate {
    take('\\begin{cases}');
    const branches: { value: Evaluate; holds: (scope: Scope) => boolean }[] = [];
    while (peek() !== '\\end{cases}') {
      const value = sum();
      take('&');
      const left = sum();
      const relation = take();
      const right = sum();
      branches.push({
        value,
        holds: (scope) =>
          relation === '<'
            ? left(scope) < right(scope)
            : relation === '\\ge'
              ? left(scope) >= right(scope)
              : refuse(),
      });
      if (peek() === ',') take();
      if (peek() === '\\\\') take();
    }
    take();
    return (scope) => branches.find(({ holds }) => holds(scope))?.value(scope) ?? Number.NaN;
  }

  /** A subscript: `_1`, `_{12}`, `_\mathrm{tar}`. */
  function symbolPart(): string {
    if (peek() !== '{') {
      const part = take();
      if (/^\d\d/.test(part)) {
        tokens[--at] = part.slice(1);
        return part[0];
      }
      return part;
    }
    let part = take();
    while (peek() !== '}') part += take();
    part += take();
    return part;
  }

  function symbolName(): string {
    let name = take();
    if (prefixes.has(name) && /^(?:[a-zA-Z{]|\\[a-zA-Z])/.test(peek() ?? '')) {
      const braced = peek() === '{';
      if (braced) take();
      name += symbolName();
      if (braced) take('}');
    } else if (!/^(?:[a-zA-Z]|\\[a-zA-Z]+(?:\{[^}]*\})?)$/.test(name)) {
      at--;
      refuse();
    }
    while (peek() === '_' || peek() === "'") name += take() === '_' ? `_${symbolPart()}` : "'";
    return name;
  }

  /** A vector: its square, a product of two, or one component. */
  function vector(name: string): Evaluate {
    if (peek() === '^' && tokens[at + 1] === '2') {
      at += 2;
      return (scope) => dot(vectorIn(scope, name), vectorIn(scope, name));
    }
    if ((peek() !== '\\cdot' && peek() !== '\\times') || tokens[at + 1] !== '\\mathbf')
      return componentOf(name);
    const multiply = take() === '\\cdot' ? dot : cross;
    const other = symbolName();
    return (scope) => multiply(vectorIn(scope, name), vectorIn(scope, other), Number(scope.component ?? 0));
  }

  function symbol(): Evaluate {
    const name = symbolName();
    if (name.startsWith('\\mathbf')) return vector(name);
    if (peek() !== '(') return lookUp(name);
    // A name before a bracket is a function if the scope has one, else a factor.
    const inner = primary();
    return (scope) => {
      const value = scope[name];
      return typeof value === 'function' ? value(inner(scope)) : lookUp(name)(scope) * inner(scope);
    };
  }

  const result = sum();
  if (at < tokens.length) refuse();
  return result;
}

function vectorIn(scope: Scope, name: string): number[] {
  const value = scope[name];
  if (!Array.isArray(value)) throw new ReferenceError(`no vector for ${name}`);
  return value;
}

function componentOf(name: string): Evaluate {
  return (scope) => vectorIn(scope, name)[Number(scope.component ?? 0)];
}

function dot(a: number[], b: number[]): number {
  return a.reduce((sum, value, k) => sum + value * b[k], 0);
}

function cross(a: number[], b: number[], component: number): number {
  const [next, last] = [(component + 1) % 3, (component + 2) % 3];
  return a[next] * b[last] - a[last] * b[next];
}

/** |x| of a number, or of all three components of a vector. */
function lengthOf(inner: Evaluate, ofVector: boolean): Evaluate {
  if (!ofVector) return (scope) => Math.abs(inner(scope));
  return (scope) => Math.hypot(...[0, 1, 2].map((component) => inner({ ...scope, component })));
}

function lookUp(name: string): Evaluate {
  return (scope) => {
    const value = scope[name];
    if (typeof value !== 'number') throw new ReferenceError(`no number for ${name}`);
    return value;
  };
}

/** The scope once for each value of an index: symbols with the subscript, alone or beside another, have lists of values. */
function eachOf(scope: Scope, index: string): Scope[] {
  const subscript = new RegExp(`_(?:${index}|\\{\\w?${index}\\w?\\})$`);
  const listed = Object.entries(scope).filter(([name]) => subscript.test(name));
  const length = Math.max(0, ...listed.map(([, values]) => (Array.isArray(values) ? values.length : 0)));
  return Array.from({ length }, (_, k) => ({
    ...scope,
    ...Object.fromEntries(listed.map(([name, values]) => [name, Array.isArray(values) ? values[k] : values])),
  }));
}

/** The formulas of a document by their left sides, as written there without spaces. */
function formulasOf(document: string): Map<string, string[]> {
  const formulas = new Map<string, string[]>();
  for (const [, display, inline] of document.matchAll(/\$\$([\s\S]+?)\$\$|\$([^$\n]+?)\$/g)) {
    for (const part of (display ?? inline).split(/\\qquad|\\quad/)) {
      const equation = /^([^=<>]+?)=([\s\S]+)$/.exec(part.trim());
      if (!equation) continue;
      const name = tokenize(equation[1]).join('');
      const right = equation[2].trim().replace(/(?:\\,|\s|[.,:;])+$/, '');
      formulas.set(name, [...(formulas.get(name) ?? []), right]);
    }
  }
  return formulas;
}

const folder = new URL('../docs/models/', import.meta.url);

/** The text of a page on a model. */
export function textOf(page: string): string {
  return readFileSync(new URL(page, folder), 'utf8');
}

/** The part of a page that the group of a pattern matches. */
export function findIn(name: string, pattern: RegExp): string {
  const [, text] = pattern.exec(textOf(name)) ?? [];
  if (text === undefined) throw new ReferenceError(`${name} has nothing like ${pattern}`);
  return text;
}

/** The formulas of a page: `page('heading.md')('D')` is what stands after 'D =' there, as a function of its symbols. */
export function page(name: string): (left: string, containing?: string) => Evaluate {
  const formulas = formulasOf(textOf(name));
  const read = new Map<string, Evaluate>();
  return (left, containing = '') => {
    const known = read.get(left + containing);
    if (known) return known;
    const right = formulas.get(left)?.find((text) => text.includes(containing));
    if (right === undefined) throw new ReferenceError(`${name} has no formula '${left} = …'`);
    const formula = readFormula(right);
    const result: Evaluate = (scope) => formula({ '\\text{ m}': 1, '\\text{ s}': 1, ...scope });
    read.set(left + containing, result);
    return result;
  };
}
