import { type Hearsay, SolidKind, type Solids, type Things } from '../../crowd/index.ts';
import { closestOfSolid } from '../../crowd/solids.ts';
import type { SteeringInput } from '../contract.ts';
import type { Classes } from './classes.ts';
import { BODY, type Drives } from './drives.ts';
import { ASIDE, BESIDE, NEAREST, NEGLIGIBLE, positivePart, presence, quantizeNearness } from './gather.ts';
import { type Repellers, reserveRepellers, type Window } from './repellers.ts';
import { rateToAgent, rateToThing } from './selective.ts';

/**
 * gather.ts in space (docs/models/space.md): each thing repels in the plane through the heading u and the direction d to
 * it. This is the two-dimensional problem with a in [0, π], about the axis d × u. A plane scene uses the same operations as
 * gather.ts, so the bits are the same.
 */

/** Appends other agents as repellers; the compiled kernel does the same, to the bit. */
export function gatherAgentsInSpace(
  input: SteeringInput,
  row: number,
  window: Window,
  { obstacles: classCount, rateScale }: Classes,
  everythingCounts: boolean,
  repellers: Repellers,
  drives: Drives,
): void {
  const { starts, counts, items } = input.perception.agents;
  const { headingX, headingY, headingZ } = input.crowd.motion;
  const { class: classOf } = input.crowd.traits;
  const { bodies, nearness, pressing } = drives;
  const selective = input.crowd.distances.inUse;
  // One more than can be kept: an entry that is left out is written too.
  reserveRepellers(repellers, counts[row] + 1);
  const { axisX, axisY, axisZ, cosine, fading, owner, share, sine, sineHalf } = repellers;
  const { largestSineHalf, marginCosine, marginSine, spreadCosine, spreadSine } = window;
  const asideCost = everythingCounts ? 0 : ASIDE;
  const ownX = bodies[BODY * row];
  const ownY = bodies[BODY * row + 1];
  const ownRadius = bodies[BODY * row + 2];
  const ownZ = bodies[BODY * row + 3];
  const forwardX = headingX[row];
  const forwardY = headingY[row];
  const forwardZ = headingZ[row];
  upright(forwardX, forwardY, forwardZ, upwards);
  const decayRate = drives.decayRate[row];
  const place = row * classCount;
  let count = repellers.count;
  const end = starts[row] + counts[row];
  for (let entry = starts[row]; entry < end; entry++) {
    const other = BODY * items[entry];
    const otherClass = classCount > 1 ? classOf[items[entry]] : 0;
    const dx = bodies[other] - ownX;
    const dy = bodies[other + 1] - ownY;
    const dz = bodies[other + 3] - ownZ;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared === 0) continue;
    const inverse = 1 / Math.sqrt(squared);
    const distance = squared * inverse;
    const radii = ownRadius + bodies[other + 2];
    const gap = positivePart(distance - radii);
    const cosineHere = (forwardX * dx + forwardY * dy + forwardZ * dz) * inverse;
    const acrossX = forwardZ * dy - forwardY * dz;
    const acrossY = forwardX * dz - forwardZ * dx;
    const acrossZ = forwardY * dx - forwardX * dy;
    const across = Math.sqrt(acrossX * acrossX + acrossY * acrossY + acrossZ * acrossZ);
    const sineHere = across * inverse;
    const straight = across === 0;
    const inverseAcross = 1 / (straight ? 1 : across);
    const lane = gap + asideCost * positivePart(distance * sineHere - radii);
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
    axisX[count] = straight ? upwards[0] : acrossX * inverseAcross;
    axisY[count] = straight ? upwards[1] : acrossY * inverseAcross;
    axisZ[count] = straight ? upwards[2] : acrossZ * inverseAcross;
    const cosineFull = 1 - 2 * s * s;
    const edge = cosineFull * marginCosine - 2 * s * marginSine;
    const spread = cosineFull * spreadCosine + 2 * s * spreadSine;
    const isKept =
      everythingCounts || cosineHere >= 0 || cosineHere >= edge + (NEGLIGIBLE - fadingHere) * spread;
    if (isKept) count++;
  }
  repellers.count = count;
}

