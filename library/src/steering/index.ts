export { type GivenSteering, registerBuiltInSteering, type SteeringSettings } from './built-in.ts';
export * from './competition/index.ts';
export type { SteeringInput, SteeringModel } from './contract.ts';
export {
  type CrittersParameters,
  crittersDefaults,
} from './critters/index.ts';
export type { AnySteeringDefinition, NamedClass, SteeringDefinition } from './definition.ts';
export {
  type BehaviourClass,
  type NonlinearParameters,
  nonlinearDefaults,
  type Rivalry,
} from './nonlinear/index.ts';
export type { HeadingFixedPoint, HeadingPortrait, HeadingSample, PortraitOptions } from './portrait.ts';
export { registerSteering, steeringModels, steeringNamed } from './registry.ts';
