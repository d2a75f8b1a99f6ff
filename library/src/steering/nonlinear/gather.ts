import type { SteeringInput } from '../contract.ts';
import { type Repellers, reserveRepellers, type Window } from './repellers.ts';

/** The gaps that the speed law needs: indices into a Float64Array. */
export const Gap = {
  /** To the closest thing in front and behind, metres; infinite when there is none. */
  front: 0,
  behind: 1,
} as const;

/**
 * How much farther than it is a thing counts for the speed law, per metre that it lies beside the agent's lane: what
 * the agent will pass does not slow it down. docs/models/speed.md.
 */
const ASIDE = 3;

/** Fills the repellers and gaps of the agent in `row` from what it perceives. */
export function gatherRepellers(
  input: SteeringInput,
  row: number,
  window: Window,
  everythingCounts: boolean,
  repellers: Repellers,
  gaps: Float64Array,
): void {
  const { agents, obstacles: near } = input.perception;
  reserveRepellers(repellers, agents.counts[row] + 2 * near.counts[row]);
  gaps[Gap.front] = Number.POSITIVE_INFINITY;
  gaps[Gap.behind] = Number.POSITIVE_INFINITY;
  repellers.count = 0;
  gatherAgents(input, row, window, everythingCounts, repellers, gaps);
  if (near.counts[row] > 0) gatherObstacles(input, row, window, everythingCounts, repellers, gaps);
}

function gatherAgents(
  input: SteeringInput,
  row: number,
  window: Window,
  everythingCounts: boolean,
  repellers: Repellers,
  gaps: Float64Array,
): void {
  const { starts, counts, items } = input.perception.agents;
  const { x, y, headingX, headingY } = input.crowd.motion;
  const { radius } = input.crowd.traits;
  const { cosine, sine, sineHalf, gap, share } = repellers;
  const { largestSineHalf } = window;
  const ownX = x[row];
  const ownY = y[row];
  const forwardX = headingX[row];
  const forwardY = headingY[row];
  const ownRadius = radius[row];
  let front = gaps[Gap.front];
  let behind = gaps[Gap.behind];
  let count = 0;
  const end = starts[row] + counts[row];
  for (let entry = starts[row]; entry < end; entry++) {
    const other = items[entry];
    const dx = x[other] - ownX;
    const dy = y[other] - ownY;
    const squared = dx * dx + dy * dy;
    // Coincident centres have no direction: contact resolution parts them, steering cannot.
    if (squared === 0) continue;
    const inverse = 1 / Math.sqrt(squared);
    const distance = squared * inverse;
    const bodies = ownRadius + radius[other];
    const cosineHere = (forwardX * dx + forwardY * dy) * inverse;
    const sineHere = (forwardY * dx - forwardX * dy) * inverse;
    const distant = distance - bodies;
    const gapHere = distant > 0 ? distant : 0;
    const aside = distance * Math.abs(sineHere) - bodies;
    const lane = everythingCounts ? gapHere : aside > 0 ? gapHere + ASIDE * aside : gapHere;
    if (cosineHere > 0) {
      const ahead = everythingCounts ? lane : lane / cosineHere;
      if (ahead < front) front = ahead;
    } else if (lane < behind) {
      behind = lane;
    }
    const half = bodies * inverse;
    cosine[count] = cosineHere;
    sine[count] = sineHere;
    sineHalf[count] = half < largestSineHalf ? half : largestSineHalf;
    gap[count] = gapHere;
    share[count] = 1;
    count++;
  }
  repellers.count = count;
  gaps[Gap.front] = front;
  gaps[Gap.behind] = behind;
}

/** Walls far and near: docs/models/walls.md. */
function gatherObstacles(
  input: SteeringInput,
  row: number,
  window: Window,
  everythingCounts: boolean,
  repellers: Repellers,
  gaps: Float64Array,
): void {
  const { starts, counts, items } = input.perception.obstacles;
  const { startX, startY, endX, endY, radius: thickness } = input.obstacles;
  const { x, y, headingX, headingY } = input.crowd.motion;
  const { cosine, sine, sineHalf, gap, share } = repellers;
  const { largestSineHalf } = window;
  const ownX = x[row];
  const ownY = y[row];
  const forwardX = headingX[row];
  const forwardY = headingY[row];
  const ownRadius = input.crowd.traits.radius[row];
  let count = repellers.count;
  const last = starts[row] + counts[row];
  for (let entry = starts[row]; entry < last; entry++) {
    const element = items[entry];
    const alongX = endX[element] - startX[element];
    const alongY = endY[element] - startY[element];
    const lengthSquared = alongX * alongX + alongY * alongY;
    const fromX = ownX - startX[element];
    const fromY = ownY - startY[element];
    const part =
      lengthSquared > 0 ? Math.max(0, Math.min(1, (fromX * alongX + fromY * alongY) / lengthSquared)) : 0;
    const dx = part * alongX - fromX;
    const dy = part * alongY - fromY;
    const distance = Math.sqrt(dx * dx + dy * dy);
    if (distance === 0) continue;
    const bodies = ownRadius + thickness[element];
    const gapHere = Math.max(0, distance - bodies);
    const cosineNear = (forwardX * dx + forwardY * dy) / distance;
    const sineNear = (forwardY * dx - forwardX * dy) / distance;

    const aside = Math.max(0, distance * Math.abs(sineNear) - bodies);
    const lane = everythingCounts ? gapHere : gapHere + ASIDE * aside;
    if (cosineNear > 0) {
      const ahead = everythingCounts ? lane : lane / cosineNear;
      if (ahead < gaps[Gap.front]) gaps[Gap.front] = ahead;
    } else if (lane < gaps[Gap.behind]) {
      gaps[Gap.behind] = lane;
    }

    if (lengthSquared === 0) {
      const half = bodies / distance;
      cosine[count] = cosineNear;
      sine[count] = sineNear;
      sineHalf[count] = Math.min(half, largestSineHalf);
      gap[count] = gapHere;
      share[count] = 1;
      count++;
      continue;
    }

    // Near, a wall is endless and its closest point repels; far, it is a body about its middle. The share of each
    // depends on the gap beside the wall's length, smoothly.
    const halfLength = 0.5 * Math.sqrt(lengthSquared);
    const nearness = 1 / (1 + (gapHere * gapHere) / (halfLength * halfLength));
    cosine[count] = cosineNear;
    sine[count] = sineNear;
    sineHalf[count] = largestSineHalf;
    gap[count] = gapHere;
    share[count] = nearness;
    count++;
    const middleX = 0.5 * alongX - fromX;
    const middleY = 0.5 * alongY - fromY;
    const middleDistance = Math.sqrt(middleX * middleX + middleY * middleY);
    if (middleDistance === 0) continue;
    const half = (halfLength + ownRadius) / middleDistance;
    cosine[count] = (forwardX * middleX + forwardY * middleY) / middleDistance;
    sine[count] = (forwardY * middleX - forwardX * middleY) / middleDistance;
    sineHalf[count] = Math.min(half, largestSineHalf);
    gap[count] = gapHere;
    share[count] = 1 - nearness;
    count++;
  }
  repellers.count = count;
}
