import type { Hearsay, Things } from '../../crowd/index.ts';
import { closestFraction } from '../../geometry/index.ts';
import { fastExp } from '../../numerics/index.ts';
import type { SteeringInput } from '../contract.ts';
import type { Classes } from './classes.ts';
import { BODY, type Drives } from './drives.ts';
import { type Repellers, reserveRepellers, type Window } from './repellers.ts';
import { rateToAgent, rateToThing } from './selective.ts';

/**
 * For the speed law, each metre that a thing lies beside the agent's lane adds this many metres to its gap: things that the
 * agent will pass do not slow it down. docs/models/speed.md.
 */
export const ASIDE = 3;

/**
 * For the weights, an obstacle beside the agent counts as if its cosine were larger by this: a wall that the agent walks
 * along keeps the weight of the obstacles on. docs/models/walls.md.
 */
export const BESIDE = 0.3;

/** Agents behind with W·D below exp(−10) = 5e-5 are left out: most of them then need no exponential. */
export const NEGLIGIBLE = -10;

/**
 * Nearness is cos a over the sum of the gap in the lane and this, per metre: bounded, and 0 for things that are not ahead.
 * It stands for the gap (lane + 1/1024 m)/cos a − 1/1024 m. It is rounded to a multiple of 2^-40, so that the arithmetic
 * maximum of two is exact.
 */
export const NEAREST = 1 / 1024;

export function quantizeNearness(nearness: number): number {
  return nearness + NEARNESS_SHIFTER - NEARNESS_SHIFTER;
}

/** 1.5 × 2^52 × 2^-40. */
const NEARNESS_SHIFTER = 6144;

/** max(0, x), without the branch that engines make of Math.max. */
export function positivePart(x: number): number {
  return 0.5 * (x + Math.abs(x));
}

/**
 * Appends other agents as repellers of the agent in `row`, and stores in the drives how near the closest thing in front is.
 * The compiled kernel does the same without branches, to the bit.
 */
export function gatherAgents(
  input: SteeringInput,
  row: number,
  window: Window,
  { obstacles: classCount, rateScale }: Classes,
  everythingCounts: boolean,
  repellers: Repellers,
  drives: Drives,
): void {
  const { starts, counts, items } = input.perception.agents;
  const { headingX, headingY } = input.crowd.motion;
  const { class: classOf } = input.crowd.traits;
  const { bodies, nearness, pressing } = drives;
  const selective = input.crowd.distances.inUse;
  // One more than can be kept: an entry that is left out is written too.
  reserveRepellers(repellers, counts[row] + 1);
  const { cosine, fading, owner, share, sine, sineHalf } = repellers;
  const { largestSineHalf, marginCosine, marginSine, spreadCosine, spreadSine } = window;
  const asideCost = everythingCounts ? 0 : ASIDE;
  const ownX = bodies[BODY * row];
  const ownY = bodies[BODY * row + 1];
  const ownRadius = bodies[BODY * row + 2];
  const forwardX = headingX[row];
  const forwardY = headingY[row];
  const decayRate = drives.decayRate[row];
  const place = row * classCount;
  let count = repellers.count;
  const end = starts[row] + counts[row];
  for (let entry = starts[row]; entry < end; entry++) {
    const other = BODY * items[entry];
    const otherClass = classCount > 1 ? classOf[items[entry]] : 0;
    const dx = bodies[other] - ownX;
    const dy = bodies[other + 1] - ownY;
    const squared = dx * dx + dy * dy;
    // Coincident centres have no direction: contact resolution separates them, steering cannot.
    if (squared === 0) continue;
    const inverse = 1 / Math.sqrt(squared);
    const distance = squared * inverse;
    const radii = ownRadius + bodies[other + 2];
    const gap = positivePart(distance - radii);
    const cosineHere = (forwardX * dx + forwardY * dy) * inverse;
    const sineHere = (forwardY * dx - forwardX * dy) * inverse;
    const lane = gap + asideCost * positivePart(distance * Math.abs(sineHere) - radii);
    const ahead = positivePart(everythingCounts ? Math.ceil(cosineHere) : cosineHere);
    const nearnessHere = quantizeNearness(ahead / (lane + NEAREST));
    nearness[place + otherClass] = Math.max(nearness[place + otherClass], nearnessHere);
    const visible = radii * inverse;
    const s = visible < largestSineHalf ? visible : largestSineHalf;
    let rate = decayRate * rateScale[otherClass];
    if (selective) {
      const usual = rate;
      rate = rateToAgent(input.crowd, row, items[entry], usual, drives.shortest);
      const press = nearnessHere * (usual / rate);
      if (press > pressing[place + otherClass]) pressing[place + otherClass] = press;
    }
    const fadingHere = -gap * rate;
    owner[count] = place + otherClass;
    cosine[count] = cosineHere;
    sine[count] = sineHere;
    sineHalf[count] = s;
    fading[count] = fadingHere;
    share[count] = 1;
    // An agent behind and outside the window is left out: the next one overwrites it. The window's edge and spread are
    // bounded by 2 sin Δψ instead of sin 2Δψ, which saves a root.
    const cosineFull = 1 - 2 * s * s;
    const edge = cosineFull * marginCosine - 2 * s * marginSine;
    const spread = cosineFull * spreadCosine + 2 * s * spreadSine;
    const isKept =
      everythingCounts || cosineHere >= 0 || cosineHere >= edge + (NEGLIGIBLE - fadingHere) * spread;
    if (isKept) count++;
  }
  repellers.count = count;
}

