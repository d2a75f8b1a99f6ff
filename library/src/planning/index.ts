export { type IsInSight, NO_GOAL, OWN_GOAL, type Planner, type PlanningInput } from './contract.ts';
export { createDirectPlanner } from './direct.ts';
