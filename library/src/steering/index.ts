export type { GivenSteering, SteeringSettings } from './built-in.ts';
export type { SteeringInput, SteeringModel } from './contract.ts';
export type { AnySteeringDefinition, NamedClass, SteeringDefinition, TraitName } from './definition.ts';
export type {
  Constraint,
  ConstraintSource,
  DecisionStage,
  HeadwayExplanation,
  ModelConstraint,
  ModelExplanation,
  Place,
  Vector,
} from './explanation.ts';
export type { HeadingFixedPoint, HeadingPortrait, HeadingSample, PortraitOptions } from './portrait.ts';
export { registerSteering, steeringModels, steeringNamed } from './registry.ts';
