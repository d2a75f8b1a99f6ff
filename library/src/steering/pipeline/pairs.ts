import type { NearLists } from '../../crowd/index.ts';
import type { Frame } from './frame.ts';

/**
 * The agents that are due, each with a list of others, and the results for these pairs: the n-th agent has the row
 * rows[n] and the others entries[starts[n]] … entries[ends[n] − 1].
 */
export type Pairs = {
  /** Position, heading, velocity, radius and id of each row, side by side, so that a pair reads one piece of memory. */
  bodies: Float64Array;
  rows: Int32Array;
  starts: Int32Array;
  ends: Int32Array;
  /** The lists themselves, not a copy. */
  entries: Int32Array;
  /** Results: eight numbers and four marks for each agent; meetOthers and feelOthers say what they mean. */
  numbers: Float64Array;
  marks: Int32Array;
  /** Scratch: the candidates of a list; of all lists, one after another, with their ends. */
  found: Int32Array;
  foundEnds: Int32Array;
};

/** Values of a body, numbers and marks of an answer. */
export const Width = { body: 8, numbers: 8, marks: 4 } as const;

/** In a loop the engine looks up an import again in every iteration, but it knows the constants of the module. */
const { body: BODY, marks: MARKS, numbers: NUMBERS } = Width;

/** Room for this many agents. */
export function createPairs(capacity: number): Pairs {
  return {
    bodies: new Float64Array(BODY * capacity),
    rows: new Int32Array(capacity),
    starts: new Int32Array(capacity),
    ends: new Int32Array(capacity),
    entries: new Int32Array(0),
    numbers: new Float64Array(NUMBERS * capacity),
    marks: new Int32Array(MARKS * capacity),
    found: new Int32Array(capacity + 1),
    foundEnds: new Int32Array(capacity),
  };
}

/** Stores the position and motion of all agents. */
export function storeBodies(pairs: Pairs, frame: Frame): void {
  const { count, headingX, headingY, ids, radius, velocityX, velocityY, x, y } = frame;
  if (pairs.rows.length < count) Object.assign(pairs, createPairs(frame.capacity));
  const { bodies } = pairs;
  for (let row = 0, at = 0; row < count; row++, at += BODY) {
    bodies[at] = x[row];
    bodies[at + 1] = y[row];
    bodies[at + 2] = headingX[row];
    bodies[at + 3] = headingY[row];
    bodies[at + 4] = velocityX[row];
    bodies[at + 5] = velocityY[row];
    bodies[at + 6] = radius[row];
    bodies[at + 7] = ids[row];
  }
}

/** Collects the agents that are due, with their lists. Returns the number of agents. */
export function collectPairs(
  pairs: Pairs,
  { count, due }: Frame,
  dueToo: Uint8Array,
  { counts, items, length, starts }: NearLists,
): number {
  pairs.entries = items;
  // A candidate is written before it is known to be one.
  if (pairs.found.length <= length) pairs.found = new Int32Array(2 * length + 1);
  const { ends, rows, starts: begins } = pairs;
  let runs = 0;
  for (let row = 0; row < count; row++) {
    rows[runs] = row;
    begins[runs] = starts[row];
    ends[runs] = starts[row] + counts[row];
    runs += due[row] & dueToo[row];
  }
  return runs;
}
