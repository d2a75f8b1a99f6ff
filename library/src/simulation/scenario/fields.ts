import * as z from 'zod/mini';
import { hasDefinition, type Registry } from '../../crowd/index.ts';
import { type Chained, chained, type Schema } from './chained.ts';
import { maximumCoordinate } from './limits.ts';
import { inWords, lengthInWords, objectWith, type Range, rangeInWords } from './words.ts';

/** The kinds of fields that a scenario is made of. Each knows what it expects, in words, for its error. */

function bounded(
  base: Chained<z.ZodMiniNumber<number>>,
  { min, max, above }: Range,
  error: string,
): Chained<z.ZodMiniNumber<number>> {
  const checks: z.core.$ZodCheck<number>[] = [];
  if (above !== undefined) checks.push(z.gt(above, { error }));
  if (min !== undefined) checks.push(z.gte(min, { error }));
  if (max !== undefined) checks.push(z.lte(max, { error }));
  // −0 becomes 0: JSON.stringify would lose the sign, and a saved scenario must give the same bits.
  checks.push(z.overwrite((value: number) => value + 0));
  return base.check(...checks);
}

/** A finite number in a range. */
export function number(range: Range): Chained<z.ZodMiniNumber<number>> {
  const error = `expected a number${rangeInWords(range)}${range.why === undefined ? '' : ` (${range.why})`}`;
  return bounded(chained(z.number({ error })), range, error);
}

export function wholeNumber(range: { min: number; max: number }): Chained<z.ZodMiniNumber<number>> {
  const error = `expected a whole number${rangeInWords(range)}`;
  return bounded(chained(z.number({ error })).check(z.int({ error })), range, error);
}

export function text(min: number, max: number): Chained<z.ZodMiniString<string>> {
  const error = `expected text of ${lengthInWords(min, max)} characters`;
  return chained(z.string({ error })).check(z.minLength(min, { error }), z.maxLength(max, { error }));
}

export function yesOrNo(): Chained<z.ZodMiniBoolean<boolean>> {
  return chained(z.boolean({ error: 'expected true or false' }));
}

/** One of a few words. */
export function choice<const Words extends readonly [string, ...string[]]>(words: Words) {
  return chained(z.enum(words, { error: `expected ${inWords(words.map((word) => `"${word}"`))}` }));
}

/**
 * The name of a registered definition, also of one that a program registers later; the JSON Schema lists the built-in
 * ones.
 */
export function registeredName(registry: Registry<{ readonly name: string }>) {
  const names = () => registry.definitions.map(({ name }) => name);
  const error = () => `expected ${inWords(names().map((name) => `"${name}"`))}`;
  return chained(z.string({ error }))
    .check(z.refine((name) => hasDefinition(registry, name), { error }))
    .meta({ enum: names() });
}

/** One of a few numbers. */
export function oneOfNumbers<const Numbers extends readonly [number, ...number[]]>(numbers: Numbers) {
  return chained(z.literal(numbers, { error: `expected ${inWords(numbers.map(String))}` }));
}

/** The only value allowed. */
export function exactly<const Value extends string | number | boolean>(
  value: Value,
): Chained<z.ZodMiniLiteral<Value>> {
  return chained(z.literal(value, { error: `expected ${JSON.stringify(value)}` }));
}

/** The word that tells one of several kinds of objects; another word is answered with all of them. */
export function kind<const Word extends string>(
  word: Word,
  words: readonly string[],
): Chained<z.ZodMiniLiteral<Word>> {
  return chained(z.literal(word, { error: `expected ${inWords(words.map((it) => `"${it}"`))}` }));
}

/** Two numbers in one range. */
export function pair(range: Range, names: string) {
  const field = number(range);
  return chained(z.tuple([field, field], { error: `expected two numbers, ${names}` }));
}

/** A place or a vector: two numbers, or three where the world has three dimensions. */
export type Place = [number, number] | [number, number, number];

/** Two or three numbers in one range; check-dimension.ts compares their number with the dimension of the world. */
export function vector(range: Range, names: string, namesInSpace: string): Schema<Place, Place> {
  const error = `expected two numbers, ${names}, or in a world of dimension 3 three, ${namesInSpace}`;
  const field = number(range);
  const tuple = chained(z.tuple([field, field], field, { error })).check(z.maxLength(3, { error }));
  return tuple as unknown as Schema<Place, Place>;
}

const coordinates = { min: -maximumCoordinate, max: maximumCoordinate, unit: 'm' };

const placeInWorld = vector(coordinates, '[x, y]', '[x, y, z]').meta({
  id: 'place',
  description: 'A place [x, y], or [x, y, z] in three dimensions, where [x, y] has z = 0; m.',
});

/** A place in the world, m. */
export function place(): Schema<Place, Place> {
  return placeInWorld;
}

const flatPlace = pair(coordinates, '[x, y]').meta({ id: 'placeInPlane', description: 'A place [x, y], m.' });

/** A place in a world of two dimensions, m. */
export function placeInPlane() {
  return flatPlace;
}

export function list<Item extends z.ZodMiniType>(
  item: Item,
  min: number,
  max: number,
  items = 'items',
): Chained<z.ZodMiniArray<Item>> {
  const error = `expected a list of ${lengthInWords(min, max)} ${items}`;
  const field = chained(z.array(item, { error })).check(z.maxLength(max, { error }));
  return min === 0 ? field : field.check(z.minLength(min, { error }));
}

/** Keys of another kind of object: a file that has one of them here means that kind. */
export type OtherKind = { what: string; keys: readonly string[] };

/** An object without other keys than these. */
export function record<const Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  others: readonly OtherKind[] = [],
) {
  // For an unknown key the message is the list of the known ones; issues.ts makes a sentence of it.
  const keys = Object.keys(shape);
  const message = [keys.join(', '), ...others.map(({ what, keys }) => `${what}: ${keys.join(', ')}`)].join(
    '; ',
  );
  const schema = z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? message : objectWith(keys)),
  });
  return chained(schema);
}

/** The error of a union of objects that a field such as "shape" tells apart. */
export function kindsError(kinds: readonly string[]): z.core.$ZodErrorMap {
  const expected = `expected ${inWords(kinds.map((kind) => `"${kind}"`))}`;
  return (issue) => (issue.code === 'invalid_type' ? 'expected an object' : expected);
}
