import type { Hearsay, Things } from '../../crowd/index.ts';
import { fastExp } from '../../numerics/index.ts';
import type { SteeringInput } from '../contract.ts';
import type { Classes } from './classes.ts';
import { BODY, type Drives } from './drives.ts';
import { closestOf, HALF_WIDTH, halfWidthAcross, upright, writeMiddle } from './outlines.ts';
import { type Repellers, reserveRepellers, type Window } from './repellers.ts';
import { rateToAgent, rateToThing } from './selective.ts';

/**
 * What repels an agent, in the plane and in space. In space each thing repels in the plane through the heading u and the
 * direction d to it, about the axis d × u (docs/models/space.md). In the plane every z is 0, and sines have a sign instead
 * of an axis.
 */

/**
 * For the speed law, each metre that a thing lies beside the agent's lane adds this many metres to its gap: things that the
 * agent will pass do not slow it down. docs/models/speed.md.
 */
export const ASIDE = 3;

/**
 * For the weights, an obstacle beside the agent counts as if its cosine were larger by this: a wall that the agent walks
 * along keeps the weight of the obstacles on. docs/models/walls.md.
 */
const BESIDE = 0.3;

/** Agents behind with W·D below exp(−10) = 5e-5 are left out: most of them then need no exponential. */
export const NEGLIGIBLE = -10;

/**
 * Nearness is cos a over the sum of the gap in the lane and this, per metre: bounded, and 0 for things that are not ahead.
 * It stands for the gap (lane + 1/1024 m)/cos a − 1/1024 m. It is rounded to a multiple of 2^-40, so that the arithmetic
 * maximum of two is exact.
 */
export const NEAREST = 1 / 1024;

function quantizeNearness(nearness: number): number {
  return nearness + NEARNESS_SHIFTER - NEARNESS_SHIFTER;
}

/** 1.5 × 2^52 × 2^-40. */
const NEARNESS_SHIFTER = 6144;

/** max(0, x), without the branch that engines make of Math.max. */
function positivePart(x: number): number {
  return 0.5 * (x + Math.abs(x));
}

/** Scratch of the loops in this file, never read across calls. */
const upwards = new Float64Array(3);
const toThing = new Float64Array(3);
const toMiddle = new Float64Array(4);

/**
 * Appends other agents as repellers of the agent in `row`, and stores in the drives how near the closest thing in front is.
 * The compiled kernel does the same without branches, to the bit; this is its reference, and takes over without it.
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
  const { crowd } = input;
  const { starts, counts, items } = input.perception.agents;
  const { class: classOf } = crowd.traits;
  const { bodies, nearness, pressing } = drives;
  const inSpace = crowd.dimension === 3;
  reserveRepellers(repellers, counts[row]);
  const { axisX, axisY, axisZ, cosine, fading, owner, share, sine, sineHalf } = repellers;
  const { largestSineHalf, marginCosine, marginSine, spreadCosine, spreadSine } = window;
  const asideCost = everythingCounts ? 0 : ASIDE;
  const forwardX = crowd.motion.headingX[row];
  const forwardY = crowd.motion.headingY[row];
  const forwardZ = crowd.motion.headingZ[row];
  if (inSpace) upright(forwardX, forwardY, forwardZ, upwards);
  for (let entry = starts[row]; entry < starts[row] + counts[row]; entry++) {
    const other = items[entry];
    const otherClass = classCount > 1 ? classOf[other] : 0;
    const place = row * classCount + otherClass;
    const dx = bodies[BODY * other] - bodies[BODY * row];
    const dy = bodies[BODY * other + 1] - bodies[BODY * row + 1];
    const dz = bodies[BODY * other + 3] - bodies[BODY * row + 3];
    const squared = dx * dx + dy * dy + dz * dz;
    // Coincident centres have no direction: contact resolution separates them, steering cannot.
    if (squared === 0) continue;
    const inverse = 1 / Math.sqrt(squared);
    const distance = squared * inverse;
    const radii = bodies[BODY * row + 2] + bodies[BODY * other + 2];
    const gap = positivePart(distance - radii);
    const acrossX = forwardZ * dy - forwardY * dz;
    const acrossY = forwardX * dz - forwardZ * dx;
    const acrossZ = forwardY * dx - forwardX * dy;
    const across = inSpace ? Math.sqrt(acrossX * acrossX + acrossY * acrossY + acrossZ * acrossZ) : acrossZ;
    const cosineHere = (forwardX * dx + forwardY * dy + forwardZ * dz) * inverse;
    const sineHere = across * inverse;
    const lane = gap + asideCost * positivePart(distance * Math.abs(sineHere) - radii);
    const ahead = positivePart(everythingCounts ? Math.ceil(cosineHere) : cosineHere);
    const nearnessHere = quantizeNearness(ahead / (lane + NEAREST));
    nearness[place] = Math.max(nearness[place], nearnessHere);
    let rate = drives.decayRate[row] * rateScale[otherClass];
    if (crowd.distances.inUse) {
      const usual = rate;
      rate = rateToAgent(crowd, row, other, usual, drives.shortest);
      pressing[place] = Math.max(pressing[place], nearnessHere * (usual / rate));
    }
    const s = Math.min(radii * inverse, largestSineHalf);
    const fadingHere = -gap * rate;
    // An agent behind and outside the window is left out. The window's edge and spread are bounded by 2 sin Δψ instead of
    // sin 2Δψ, which saves a root.
    const cosineFull = 1 - 2 * s * s;
    const edge = cosineFull * marginCosine - 2 * s * marginSine;
    const spread = cosineFull * spreadCosine + 2 * s * spreadSine;
    const isKept =
      everythingCounts || cosineHere >= 0 || cosineHere >= edge + (NEGLIGIBLE - fadingHere) * spread;
    if (!isKept) continue;
    const at = repellers.count++;
    owner[at] = place;
    cosine[at] = cosineHere;
    sine[at] = sineHere;
    sineHalf[at] = s;
    fading[at] = fadingHere;
    share[at] = 1;
    if (!inSpace) continue;
    const inverseAcross = 1 / across;
    axisX[at] = across === 0 ? upwards[0] : acrossX * inverseAcross;
    axisY[at] = across === 0 ? upwards[1] : acrossY * inverseAcross;
    axisZ[at] = across === 0 ? upwards[2] : acrossZ * inverseAcross;
  }
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

/**
 * Appends obstacles, or what an agent has heard of, as repellers: discs and spheres as bodies, walls and faces near and
 * far, endless planes near (docs/models/walls.md).
 */
