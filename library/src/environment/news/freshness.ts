/** How fresh what one agent knows of each subject is: an open hash table, emptied for each listener. */
export type Freshness = {
  subject: Float64Array;
  seen: Float64Array;
  /** The round in which a place was filled; older ones are empty. */
  round: Int32Array;
  present: number;
};

export function createFreshness(): Freshness {
  return {
    subject: new Float64Array(256),
    seen: new Float64Array(256),
    round: new Int32Array(256),
    present: 0,
  };
}

/** Empties the table and makes room for `count` subjects at a quarter full. */
export function beginFreshness(freshness: Freshness, count: number): void {
  let size = freshness.round.length;
  while (size < 4 * count) size *= 2;
  if (size > freshness.round.length || freshness.present === 0x7fffffff) {
    freshness.subject = new Float64Array(size);
    freshness.seen = new Float64Array(size);
    freshness.round = new Int32Array(size);
    freshness.present = 0;
  }
  freshness.present++;
}

/** Stores when a subject was seen, if it is not known from later. */
export function storeFreshness(freshness: Freshness, subject: number, seen: number): void {
  const place = placeOf(freshness, subject);
  if (freshness.round[place] === freshness.present && freshness.seen[place] >= seen) return;
  freshness.round[place] = freshness.present;
  freshness.subject[place] = subject;
  freshness.seen[place] = seen;
}

/** When a subject was seen, as far as the listener knows; −∞ where it knows nothing of it. */
export function freshnessOf(freshness: Freshness, subject: number): number {
  const place = placeOf(freshness, subject);
  return freshness.round[place] === freshness.present ? freshness.seen[place] : Number.NEGATIVE_INFINITY;
}

function placeOf({ present, round, subject: subjects }: Freshness, subject: number): number {
  const mask = round.length - 1;
  const mixed = Math.imul(subject | 0, 0x9e3779b1);
  let place = (mixed ^ (mixed >>> 15)) & mask;
  while (round[place] === present && subjects[place] !== subject) place = (place + 1) & mask;
  return place;
}
