import type { SteeringInput } from '../contract.ts';
import type { WendColumns } from './columns.ts';

/** A meeting that two agents are heading for. */
export type Meeting = { other: number; time: number; x: number; y: number };

/** Metres that two who pass leave between them; less is a conflict. */
const PASSING_GAP = 0.1;

/**
 * Whether the agent in the row, going on as it wishes, and one that it perceives, going on as it does, would touch within
 * `horizon` seconds; writes the soonest such meeting.
 */
export function findMeeting(input: SteeringInput, row: number, horizon: number, meeting: Meeting): boolean {
  const { crowd, perception } = input;
  const { counts, items, starts } = perception.agents;
  const { ids, motion, plan } = crowd;
  const wishX = plan.pace[row] * plan.directionX[row];
  const wishY = plan.pace[row] * plan.directionY[row];
  let soonest = Number.POSITIVE_INFINITY;
  meeting.other = -1;
  const end = starts[row] + counts[row];
  for (let entry = starts[row]; entry < end; entry++) {
    const other = items[entry];
    const time = timeOfContact(input, row, other, wishX, wishY, PASSING_GAP);
    if (!(time <= horizon) || time > soonest) continue;
    if (time === soonest && ids[meeting.other] < ids[other]) continue;
    soonest = time;
    meeting.other = other;
  }
  if (meeting.other < 0) return false;
  meeting.time = soonest;
  meeting.x = motion.x[row] + soonest * wishX;
  meeting.y = motion.y[row] + soonest * wishY;
  return true;
}

/** Seconds until two come within `gap` of each other, the first at a given velocity; infinite if never, 0 if they are. */
export function timeOfContact(
  { crowd }: SteeringInput,
  row: number,
  other: number,
  velocityX: number,
  velocityY: number,
  gap: number,
): number {
  const { motion, traits } = crowd;
  const { scoot } = crowd.steer as WendColumns;
  const vx = velocityX - motion.speed[other] * motion.headingX[other] + scoot[other] * motion.headingY[other];
  const vy = velocityY - motion.speed[other] * motion.headingY[other] - scoot[other] * motion.headingX[other];
  const px = motion.x[other] - motion.x[row];
  const py = motion.y[other] - motion.y[row];
  const reach = traits.radius[row] + traits.radius[other] + gap;
  const closing = px * vx + py * vy;
  // Who moves apart, or side by side, does not meet, however near.
  if (closing <= 0) return Number.POSITIVE_INFINITY;
  const speed = vx * vx + vy * vy;
  const c = px * px + py * py - reach * reach;
  if (c <= 0) return 0;
  const discriminant = closing * closing - speed * c;
  return discriminant <= 0 ? Number.POSITIVE_INFINITY : (closing - Math.sqrt(discriminant)) / speed;
}
