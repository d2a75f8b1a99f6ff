import { Feel, Touch, Whisker } from './columns.ts';
import type { Frame } from './frame.ts';
import type { PipelineParameters } from './parameters.ts';
import { kindOfMeeting } from './prediction.ts';

/** What the feelers of the agent in hand have found so far; 0: left, 1: centre, 2: right. */
type Feelers = {
  feel: Uint8Array;
  /** Metres from the line through the centre, across the heading. */
  near: Float64Array;
  /** The id of whom is felt; −1: a wall or nothing. Of two as near, a wall counts, then the smaller id. */
  id: Float64Array;
  /** Where each feeler runs, to the left of the centre, and how far. */
  offset: Float64Array;
  reach: Float64Array;
  whiskers: number;
  /** Who is within reach. */
  rows: Int32Array;
};

export function createFeelers(): Feelers {
  return {
    feel: new Uint8Array(3),
    near: new Float64Array(3),
    id: new Float64Array(3),
    offset: new Float64Array(3),
    reach: new Float64Array(3),
    whiskers: 0,
    rows: new Int32Array(16),
  };
}

/** Feels about for the rows that are due to react. docs/models/pipeline.md, "Reaction". Returns for how many it ran. */
export function feelAround(frame: Frame, parameters: PipelineParameters, feelers: Feelers): number {
  const { count, due, dueReaction } = frame;
  const { counts } = frame.walls;
  let runs = 0;
  for (let row = 0; row < count; row++) {
    if (dueReaction[row] === 0 || due[row] === 0) continue;
    runs++;
    const near = findInReach(frame, parameters, feelers, row);
    if (near === 0 && (counts[row] === 0 || !hasWallInReach(frame, parameters, row))) {
      noteNothing(frame, parameters, row);
    } else {
      beginFeelers(feelers, frame.radius[row], parameters);
      feelAgents(frame, parameters, feelers, row, near);
      if (counts[row] > 0) feelWalls(frame, parameters, feelers, row);
      noteFeelings(frame, parameters, feelers, row);
    }
  }
  return runs;
}

/** How far ahead feelers reach from the centre. */
function reachAhead(radius: number, { feeler, sideFeeler }: PipelineParameters): number {
  return radius + (feeler > sideFeeler ? feeler : sideFeeler);
}

/** Finds who is in the rectangle that feelers and whiskers can reach; returns how many there are in feelers.rows. */
function findInReach(frame: Frame, parameters: PipelineParameters, feelers: Feelers, row: number): number {
  const { headingX, headingY, radius, x, y } = frame;
  const { counts, items, starts } = frame.close;
  const count = counts[row];
  if (count === 0) return 0;
  if (feelers.rows.length < count) feelers.rows = new Int32Array(2 * count);
  const { rows } = feelers;
  const atX = x[row];
  const atY = y[row];
  const aheadX = headingX[row];
  const aheadY = headingY[row];
  const beside = radius[row] + parameters.whisker;
  const furthest = reachAhead(radius[row], parameters);
  let found = 0;
  const last = starts[row] + count;
  for (let entry = starts[row]; entry < last; entry++) {
    const other = items[entry];
    const px = x[other] - atX;
    const py = y[other] - atY;
    const body = radius[other];
    const ahead = px * aheadX + py * aheadY;
    const left = aheadX * py - aheadY * px;
    // Comparisons used as numbers leave no branch to mispredict.
    const isAhead = (ahead >= -body) as unknown as number;
    const isNear = (ahead <= furthest + body) as unknown as number;
    const isLeft = (left <= beside + body) as unknown as number;
    const isRight = (left >= -beside - body) as unknown as number;
    rows[found] = other;
    found += isAhead & isNear & isLeft & isRight;
  }
  return found;
}

function beginFeelers(
  { feel, near, id, offset, reach }: Feelers,
  radius: number,
  parameters: PipelineParameters,
) {
  for (let k = 0; k < 3; k++) {
    feel[k] = Feel.nothing;
    id[k] = -1;
    offset[k] = radius * (1 - k);
    reach[k] = radius + (k === 1 ? parameters.feeler : parameters.sideFeeler);
    near[k] = reach[k];
  }
}

/** Feels about among those whom findInReach has found. */
function feelAgents(
  frame: Frame,
  parameters: PipelineParameters,
  feelers: Feelers,
  row: number,
  count: number,
): void {
  const { headingX, headingY, ids, radius, x, y } = frame;
  const { feel, near, id, offset, reach, rows } = feelers;
  const atX = x[row];
  const atY = y[row];
  const aheadX = headingX[row];
  const aheadY = headingY[row];
  const beside = radius[row] + parameters.whisker;
  let whiskers = 0;
  for (let entry = 0; entry < count; entry++) {
    const other = rows[entry];
    const px = x[other] - atX;
    const py = y[other] - atY;
    const body = radius[other];
    const ahead = px * aheadX + py * aheadY;
    const left = aheadX * py - aheadY * px;
    if (ahead <= body) {
      // The whisker runs through the centre: the other is on one side of it.
      const half = Math.sqrt(body * body - ahead * ahead);
      if (left > 0 && left - half <= beside) whiskers |= Whisker.left;
      else if (left < 0 && -left - half <= beside) whiskers |= Whisker.right;
    }
    if (ahead <= 0) continue;
    for (let k = 0; k < 3; k++) {
      const aside = left - offset[k];
      if (aside > body || aside < -body) continue;
      const gap = ahead - Math.sqrt(body * body - aside * aside);
      const distance = gap > 0 ? gap : 0;
      if (distance > near[k] || distance > reach[k]) continue;
      if (distance === near[k] && feel[k] !== Feel.nothing && id[k] < ids[other]) continue;
      near[k] = distance;
      id[k] = ids[other];
      feel[k] = kindOfMeeting(aheadX * headingX[other] + aheadY * headingY[other], parameters);
    }
  }
  feelers.whiskers = whiskers;
}

