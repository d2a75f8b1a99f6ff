import { type Crowd, distanceToAgent } from '../../crowd/index.ts';
import { Feel } from './columns.ts';
import { type Frame, rowOfAgent } from './frame.ts';
import { collectPairs, type Pairs, Width } from './pairs.ts';
import type { PipelineParameters } from './parameters.ts';

/** As in pairs.ts: constants of the module, for the loops. */
const { crossing } = Feel;
const { body: BODY, marks: MARKS, numbers: NUMBERS } = Width;

/** Metres: passing closer than this to the centre is a tie, and both agents pass on the right. */
const TIE = 0.05;
/** Metres per second: a slower agent counts as standing. */
const STANDING = 0.1;
/** Threats that begin within this many seconds of the nearest one are close to it. */
const TOGETHER = 1;

/**
 * Predicts collisions of the rows that are due with the agents in view, assuming that all walk straight on. Stores the
 * nearest threat of each row and counts threats and agents in view. docs/models/pipeline.md, "Prediction". Returns the
 * number of rows that it ran for.
 */
export function predictThreats(frame: Frame, parameters: PipelineParameters, pairs: Pairs): number {
  const runs = collectPairs(pairs, frame, frame.duePrediction, frame.agents);
  meetOthers(pairs, runs, parameters, frame.crowd);
  storeThreats(frame, parameters, pairs, runs);
  return runs;
}

/**
 * Computes for each agent when its nearest threat begins and ends and when the next one begins, the number of agents in
 * view, the number of threats among them, and the row of the nearest, or −1.
 */
function meetOthers(pairs: Pairs, runs: number, parameters: PipelineParameters, crowd: Crowd): void {
  const { bodies, ends, entries, found: likely, marks, numbers, rows, starts } = pairs;
  const { margin, threatFrom, threatUntil, view } = parameters;
  const viewSquared = view * view;
  const isPersonal = crowd.distances.inUse;
  for (let run = 0; run < runs; run++) {
    const own = BODY * rows[run];
    const last = ends[run];
    const atX = bodies[own];
    const atY = bodies[own + 1];
    const aheadX = bodies[own + 2];
    const aheadY = bodies[own + 3];
    const ownX = bodies[own + 4];
    const ownY = bodies[own + 5];
    const ownRow = rows[run];
    const room = bodies[own + 6] + margin;
    let seen = 0;
    let found = 0;
    for (let entry = starts[run]; entry < last; entry++) {
      const other = entries[entry];
      const at = BODY * other;
      const px = bodies[at] - atX;
      const py = bodies[at + 1] - atY;
      const vx = bodies[at + 4] - ownX;
      const vy = bodies[at + 5] - ownY;
      const squared = px * px + py * py;
      const closing = px * vx + py * vy;
      const reach = isPersonal
        ? bodies[own + 6] + bodies[at + 6] + distanceToAgent(crowd, ownRow, other, margin)
        : room + bodies[at + 6];
      const apart = squared - reach * reach;
      // The outcomes are unpredictable: comparisons used as numbers leave no branch to mispredict.
      const isNear = Number(squared <= viewSquared);
      const isAhead = Number(px * aheadX + py * aheadY >= 0);
      const isClosing = Number(closing < 0);
      const isMeeting = Number(closing * closing - (vx * vx + vy * vy) * apart > 0);
      likely[found] = other;
      seen += isNear & isAhead;
      found += isNear & isAhead & isClosing & isMeeting;
    }
    let threats = 0;
    let nearest = -1;
    let begin = Number.POSITIVE_INFINITY;
    let end = 0;
    let second = Number.POSITIVE_INFINITY;
    for (let entry = 0; entry < found; entry++) {
      const other = likely[entry];
      const at = BODY * other;
      const px = bodies[at] - atX;
      const py = bodies[at + 1] - atY;
      const vx = bodies[at + 4] - ownX;
      const vy = bodies[at + 5] - ownY;
      const closing = px * vx + py * vy;
      const reach = isPersonal
        ? bodies[own + 6] + bodies[at + 6] + distanceToAgent(crowd, ownRow, other, margin)
        : room + bodies[at + 6];
      const apart = px * px + py * py - reach * reach;
      const speedSquared = vx * vx + vy * vy;
      const root = Math.sqrt(closing * closing - speedSquared * apart);
      const until = (root - closing) / speedSquared;
      if (until < threatFrom) continue;
      const from = apart <= 0 ? 0 : (-root - closing) / speedSquared;
      if (from > threatUntil) continue;
      threats++;
      const isTie = from === begin && nearest >= 0;
      if (from < begin || (isTie && bodies[at + 7] < bodies[BODY * nearest + 7])) {
        second = begin;
        begin = from;
        end = until;
        nearest = other;
      } else if (from < second) second = from;
    }
    numbers[NUMBERS * run] = begin;
    numbers[NUMBERS * run + 1] = end;
    numbers[NUMBERS * run + 2] = second;
    marks[MARKS * run] = seen;
    marks[MARKS * run + 1] = threats;
    marks[MARKS * run + 2] = nearest;
  }
}

