import { Feel, Whisker } from './columns.ts';
import { noteNearest, reachAhead } from './feelers.ts';
import type { Frame } from './frame.ts';
import { MARKS, NUMBERS, type Pairs } from './pairs.ts';
import type { PipelineParameters } from './parameters.ts';

/** Adds walls to what feelOthers has answered. Of two things as near, a wall counts. */
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
    // Of the circle round the rectangle that feelers and whiskers can reach. Most walls are farther than that.
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
    noteNearest(pairs, run);
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
    if (body > 0) feelDisc(pairs, run, ownBody, ahead, left, body, beside);
    else feelSegment(pairs, run, ownBody, ahead, left, toAhead, toLeft, beside);
  }
}

/** Where a feeler runs, to the left of the centre; 0: left, 1: centre, 2: right. */
function offsetOf(feeler: number, ownBody: number): number {
  return ownBody * (1 - feeler);
}

function feelDisc(
  pairs: Pairs,
  run: number,
  ownBody: number,
  ahead: number,
  left: number,
  body: number,
  beside: number,
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
    touchWall(pairs, run, feeler, gap > 0 ? gap : 0);
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
    if (distance >= 0) touchWall(pairs, run, feeler, distance);
  }
}

function touchBeside({ marks }: Pairs, run: number, whisker: number): void {
  marks[MARKS * run + 3] |= whisker;
}

function touchWall({ marks, numbers }: Pairs, run: number, feeler: number, distance: number): void {
  if (distance > numbers[NUMBERS * run + feeler]) return;
  numbers[NUMBERS * run + feeler] = distance;
  numbers[NUMBERS * run + 3 + feeler] = -1;
  marks[MARKS * run + feeler] = Feel.wall;
}
