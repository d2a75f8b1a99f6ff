import { Feel } from './columns.ts';
import { type Frame, rowOfAgent, velocityX, velocityY } from './frame.ts';
import type { PipelineParameters } from './parameters.ts';

/** Passing closer than this to the middle is a tie, which goes to the right, metres. */
const TIE = 0.05;
/** Who is slower than this stands, metres per second. */
const STANDING = 0.1;
/** Threats that begin within so many seconds of the nearest are close to it. */
const TOGETHER = 1;

/** Place and velocity of everybody side by side, x, y, vx, vy: the loop over pairs then finds them in one piece. */
type Courses = {
  values: Float64Array;
  /** Scratch: those in view of an agent whose course meets its own. */
  likely: Int32Array;
};

export function createCourses(): Courses {
  return { values: new Float64Array(0), likely: new Int32Array(64) };
}

function collectCourses(courses: Courses, frame: Frame): Float64Array {
  const { count, headingX, headingY, own, speed, x, y } = frame;
  const { scoot } = own;
  if (courses.values.length < 4 * count) courses.values = new Float64Array(4 * frame.capacity);
  const { values } = courses;
  for (let row = 0, at = 0; row < count; row++, at += 4) {
    values[at] = x[row];
    values[at + 1] = y[row];
    values[at + 2] = speed[row] * headingX[row] - scoot[row] * headingY[row];
    values[at + 3] = speed[row] * headingY[row] + scoot[row] * headingX[row];
  }
  return values;
}

/**
 * Predicts collisions of the rows that are due with those in view: everybody goes on straight. Keeps the nearest threat of
 * each, counts threats and agents in view. docs/models/pipeline.md, "Prediction". Returns for how many rows it ran.
 */
export function predictThreats(frame: Frame, parameters: PipelineParameters, courses: Courses): number {
  const { due, duePrediction, headingX, headingY, ids, now, own, radius } = frame;
  const { counts, items, starts } = frame.agents;
  const { deadlock, threat, threatBegin, threatEnd } = own;
  const course = collectCourses(courses, frame);
  const { margin, threatFrom, threatUntil, view } = parameters;
  const viewSquared = view * view;
  let { likely } = courses;
  let runs = 0;
  for (let row = 0; row < frame.count; row++) {
    if (duePrediction[row] === 0 || due[row] === 0) continue;
    runs++;
    const atX = course[4 * row];
    const atY = course[4 * row + 1];
    const ownX = course[4 * row + 2];
    const ownY = course[4 * row + 3];
    const aheadX = headingX[row];
    const aheadY = headingY[row];
    const room = radius[row] + margin;
    let seen = 0;
    const last = starts[row] + counts[row];
    if (likely.length < counts[row]) likely = courses.likely = new Int32Array(2 * counts[row]);
    for (let entry = starts[row]; entry < last; entry++) {
      const other = items[entry];
      const at = 4 * other;
      const px = course[at] - atX;
      const py = course[at + 1] - atY;
      // Nobody could guess the outcome of these: comparisons used as numbers leave no branch to mispredict.
      const isNear = (px * px + py * py <= viewSquared) as unknown as number;
      const isAhead = (px * aheadX + py * aheadY >= 0) as unknown as number;
      likely[seen] = other;
      seen += isNear & isAhead;
    }
    let found = 0;
    for (let entry = 0; entry < seen; entry++) {
      const other = likely[entry];
      const at = 4 * other;
      const px = course[at] - atX;
      const py = course[at + 1] - atY;
      const vx = course[at + 2] - ownX;
      const vy = course[at + 3] - ownY;
      const closing = px * vx + py * vy;
      const reach = room + radius[other];
      const apart = px * px + py * py - reach * reach;
      const isClosing = (closing < 0) as unknown as number;
      const isMeeting = (closing * closing - (vx * vx + vy * vy) * apart > 0) as unknown as number;
      likely[found] = other;
      found += isClosing & isMeeting;
    }
    let threats = 0;
    let nearest = -1;
    let begin = Number.POSITIVE_INFINITY;
    let end = 0;
    // The second threat to begin: two close together are a deadlock.
    let second = Number.POSITIVE_INFINITY;
    for (let entry = 0; entry < found; entry++) {
      const other = likely[entry];
      const at = 4 * other;
      const px = course[at] - atX;
      const py = course[at + 1] - atY;
      const vx = course[at + 2] - ownX;
      const vy = course[at + 3] - ownY;
      const closing = px * vx + py * vy;
      const reach = room + radius[other];
      const apart = px * px + py * py - reach * reach;
      const speedSquared = vx * vx + vy * vy;
      const root = Math.sqrt(closing * closing - speedSquared * apart);
      const until = (root - closing) / speedSquared;
      if (until < threatFrom) continue;
      const from = apart <= 0 ? 0 : (-root - closing) / speedSquared;
      if (from > threatUntil) continue;
      threats++;
      if (from < begin || (from === begin && ids[other] < ids[nearest])) {
        second = begin;
        begin = from;
        end = until;
        nearest = other;
      } else if (from < second) second = from;
    }
    frame.seen[row] = seen < 255 ? seen : 255;
    frame.threats[row] = threats < 255 ? threats : 255;
    deadlock[row] = threats > 1 && second - begin <= TOGETHER ? 1 : 0;
    if (nearest < 0) {
      if (threat[row] >= 0 && !isAhead(frame, row, threat[row], viewSquared)) threatEnd[row] = now;
      threat[row] = -1;
      continue;
    }
    threat[row] = ids[nearest];
    threatBegin[row] = now + begin;
    threatEnd[row] = now + end;
    describeThreat(frame, row, nearest, parameters);
  }
  return runs;
}

/** Whether the agent is still there, in view. */
function isAhead(frame: Frame, row: number, id: number, viewSquared: number): boolean {
  const { headingX, headingY, x, y } = frame;
  const other = rowOfAgent(frame, id);
  if (other < 0) return false;
  const px = x[other] - x[row];
  const py = y[other] - y[row];
  return px * headingX[row] + py * headingY[row] >= 0 && px * px + py * py <= viewSquared;
}

/** Notes how two agents meet, so that both come to the same verdict: the other finds the same numbers, or their negatives. */
function describeThreat(frame: Frame, row: number, other: number, parameters: PipelineParameters): void {
  const { headingX, headingY, ids, own, x, y } = frame;
  const px = x[other] - x[row];
  const py = y[other] - y[row];
  const ownX = velocityX(frame, row);
  const ownY = velocityY(frame, row);
  const otherX = velocityX(frame, other);
  const otherY = velocityY(frame, other);
  const cosine = headingX[row] * headingX[other] + headingY[row] * headingY[other];
  const slower = Math.min(ownX * ownX + ownY * ownY, otherX * otherX + otherY * otherY);
  // Of two one of whom stands nobody is first: they pass like two who meet head-on.
  own.threatKind[row] = slower < STANDING * STANDING ? Feel.oncoming : kindOfMeeting(cosine, parameters);
  // Who comes sooner to where the ways cross: times along both, times their common divisor without its sign.
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

/** How somebody goes, by the cosine of its heading to one's own. */
export function kindOfMeeting(
  cosine: number,
  { oncomingCosine, similarCosine }: { oncomingCosine: number; similarCosine: number },
): number {
  if (cosine < oncomingCosine) return Feel.oncoming;
  return cosine > similarCosine ? Feel.same : Feel.crossing;
}
