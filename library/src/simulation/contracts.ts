/** Types of what the layers exchange, for authors of steering models, planners, neighbour indexes, automata and shapes. */

export type { AutomatonInput, TraitChange } from '../automata/index.ts';
export type {
  ContactOf,
  Hearsay,
  Motion,
  Obstacles,
  Perception,
  Plan,
  Solids,
  Targets,
  Things,
  Traits,
} from '../crowd/index.ts';
export type { IndexOptions, Sight, Situation, Surroundings } from '../environment/index.ts';
export type { Outline, ShapeField } from '../geometry/index.ts';
export type {
  Aim,
  Direction,
  GivenPlanner,
  IsInSight,
  PlannerSettings,
  PlanningInput,
  VelocitySampler,
} from '../planning/index.ts';
export type { ModelConstraint, ModelExplanation, SteeringInput } from '../steering/index.ts';
export type { Goal } from './command-schema.ts';
export type { Problem } from './scenario/error.ts';
export type { Place } from './scenario/schema.ts';
