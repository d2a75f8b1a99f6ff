import type { SteeringInput } from '../contract.ts';
import type { Drives } from './drives.ts';
import { type Repellers, reserveRepellers, type Window } from './repellers.ts';

/**
 * How much farther than it is a thing counts for the speed law, per metre that it lies beside the agent's lane: what
 * the agent will pass does not slow it down. docs/models/speed.md.
 */
const ASIDE = 3;

/** Agents behind whose W·D is below exp(−12) = 6e-6 are left out: most of them cost no exponential. */
const NEGLIGIBLE = -12;

/** max(0, x), without the branch that engines make of Math.max. */
function positivePart(x: number): number {
  return 0.5 * (x + Math.abs(x));
}

/**
 * Appends the repellers of the agent in `row`, which is number `at` of its block, from what it perceives, and notes in
 * the drives the gap to the closest thing in front; infinite when there is none.
 */
export function gatherRepellers(
  input: SteeringInput,
  row: number,
  window: Window,
  everythingCounts: boolean,
  repellers: Repellers,
  drives: Drives,
  at: number,
): void {
  const { agents, obstacles: near } = input.perception;
  reserveRepellers(repellers, agents.counts[row] + 2 * near.counts[row]);
  drives.frontGap[at] = Number.POSITIVE_INFINITY;
  gatherAgents(input, row, window, everythingCounts, repellers, drives, at);
  if (near.counts[row] > 0) gatherObstacles(input, row, window, everythingCounts, repellers, drives, at);
  repellers.ends[at] = repellers.count;
}

function gatherAgents(
  input: SteeringInput,
  row: number,
  window: Window,
  everythingCounts: boolean,
  repellers: Repellers,
  drives: Drives,
  at: number,
): void {
  const { starts, counts, items } = input.perception.agents;
  const { x, y, headingX, headingY } = input.crowd.motion;
  const { radius } = input.crowd.traits;
  const { cosine, sine, sineHalf, fading, share } = repellers;
  const { largestSineHalf, marginCosine, marginSine, spreadCosine, spreadSine } = window;
  const asideCost = everythingCounts ? 0 : ASIDE;
  const decayRate = drives.decayRate[at];
  const ownX = x[row];
  const ownY = y[row];
  const forwardX = headingX[row];
  const forwardY = headingY[row];
  const ownRadius = radius[row];
  let front = drives.frontGap[at];
  let count = repellers.count;
  const end = starts[row] + counts[row];
  for (let entry = starts[row]; entry < end; entry++) {
    const other = items[entry];
    const dx = x[other] - ownX;
    const dy = y[other] - ownY;
    const squared = dx * dx + dy * dy;
    // Coincident centres have no direction: contact resolution parts them, steering cannot.
    if (squared === 0) continue;
    const inverse = 1 / Math.sqrt(squared);
    const bodies = ownRadius + radius[other];
    const ratio = bodies * inverse;
    const half = ratio < 1 ? ratio : 1;
    const cosineHere = (forwardX * dx + forwardY * dy) * inverse;
    const distance = squared * inverse;
    const gapHere = positivePart(distance - bodies);
    // Behind and outside the window: the bounds put 2 sin Δψ for sin 2Δψ, which needs no root.
    const cosineFull = 1 - 2 * half * half;
    const edge = cosineFull * marginCosine - 2 * half * marginSine;
    const spread = cosineFull * spreadCosine + 2 * half * spreadSine;
    const closed = Math.min(0, edge + (NEGLIGIBLE + decayRate * gapHere) * spread);
    if (cosineHere < closed && !everythingCounts) continue;
    const sineHere = (forwardY * dx - forwardX * dy) * inverse;
    const lane = gapHere + asideCost * positivePart(distance * Math.abs(sineHere) - bodies);
    // lane / cos a < front without the division; nothing behind passes, as front is positive.
    if (lane < front * (everythingCounts ? Math.ceil(cosineHere) : cosineHere)) {
      front = everythingCounts ? lane : lane / cosineHere;
    }
    cosine[count] = cosineHere;
    sine[count] = sineHere;
    sineHalf[count] = half < largestSineHalf ? half : largestSineHalf;
    fading[count] = -gapHere * decayRate;
    share[count] = 1;
    count++;
  }
  repellers.count = count;
  drives.frontGap[at] = front;
}

/** Walls far and near: docs/models/walls.md. */
function gatherObstacles(
  input: SteeringInput,
  row: number,
  window: Window,
  everythingCounts: boolean,
  repellers: Repellers,
  drives: Drives,
  at: number,
): void {
  const { starts, counts, items } = input.perception.obstacles;
  const { startX, startY, endX, endY, radius: thickness } = input.obstacles;
  const { x, y, headingX, headingY } = input.crowd.motion;
  const { cosine, sine, sineHalf, fading, share } = repellers;
  const { largestSineHalf } = window;
  const ownX = x[row];
  const ownY = y[row];
  const forwardX = headingX[row];
  const forwardY = headingY[row];
  const ownRadius = input.crowd.traits.radius[row];
  const asideCost = everythingCounts ? 0 : ASIDE;
  const decayRate = drives.decayRate[at];
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
    const ahead = everythingCounts ? Math.ceil(cosineNear) : cosineNear;
    const lane = gapHere + asideCost * aside;
    if (lane < drives.frontGap[at] * ahead) drives.frontGap[at] = lane / ahead;

    if (lengthSquared === 0) {
      const half = bodies / distance;
      cosine[count] = cosineNear;
      sine[count] = sineNear;
      sineHalf[count] = Math.min(half, largestSineHalf);
      fading[count] = -gapHere * decayRate;
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
    fading[count] = -gapHere * decayRate;
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
    fading[count] = -gapHere * decayRate;
    share[count] = 1 - nearness;
    count++;
  }
  repellers.count = count;
}

/** Notes the gap to the closest thing that is not in front: an agent that retreats looks back. */
export function lookBack(input: SteeringInput, row: number, repellers: Repellers, drives: Drives, at: number): void {
  const { starts, counts, items } = input.perception.agents;
  const { x, y, headingX, headingY } = input.crowd.motion;
  const { radius } = input.crowd.traits;
  let behind = Number.POSITIVE_INFINITY;
  for (let entry = starts[row]; entry < starts[row] + counts[row]; entry++) {
    const other = items[entry];
    const dx = x[other] - x[row];
    const dy = y[other] - y[row];
    if (headingX[row] * dx + headingY[row] * dy > 0) continue;
    const gap = Math.sqrt(dx * dx + dy * dy) - radius[row] - radius[other];
    if (gap < behind) behind = gap;
  }
  // Of walls, all that are near have been gathered, just now.
  const { cosine, ends, fading } = repellers;
  for (let i = at > 0 ? ends[at - 1] : 0; i < ends[at]; i++) {
    if (cosine[i] > 0) continue;
    const gap = -fading[i] / drives.decayRate[at];
    if (gap < behind) behind = gap;
  }
  drives.backGap[at] = behind;
}
