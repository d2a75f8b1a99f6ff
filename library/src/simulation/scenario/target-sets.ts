import type { Scenario } from './schema.ts';

/**
 * Finds the row of a list of target names in `targetSets`, whose lists hold target numbers in ascending order; adds a list
 * that is new. Order and repetition of names do not count.
 */
export function createTargetSetFinder(
  { targets }: Pick<Scenario, 'targets'>,
  targetSets: Int32Array[],
): (names: readonly string[]) => number {
  const numbers = new Map(targets.map(({ name }, k) => [name, k]));
  const rows = new Map(targetSets.map((set, row) => [set.join(), row]));
  // Members of a group share one list object.
  const known = new Map<readonly string[], number>();
  return (names) => {
    let row = known.get(names);
    if (row !== undefined) return row;
    const set = Int32Array.from(new Set(names.map((name) => numbers.get(name) ?? -1))).sort();
    const key = set.join();
    row = rows.get(key);
    if (row === undefined) {
      row = targetSets.push(set) - 1;
      rows.set(key, row);
    }
    known.set(names, row);
    return row;
  };
}
