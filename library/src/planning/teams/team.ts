import { type Crowd, hasAgent, rowOf } from '../../crowd/index.ts';
import type { Planner, PlanningInput } from '../base/contract.ts';

/** Agents that follow a common plan. docs/models/teams.md has the rules of each task. */
export type Crew = {
  name: string;
  /**
   * Ids, also of members that have left: what is decided does not depend on rows. Those of the scenario are in ascending
   * order; agents that come during the run take the places of those that have left, or new ones.
   */
  members: Float64Array;
  /** How many have come during the run. */
  joined: number;
  /** Scratch: the row of each member in this step, or −1. */
  rows: Int32Array;
};

export function createCrew(name: string, members: readonly number[]): Crew {
  return {
    name,
    members: Float64Array.from(members).sort(),
    joined: 0,
    rows: new Int32Array(members.length),
  };
}

/** Finds the rows of the members; returns how many are still here. */
export function findMembers({ members, rows }: Crew, crowd: Crowd): number {
  let present = 0;
  for (let member = 0; member < members.length; member++) {
    rows[member] = rowIn(crowd, members[member]);
    if (rows[member] >= 0) present++;
  }
  return present;
}

/** The row of an agent, −1 where it has left. */
export function rowIn(crowd: Crowd, id: number): number {
  return hasAgent(crowd, id) ? rowOf(crowd, id) : -1;
}

/** The planner of the agent in a row. */
export type PlannerOf = (row: number) => Planner;

/** Metres from an agent to a target along the path that its planner knows; NaN where it does not, or not yet. */
export function knownLength(planner: Planner, input: PlanningInput, row: number, target: number): number {
  const { motion } = input.crowd;
  return planner.pathLength?.(input, row, motion.x[row], motion.y[row], target) ?? Number.NaN;
}

/** The straight distance, metres. */
export function straightDistance(
  { crowd: { motion }, targets }: PlanningInput,
  row: number,
  target: number,
): number {
  const dx = targets.x[target] - motion.x[row];
  const dy = targets.y[target] - motion.y[row];
  const dz = targets.z[target] - motion.z[row];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** The number of steps that last about this many seconds, one at least. */
export function stepsOf(seconds: number, dt: number): number {
  return Math.max(1, Math.round(seconds / dt));
}

/** The columns of a team that outlast a step. */
export type StateColumn = Float64Array | Int32Array | Uint8Array;
