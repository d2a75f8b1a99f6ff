import { Feel, Whisker } from './columns.ts';
import { type Pairs, Width } from './pairs.ts';
import type { PipelineParameters } from './parameters.ts';
import { kindOfMeeting } from './prediction.ts';

/** As in pairs.ts: constants of the module, for the loops. */
const { nothing, wall } = Feel;
const { left: onLeft, right: onRight } = Whisker;
const { body: BODY, marks: MARKS, numbers: NUMBERS } = Width;
/** Above all ids. */
const NOBODY = Number.POSITIVE_INFINITY;
/** The last of the numbers of an agent. */
const UNREAD = NUMBERS - 1;

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
 * its centre across its heading, the ids (of two equally near, the smaller; none: infinity), the nearest of these ids (−1:
 * none), what each feels (a Feel), and what the whiskers touch.
 */
export function feelOthers(pairs: Pairs, runs: number, parameters: PipelineParameters): void {
  findReachable(pairs, runs, parameters);
  touchOthers(pairs, runs, parameters);
}

/** Finds the agents in the rectangle that feelers and whiskers can reach. */
function findReachable(pairs: Pairs, runs: number, parameters: PipelineParameters): void {
  const { bodies, ends, entries, found, foundEnds, rows, starts } = pairs;
  const { whisker } = parameters;
  const longest = reachAhead(parameters);
  let end = 0;
  for (let run = 0; run < runs; run++) {
    const own = BODY * rows[run];
    const last = ends[run];
    const atX = bodies[own];
    const atY = bodies[own + 1];
    const aheadX = bodies[own + 2];
    const aheadY = bodies[own + 3];
    const beside = bodies[own + 6] + whisker;
    const furthest = bodies[own + 6] + longest;
    for (let entry = starts[run]; entry < last; entry++) {
      const other = entries[entry];
      const at = BODY * other;
      const px = bodies[at] - atX;
      const py = bodies[at + 1] - atY;
      const body = bodies[at + 6];
      const ahead = px * aheadX + py * aheadY;
      const left = aheadX * py - aheadY * px;
      // Comparisons used as numbers leave no branch to mispredict.
      found[end] = other;
      end +=
        Number(ahead >= -body) & Number(ahead <= furthest + body) & Number(Math.abs(left) <= beside + body);
    }
    foundEnds[run] = end;
  }
}

/** What feelers and whiskers touch of the agents found. No branch depends on a pair. */
function touchOthers(pairs: Pairs, runs: number, parameters: PipelineParameters): void {
  const { bodies, found, foundEnds, marks, numbers, rows } = pairs;
  const { feeler: middle, oncomingCosine, sideFeeler, similarCosine, whisker } = parameters;
  let entry = 0;
  for (let run = 0, number = 0, mark = 0; run < runs; run++, number += NUMBERS, mark += MARKS) {
    const own = BODY * rows[run];
    const atX = bodies[own];
    const atY = bodies[own + 1];
    const aheadX = bodies[own + 2];
    const aheadY = bodies[own + 3];
    const ownBody = bodies[own + 6];
    const beside = ownBody + whisker;
    numbers[number] = ownBody + sideFeeler;
    numbers[number + 1] = ownBody + middle;
    numbers[number + 2] = ownBody + sideFeeler;
    numbers[number + 3] = NOBODY;
    numbers[number + 4] = NOBODY;
    numbers[number + 5] = NOBODY;
    marks[mark] = nothing;
    marks[mark + 1] = nothing;
    marks[mark + 2] = nothing;
    let whiskers = 0;
    const last = foundEnds[run];
    for (; entry < last; entry++) {
      const at = BODY * found[entry];
      const px = bodies[at] - atX;
      const py = bodies[at + 1] - atY;
      const body = bodies[at + 6];
      const id = bodies[at + 7];
      const ahead = px * aheadX + py * aheadY;
      const left = aheadX * py - aheadY * px;
      const cosine = aheadX * bodies[at + 2] + aheadY * bodies[at + 3];
      const kind = kindOfMeeting(cosine, oncomingCosine, similarCosine);
      // NaN if the disc is not beside the agent: no comparison holds then.
      const half = Math.sqrt(body * body - ahead * ahead);
      const isLeft = Number(left > 0) & Number(left - half <= beside);
      const isRight = Number(left < 0) & Number(-left - half <= beside);
      whiskers |= isLeft * onLeft + isRight * onRight;
      const isAhead = Number(ahead > 0);
      for (let feeler = 0; feeler < 3; feeler++) {
        const aside = left - offsetOf(feeler, ownBody);
        const gap = ahead - Math.sqrt(body * body - aside * aside);
        // The gap, or 0 if it is negative; Math.max would branch.
        const distance = 0.5 * (gap + Math.abs(gap));
        const near = numbers[number + feeler];
        const isPreferred = Number(distance <= near) & Number(id <= numbers[number + 3 + feeler]);
        const isTouched = isAhead & Number(Math.abs(aside) <= body) & (Number(distance < near) | isPreferred);
        // What is not touched goes to a place that nothing reads.
        numbers[number + UNREAD - isTouched * (UNREAD - feeler)] = distance;
        numbers[number + UNREAD - isTouched * (UNREAD - 3 - feeler)] = id;
        marks[mark + 3 - isTouched * (3 - feeler)] = kind;
      }
    }
    marks[mark + 3] = whiskers;
    storeNearest(pairs, run);
  }
}

/** How far to the left of the centre a feeler is; 0: left, 1: centre, 2: right. */
export function offsetOf(feeler: number, ownBody: number): number {
  return ownBody * (1 - feeler);
}

/**
 * Stores the id of the nearest agent that a feeler touches, −1 if there is none; of two equally near, the smaller. No branch
 * depends on a row.
 */
export function storeNearest({ marks, numbers }: Pairs, run: number): void {
  const number = NUMBERS * run;
  const mark = MARKS * run;
  let nearest = 0;
  let isAny = Number(marks[mark] > wall);
  for (let feeler = 1; feeler < 3; feeler++) {
    const isAgent = Number(marks[mark + feeler] > wall);
    const distance = numbers[number + feeler];
    const least = numbers[number + nearest];
    const isPreferred =
      Number(distance <= least) & Number(numbers[number + 3 + feeler] < numbers[number + 3 + nearest]);
    const isNearest = isAgent & (Number(isAny === 0) | Number(distance < least) | isPreferred);
    nearest += isNearest * (feeler - nearest);
    isAny |= isAgent;
  }
  numbers[number + 6] = -1;
  numbers[number + UNREAD - isAny * (UNREAD - 6)] = numbers[number + 3 + nearest];
}
