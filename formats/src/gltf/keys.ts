/** Keys of an animation: a time and a row of numbers each. */
export type Keys = { times: number[]; rows: number[][] };

/** Frames between two keys at most; it bounds the work of a search. */
const LONGEST = 64;

/**
 * Leaves out the rows that a straight line between the kept ones gives to within the tolerance: agents walk straight on
 * most of the time. `largest` bounds the change between two keys, as rotations need it.
 */
export function reduceKeys(
  { times, rows }: Keys,
  tolerance: number,
  largest = Number.POSITIVE_INFINITY,
): Keys {
  const kept = [0];
  for (let start = 0; start < rows.length - 1; ) {
    let end = start + 1;
    while (end + 1 < rows.length && end + 1 - start <= LONGEST && isStraight(start, end + 1)) end++;
    kept.push(end);
    start = end;
  }
  // An agent that stands needs one key.
  if (kept.length === 2 && distance(rows[0], rows[kept[1]]) === 0) kept.pop();
  return { times: kept.map((k) => times[k]), rows: kept.map((k) => rows[k]) };

  function isStraight(start: number, end: number): boolean {
    if (distance(rows[start], rows[end]) > largest) return false;
    for (let k = start + 1; k < end; k++) {
      const share = (times[k] - times[start]) / (times[end] - times[start]);
      const line = rows[start].map((value, column) => value + share * (rows[end][column] - value));
      if (distance(rows[k], line) > tolerance) return false;
    }
    return true;
  }
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, column) => value - b[column]));
}

/** Angles without jumps: each is less than half a turn from the one before. */
export function unwrapAngles(angles: readonly number[]): number[] {
  const turn = 2 * Math.PI;
  let before = angles[0] ?? 0;
  return angles.map((angle) => {
    before = angle - turn * Math.round((angle - before) / turn);
    return before;
  });
}
