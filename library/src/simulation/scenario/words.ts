import { shorten } from './error.ts';

/** The words of messages about scenarios and settings: the schema and the readers of ../given/ share them. */

/** The numbers that a field allows. */
export type Range = {
  min?: number;
  max?: number;
  above?: number;
  unit?: string;
  /** Why it must be so, for readers who would not guess. */
  why?: string;
};

/** '0.5 m', '1000000': messages write numbers as a user would type them. */
function withUnit(value: number, unit: string | undefined): string {
  return unit === undefined ? String(value) : `${value} ${unit}`;
}

/** ' above 0 and at most 5 m': follows 'a number'. */
export function rangeInWords({ min, max, above, unit }: Range): string {
  const low = above === undefined ? min : above;
  if (low === undefined) return max === undefined ? '' : ` of at most ${withUnit(max, unit)}`;
  if (above !== undefined) {
    return ` above ${max === undefined ? withUnit(above, unit) : `${above} and at most ${withUnit(max, unit)}`}`;
  }
  return max === undefined ? ` of at least ${withUnit(low, unit)}` : ` from ${low} to ${withUnit(max, unit)}`;
}

/** 'at most 20' or '1 to 20'. */
export function lengthInWords(min: number, max: number): string {
  return min === 0 ? `at most ${max}` : `${min} to ${max}`;
}

/** 'a', 'a or b', 'a, b or c'. */
export function inWords(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} or ${words[words.length - 1]}`;
}

/** A value as a message shows it. */
export function valueInWords(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(shorten(value, 40));
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  if (Array.isArray(value)) return `a list of ${value.length} ${value.length === 1 ? 'item' : 'items'}`;
  return typeof value === 'object' ? objectInWords(value) : `a ${typeof value}`;
}

/** An object by its keys, as alternatives are named in messages: {"closeness"}. */
function objectInWords(value: object): string {
  const keys = Object.keys(value);
  const shown = keys.slice(0, 3).map((key) => JSON.stringify(shorten(key, 20)));
  return `{${[...shown, ...(keys.length > 3 ? ['…'] : [])].join(', ')}}`;
}

/** What is expected where an object with these keys belongs; many keys would hide the sentence. */
export function objectWith(keys: readonly string[]): string {
  const named = keys.length > 8 ? '' : ` {${keys.map((key) => `"${key}"`).join(', ')}}`;
  return `expected an object${named}`;
}

/** `keys`: 'radius, speed' or 'radius, speed; what has others: drag, method; …', as fields.ts writes it. */
export function unknownKey(key: string, keys: string): string {
  const [own, ...kinds] = keys.split('; ');
  const known = own.split(', ');
  for (const kind of kinds) {
    const [what, others] = kind.split(': ');
    if (others.split(', ').includes(key)) return `belongs in ${what}, not here; expected one of ${own}`;
  }
  const near = nearestWord(key, known);
  if (near !== undefined) return `unknown key, did you mean "${near}"?`;
  for (const kind of kinds) {
    const [what, others] = kind.split(': ');
    const other = nearestWord(key, others.split(', '));
    if (other !== undefined) return `unknown key, did you mean "${other}" of ${what}?`;
  }
  return `unknown key, expected ${known.length === 1 ? known[0] : `one of ${known.join(', ')}`}`;
}

/** The word that a misspelt one was probably meant to be; undefined if none looks like it. */
export function nearestWord(word: string, candidates: readonly string[]): string | undefined {
  // Two letters of a short word are too many to guess from; a long one may have more.
  let least = word.length < 4 ? 2 : Math.max(3, Math.floor(word.length / 4) + 1);
  let nearest: string | undefined;
  for (const candidate of candidates) {
    if (Math.abs(word.length - candidate.length) >= least) continue;
    const distance = differences(word.toLowerCase(), candidate.toLowerCase());
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

/** Letters to insert, delete, replace or swap with the next to turn one word into the other. */
function differences(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, k) => k);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    before = row;
    row = next;
  }
  return row[b.length];
}
