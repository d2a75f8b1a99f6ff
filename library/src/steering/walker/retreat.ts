import type { Crowd } from '../../crowd/index.ts';
import type { PlanBlocks, SteeringInput } from '../contract.ts';
import type { WalkerColumns } from './columns.ts';

/** Points of a block; the last two hold the point at which the other side is through, and the direction in which it leaves. */
export const BLOCK = 21;
export const EXIT = BLOCK - 2;

/** Metres from a point of its route at which an agent continues to the next, and seconds in which it gets to the last. */
const NEAR = 0.15;
const CALM = 0.5;
/** The share of the pace with which it walks back. */
const SHARE = 0.75;

/** Whether an agent gives way: it walks back to a place where others pass, and waits there. */
export const givesWay = ({ steer }: Crowd, row: number) => (steer as WalkerColumns).right[row] < 0;

/** The velocity along the route of an agent that gives way. Its plan counts points, and begins at the next of them. */
export function followRetreat(
  { x, y }: PlanBlocks,
  { crowd }: SteeringInput,
  row: number,
  velocity: { x: number; y: number },
): void {
  const { planBlock, planLayers, planSince } = crowd.steer as WalkerColumns;
  for (;;) {
    const k = planBlock[row] * BLOCK + planSince[row];
    const dx = x[k] - crowd.motion.x[row];
    const dy = y[k] - crowd.motion.y[row];
    const distance = Math.sqrt(dx * dx + dy * dy);
    if (distance < NEAR && planSince[row] < planLayers[row] - 1) {
      planSince[row]++;
      continue;
    }
    const most = SHARE * crowd.plan.pace[row];
    const speed = planSince[row] < planLayers[row] - 1 ? most : Math.min(most, distance / CALM);
    velocity.x = distance > 0 ? (speed * dx) / distance : 0;
    velocity.y = distance > 0 ? (speed * dy) / distance : 0;
    return;
  }
}