/** The outermost share of the view, in which obstacles fade in. */
const DAWN = 0.25;

/** The share of an obstacle's effect by its distance: 1, except in the outermost part of the view, where it fades in. */
export function presence(distance: number, view: number): number {
  const inside = (view - distance) / (DAWN * view);
  const part = inside < 0 ? 0 : inside > 1 ? 1 : inside;
  return part * part * (3 - 2 * part);
}

/** The obstacles that agents perceive. */
export function thingsInView({ crowd, obstacles, perception, solids }: SteeringInput): Things {
  return { near: perception.obstacles, obstacles, solids, range: crowd.traits.viewRadius };
}

/** Appends walls and other obstacles as repellers, far and near: docs/models/walls.md. */
export function gatherObstacles(
  input: SteeringInput,
  things: Things | Hearsay,
  row: number,
  window: Window,
  { obstacles: classCount, rateScale }: Classes,
  everythingCounts: boolean,
  repellers: Repellers,
  drives: Drives,
): void {
  const { near, obstacles, range } = things;
  const { starts, counts, items } = near;
  const selective = input.crowd.distances.inUse;
  const { class: classOf, startX, startY, endX, endY, radius: thickness } = obstacles;
  const { x, y, headingX, headingY } = input.crowd.motion;
  const { largestSineHalf } = window;
  const ownX = x[row];
  const ownY = y[row];
  const forwardX = headingX[row];
  const forwardY = headingY[row];
  const ownRadius = input.crowd.traits.radius[row];
  const asideCost = everythingCounts ? 0 : ASIDE;
  const decayRate = drives.decayRate[row];
  const view = range[row];
  const last = starts[row] + counts[row];
  reserveRepellers(repellers, 2 * counts[row]);
  for (let entry = starts[row]; entry < last; entry++) {
    const element = items[entry];
    const place = row * classCount + classOf[element];
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
    const gap = Math.max(0, distance - bodies);
    const cosineNear = (forwardX * dx + forwardY * dy) / distance;
    const sineNear = (forwardY * dx - forwardX * dy) / distance;
    const lane = gap + asideCost * Math.max(0, distance * Math.abs(sineNear) - bodies);
    const ahead = positivePart(everythingCounts ? Math.ceil(cosineNear) : cosineNear);
    const nearnessHere = quantizeNearness(ahead / (lane + NEAREST));
    drives.nearness[place] = Math.max(drives.nearness[place], nearnessHere);
    let rate = decayRate * rateScale[classOf[element]];
    let more = 1;
    if (selective) {
      const usual = rate;
      rate = rateToThing(
        input.crowd,
        things,
        row,
        element,
        obstacles.owner[element],
        classOf[element],
        usual,
        drives.shortest,
      );
      more = usual / rate;
      drives.pressing[place] = Math.max(drives.pressing[place], more * nearnessHere);
    }
    const beside = positivePart(cosineNear + BESIDE) / (1 + BESIDE);
    drives.besideness[place] = Math.max(drives.besideness[place], (more * beside) / (lane + NEAREST));
    const fading = -gap * rate;
    const whole = everythingCounts ? 1 : presence(distance - thickness[element], view);

    if (lengthSquared === 0) {
      append(place, cosineNear, sineNear, bodies / distance, fading, whole);
      continue;
    }
    // Near, a wall acts like an infinite line and its closest point repels. Far, it is a body about its middle. The share of
    // each depends smoothly on the gap relative to the wall's length.
    const halfLength = 0.5 * Math.sqrt(lengthSquared);
    const nearness = 1 / (1 + (gap * gap) / (halfLength * halfLength));
    append(place, cosineNear, sineNear, 1, fading, whole * nearness);
    const middleX = 0.5 * alongX - fromX;
    const middleY = 0.5 * alongY - fromY;
    const middleDistance = Math.sqrt(middleX * middleX + middleY * middleY);
    if (middleDistance === 0) continue;
    const cosineFar = (forwardX * middleX + forwardY * middleY) / middleDistance;
    const sineFar = (forwardY * middleX - forwardX * middleY) / middleDistance;
    append(
      place,
      cosineFar,
      sineFar,
      (halfLength + ownRadius) / middleDistance,
      fading,
      whole * (1 - nearness),
    );
  }

  function append(
    place: number,
    cosine: number,
    sine: number,
    s: number,
    fading: number,
    share: number,
  ): void {
    const at = repellers.count++;
    repellers.owner[at] = place;
    repellers.cosine[at] = cosine;
    repellers.sine[at] = sine;
    repellers.fading[at] = fading;
    repellers.share[at] = share;
    repellers.sineHalf[at] = Math.min(s, largestSineHalf);
  }
}

