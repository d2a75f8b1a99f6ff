import type { Crowd } from '../crowd/index.ts';
import { fastCos, fastSin } from '../numerics/index.ts';

/** Largest turn in one step, radians: fastSin and fastCos are made for |x| ≤ 4. */
const LARGEST_TURN = Math.PI;

/** Turns each heading by its new turn rate and moves along it at its new speed. */
export function integrateMotion(crowd: Crowd, dt: number): void {
  const { motion, next } = crowd;
  for (let row = 0; row < crowd.count; row++) {
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
