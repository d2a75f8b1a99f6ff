import { addContact, type Crowd, EventKind, type Events } from '../../crowd/index.ts';
import { type BodyPairs, endOfPath, nearestPart } from './body-pairs.ts';

/** Reports the pairs that touch on the straight paths to their next positions: when, where, and how deep at most. */
export function reportPairs(pairs: BodyPairs, crowd: Crowd, dt: number, events: Events): void {
  const { ids, motion, next } = crowd;
  const { core } = pairs;
  for (let pair = 0; pair < pairs.count; pair++) {
    const part = pairs.time[pair];
    if (part > 1) continue;
    const a = pairs.first[pair];
    const b = pairs.second[pair];
    const radii = core[a] + core[b];
    const beginX = motion.x[a] - motion.x[b];
    const beginY = motion.y[a] - motion.y[b];
    const beginZ = motion.z[a] - motion.z[b];
    const endX = next.x[a] - next.x[b];
    const endY = next.y[a] - next.y[b];
    const endZ = next.z[a] - next.z[b];
    if (part > Math.min(endOfPath(pairs, crowd, a), endOfPath(pairs, crowd, b))) continue;
    const depth = radii - Math.sqrt(leastSquared(beginX, beginY, beginZ, endX, endY, endZ));
    if (!(depth > 0)) continue;
    const { normalX, normalY, normalZ } = pairs;
    // The middle of where the two overlap, which is a point of both unless they begin overlapping.
    const x = motion.x[b] + part * (next.x[b] - motion.x[b]);
    const y = motion.y[b] + part * (next.y[b] - motion.y[b]);
    const z = motion.z[b] + part * (next.z[b] - motion.z[b]);
    const dx = beginX + part * (endX - beginX);
    const dy = beginY + part * (endY - beginY);
    const dz = beginZ + part * (endZ - beginZ);
    const middle = core[b] + 0.5 * (Math.sqrt(dx * dx + dy * dy + dz * dz) - radii);
    addContact(
      events,
      EventKind.contact,
      ids[a],
      ids[b],
      depth,
      part * dt,
      x + middle * normalX[pair],
      y + middle * normalY[pair],
      z + middle * normalZ[pair],
      normalX[pair],
      normalY[pair],
      normalZ[pair],
    );
  }
}

/** The squared distance of the origin from a straight path. */
function leastSquared(
  beginX: number,
  beginY: number,
  beginZ: number,
  endX: number,
  endY: number,
  endZ: number,
): number {
  const wayX = endX - beginX;
  const wayY = endY - beginY;
  const wayZ = endZ - beginZ;
  const part = nearestPart(beginX, beginY, beginZ, wayX, wayY, wayZ);
  const x = beginX + part * wayX;
  const y = beginY + part * wayY;
  const z = beginZ + part * wayZ;
  return x * x + y * y + z * z;
}
