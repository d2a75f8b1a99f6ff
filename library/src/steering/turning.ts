import type { Crowd, Layout, Table } from '../crowd/index.ts';
import { fastCos, fastSin } from '../numerics/index.ts';

/**
 * The columns of a model that decides on turn rates: the angular velocity about the axes, radians per second. In the plane
 * turnRate alone counts, positive to the left.
 */
export const turnColumns = {
  turnX: 'float64',
  turnY: 'float64',
  turnRate: 'float64',
} as const satisfies Layout;

export type TurnColumns = Table<typeof turnColumns>;

/** The largest turn in one step, radians: fastSin and fastCos are made for |x| ≤ 4. */
const LARGEST_TURN = Math.PI;

/** Reads how fast each agent moves along its heading, metres per second: negative when it retreats. */
export function readForwardSpeeds({ count, motion }: Crowd, speed: Float64Array): void {
  const { headingX, headingY, headingZ, velocityX, velocityY, velocityZ } = motion;
  for (let row = 0; row < count; row++) {
    speed[row] =
      velocityX[row] * headingX[row] + velocityY[row] * headingY[row] + velocityZ[row] * headingZ[row];
  }
}

/**
 * The adapter for models that decide on turn rates and speeds: turns each heading by its turn rate, and writes the velocity
 * along the new heading.
 */
export function turnAndGo(
  crowd: Crowd,
  turns: TurnColumns,
  speed: Float64Array,
  dt: number,
  members?: Uint8Array,
): void {
  if (crowd.dimension === 3) turnInSpace(crowd, turns, speed, dt, members);
  else turnInPlane(crowd, turns, speed, dt, members);
}

function turnInPlane(
  { count, motion, next }: Crowd,
  { turnRate }: TurnColumns,
  speed: Float64Array,
  dt: number,
  members: Uint8Array | undefined,
): void {
  for (let row = 0; row < count; row++) {
    if (members && members[row] === 0) continue;
    const turn = Math.max(-LARGEST_TURN, Math.min(LARGEST_TURN, turnRate[row] * dt));
    const sine = fastSin(turn);
    const cosine = fastCos(turn);
    const turnedX = motion.headingX[row] * cosine - motion.headingY[row] * sine;
    const turnedY = motion.headingX[row] * sine + motion.headingY[row] * cosine;
    const length = Math.sqrt(turnedX * turnedX + turnedY * turnedY);
    const headingX = turnedX / length;
    const headingY = turnedY / length;
    next.headingX[row] = headingX;
    next.headingY[row] = headingY;
    next.velocityX[row] = speed[row] * headingX;
    next.velocityY[row] = speed[row] * headingY;
  }
}

/**
 * The same in space: the heading is rotated about the angular velocity, by its size (Rodrigues), and made a unit vector.
 * In a plane scene these are the operations of the plane, with zeros and ones: the bits are the same.
 */
function turnInSpace(
  { count, motion, next }: Crowd,
  { turnRate, turnX, turnY }: TurnColumns,
  speed: Float64Array,
  dt: number,
  members: Uint8Array | undefined,
): void {
  for (let row = 0; row < count; row++) {
    if (members && members[row] === 0) continue;
    const ux = motion.headingX[row];
    const uy = motion.headingY[row];
    const uz = motion.headingZ[row];
    const wx = turnX[row];
    const wy = turnY[row];
    const wz = turnRate[row];
    const rate = Math.sqrt(wx * wx + wy * wy + wz * wz);
    const turn = Math.min(LARGEST_TURN, rate * dt);
    const sine = fastSin(turn);
    const cosine = fastCos(turn);
    const axisX = rate > 0 ? wx / rate : 0;
    const axisY = rate > 0 ? wy / rate : 0;
    const axisZ = rate > 0 ? wz / rate : 1;
    const along = (axisX * ux + axisY * uy + axisZ * uz) * (1 - cosine);
    const turnedX = ux * cosine - (axisZ * uy - axisY * uz) * sine + axisX * along;
    const turnedY = (axisZ * ux - axisX * uz) * sine + uy * cosine + axisY * along;
    const turnedZ = (axisX * uy - axisY * ux) * sine + uz * cosine + axisZ * along;
    const length = Math.sqrt(turnedX * turnedX + turnedY * turnedY + turnedZ * turnedZ);
    next.headingX[row] = turnedX / length;
    next.headingY[row] = turnedY / length;
    next.headingZ[row] = turnedZ / length;
    next.velocityX[row] = speed[row] * next.headingX[row];
    next.velocityY[row] = speed[row] * next.headingY[row];
    next.velocityZ[row] = speed[row] * next.headingZ[row];
  }
}