export function gatherThings(
  input: SteeringInput,
  things: Things | Hearsay,
  row: number,
  window: Window,
  { obstacles: classCount, rateScale }: Classes,
  everythingCounts: boolean,
  repellers: Repellers,
  drives: Drives,
): void {
  const { crowd } = input;
  const inSpace = crowd.dimension === 3;
  const { class: classOf, owner, radius: thickness } = inSpace ? things.solids : things.obstacles;
  const { starts, counts, items } = things.near;
  const { besideness, nearness, pressing, shortest } = drives;
  const selective = crowd.distances.inUse;
  const ownRadius = crowd.traits.radius[row];
  const decayRate = drives.decayRate[row];
  const view = things.range[row];
  const asideCost = everythingCounts ? 0 : ASIDE;
  const forwardX = crowd.motion.headingX[row];
  const forwardY = crowd.motion.headingY[row];
  const forwardZ = crowd.motion.headingZ[row];
  if (inSpace) upright(forwardX, forwardY, forwardZ, upwards);
  reserveRepellers(repellers, 2 * counts[row]);
  const last = starts[row] + counts[row];
  for (let entry = starts[row]; entry < last; entry++) {
    const element = items[entry];
    const place = row * classCount + classOf[element];
    closestOf(things, crowd, row, element, toThing);
    const dx = toThing[0];
    const dy = toThing[1];
    const dz = toThing[2];
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (distance === 0) continue;
    const bodies = ownRadius + thickness[element];
    const gap = Math.max(0, distance - bodies);
    const near = append(place, dx, dy, dz, distance);
    const cosineNear = repellers.cosine[near];
    const lane = gap + asideCost * Math.max(0, distance * Math.abs(repellers.sine[near]) - bodies);
    const ahead = positivePart(everythingCounts ? Math.ceil(cosineNear) : cosineNear);
    const nearnessHere = quantizeNearness(ahead / (lane + NEAREST));
    nearness[place] = Math.max(nearness[place], nearnessHere);
    let rate = decayRate * rateScale[classOf[element]];
    let more = 1;
    if (selective) {
      const usual = rate;
      rate = rateToThing(crowd, things, row, element, owner[element], classOf[element], usual, shortest);
      more = usual / rate;
      pressing[place] = Math.max(pressing[place], more * nearnessHere);
    }
    const beside = positivePart(cosineNear + BESIDE) / (1 + BESIDE);
    besideness[place] = Math.max(besideness[place], (more * beside) / (lane + NEAREST));
    const fading = -gap * rate;
    const whole = everythingCounts ? 1 : presence(distance - thickness[element], view);
    writeMiddle(things, crowd, row, element, toMiddle);
    let halfWidth = toMiddle[HALF_WIDTH];
    if (halfWidth === 0) {
      shape(near, bodies / distance, fading, whole);
      continue;
    }
    const middleX = toMiddle[0];
    const middleY = toMiddle[1];
    const middleZ = toMiddle[2];
    const middleDistance = Math.sqrt(middleX * middleX + middleY * middleY + middleZ * middleZ);
    if (halfWidth === Number.POSITIVE_INFINITY || middleDistance === 0) {
      shape(near, 1, fading, whole);
      continue;
    }
    // Near, a wall or face acts as if it were endless, and its closest point repels. Far, it is a body about its middle, as
    // wide as it is in the plane in which it acts. The share of each depends smoothly on the gap relative to the width.
    const far = append(place, middleX, middleY, middleZ, middleDistance);
    if (inSpace) {
      const { axisX, axisY, axisZ } = repellers;
      halfWidth = halfWidthAcross(things.solids, element, axisX[far], axisY[far], axisZ[far]);
    }
    // On contact the near form applies, however narrow the thing is.
    const closeShare = gap > 0 ? 1 / (1 + (gap * gap) / (halfWidth * halfWidth)) : 1;
    shape(near, 1, fading, whole * closeShare);
    shape(far, (halfWidth + ownRadius) / middleDistance, fading, whole * (1 - closeShare));
  }

  /** Appends a repeller in the direction of (dx, dy, dz); returns its index. */
  function append(place: number, dx: number, dy: number, dz: number, distance: number): number {
    const at = repellers.count++;
    const acrossZ = forwardY * dx - forwardX * dy;
    repellers.owner[at] = place;
    if (!inSpace) {
      repellers.cosine[at] = (forwardX * dx + forwardY * dy) / distance;
      repellers.sine[at] = acrossZ / distance;
      return at;
    }
    const acrossX = forwardZ * dy - forwardY * dz;
    const acrossY = forwardX * dz - forwardZ * dx;
    const across = Math.sqrt(acrossX * acrossX + acrossY * acrossY + acrossZ * acrossZ);
    repellers.cosine[at] = (forwardX * dx + forwardY * dy + forwardZ * dz) / distance;
    repellers.sine[at] = across / distance;
    repellers.axisX[at] = across > 0 ? acrossX / across : upwards[0];
    repellers.axisY[at] = across > 0 ? acrossY / across : upwards[1];
    repellers.axisZ[at] = across > 0 ? acrossZ / across : upwards[2];
    return at;
  }

  function shape(at: number, s: number, fading: number, share: number): void {
    repellers.sineHalf[at] = Math.min(s, window.largestSineHalf);
    repellers.fading[at] = fading;
    repellers.share[at] = share;
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
  const { crowd } = input;
  const { agents, obstacles: near } = input.perception;
  const { headingX, headingY, headingZ, x, y, z } = crowd.motion;
  const { radius } = crowd.traits;
  const thickness = (crowd.dimension === 3 ? input.solids : input.obstacles).radius;
  const ownRadius = radius[row];
  const ux = headingX[row];
  const uy = headingY[row];
  const uz = headingZ[row];
  let behind = Number.POSITIVE_INFINITY;
  const lastAgent = agents.starts[row] + agents.counts[row];
  for (let entry = agents.starts[row]; entry < lastAgent; entry++) {
    const other = agents.items[entry];
    const dx = x[other] - x[row];
    const dy = y[other] - y[row];
    const dz = z[other] - z[row];
    if (ux * dx + uy * dy + uz * dz > 0) continue;
    const gap = Math.sqrt(dx * dx + dy * dy + dz * dz) - ownRadius - radius[other];
    if (gap < behind) behind = gap;
  }
  const last = near.starts[row] + near.counts[row];
  for (let entry = near.starts[row]; entry < last; entry++) {
    const element = near.items[entry];
    closestOf(input, crowd, row, element, toThing);
    const dx = toThing[0];
    const dy = toThing[1];
    const dz = toThing[2];
    if (ux * dx + uy * dy + uz * dz > 0) continue;
    behind = Math.min(behind, Math.sqrt(dx * dx + dy * dy + dz * dz) - ownRadius - thickness[element]);
  }
  drives.backGap[row] = behind;
}
