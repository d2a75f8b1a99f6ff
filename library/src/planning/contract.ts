import type { Crowd, Targets } from '../crowd/index.ts';

export type PlanningInput = {
  crowd: Crowd;
  targets: Targets;
  /** Lists of targets that agents choose from; plan.targetSet is a row here. */
  targetSets: readonly Int32Array[];
  /** Rows whose turn it is, by the cadence of planning. */
  due: Uint8Array;
  /** How fast the steering model turns at the most, radians per second. */
  turnRate: number;
  /** Whether nothing stands between two places; absent where the scenario asks for no sight. */
  isInSight?: IsInSight | undefined;
};

/** Says whether no obstacle stands between two places, however far apart. */
export type IsInSight = (
  fromX: number,
  fromY: number,
  fromZ: number,
  toX: number,
  toY: number,
  toZ: number,
) => boolean;

/**
 * A planner says where each agent wants to go now: it writes plan.directionX, directionY (in space directionZ), pace,
 * target, goalDistance and inSight of every row that is due, and the same for further classes of targets. Any planner can
 * take another's place, since steering reads these columns only.
 */
export type Planner = {
  readonly name: string;
  updatePlans(input: PlanningInput): void;
};

/** Values of plan.targetSet that are no row. */
export const OWN_GOAL = -1;
export const NO_GOAL = -2;
