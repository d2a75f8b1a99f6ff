import { Feel, Whisker } from './columns.ts';
import { offsetOf, reachAhead, storeNearest } from './feelers.ts';
import type { Frame } from './frame.ts';
import { type Pairs, Width } from './pairs.ts';
import type { PipelineParameters } from './parameters.ts';

/** The id of walls. */
const WALL = -1;

/** Adds walls to the result of feelOthers. Of two things equally near, a wall counts. */
export function feelWalls(frame: Frame, parameters: PipelineParameters, pairs: Pairs, runs: number): void {
  const { counts, items, starts } = frame.walls;
  const { startX, startY, endX, endY, radius } = frame.obstacles;
  const { radius: bodies, x, y } = frame;
  const { rows } = pairs;
  const longest = reachAhead(parameters);
  for (let run = 0; run < runs; run++) {
    const row = rows[run];
    if (counts[row] === 0) continue;
    const atX = x[row];
    const atY = y[row];
    const beside = bodies[row] + parameters.whisker;
    const ahead = bodies[row] + longest;
    // The radius of a circle round the rectangle that feelers and whiskers can reach. Most walls are outside it.
    const around = ahead > beside ? 1.5 * ahead : 1.5 * beside;
    const last = starts[row] + counts[row];
    let isNear = false;
    for (let entry = starts[row]; entry < last && !isNear; entry++) {
      const element = items[entry];
      const reach = around + radius[element];
      const fromX = startX[element] - atX;
      const toX = endX[element] - atX;
      const fromY = startY[element] - atY;
      const toY = endY[element] - atY;
      isNear = !(
        (fromX > reach && toX > reach) ||
        (fromX < -reach && toX < -reach) ||
        (fromY > reach && toY > reach) ||
        (fromY < -reach && toY < -reach)
      );
    }
    if (!isNear) continue;
    feelWallsOf(frame, parameters, pairs, run);
    storeNearest(pairs, run);
  }
}

function feelWallsOf(frame: Frame, parameters: PipelineParameters, pairs: Pairs, run: number): void {
  const row = pairs.rows[run];
  const { counts, items, starts } = frame.walls;
  const { startX, startY, endX, endY, radius } = frame.obstacles;
  const atX = frame.x[row];
  const atY = frame.y[row];
  const aheadX = frame.headingX[row];
  const aheadY = frame.headingY[row];
  const ownBody = frame.radius[row];
  const beside = ownBody + parameters.whisker;
  const furthest = ownBody + reachAhead(parameters);
  const last = starts[row] + counts[row];
  for (let entry = starts[row]; entry < last; entry++) {
    const element = items[entry];
    const body = radius[element];
    const fromX = startX[element] - atX;
    const fromY = startY[element] - atY;
    const toX = endX[element] - atX;
    const toY = endY[element] - atY;
    const ahead = fromX * aheadX + fromY * aheadY;
    const toAhead = toX * aheadX + toY * aheadY;
    if (ahead < -body && toAhead < -body) continue;
    if (ahead > furthest + body && toAhead > furthest + body) continue;
    const left = aheadX * fromY - aheadY * fromX;
    const toLeft = aheadX * toY - aheadY * toX;
    if (left > beside + body && toLeft > beside + body) continue;
    if (left < -beside - body && toLeft < -beside - body) continue;
    if (body > 0) feelDisc(pairs, run, ownBody, beside, ahead, left, body);
    else feelSegment(pairs, run, ownBody, ahead, left, toAhead, toLeft, beside);
  }
}

function feelSegment(
  pairs: Pairs,
  run: number,
  ownBody: number,
  ahead: number,
  left: number,
  toAhead: number,
  toLeft: number,
  beside: number,
): void {
  if (ahead > 0 !== toAhead > 0) {
    const side = left + (ahead / (ahead - toAhead)) * (toLeft - left);
    if (side > 0 && side <= beside) touchBeside(pairs, run, Whisker.left);
    else if (side < 0 && -side <= beside) touchBeside(pairs, run, Whisker.right);
  }
  for (let feeler = 0; feeler < 3; feeler++) {
    const offset = offsetOf(feeler, ownBody);
    if (left > offset === toLeft > offset) continue;
    const distance = ahead + ((offset - left) / (toLeft - left)) * (toAhead - ahead);
    if (distance >= 0) touch(pairs, run, feeler, distance);
  }
}

function feelDisc(
  pairs: Pairs,
  run: number,
  ownBody: number,
  beside: number,
  ahead: number,
  left: number,
  body: number,
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
    touch(pairs, run, feeler, gap > 0 ? gap : 0);
  }
}

function touchBeside({ marks }: Pairs, run: number, whisker: number): void {
  marks[Width.marks * run + 3] |= whisker;
}

/** Records that a feeler touches a wall at a distance, if nothing is nearer. */
function touch({ marks, numbers }: Pairs, run: number, feeler: number, distance: number): void {
  const number = Width.numbers * run + feeler;
  if (!(distance <= numbers[number])) return;
  numbers[number] = distance;
  numbers[number + 3] = WALL;
  marks[Width.marks * run + feeler] = Feel.wall;
}
