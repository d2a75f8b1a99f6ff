import { type Findings, type Path, report } from '../scenario/error.ts';
import {
  inWords,
  lengthInWords,
  objectWith,
  type Range,
  rangeInWords,
  unknownKey,
  valueInWords,
} from '../scenario/words.ts';

/**
 * Readers check what a program gives and fill in defaults, with the messages of the scenario schema. They stand beside
 * the schema so that a world made by a program needs no schema library: that would be a third of its bundle.
 */

/** Gives a checked copy of a value, or reports what is wrong with it and gives undefined. */
export type Reader = (value: unknown, path: Path, findings: Findings) => unknown;

/** A key of a record: required, or with a default, or one that may be absent. */
export type Entry = { read: Reader; default?: unknown; optional?: boolean };

/** A key that is filled in where it is absent; the default is read like any other value. */
export function filled(read: Reader, value: unknown): Entry {
  return { read, default: value };
}

/** A key that may be absent. */
export function optional(read: Reader): Entry {
  return { read, optional: true };
}

/** Reports what was expected in place of a value. */
export function refuse(findings: Findings, path: Path, expected: string, value: unknown): undefined {
  report(findings, path, `${expected}, got ${valueInWords(value)}`);
  return undefined;
}

/** A finite number in a range. */
export function number(range: Range, whole = false): Reader {
  const { min = -Infinity, max = Infinity, above = -Infinity, why } = range;
  const kind = whole ? 'a whole number' : 'a number';
  const expected = `expected ${kind}${rangeInWords(range)}${why === undefined ? '' : ` (${why})`}`;
  return (value, path, findings) => {
    const fits =
      typeof value === 'number' &&
      Number.isFinite(value) &&
      (!whole || Number.isSafeInteger(value)) &&
      value >= min &&
      value <= max &&
      value > above;
    // −0 becomes 0, as in a scenario.
    return fits ? value + 0 : refuse(findings, path, expected, value);
  };
}

/** A whole number in a range. */
export function wholeNumber(range: Range): Reader {
  return number(range, true);
}

/** A text of this many characters. */
export function text(min: number, max: number): Reader {
  const expected = `expected text of ${lengthInWords(min, max)} characters`;
  return (value, path, findings) =>
    typeof value === 'string' && value.length >= min && value.length <= max
      ? value
      : refuse(findings, path, expected, value);
}

/** True or false. */
export const flag: Reader = (value, path, findings) =>
  typeof value === 'boolean' ? value : refuse(findings, path, 'expected true or false', value);

/** One of a few words or numbers; the words may change until a value is read. */
export function oneOf(words: () => readonly (string | number | boolean)[]): Reader {
  return (value, path, findings) => {
    if (words().includes(value as string)) return value;
    const expected = inWords(words().map((word) => JSON.stringify(word)));
    return refuse(findings, path, `expected ${expected}`, value);
  };
}

/** Numbers of one range, `least` to `most` of them. */
export function numbers(range: Range, least: number, most: number, expected: string): Reader {
  const read = number(range);
  return (value, path, findings) => {
    if (!Array.isArray(value) || value.length > most) return refuse(findings, path, expected, value);
    const length = Math.max(value.length, least);
    return Array.from({ length }, (_, k) => read(value[k], [...path, k], findings));
  };
}

/** A vector of two numbers, or of three in a world of three dimensions. */
export function vector(range: Range, names: string, namesInSpace: string): Reader {
  const expected = `expected two numbers, ${names}, or in a world of dimension 3 three, ${namesInSpace}`;
  return numbers(range, 2, 3, expected);
}

/** A list of `min` to `max` items. */
export function list(read: Reader, min: number, max: number): Reader {
  const expected = `expected a list of ${lengthInWords(min, max)} items`;
  return (value, path, findings) => {
    if (!Array.isArray(value) || value.length < min || value.length > max)
      return refuse(findings, path, expected, value);
    return value.map((item, k) => read(item, [...path, k], findings));
  };
}

/** An object with these keys and no others. `others` has keys of objects of another kind, for the message. */
export function record(entries: Readonly<Record<string, Entry | Reader>>, others = ''): Reader {
  const keys = Object.keys(entries);
  return (value, path, findings) => {
    if (!isObject(value)) return refuse(findings, path, objectWith(keys), value);
    const result: Record<string, unknown> = {};
    for (const key of keys) {
      const entry = entries[key];
      const { read, ...presence } = typeof entry === 'function' ? { read: entry } : entry;
      const given = Object.hasOwn(value, key) ? value[key] : undefined;
      if (given === undefined && presence.optional) continue;
      result[key] = read(given === undefined ? presence.default : given, [...path, key], findings);
    }
    for (const key of Object.keys(value)) {
      if (Object.hasOwn(entries, key) || value[key] === undefined) continue;
      report(findings, [...path, key], unknownKey(key, keys.join(', ') + others));
    }
    return result;
  };
}

/** One of several records; the value of one key says which. */
export function variants(key: string, readers: () => Readonly<Record<string, Reader>>): Reader {
  return (value, path, findings) => {
    if (!isObject(value)) return refuse(findings, path, 'expected an object', value);
    const kinds = readers();
    const kind = value[key];
    if (typeof kind === 'string' && Object.hasOwn(kinds, kind)) return kinds[kind](value, path, findings);
    const expected = inWords(Object.keys(kinds).map((one) => `"${one}"`));
    return refuse(findings, [...path, key], `expected ${expected}`, kind);
  };
}

/** Whether a value is an object with keys: neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
