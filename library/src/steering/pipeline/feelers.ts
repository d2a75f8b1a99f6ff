import { Feel, Whisker } from './columns.ts';
import { BODY, MARKS, NUMBERS, type Pairs } from './pairs.ts';
import type { PipelineParameters } from './parameters.ts';
import { kindOfMeeting } from './prediction.ts';

/** How far ahead feelers reach, beyond the radius. */
export function reachAhead({ feeler, sideFeeler }: PipelineParameters): number {
  return feeler > sideFeeler ? feeler : sideFeeler;
}

/**
 * Answers for each agent what its feelers touch of others, left, centre and right: the distances from the line through its
 * centre across its heading, the ids of whom is felt (−1: nobody; of two as near, the smaller) and that of the nearest of
 * these; what each feels (a Feel), and what the whiskers touch. The same as `feel` in library/kernel/pairs.as.ts.
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
    // Who is in the rectangle that feelers and whiskers can reach.
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

/** What the feelers of an agent touch of the first `end` of those found: the three written out, in local variables. */
function touchOthers(pairs: Pairs, run: number, end: number, parameters: PipelineParameters): void {
  const { bodies, found, marks, numbers, rows } = pairs;
  const own = BODY * rows[run];
  const atX = bodies[own];
  const atY = bodies[own + 1];
  const aheadX = bodies[own + 2];
  const aheadY = bodies[own + 3];
  const ownBody = bodies[own + 6];
  const beside = ownBody + parameters.whisker;
  let whiskers = 0;
  let feelLeft = 0;
  let feelCentre = 0;
  let feelRight = 0;
  let nearLeft = ownBody + parameters.sideFeeler;
  let nearCentre = ownBody + parameters.feeler;
  let nearRight = nearLeft;
  let idLeft = -1;
  let idCentre = -1;
  let idRight = -1;
  for (let entry = 0; entry < end; entry++) {
    const at = BODY * found[entry];
    const px = bodies[at] - atX;
    const py = bodies[at + 1] - atY;
    const body = bodies[at + 6];
    const ahead = px * aheadX + py * aheadY;
    const left = aheadX * py - aheadY * px;
    if (ahead <= body) {
      const half = Math.sqrt(body * body - ahead * ahead);
      if (left > 0 && left - half <= beside) whiskers |= Whisker.left;
      else if (left < 0 && -left - half <= beside) whiskers |= Whisker.right;
      if (ahead <= 0) continue;
    }
    const id = bodies[at + 7];
    const cosine = aheadX * bodies[at + 2] + aheadY * bodies[at + 3];
    const kind = kindOfMeeting(cosine, parameters);
    const offLeft = left - ownBody;
    if (offLeft <= body && offLeft >= -body) {
      const gap = ahead - Math.sqrt(body * body - offLeft * offLeft);
      const distance = gap > 0 ? gap : 0;
      if (distance < nearLeft || (distance === nearLeft && (feelLeft === 0 || id <= idLeft))) {
        nearLeft = distance;
        idLeft = id;
        feelLeft = kind;
      }
    }
    if (left <= body && left >= -body) {
      const gap = ahead - Math.sqrt(body * body - left * left);
      const distance = gap > 0 ? gap : 0;
      if (distance < nearCentre || (distance === nearCentre && (feelCentre === 0 || id <= idCentre))) {
        nearCentre = distance;
        idCentre = id;
        feelCentre = kind;
      }
    }
    const offRight = left + ownBody;
    if (offRight <= body && offRight >= -body) {
      const gap = ahead - Math.sqrt(body * body - offRight * offRight);
      const distance = gap > 0 ? gap : 0;
      if (distance < nearRight || (distance === nearRight && (feelRight === 0 || id <= idRight))) {
        nearRight = distance;
        idRight = id;
        feelRight = kind;
      }
    }
  }
  numbers[NUMBERS * run] = nearLeft;
  numbers[NUMBERS * run + 1] = nearCentre;
  numbers[NUMBERS * run + 2] = nearRight;
  numbers[NUMBERS * run + 3] = idLeft;
  numbers[NUMBERS * run + 4] = idCentre;
  numbers[NUMBERS * run + 5] = idRight;
  marks[MARKS * run] = feelLeft;
  marks[MARKS * run + 1] = feelCentre;
  marks[MARKS * run + 2] = feelRight;
  marks[MARKS * run + 3] = whiskers;
  noteNearest(pairs, run);
}

/** Notes the id of the nearest agent that a feeler touches; of two as near, the smaller. */
export function noteNearest({ marks, numbers }: Pairs, run: number): void {
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
