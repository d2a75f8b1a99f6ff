import type { SteeringInput } from '../contract.ts';

/** Seconds from this decision of an agent to its next one, by the cadence of steering. */
export function turnOf({ crowd, dt, step }: SteeringInput, row: number): number {
  return Math.max(1, crowd.schedule.steering[row] - step) * dt;
}
