import type { SteeringInput } from '../contract.ts';
import type { WalkerColumns } from './columns.ts';

/** Seconds without getting on after which an agent whom somebody faces steps aside, and for how long it does. */
const BEFORE = 1.5;
const FOR = 2;
/** Cosine of the angle between the ways of two who face one another. */
const FACING = -0.5;

/**
 * Notes whether an agent gets on: seconds without, or less than 0 while it steps aside. Where many meet in one place,
 * nobody plans, and if all give way alike they stand there for ever; all of them to the right, they go round.
 */
export function noteProgress(input: SteeringInput, row: number, stands: boolean): void {
  const { crowd, dt } = input;
  const { stuck } = crowd.steer as WalkerColumns;
  if (stuck[row] < 0) stuck[row] = Math.min(0, stuck[row] + dt);
  else if (!stands) stuck[row] = 0;
  else if (stuck[row] > BEFORE && isFaced(input, row)) stuck[row] = -FOR;
  else stuck[row] += dt;
}

/** Turns the wish of an agent that steps aside to the right. */
export function stepAside({ crowd }: SteeringInput, row: number, wish: { x: number; y: number }): void {
  const { stuck } = crowd.steer as WalkerColumns;
  if (stuck[row] >= 0) return;
  const { x } = wish;
  wish.x = wish.y;
  wish.y = -x;
}

/** Whether somebody that the agent sees ahead comes the other way. */
function isFaced({ crowd, perception }: SteeringInput, row: number): boolean {
  const { x, y } = crowd.motion;
  const { directionX, directionY } = crowd.plan;
  const { counts, items, starts } = perception.agents;
  const dx = directionX[row];
  const dy = directionY[row];
  const end = starts[row] + counts[row];
  for (let entry = starts[row]; entry < end; entry++) {
    const other = items[entry];
    const isAhead = (x[other] - x[row]) * dx + (y[other] - y[row]) * dy > 0;
    if (isAhead && directionX[other] * dx + directionY[other] * dy < FACING) return true;
  }
  return false;
}