function storeThreats(frame: Frame, parameters: PipelineParameters, pairs: Pairs, runs: number): void {
  const { ids, now, own } = frame;
  const { marks, numbers, rows } = pairs;
  const { deadlock, threat, threatBegin, threatEnd } = own;
  const { seen: seenBy, threats: threatsTo } = frame;
  const viewSquared = parameters.view * parameters.view;
  for (let run = 0; run < runs; run++) {
    const row = rows[run];
    const begin = numbers[NUMBERS * run];
    const seen = marks[MARKS * run];
    const threats = marks[MARKS * run + 1];
    const nearest = marks[MARKS * run + 2];
    seenBy[row] = seen < 255 ? seen : 255;
    threatsTo[row] = threats < 255 ? threats : 255;
    // Two threats that begin close together are a deadlock.
    deadlock[row] = threats > 1 && numbers[NUMBERS * run + 2] - begin <= TOGETHER ? 1 : 0;
    if (nearest < 0) {
      if (threat[row] >= 0 && !isAhead(frame, row, threat[row], viewSquared)) threatEnd[row] = now;
      threat[row] = -1;
      continue;
    }
    threat[row] = ids[nearest];
    threatBegin[row] = now + begin;
    threatEnd[row] = now + numbers[NUMBERS * run + 1];
    describeThreat(frame, row, nearest, parameters);
  }
}

/** Whether the agent is still in the crowd, ahead and in view. */
function isAhead(frame: Frame, row: number, id: number, viewSquared: number): boolean {
  const { headingX, headingY, x, y } = frame;
  const other = rowOfAgent(frame, id);
  if (other < 0) return false;
  const px = x[other] - x[row];
  const py = y[other] - y[row];
  return px * headingX[row] + py * headingY[row] >= 0 && px * px + py * py <= viewSquared;
}

/** Stores how two agents meet. Both come to the same verdict: the other finds the same numbers, or their negatives. */
function describeThreat(frame: Frame, row: number, other: number, parameters: PipelineParameters): void {
  const { headingX, headingY, ids, own, x, y } = frame;
  const px = x[other] - x[row];
  const py = y[other] - y[row];
  const ownX = frame.velocityX[row];
  const ownY = frame.velocityY[row];
  const otherX = frame.velocityX[other];
  const otherY = frame.velocityY[other];
  const cosine = headingX[row] * headingX[other] + headingY[row] * headingY[other];
  const slower = Math.min(ownX * ownX + ownY * ownY, otherX * otherX + otherY * otherY);
  // If one of the two stands, neither is first: they pass as if they met head-on.
  own.threatKind[row] =
    slower < STANDING * STANDING
      ? Feel.oncoming
      : kindOfMeeting(cosine, parameters.oncomingCosine, parameters.similarCosine);
  // Which agent comes sooner to the crossing: times along both paths, times their common divisor without its sign.
  const divisor = ownX * otherY - ownY * otherX;
  const sign = divisor < 0 ? -1 : 1;
  const ownTime = (px * otherY - py * otherX) * sign;
  const otherTime = (px * ownY - py * ownX) * sign;
  const isTie = divisor === 0 || ownTime === otherTime;
  const isFirst = isTie ? ids[row] < ids[other] : ownTime < otherTime;
  own.threatFirst[row] = isFirst ? 1 : 0;
  const relativeX = otherX - ownX;
  const relativeY = otherY - ownY;
  const side = relativeX * py - relativeY * px;
  const size = Math.sqrt(relativeX * relativeX + relativeY * relativeY);
  own.threatPassLeft[row] = side > TIE * size ? 1 : 0;
  own.threatFromLeft[row] = headingX[row] * py - headingY[row] * px > 0 ? 1 : 0;
}

/** The kind of a meeting, by the cosine between the two headings. */
export function kindOfMeeting(cosine: number, oncomingCosine: number, similarCosine: number): number {
  // The kinds are numbered in this order; a choice between them would be a branch to mispredict.
  return crossing - Number(cosine < oncomingCosine) + Number(cosine > similarCosine);
}
