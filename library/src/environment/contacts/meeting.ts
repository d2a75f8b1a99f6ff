import { ballContactTime } from './contact-times.ts';
import { nextCornerTime, type Paths, placeOnPath, SKIN } from './paths/paths.ts';

/** How two bodies meet on their paths: see meetOnPaths. */
export type Meeting = {
  /** Whether one body would pass through the other, or deep into it. */
  passes: boolean;
  /** Fractions of the step at which they first touch, and at which they are first slightly apart; 2: never. */
  touch: number;
  halt: number;
  /** Metres between the centres where they are nearest. */
  least: number;
  /** Scratch: where the two are. */
  place: Float64Array;
  /** Place and normal of a contact: see placeBetween. */
  contact: Float64Array;
};

export function createMeeting(): Meeting {
  return {
    passes: false,
    touch: 2,
    halt: 2,
    least: 0,
    place: new Float64Array(6),
    contact: new Float64Array(6),
  };
}

/**
 * Follows two bodies on their paths; each stands still from its own time `stop` on. `radii` is the sum of their radii.
 *
 * Two bodies pass when their centres come nearer than half of that, or when they touch and the one ends on the other's
 * far side: the place of the one as seen from the other has turned by more than a right angle. Those that begin
 * overlapping must also go farther than `least` past each other: in a heap bodies shift a little all the time, and are
 * pushed apart. Where they begin nearer than half already, only the turn counts.
 */
export function meetOnPaths(
  meeting: Meeting,
  paths: Paths,
  first: number,
  second: number,
  stopOfFirst: number,
  stopOfSecond: number,
  radii: number,
  least: number,
): void {
  const { place } = meeting;
  meeting.passes = false;
  meeting.touch = 2;
  meeting.halt = 2;
  placeOnPath(paths, first, 0, place, 0);
  placeOnPath(paths, second, 0, place, 3);
  const beginX = place[0] - place[3];
  const beginY = place[1] - place[4];
  const beginZ = place[2] - place[5];
  let fromX = beginX;
  let fromY = beginY;
  let fromZ = beginZ;
  const beginSquared = beginX * beginX + beginY * beginY + beginZ * beginZ;
  let leastSquared = beginSquared;
  for (let time = 0; time < 1; ) {
    let end = 1;
    if (time < stopOfFirst) end = Math.min(nextCornerTime(paths, first, time), stopOfFirst, end);
    if (time < stopOfSecond) end = Math.min(nextCornerTime(paths, second, time), stopOfSecond, end);
    placeOnPath(paths, first, Math.min(end, stopOfFirst), place, 0);
    placeOnPath(paths, second, Math.min(end, stopOfSecond), place, 3);
    const toX = place[0] - place[3];
    const toY = place[1] - place[4];
    const toZ = place[2] - place[5];
    const squared = leastOnPiece(fromX, fromY, fromZ, toX, toY, toZ);
    if (squared < leastSquared) leastSquared = squared;
    if (meeting.touch > 1) {
      const part = ballContactTime(fromX, fromY, fromZ, toX, toY, toZ, radii);
      if (part <= 1) meeting.touch = time + part * (end - time);
    }
    if (meeting.halt > 1) {
      const part = ballContactTime(fromX, fromY, fromZ, toX, toY, toZ, radii + SKIN);
      if (part <= 1) meeting.halt = time + part * (end - time);
    }
    fromX = toX;
    fromY = toY;
    fromZ = toZ;
    time = end;
  }
  meeting.least = Math.sqrt(leastSquared);
  if (meeting.touch > 1) return;
  const turned = beginX * fromX + beginY * fromY + beginZ * fromZ < 0;
  const enters = meeting.least < 0.5 * radii && beginSquared >= 0.25 * radii * radii;
  if (!turned && !enters) return;
  const displacementX = fromX - beginX;
  const displacementY = fromY - beginY;
  const displacementZ = fromZ - beginZ;
  const farther =
    displacementX * displacementX + displacementY * displacementY + displacementZ * displacementZ >
    least * least;
  meeting.passes = farther || beginSquared >= radii * radii;
}

/** Whether two bodies on straight paths surely do not touch: true for most pairs, and cheap to decide. */
export function missOnStraightPaths(paths: Paths, first: number, second: number, radii: number): boolean {
  if (paths.counts[first] !== 2 || paths.counts[second] !== 2) return false;
  const a = paths.starts[first];
  const b = paths.starts[second];
  const { x, y, z } = paths;
  const squared = leastOnPiece(
    x[a] - x[b],
    y[a] - y[b],
    z[a] - z[b],
    x[a + 1] - x[b + 1],
    y[a + 1] - y[b + 1],
    z[a + 1] - z[b + 1],
  );
  return squared > 1.001 * radii * radii;
}

/** The squared distance of the origin from a straight piece of a path. */
function leastOnPiece(
  fromX: number,
  fromY: number,
  fromZ: number,
  toX: number,
  toY: number,
  toZ: number,
): number {
  const displacementX = toX - fromX;
  const displacementY = toY - fromY;
  const displacementZ = toZ - fromZ;
  const displacementSquared =
    displacementX * displacementX + displacementY * displacementY + displacementZ * displacementZ;
  const along =
    displacementSquared > 0
      ? -(fromX * displacementX + fromY * displacementY + fromZ * displacementZ) / displacementSquared
      : 0;
  const at = along < 0 ? 0 : along > 1 ? 1 : along;
  const x = fromX + at * displacementX;
  const y = fromY + at * displacementY;
  const z = fromZ + at * displacementZ;
  return x * x + y * y + z * z;
}

/**
 * The contact of two bodies with the centres place[0 … 2] and place[3 … 5]: the middle of where they overlap, and the
 * unit vector from the second towards the first, which is 0 where the centres coincide.
 */
export function placeBetween(
  contact: Float64Array,
  place: Float64Array,
  radius: number,
  otherRadius: number,
): void {
  const dx = place[0] - place[3];
  const dy = place[1] - place[4];
  const dz = place[2] - place[5];
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const normalX = distance > 0 ? dx / distance : 0;
  const normalY = distance > 0 ? dy / distance : 0;
  const normalZ = distance > 0 ? dz / distance : 0;
  const middle = otherRadius + 0.5 * (distance - radius - otherRadius);
  contact[0] = place[3] + middle * normalX;
  contact[1] = place[4] + middle * normalY;
  contact[2] = place[5] + middle * normalZ;
  contact[3] = normalX;
  contact[4] = normalY;
  contact[5] = normalZ;
}
