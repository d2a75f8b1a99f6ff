import type * as z from 'zod/mini';
import { type Findings, type Path, report } from './error.ts';
import { unknownKey, valueInWords } from './words.ts';

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
    report(findings, [...base, ...path], `${issue.message}, got ${valueInWords(found)}`);
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
