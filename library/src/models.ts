/**
 * wend/models: the steering models and planners that come with wend beside the default ones. Scenarios may name them. A
 * world made by a program gets one by `registerSteering` or `registerPlanner`, and then by its name; one in three
 * dimensions needs `registerSpace`, one with ground `registerGround`, one with `neighbours.events` `registerNeighbourEvents`,
 * one with `pipeline` `registerCloseAgents`, and one whose obstacles are changed by `sendCommand` alone `registerObstacleChanges`.
 *
 * @module
 */

export { brute } from './environment/brute/brute.ts';
export { registerCloseAgents } from './environment/register-close.ts';
export { registerNeighbourEvents } from './environment/register-events.ts';
export { distance } from './planning/distance/planner.ts';
export { harmonic } from './planning/harmonic/planner.ts';
export { registerObstacleChanges } from './simulation/obstacle-part.ts';
export { registerGround } from './simulation/register-ground.ts';
export { registerSpace } from './simulation/scenario/space.ts';
export {
  analyseStability,
  type CompetitionFixedPoint,
  type StabilityAnalysis,
} from './steering/competition/index.ts';
export { type CrittersParameters, critters, crittersDefaults } from './steering/critters/index.ts';
export {
  type BehaviourClass,
  type NonlinearParameters,
  nonlinear,
  nonlinearDefaults,
  type Rivalry,
} from './steering/nonlinear/index.ts';
export { pipeline } from './steering/pipeline/index.ts';
export { straight } from './steering/straight/index.ts';
