import { Feel, Touch, Whisker } from './columns.ts';
import type { Frame } from './frame.ts';
import type { PipelineParameters } from './parameters.ts';
import { kindOfMeeting } from './prediction.ts';
import { findInReach, reachAhead } from './reach.ts';

/** What the feelers of the agent in hand have found so far; 0: left, 1: centre, 2: right. */
export type Feelers = {
  feel: Uint8Array;
  /** Metres from the line through the centre, across the heading. */
  near: Float64Array;
  /** The id of whom is felt; −1: a wall or nothing. Of two as near, a wall counts, then the smaller id. */
  id: Float64Array;
  /** Where each feeler runs, to the left of the centre, and how far. */
  offset: Float64Array;
  reach: Float64Array;
  whiskers: number;
  /** Scratch: rows that are due, and who is within reach of each. */
  rows: Int32Array;
  ends: Int32Array;
  found: Int32Array;
};

export function createFeelers(): Feelers {
  return {
    feel: new Uint8Array(3),
    near: new Float64Array(3),
    id: new Float64Array(3),
    offset: new Float64Array(3),
    reach: new Float64Array(3),
    whiskers: 0,
    rows: new Int32Array(0),
    ends: new Int32Array(0),
    found: new Int32Array(64),
  };
}

/** Feels about for the rows that are due to react. docs/models/pipeline.md, "Reaction". Returns for how many it ran. */
export function feelAround(frame: Frame, parameters: PipelineParameters, feelers: Feelers): number {
  const runs = findInReach(frame, parameters, feelers);
  const { counts: wallCounts } = frame.walls;
  const { hits, radius } = frame;
  const { nearCentre, nearLeft, whiskers } = frame.own;
  const { feeler, sideFeeler } = parameters;
  const { ends, rows } = feelers;
  for (let run = 0, first = 0; run < runs; run++) {
    const row = rows[run];
    const last = ends[run];
    const hasWall = wallCounts[row] > 0 && hasWallInReach(frame, parameters, row);
    // Where nothing is felt, mostly nothing was before.
    const body = radius[row];
    const isNoted =
      !hasWall &&
      first === last &&
      nearCentre[row] === body + feeler - body &&
      nearLeft[row] === body + sideFeeler - body &&
      (hits[row] | whiskers[row]) === 0;
    if (!isNoted) {
      feelAgents(frame, parameters, feelers, row, first, last);
      if (hasWall) feelWalls(frame, parameters, feelers, row);
      noteFeelings(frame, parameters, feelers, row);
    }
    first = last;
  }
  return runs;
}

/** Feels about among those whom findInReach has found: the three feelers written out, in local variables. */
function feelAgents(
  frame: Frame,
  parameters: PipelineParameters,
  feelers: Feelers,
  row: number,
  first: number,
  last: number,
): void {
  const { headingX, headingY, ids, radius, x, y } = frame;
  const { feel, found, id: felt, near } = feelers;
  const atX = x[row];
  const atY = y[row];
  const aheadX = headingX[row];
  const aheadY = headingY[row];
  const ownBody = radius[row];
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
  for (let entry = first; entry < last; entry++) {
    const other = found[entry];
    const px = x[other] - atX;
    const py = y[other] - atY;
    const body = radius[other];
    const ahead = px * aheadX + py * aheadY;
    const left = aheadX * py - aheadY * px;
    if (ahead <= body) {
      const half = Math.sqrt(body * body - ahead * ahead);
      if (left > 0 && left - half <= beside) whiskers |= Whisker.left;
      else if (left < 0 && -left - half <= beside) whiskers |= Whisker.right;
      if (ahead <= 0) continue;
    }
    const id = ids[other];
    const cosine = aheadX * headingX[other] + aheadY * headingY[other];
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
  feel[0] = feelLeft;
  feel[1] = feelCentre;
  feel[2] = feelRight;
  near[0] = nearLeft;
  near[1] = nearCentre;
  near[2] = nearRight;
  felt[0] = idLeft;
  felt[1] = idCentre;
  felt[2] = idRight;
  feelers.whiskers = whiskers;
}

/** Whether any wall may be in the rectangle that feelers and whiskers can reach. */
function hasWallInReach(frame: Frame, parameters: PipelineParameters, row: number): boolean {
  const { counts, items, starts } = frame.walls;
  const { startX, startY, endX, endY, radius } = frame.obstacles;
  const atX = frame.x[row];
  const atY = frame.y[row];
  const beside = frame.radius[row] + parameters.whisker;
  const ahead = frame.radius[row] + reachAhead(parameters);
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

/** Where the three feelers of a body run, and how far. */
function placeFeelers({ offset, reach }: Feelers, radius: number, parameters: PipelineParameters): void {
  for (let k = 0; k < 3; k++) {
    offset[k] = radius * (1 - k);
    reach[k] = radius + (k === 1 ? parameters.feeler : parameters.sideFeeler);
  }
}

function feelWalls(frame: Frame, parameters: PipelineParameters, feelers: Feelers, row: number): void {
  const { counts, items, starts } = frame.walls;
  const { startX, startY, endX, endY, radius } = frame.obstacles;
  const atX = frame.x[row];
  const atY = frame.y[row];
  const aheadX = frame.headingX[row];
  const aheadY = frame.headingY[row];
  const beside = frame.radius[row] + parameters.whisker;
  placeFeelers(feelers, frame.radius[row], parameters);
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
