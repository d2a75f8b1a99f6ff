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
} from './contract.ts';
export { createDirectPlanner } from './direct.ts';
export { createDistanceGuide } from './distance/index.ts';
export { distanceToDanger } from './goals.ts';
export { createHarmonicGuide, solverNames } from './harmonic/index.ts';
export { createPathGuide } from './paths/index.ts';
export { createPlanner } from './planner.ts';
export * from './teams/index.ts';
