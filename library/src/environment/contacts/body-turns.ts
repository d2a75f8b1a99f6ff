import type { Crowd } from '../../crowd/index.ts';
import type { BodyPairs } from './body-pairs.ts';

/** The share of their distance that two bodies may lack after making room, before the normals turn. */
const LACK = 0.005;
/** The share of the two cores by which a pair is still apart along a turned normal where its step began. */
const TURN = 0.7;

/**
 * Turns the normals of the pairs to where their bodies are now, and returns whether any pair still lacks room.
 *
 * A normal admits less than the pair itself: bodies that could evade to the side only part along it. A normal turns only
 * as far as the two were apart along it where the step began: on the straight line from there to any place that keeps the
 * condition, the two never come nearer than that, so they do not pass.
 */
export function turnNormals(pairs: BodyPairs, { motion, next }: Crowd): boolean {
  const { core, count, first, least, normalX, normalY, normalZ, second } = pairs;
  let lacks = false;
  for (let pair = 0; pair < count; pair++) {
    const a = first[pair];
    const b = second[pair];
    const radii = core[a] + core[b];
    const dx = next.x[a] - next.x[b];
    const dy = next.y[a] - next.y[b];
    const dz = next.z[a] - next.z[b];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (length < least[pair] - LACK * radii) lacks = true;
    const along =
      dx * (motion.x[a] - motion.x[b]) + dy * (motion.y[a] - motion.y[b]) + dz * (motion.z[a] - motion.z[b]);
    // False where the centres coincide.
    if (!(along > 0 && along >= TURN * radii * length)) continue;
    normalX[pair] = dx / length;
    normalY[pair] = dy / length;
    normalZ[pair] = dz / length;
  }
  return lacks;
}
