import type { SteeringInput } from '../contract.ts';

/** Metres between two agents that pass; less is a conflict. */
const PASSING_GAP = 0.1;

/**
 * Whether the agent in the row, at its desired velocity, and an agent that it perceives, at its present velocity, would pass
 * too close within `horizon` seconds.
 */
export function meetsSomebody(input: SteeringInput, row: number, horizon: number): boolean {
  const { counts, items, starts } = input.perception.agents;
  const { plan } = input.crowd;
  const wishX = plan.pace[row] * plan.directionX[row];
  const wishY = plan.pace[row] * plan.directionY[row];
  const end = starts[row] + counts[row];
  for (let entry = starts[row]; entry < end; entry++) {
    if (timeOfContact(input, row, items[entry], wishX, wishY, PASSING_GAP) <= horizon) return true;
  }
  return false;
}

/** Seconds until two are within `gap` of each other, the first at a given velocity; infinite if never, 0 if they are now. */
export function timeOfContact(
  { crowd }: SteeringInput,
  row: number,
  other: number,
  velocityX: number,
  velocityY: number,
  gap: number,
): number {
  const { motion, traits } = crowd;
  const vx = velocityX - motion.velocityX[other];
  const vy = velocityY - motion.velocityY[other];
  const px = motion.x[other] - motion.x[row];
  const py = motion.y[other] - motion.y[row];
  const reach = traits.radius[row] + traits.radius[other] + gap;
  const closing = px * vx + py * vy;
  // Agents that move apart, or side by side, do not meet, however near they are.
  if (closing <= 0) return Number.POSITIVE_INFINITY;
  const speed = vx * vx + vy * vy;
  const c = px * px + py * py - reach * reach;
  if (c <= 0) return 0;
  const discriminant = closing * closing - speed * c;
  return discriminant <= 0 ? Number.POSITIVE_INFINITY : (closing - Math.sqrt(discriminant)) / speed;
}