/**
 * Turns the nearness of the closest thing in front into a gap, and, in the smooth variant, into closeness. A sum over all
 * things would switch the target off in a crowd (docs/decisions/0005-crowds.md).
 */
export function measureWay(
  everythingCounts: boolean,
  { obstacles: classCount, rateScale }: Classes,
  drives: Drives,
  first: number,
  end: number,
  selective = false,
): void {
  const { besideness, closeness, decayRate, frontGap, nearness } = drives;
  for (let row = first; row < end; row++) {
    let nearest = 0;
    for (let c = 0; c < classCount; c++) {
      const place = row * classCount + c;
      if (nearness[place] > nearest) nearest = nearness[place];
      if (everythingCounts) continue;
      const ahead = selective ? drives.pressing[place] : nearness[place];
      const gap = 1 / Math.max(ahead, besideness[place]) - NEAREST;
      closeness[place] = fastExp(-gap * (decayRate[row] * rateScale[c]));
    }
    frontGap[row] = 1 / nearest - NEAREST;
  }
}

/** Stores the gap to the closest thing that is not in front, for an agent that retreats. */
export function lookBack(input: SteeringInput, row: number, drives: Drives): void {
  const { agents, obstacles: near } = input.perception;
  const { x, y, headingX, headingY } = input.crowd.motion;
  const { radius } = input.crowd.traits;
  const { startX, startY, endX, endY, radius: thickness } = input.obstacles;
  let behind = Number.POSITIVE_INFINITY;
  for (let entry = agents.starts[row]; entry < agents.starts[row] + agents.counts[row]; entry++) {
    const other = agents.items[entry];
    const dx = x[other] - x[row];
    const dy = y[other] - y[row];
    if (headingX[row] * dx + headingY[row] * dy > 0) continue;
    behind = Math.min(behind, Math.sqrt(dx * dx + dy * dy) - radius[row] - radius[other]);
  }
  for (let entry = near.starts[row]; entry < near.starts[row] + near.counts[row]; entry++) {
    const element = near.items[entry];
    const fraction = closestFraction(
      x[row],
      y[row],
      startX[element],
      startY[element],
      endX[element],
      endY[element],
    );
    const dx = startX[element] + fraction * (endX[element] - startX[element]) - x[row];
    const dy = startY[element] + fraction * (endY[element] - startY[element]) - y[row];
    if (headingX[row] * dx + headingY[row] * dy > 0) continue;
    behind = Math.min(behind, Math.sqrt(dx * dx + dy * dy) - radius[row] - thickness[element]);
  }
  drives.backGap[row] = behind;
}
