import type { Table } from '../crowd/index.ts';
import type { World } from '../simulation/index.ts';

/** Power of a walker per kilogram of body, W/kg at rest and J·s/(kg·m²) times v²; e_s and e_w in docs/models/measurements.md. */
const POWER_AT_REST = 2.23;
const POWER_OF_SPEED = 1.26;
/** Below this share of the speed that it wants, a walker is stuck. */
const STUCK = 0.1;

/** Columns of the tallies, one row for each slot of ids. */
export const walkLayout = {
  /** Metres walked so far. */
  distance: 'float64',
  /** Metres from the start to where the goal counts as reached, by the planner; 0 until it has found a path. */
  shortest: 'float64',
} as const;

type WalkTally = Table<typeof walkLayout>;

/** Sums over agents; `detours` and `arrivals` over the agents that arrived and whose shortest path is known. */
export type WalkTotals = {
  energy: number;
  distance: number;
  stuck: number;
  detours: number;
  arrivals: number;
};

/** Adds a step of one agent at the given square of its speed. */
export function addWalked(
  walked: WalkTotals,
  tallies: WalkTally,
  slot: number,
  speedSquared: number,
  desiredSpeed: number,
  dt: number,
): void {
  const distance = Math.sqrt(speedSquared) * dt;
  const slow = STUCK * desiredSpeed;
  walked.energy += (POWER_AT_REST + POWER_OF_SPEED * speedSquared) * dt;
  walked.distance += distance;
  if (speedSquared < slow * slow) walked.stuck += dt;
  tallies.distance[slot] += distance;
}

/** Stores the length of the path ahead once the planner knows it; journeys have no single goal to compare with. */
export function recordDistance(
  tallies: WalkTally,
  slot: number,
  { crowd, targets }: World,
  row: number,
): void {
  const { goalDistance, goalRadius, localDistance, stage, target } = crowd.plan;
  if (tallies.shortest[slot] > 0 || stage[row] >= 0 || localDistance[row] < 0) return;
  const radius = target[row] >= 0 ? targets.radius[target[row]] : goalRadius[row];
  if (goalDistance[row] > radius)
    tallies.shortest[slot] = tallies.distance[slot] + goalDistance[row] - radius;
}

/** Compares the distance that an arriving agent has walked with the shortest path. */
export function recordArrival(walked: WalkTotals, { shortest, distance }: WalkTally, slot: number): void {
  if (shortest[slot] === 0) return;
  walked.detours += distance[slot] / shortest[slot];
  walked.arrivals++;
}
