import type { Crowd } from '../crowd/index.ts';
import { addHash, finishHash, type Hash64, hashDouble, hashWords, resetHash } from '../numerics/index.ts';

/**
 * Hashes what decides the future of the crowd: every moving column, plan status and target of each agent with its id.
 * The agents' hashes are added, so the order of rows does not matter. `one` is scratch; the result is in `total`.
 */
export function hashCrowd(crowd: Crowd, step: number, total: Hash64, one: Hash64): void {
  const { x, y, headingX, headingY, turnRate, speed, weightTarget, weightObstacles } = crowd.motion;
  const { status, target } = crowd.plan;
  resetHash(total);
  hashDouble(total, step);
  hashDouble(total, crowd.count);
  finishHash(total);
  for (let row = 0; row < crowd.count; row++) {
    resetHash(one);
    hashDouble(one, crowd.ids[row]);
    hashDouble(one, x[row]);
    hashDouble(one, y[row]);
    hashDouble(one, headingX[row]);
    hashDouble(one, headingY[row]);
    hashDouble(one, turnRate[row]);
    hashDouble(one, speed[row]);
    hashDouble(one, weightTarget[row]);
    hashDouble(one, weightObstacles[row]);
    hashWords(one, status[row], target[row]);
    finishHash(one);
    addHash(total, one);
  }
}
