import { addTimedEvent, type Crowd, EventKind, type Events } from '../../crowd/index.ts';
import { changingCrossingTimes } from './changing-radius.ts';

/**
 * Adds the events of two agents in the step from crowd.motion to crowd.next: when each enters the other's view radius
 * and when it leaves it. `former` are the view radii at the beginning of the step, by row. `times` is scratch of two
 * numbers.
 */
export function addCrossings(
  crowd: Crowd,
  row: number,
  other: number,
  dt: number,
  times: Float64Array,
  events: Events,
  former: Float64Array = crowd.traits.viewRadius,
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
  const from = former[row];
  const to = viewRadius[row];
  const otherFrom = former[other];
  const otherTo = viewRadius[other];
  // Most pairs stay inside or pass nowhere, as changingCrossingTimes finds, too: calls with this many numbers allocate.
  const endSquared = endX * endX + endY * endY + endZ * endZ;
  const nearFrom = from < otherFrom ? from : otherFrom;
  const nearTo = to < otherTo ? to : otherTo;
  if (squared <= nearFrom * nearFrom && endSquared <= nearTo * nearTo) return;
  if (
    from === to &&
    from === otherFrom &&
    from === otherTo &&
    squared > from * from &&
    endSquared > from * from
  ) {
    const wx = endX - startX;
    const wy = endY - startY;
    const wz = endZ - startZ;
    if (startX * wx + startY * wy + startZ * wz >= 0 || endX * wx + endY * wy + endZ * wz <= 0) return;
  }
  let count = changingCrossingTimes(startX, startY, startZ, endX, endY, endZ, from, to, times);
  addTimes(events, ids[row], ids[other], squared <= from * from, count, times, dt);
  // Seen from the other, every difference has the other sign, and every product is the same.
  if (otherFrom !== from || otherTo !== to) {
    count = changingCrossingTimes(startX, startY, startZ, endX, endY, endZ, otherFrom, otherTo, times);
  }
  addTimes(events, ids[other], ids[row], squared <= otherFrom * otherFrom, count, times, dt);
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
