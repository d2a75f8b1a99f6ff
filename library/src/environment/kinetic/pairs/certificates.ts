import type { PairEvents } from '../../pairs/events.ts';
import { gatherAround } from '../../pairs/sight-events.ts';
import { Line, measureClearance } from '../../sight/clearance.ts';

/** Less than this share of coordinates and radii is not relied on. */
const DOUBT = 1e-9;

/** What roundings of places and distances could amount to, many times over. */
export function doubtAt(x: number, y: number, z: number, distance: number): number {
  return DOUBT * (Math.abs(x) + Math.abs(y) + Math.abs(z) + distance + 1);
}

/**
 * Writes how far each of two agents may move from its place at the end of the step, metres, while nothing between them begins or
 * ceases to hide them: negative where they are hidden from each other. The line of sight moves by as much as the agent
 * that moves farther. At most the skin where they are visible: what is farther from the line of sight is not looked at.
 */
export function measureSight(
  pairs: PairEvents,
  { skin }: { skin: number },
  row: number,
  other: number,
  room: Float64Array,
): void {
  const { ahead, crowd, obstacles, screens, shift } = pairs;
  const { motion, next } = crowd;
  const { elementCount, elements, clearance: line } = gatherAround(pairs, row);
  const px = next.x[row];
  const py = next.y[row];
  const qx = next.x[other];
  const qy = next.y[other];
  const distance = lengthOf(qx - px, qy - py);
  const doubt = doubtAt(px, py, 0, distance);
  // What was not gathered around the beginning of the path is at least this far from the line of sight.
  const path = lengthOf(px - motion.x[row], py - motion.y[row]);
  let visible = screens ? Math.min(skin, screens.reach - path - shift - distance) : skin;
  let hidden = -1;
  line[Line.px] = px;
  line[Line.py] = py;
  line[Line.qx] = qx;
  line[Line.qy] = qy;
  for (let k = 0; k < elementCount; k++) {
    const element = elements[k];
    const radius = obstacles.radius[element];
    if (isFar(ahead.startX[element], ahead.endX[element], px, qx, visible + radius)) continue;
    if (isFar(ahead.startY[element], ahead.endY[element], py, qy, visible + radius)) continue;
    measureClearance(line, ahead, obstacles.radius, element);
    const clearance = line[Line.clearance];
    if (clearance < 0) hidden = Math.max(hidden, -clearance);
    else visible = Math.min(visible, clearance);
  }
  room[0] = hidden >= 0 ? Math.min(0, doubt - hidden) : Math.max(0, visible - doubt);
}

/** Whether an interval from a to b is farther than `room` from the one from p to q. */
function isFar(a: number, b: number, p: number, q: number, room: number): boolean {
  const from = (p < q ? p : q) - room;
  const to = (p < q ? q : p) + room;
  return (a < from && b < from) || (a > to && b > to);
}

function lengthOf(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}