/** Scratch of the loops in this file, never read across calls. */
const upwards = new Float64Array(3);
const toThing = new Float64Array(3);

/**
 * The unit vector perpendicular to u that is nearest to the z axis; if u is vertical, to the x axis. It is the axis of the
 * turn away from a thing straight ahead or behind: any would do, and this one keeps a plane scene in its plane.
 */
export function upright(ux: number, uy: number, uz: number, out: Float64Array): void {
  const level = 1 - uz * uz > 1e-12;
  const x = level ? -uz * ux : 1 - ux * ux;
  const y = level ? -uz * uy : -ux * uy;
  const z = level ? 1 - uz * uz : -ux * uz;
  const length = Math.sqrt(x * x + y * y + z * z);
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
}

/** Appends solids as repellers: spheres as bodies, faces near and far (docs/models/walls.md), planes near. */
export function gatherSolids(
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
  const { near: listed, range, solids } = things;
  const selective = crowd.distances.inUse;
  const { starts, counts, items } = listed;
  const { x, y, z, headingX, headingY, headingZ } = crowd.motion;
  const { kind, originX, originY, originZ, sideX, sideY, sideZ, otherX, otherY, otherZ } = solids;
  const ownRadius = crowd.traits.radius[row];
  const view = range[row];
  const asideCost = everythingCounts ? 0 : ASIDE;
  const forwardX = headingX[row];
  const forwardY = headingY[row];
  const forwardZ = headingZ[row];
  upright(forwardX, forwardY, forwardZ, upwards);
  const last = starts[row] + counts[row];
  reserveRepellers(repellers, 2 * counts[row]);
  for (let entry = starts[row]; entry < last; entry++) {
    const element = items[entry];
    const place = row * classCount + solids.class[element];
    closestOfSolid(solids, element, x[row], y[row], z[row], toThing);
    const dx = toThing[0];
    const dy = toThing[1];
    const dz = toThing[2];
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (distance === 0) continue;
    const bodies = ownRadius + solids.radius[element];
    const gap = Math.max(0, distance - bodies);
    const near = append(place, dx, dy, dz, distance);
    const lane = gap + asideCost * Math.max(0, distance * repellers.sine[near] - bodies);
    const cosineNear = repellers.cosine[near];
    const ahead = positivePart(everythingCounts ? Math.ceil(cosineNear) : cosineNear);
    const nearnessHere = quantizeNearness(ahead / (lane + NEAREST));
    drives.nearness[place] = Math.max(drives.nearness[place], nearnessHere);
    const { class: classOf, owner } = solids;
    let rate = drives.decayRate[row] * rateScale[classOf[element]];
    let more = 1;
    if (selective) {
      const usual = rate;
      rate = rateToThing(
        crowd,
        things,
        row,
        element,
        owner[element],
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
    const whole = everythingCounts ? 1 : presence(distance - solids.radius[element], view);
    if (kind[element] === SolidKind.sphere) {
      shape(near, bodies / distance, fading, whole);
      continue;
    }
    if (kind[element] === SolidKind.plane) {
      shape(near, 1, fading, whole);
      continue;
    }
    // Near, a face acts like an infinite plane and its closest point repels. Far, it is a body about its middle, as wide as
    // the face is in the plane in which it acts.
    const part = kind[element] === SolidKind.rectangle ? 0.5 : 1 / 3;
    const middleX = part * sideX[element] + part * otherX[element] - (x[row] - originX[element]);
    const middleY = part * sideY[element] + part * otherY[element] - (y[row] - originY[element]);
    const middleZ = part * sideZ[element] + part * otherZ[element] - (z[row] - originZ[element]);
    const middleDistance = Math.sqrt(middleX * middleX + middleY * middleY + middleZ * middleZ);
    if (middleDistance === 0) {
      shape(near, 1, fading, whole);
      continue;
    }
    const far = append(place, middleX, middleY, middleZ, middleDistance);
    const { axisX, axisY, axisZ } = repellers;
    const halfWidth = halfWidthAcross(solids, element, axisX[far], axisY[far], axisZ[far]);
    // On contact the near form applies, however narrow the face is.
    const nearness = gap > 0 ? 1 / (1 + (gap * gap) / (halfWidth * halfWidth)) : 1;
    shape(near, 1, fading, whole * nearness);
    shape(far, (halfWidth + ownRadius) / middleDistance, fading, whole * (1 - nearness));
  }

  /** Appends a repeller in the direction of (dx, dy, dz); returns its index. */
  function append(place: number, dx: number, dy: number, dz: number, distance: number): number {
    const at = repellers.count++;
    const acrossX = forwardZ * dy - forwardY * dz;
    const acrossY = forwardX * dz - forwardZ * dx;
    const acrossZ = forwardY * dx - forwardX * dy;
    const across = Math.sqrt(acrossX * acrossX + acrossY * acrossY + acrossZ * acrossZ);
    repellers.owner[at] = place;
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
 * Half the width of a face in the plane across the axis: the extent of its outline along the line in which this plane and
 * the face's plane meet. If both planes coincide, half its longer edge.
 */
function halfWidthAcross(
  { kind, sideX, sideY, sideZ, otherX, otherY, otherZ, normalX, normalY, normalZ }: Solids,
  element: number,
  axisX: number,
  axisY: number,
  axisZ: number,
): number {
  const ax = sideX[element];
  const ay = sideY[element];
  const az = sideZ[element];
  const bx = otherX[element];
  const by = otherY[element];
  const bz = otherZ[element];
  const a = Math.sqrt(ax * ax + ay * ay + az * az);
  const b = Math.sqrt(bx * bx + by * by + bz * bz);
  if (kind[element] === SolidKind.rectangle) {
    // The line's components along the edges are those of the axis, swapped.
    const alongA = b > 0 ? axisX * (bx / b) + axisY * (by / b) + axisZ * (bz / b) : 0;
    const alongB = a > 0 ? axisX * (ax / a) + axisY * (ay / a) + axisZ * (az / a) : 0;
    const length = Math.sqrt(alongA * alongA + alongB * alongB);
    // An edge may be too short to have a direction, or the two planes may coincide.
    if (length === 0) return 0.5 * Math.max(a, b);
    return 0.5 * (a * Math.abs(alongA / length) + b * Math.abs(alongB / length));
  }
  const lineX = axisY * normalZ[element] - axisZ * normalY[element];
  const lineY = axisZ * normalX[element] - axisX * normalZ[element];
  const lineZ = axisX * normalY[element] - axisY * normalX[element];
  const length = Math.sqrt(lineX * lineX + lineY * lineY + lineZ * lineZ);
  if (length === 0) return 0.5 * Math.max(a, b);
  const endA = (ax * lineX + ay * lineY + az * lineZ) / length;
  const endB = (bx * lineX + by * lineY + bz * lineZ) / length;
  return 0.5 * (Math.max(0, endA, endB) - Math.min(0, endA, endB));
}

/** Stores the gap to the closest thing that is not in front, for an agent that retreats. */
export function lookBackInSpace(input: SteeringInput, row: number, drives: Drives): void {
  const { agents, obstacles: near } = input.perception;
  const { x, y, z, headingX, headingY, headingZ } = input.crowd.motion;
  const { radius } = input.crowd.traits;
  const { solids } = input;
  let behind = Number.POSITIVE_INFINITY;
  for (let entry = agents.starts[row]; entry < agents.starts[row] + agents.counts[row]; entry++) {
    const other = agents.items[entry];
    const dx = x[other] - x[row];
    const dy = y[other] - y[row];
    const dz = z[other] - z[row];
    if (headingX[row] * dx + headingY[row] * dy + headingZ[row] * dz > 0) continue;
    behind = Math.min(behind, Math.sqrt(dx * dx + dy * dy + dz * dz) - radius[row] - radius[other]);
  }
  for (let entry = near.starts[row]; entry < near.starts[row] + near.counts[row]; entry++) {
    const element = near.items[entry];
    closestOfSolid(solids, element, x[row], y[row], z[row], toThing);
    const [dx, dy, dz] = toThing;
    if (headingX[row] * dx + headingY[row] * dy + headingZ[row] * dz > 0) continue;
    behind = Math.min(behind, Math.sqrt(dx * dx + dy * dy + dz * dz) - radius[row] - solids.radius[element]);
  }
  drives.backGap[row] = behind;
}
