import * as z from 'zod';
import { maximumCoordinate } from './limits.ts';

/** The kinds of fields that a scenario is made of. Each knows what it expects, in words, for its error. */

type Range = { min?: number; max?: number; above?: number; unit?: string };

/** '0.5 m', '1000000': numbers in messages are written out, as a user would type them. */
function withUnit(value: number, unit: string | undefined): string {
  return unit === undefined ? String(value) : `${value} ${unit}`;
}

function rangeInWords({ min, max, above, unit }: Range): string {
  const low = above === undefined ? min : above;
  if (low === undefined) return max === undefined ? '' : ` of at most ${withUnit(max, unit)}`;
  if (above !== undefined) {
    return ` above ${max === undefined ? withUnit(above, unit) : `${above} and at most ${withUnit(max, unit)}`}`;
  }
  return max === undefined ? ` of at least ${withUnit(low, unit)}` : ` from ${low} to ${withUnit(max, unit)}`;
}

function bounded(base: z.ZodNumber, { min, max, above }: Range, error: string): z.ZodNumber {
  let field = base;
  if (above !== undefined) field = field.gt(above, { error });
  if (min !== undefined) field = field.gte(min, { error });
  if (max !== undefined) field = field.lte(max, { error });
  // −0 becomes 0: JSON.stringify would lose the sign, and a saved scenario must give the same bits.
  return field.overwrite((value) => value + 0);
}

/** A finite number in a range. */
export function number(range: Range): z.ZodNumber {
  const error = `expected a number${rangeInWords(range)}`;
  return bounded(z.number({ error }), range, error);
}

export function wholeNumber(range: { min: number; max: number }): z.ZodNumber {
  const error = `expected a whole number${rangeInWords(range)}`;
  return bounded(z.number({ error }).int({ error }), range, error);
}

export function text(min: number, max: number): z.ZodString {
  const length = min === 0 ? `at most ${max}` : `${min} to ${max}`;
  const error = `expected text of ${length} characters`;
  return z.string({ error }).min(min, { error }).max(max, { error });
}

export function yesOrNo(): z.ZodBoolean {
  return z.boolean({ error: 'expected true or false' });
}

/** One of a few words. */
export function choice<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, { error: `expected ${inWords(words.map((word) => `"${word}"`))}` });
}

/** The only value allowed. */
export function exactly<const Value extends string | number>(value: Value): z.ZodLiteral<Value> {
  return z.literal(value, { error: `expected ${JSON.stringify(value)}` });
}

/** Two numbers in one range. */
export function pair(range: Range, names: string) {
  const field = number(range);
  return z.tuple([field, field], { error: `expected two numbers, ${names}` });
}

/** A place in the world, m. */
export function place() {
  return pair({ min: -maximumCoordinate, max: maximumCoordinate, unit: 'm' }, '[x, y]');
}

export function list<Item extends z.ZodType>(item: Item, min: number, max: number): z.ZodArray<Item> {
  const error =
    min === 0 ? `expected a list of at most ${max} items` : `expected a list of ${min} to ${max} items`;
  const field = z.array(item, { error }).max(max, { error });
  return min === 0 ? field : field.min(min, { error });
}

/** 'a', 'a or b', 'a, b or c'. */
function inWords(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} or ${words[words.length - 1]}`;
}

/** An object without other keys than these. */
export function record<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const known = Object.keys(shape).join(', ');
  // For an unknown key the message is the list of the known ones; issues.ts makes a sentence of it.
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? known : 'expected an object'),
  });
}

/** The error of a union of objects that a field such as "shape" tells apart. */
export function kindsError(kinds: readonly string[]): z.core.$ZodErrorMap {
  const expected = `expected ${inWords(kinds.map((kind) => `"${kind}"`))}`;
  return (issue) => (issue.code === 'invalid_type' ? 'expected an object' : expected);
}
