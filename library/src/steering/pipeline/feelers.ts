import { Feel, Whisker } from './columns.ts';
import { BODY, MARKS, NUMBERS, type Pairs } from './pairs.ts';
import type { PipelineParameters } from './parameters.ts';
import { kindOfMeeting } from './prediction.ts';

/** The reach of the feelers ahead, beyond the radius. */
export function reachAhead({ feeler, sideFeeler }: PipelineParameters): number {
  return feeler > sideFeeler ? feeler : sideFeeler;
}

/** The largest distance between centres at which one body feels another, if no body is larger than the radius. */
export function reachOfFeelers(parameters: PipelineParameters, radius: number): number {
  const { feeler, sideFeeler, whisker } = parameters;
  // The side feelers begin at the flanks, so their ends are farther away than they are long.
  const corner = Math.sqrt((radius + sideFeeler) * (radius + sideFeeler) + radius * radius);
  return radius + Math.max(radius + feeler, radius + whisker, corner);
}

/**
 * Computes for each agent what its left, centre and right feelers touch of other agents: the distances from the line through
 * its centre across its heading, the ids (−1: none; of two equally near, the smaller), the nearest of these ids, what each
 * feels (a Feel), and what the whiskers touch.
 */
export function feelOthers(pairs: Pairs, runs: number, parameters: PipelineParameters): void {
  const { bodies, ends, entries, found, rows, starts } = pairs;
  const longest = reachAhead(parameters);
  for (let run = 0; run < runs; run++) {
    const own = BODY * rows[run];
    const last = ends[run];
    const atX = bodies[own];
    const atY = bodies[own + 1];
    const aheadX = bodies[own + 2];
    const aheadY = bodies[own + 3];
    const beside = bodies[own + 6] + parameters.whisker;
    const furthest = bodies[own + 6] + longest;
    // Candidates: agents in the rectangle that feelers and whiskers can reach.
    let end = 0;
    for (let entry = starts[run]; entry < last; entry++) {
      const other = entries[entry];
      const at = BODY * other;
      const px = bodies[at] - atX;
      const py = bodies[at + 1] - atY;
      const body = bodies[at + 6];
      const ahead = px * aheadX + py * aheadY;
      const left = aheadX * py - aheadY * px;
      // Comparisons used as numbers leave no branch to mispredict.
      const isAhead = (ahead >= -body) as unknown as number;
      const isNear = (ahead <= furthest + body) as unknown as number;
      const isLeft = (left <= beside + body) as unknown as number;
      const isRight = (left >= -beside - body) as unknown as number;
      found[end] = other;
      end += isAhead & isNear & isLeft & isRight;
    }
    touchOthers(pairs, run, end, parameters);
  }
}

/** What the feelers and whiskers of an agent touch of the first `end` candidates. */
function touchOthers(pairs: Pairs, run: number, end: number, parameters: PipelineParameters): void {
  const { bodies, found, marks, numbers, rows } = pairs;
  const own = BODY * rows[run];
  const atX = bodies[own];
  const atY = bodies[own + 1];
  const aheadX = bodies[own + 2];
  const aheadY = bodies[own + 3];
  const ownBody = bodies[own + 6];
  const beside = ownBody + parameters.whisker;
  const number = NUMBERS * run;
  numbers[number] = ownBody + parameters.sideFeeler;
  numbers[number + 1] = ownBody + parameters.feeler;
  numbers[number + 2] = numbers[number];
  numbers[number + 3] = -1;
  numbers[number + 4] = -1;
  numbers[number + 5] = -1;
  numbers[number + 6] = -1;
  marks[MARKS * run] = 0;
  marks[MARKS * run + 1] = 0;
  marks[MARKS * run + 2] = 0;
  marks[MARKS * run + 3] = 0;
  if (end === 0) return;
  for (let entry = 0; entry < end; entry++) {
    const at = BODY * found[entry];
    const px = bodies[at] - atX;
    const py = bodies[at + 1] - atY;
    const ahead = px * aheadX + py * aheadY;
    const left = aheadX * py - aheadY * px;
    const cosine = aheadX * bodies[at + 2] + aheadY * bodies[at + 3];
    const kind = kindOfMeeting(cosine, parameters);
    feelDisc(pairs, run, ownBody, beside, ahead, left, bodies[at + 6], kind, bodies[at + 7]);
  }
  storeNearest(pairs, run);
}

/** How far to the left of the centre a feeler is; 0: left, 1: centre, 2: right. */
export function offsetOf(feeler: number, ownBody: number): number {
  return ownBody * (1 - feeler);
}

/** Adds a disc, given by its distances ahead and to the left, to what an agent's feelers and whiskers touch. */
export function feelDisc(
  pairs: Pairs,
  run: number,
  ownBody: number,
  beside: number,
  ahead: number,
  left: number,
  body: number,
  kind: number,
  id: number,
): void {
  if (ahead <= body && ahead >= -body) {
    const half = Math.sqrt(body * body - ahead * ahead);
    if (left > 0 && left - half <= beside) touchBeside(pairs, run, Whisker.left);
    else if (left < 0 && -left - half <= beside) touchBeside(pairs, run, Whisker.right);
  }
  if (ahead <= 0) return;
  for (let feeler = 0; feeler < 3; feeler++) {
    const aside = left - offsetOf(feeler, ownBody);
    if (aside > body || aside < -body) continue;
    const gap = ahead - Math.sqrt(body * body - aside * aside);
    touch(pairs, run, feeler, gap > 0 ? gap : 0, kind, id);
  }
}

export function touchBeside({ marks }: Pairs, run: number, whisker: number): void {
  marks[MARKS * run + 3] |= whisker;
}

/**
 * Records that a feeler touches something at a distance, if nothing is nearer. Of two equally near, the smaller id counts; a
 * wall has the id −1.
 */
export function touch(
  { marks, numbers }: Pairs,
  run: number,
  feeler: number,
  distance: number,
  kind: number,
  id: number,
): void {
  const number = NUMBERS * run + feeler;
  const mark = MARKS * run + feeler;
  const near = numbers[number];
  const isPreferred = marks[mark] === Feel.nothing || id <= numbers[number + 3];
  if (!(distance < near || (distance === near && isPreferred))) return;
  numbers[number] = distance;
  numbers[number + 3] = id;
  marks[mark] = kind;
}

/** Stores the id of the nearest agent that a feeler touches; of two equally near, the smaller. */
export function storeNearest({ marks, numbers }: Pairs, run: number): void {
  let nearest = -1;
  let distance = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    if (marks[MARKS * run + k] <= Feel.wall) continue;
    const near = numbers[NUMBERS * run + k];
    const id = numbers[NUMBERS * run + 3 + k];
    if (near < distance || (near === distance && id < nearest)) {
      distance = near;
      nearest = id;
    }
  }
  numbers[NUMBERS * run + 6] = nearest;
}
