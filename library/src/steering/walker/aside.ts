import type { SteeringInput } from '../contract.ts';
import type { WalkerColumns } from './columns.ts';
import { isOncoming } from './encounters.ts';
import { turnOf } from './turns.ts';

/** Seconds without progress after which an agent that faces another steps aside, and the seconds that it does so. */
const BEFORE = 1.5;
const FOR = 2;
/** The share of its desired speed with which an agent steps back. */
const BACK = 0.5;

/**
 * Counts the seconds that an agent makes no progress; negative while it steps aside. If many agents meet in one place, none
 * of them makes a plan, and if all gave way equally they would stay there. All step to the right instead, and circulate.
 */
export function recordProgress(input: SteeringInput, row: number, stands: boolean): void {
  const { right, stuck } = input.crowd.steer as WalkerColumns;
  const dt = turnOf(input, row);
  if (stuck[row] < 0) stuck[row] = Math.min(0, stuck[row] + dt);
  else if (!stands) stuck[row] = 0;
  else if (stuck[row] > BEFORE && right[row] === 0 && isFaced(input, row)) stuck[row] = -FOR;
  else stuck[row] += dt;
}

/** Turns the desired velocity of an agent that is stepping aside to the right; one with the right of way steps back. */
export function stepAside({ crowd }: SteeringInput, row: number, wish: { x: number; y: number }): void {
  const { right, stuck } = crowd.steer as WalkerColumns;
  if (stuck[row] >= 0) return;
  const { x, y } = wish;
  const isBack = right[row] > 0;
  wish.x = isBack ? -BACK * x : y;
  wish.y = isBack ? -BACK * y : -x;
}

/** Whether an agent that this one sees ahead comes the other way. */
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
    if (isAhead && isOncoming(crowd, row, other)) return true;
  }
  return false;
}
