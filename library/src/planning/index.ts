export {
  type Aim,
  type Direction,
  DirectionState,
  type Guide,
  type IsInSight,
  NO_GOAL,
  OWN_GOAL,
  type PlaneBounds,
  type Planner,
  type PlanningInput,
  STALE,
  TEAM_PLACE,
  type VelocitySampler,
} from './base/contract.ts';
export type { FieldNeed, PlannerDefinition, PlannerMap } from './base/definition.ts';
export { createPlanner } from './base/planner.ts';
export { createDirectPlanner } from './direct/direct.ts';
export {
  createPlannerOf,
  defaultPlanner,
  type GivenPlanner,
  type PlannerSettings,
  plannerNamed,
  planners,
  registerPlanner,
} from './registry.ts';
export type { Team } from './teams/index.ts';
