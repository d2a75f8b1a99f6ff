import type { Crowd } from '../crowd/index.ts';
import { requireFiniteDisplacements } from '../environment/index.ts';
import { fastCos, fastSin } from '../numerics/index.ts';
import { steeringInputOf } from './compute-controls.ts';
import { forEachModel } from './steering.ts';
import type { World } from './world.ts';

/** Largest turn in one step, radians: fastSin and fastCos are made for |x| ≤ 4. */
const LARGEST_TURN = Math.PI;

/** Moves the agents: by the model's own law where it has one, else along the headings. */
export function integrateMotion(world: World): void {
  const { crowd, dt } = world;
  forEachModel(world, (model, members) => {
    if (model.integrateMotion) model.integrateMotion(steeringInputOf(world, members));
    else moveAlongHeadings(crowd, dt, members);
  });
  requireFiniteDisplacements(crowd);
}

/** Turns each heading by its new turn rate and moves along it at its new speed. */
export function moveAlongHeadings(crowd: Crowd, dt: number, members?: Uint8Array): void {
  if (crowd.dimension === 3) integrateInSpace(crowd, dt, members);
  else integrateInPlane(crowd, dt, members);
}

function integrateInPlane(crowd: Crowd, dt: number, members: Uint8Array | undefined): void {
  const { motion, next } = crowd;
  for (let row = 0; row < crowd.count; row++) {
    if (members && members[row] === 0) continue;
    const turn = Math.max(-LARGEST_TURN, Math.min(LARGEST_TURN, next.turnRate[row] * dt));
    const sine = fastSin(turn);
    const cosine = fastCos(turn);
    const turnedX = motion.headingX[row] * cosine - motion.headingY[row] * sine;
    const turnedY = motion.headingX[row] * sine + motion.headingY[row] * cosine;
    const length = Math.sqrt(turnedX * turnedX + turnedY * turnedY);
    const headingX = turnedX / length;
    const headingY = turnedY / length;
    const way = next.speed[row] * dt;
    next.headingX[row] = headingX;
    next.headingY[row] = headingY;
    next.x[row] = motion.x[row] + way * headingX;
    next.y[row] = motion.y[row] + way * headingY;
  }
}

/**
 * The same in space: the heading is rotated about the angular velocity, by its size (Rodrigues), and made a unit vector.
 * In a plane scene these are the operations of the plane, with zeros and ones: the bits are the same.
 */
function integrateInSpace({ count, motion, next }: Crowd, dt: number, members: Uint8Array | undefined): void {
  for (let row = 0; row < count; row++) {
    if (members && members[row] === 0) continue;
    const ux = motion.headingX[row];
    const uy = motion.headingY[row];
    const uz = motion.headingZ[row];
    const wx = next.turnX[row];
    const wy = next.turnY[row];
    const wz = next.turnRate[row];
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
    const way = next.speed[row] * dt;
    next.headingX[row] = turnedX / length;
    next.headingY[row] = turnedY / length;
    next.headingZ[row] = turnedZ / length;
    next.x[row] = motion.x[row] + way * next.headingX[row];
    next.y[row] = motion.y[row] + way * next.headingY[row];
    next.z[row] = motion.z[row] + way * next.headingZ[row];
  }
}