/** Whether any wall may be in the rectangle that feelers and whiskers can reach. */
function hasWallInReach(frame: Frame, parameters: PipelineParameters, row: number): boolean {
  const { counts, items, starts } = frame.walls;
  const { startX, startY, endX, endY, radius } = frame.obstacles;
  const atX = frame.x[row];
  const atY = frame.y[row];
  const beside = frame.radius[row] + parameters.whisker;
  const ahead = reachAhead(frame.radius[row], parameters);
  // Of the circle round the rectangle.
  const around = ahead > beside ? 1.5 * ahead : 1.5 * beside;
  const last = starts[row] + counts[row];
  for (let entry = starts[row]; entry < last; entry++) {
    const element = items[entry];
    const reach = around + radius[element];
    const fromX = startX[element] - atX;
    const toX = endX[element] - atX;
    if ((fromX > reach && toX > reach) || (fromX < -reach && toX < -reach)) continue;
    const fromY = startY[element] - atY;
    const toY = endY[element] - atY;
    if ((fromY > reach && toY > reach) || (fromY < -reach && toY < -reach)) continue;
    return true;
  }
  return false;
}

function feelWalls(frame: Frame, parameters: PipelineParameters, feelers: Feelers, row: number): void {
  const { counts, items, starts } = frame.walls;
  const { startX, startY, endX, endY, radius } = frame.obstacles;
  const atX = frame.x[row];
  const atY = frame.y[row];
  const aheadX = frame.headingX[row];
  const aheadY = frame.headingY[row];
  const beside = frame.radius[row] + parameters.whisker;
  const furthest = feelers.reach[1] > feelers.reach[0] ? feelers.reach[1] : feelers.reach[0];
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
    if (body > 0) feelDisc(feelers, ahead, left, body, beside);
    else feelSegment(feelers, ahead, left, toAhead, toLeft, beside);
  }
}

function feelDisc(feelers: Feelers, ahead: number, left: number, body: number, beside: number): void {
  if (ahead <= body && ahead >= -body) {
    const half = Math.sqrt(body * body - ahead * ahead);
    if (left > 0 && left - half <= beside) feelers.whiskers |= Whisker.left;
    else if (left < 0 && -left - half <= beside) feelers.whiskers |= Whisker.right;
  }
  if (ahead <= 0) return;
  for (let k = 0; k < 3; k++) {
    const aside = left - feelers.offset[k];
    if (aside > body || aside < -body) continue;
    const gap = ahead - Math.sqrt(body * body - aside * aside);
    touchWall(feelers, k, gap > 0 ? gap : 0);
  }
}

function feelSegment(
  feelers: Feelers,
  ahead: number,
  left: number,
  toAhead: number,
  toLeft: number,
  beside: number,
): void {
  if (ahead > 0 !== toAhead > 0) {
    const side = left + (ahead / (ahead - toAhead)) * (toLeft - left);
    if (side > 0 && side <= beside) feelers.whiskers |= Whisker.left;
    else if (side < 0 && -side <= beside) feelers.whiskers |= Whisker.right;
  }
  for (let k = 0; k < 3; k++) {
    const offset = feelers.offset[k];
    if (left > offset === toLeft > offset) continue;
    const distance = ahead + ((offset - left) / (toLeft - left)) * (toAhead - ahead);
    if (distance >= 0) touchWall(feelers, k, distance);
  }
}

function touchWall({ feel, id, near, reach }: Feelers, k: number, distance: number): void {
  if (distance > near[k] || distance > reach[k]) return;
  near[k] = distance;
  feel[k] = Feel.wall;
  id[k] = -1;
}

/** Notes what noteFeelings would where nothing is felt. */
function noteNothing(frame: Frame, { feeler, sideFeeler }: PipelineParameters, row: number): void {
  const { own } = frame;
  const radius = frame.radius[row];
  own.feelLeft[row] = Feel.nothing;
  own.feelCentre[row] = Feel.nothing;
  own.feelRight[row] = Feel.nothing;
  own.nearLeft[row] = own.nearRight[row] = radius + sideFeeler - radius;
  own.nearCentre[row] = radius + feeler - radius;
  own.whiskers[row] = 0;
  own.touched[row] = Touch.nothing;
  own.felt[row] = -1;
  frame.hits[row] = 0;
}

function noteFeelings(frame: Frame, parameters: PipelineParameters, feelers: Feelers, row: number): void {
  const { own } = frame;
  const { feel, id, near } = feelers;
  const radius = frame.radius[row];
  own.feelLeft[row] = feel[0];
  own.feelCentre[row] = feel[1];
  own.feelRight[row] = feel[2];
  // Gaps count from the front of the body.
  own.nearLeft[row] = near[0] > radius ? near[0] - radius : 0;
  own.nearCentre[row] = near[1] > radius ? near[1] - radius : 0;
  own.nearRight[row] = near[2] > radius ? near[2] - radius : 0;
  own.whiskers[row] = feelers.whiskers;
  let touched: number = Touch.nothing;
  let felt = -1;
  let gap = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    if (feel[k] > Feel.wall) {
      touched = Touch.agent;
      if (near[k] < gap || (near[k] === gap && id[k] < felt)) {
        gap = near[k];
        felt = id[k];
      }
    } else if (
      feel[k] === Feel.wall &&
      touched === Touch.nothing &&
      near[k] - radius < parameters.wallReach
    ) {
      touched = Touch.wall;
    }
  }
  own.touched[row] = touched;
  own.felt[row] = felt;
  frame.hits[row] = feel[0] + feel[1] + feel[2] > 0 ? 1 : 0;
}
