import { addTimedEvent, type Crowd, EventKind, type Events } from '../../crowd/index.ts';
import { crossingTimes } from './crossing-times.ts';

/**
 * Adds the events of two agents in the step from crowd.motion to crowd.next: when each enters the other's view radius
 * and when it leaves it. `times` is scratch of two numbers.
 */
export function addCrossings(
  crowd: Crowd,
  row: number,
  other: number,
  dt: number,
  times: Float64Array,
  events: Events,
): void {
  const { ids, motion, next } = crowd;
  const { viewRadius } = crowd.traits;
  const inSpace = crowd.dimension === 3;
  const startX = motion.x[other] - motion.x[row];
  const startY = motion.y[other] - motion.y[row];
  const startZ = inSpace ? motion.z[other] - motion.z[row] : 0;
  const endX = next.x[other] - next.x[row];
  const endY = next.y[other] - next.y[row];
  const endZ = inSpace ? next.z[other] - next.z[row] : 0;
  const squared = startX * startX + startY * startY + startZ * startZ;
  const radius = viewRadius[row];
  const otherRadius = viewRadius[other];
  let count = crossingTimes(startX, startY, startZ, endX, endY, endZ, radius, times);
  addTimes(events, ids[row], ids[other], squared <= radius * radius, count, times, dt);
  // Seen from the other, every difference has the other sign, and every product is the same.
  if (otherRadius !== radius) {
    count = crossingTimes(startX, startY, startZ, endX, endY, endZ, otherRadius, times);
  }
  addTimes(events, ids[other], ids[row], squared <= otherRadius * otherRadius, count, times, dt);
}

function addTimes(
  events: Events,
  agent: number,
  other: number,
  startsInside: boolean,
  count: number,
  times: Float64Array,
  dt: number,
): void {
  for (let k = 0; k < count; k++) {
    const kind = (k === 0) === startsInside ? EventKind.exit : EventKind.enter;
    addTimedEvent(events, kind, agent, other, times[k] * dt);
  }
}
