import type * as z from 'zod';
import { type Findings, type Path, report, shorten } from './error.ts';

/** Turns what the schema found about `value`, which stands at `base` in the scenario, into problems. */
export function reportIssues(
  findings: Findings,
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  base: Path,
): void {
  const seen = new Set<string>();
  for (const issue of issues) {
    const path = issue.path as (string | number)[];
    const found = valueAt(value, path);
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        report(findings, [...base, ...path, key], unknownKey(key, issue.message));
      }
      continue;
    }
    const branch = issue.code === 'invalid_union' ? intendedBranch(issue.errors, found) : undefined;
    if (branch) {
      reportIssues(findings, branch, found, [...base, ...path]);
      continue;
    }
    // A number can be both fractional and too large: one message says both.
    const identity = `${path.join('/')}: ${issue.message}`;
    if (seen.has(identity)) continue;
    seen.add(identity);
    report(findings, [...base, ...path], `${issue.message}, got ${inWords(found)}`);
  }
}

/** The alternative that the writer meant: the one whose own key is there, or whose type is right. */
function intendedBranch(
  branches: readonly (readonly z.core.$ZodIssue[])[],
  value: unknown,
): readonly z.core.$ZodIssue[] | undefined {
  return branches.find((issues) =>
    issues.every((issue) => {
      if (issue.path.length === 0) return issue.code !== 'invalid_type';
      return valueAt(value, issue.path.slice(0, 1)) !== undefined;
    }),
  );
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<PropertyKey, unknown>)[key];
  }
  return found;
}

/** A value as a message shows it. */
function inWords(value: unknown): string {
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

/** `keys`: 'radius, speed' or 'radius, speed; what has others: drag, method; …', as fields.ts writes it. */
function unknownKey(key: string, keys: string): string {
  const [own, ...kinds] = keys.split('; ');
  const known = own.split(', ');
  for (const kind of kinds) {
    const [what, others] = kind.split(': ');
    if (others.split(', ').includes(key)) return `a key of ${what}, expected one of ${own}`;
  }
  // Two letters of a short word are too many to guess from.
  const most = key.length < 4 ? 1 : 2;
  const distance = (candidate: string) => differences(key.toLowerCase(), candidate.toLowerCase());
  const nearest = (candidates: readonly string[]) => candidates.find((one) => distance(one) <= most);
  const near = nearest(known);
  if (near !== undefined) return `unknown key, did you mean "${near}"?`;
  for (const kind of kinds) {
    const [what, others] = kind.split(': ');
    const other = nearest(others.split(', '));
    if (other !== undefined) return `unknown key, did you mean "${other}" of ${what}?`;
  }
  return `unknown key, expected ${known.length === 1 ? known[0] : `one of ${known.join(', ')}`}`;
}

/** Letters to insert, delete, replace or swap with the next to turn one word into the other. */
function differences(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
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
