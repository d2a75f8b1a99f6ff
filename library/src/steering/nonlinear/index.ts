export { createNonlinearModel } from './model.ts';
export {
  type BehaviourClass,
  type NonlinearParameters,
  nonlinearDefaults,
  type Rivalry,
} from './parameters.ts';
export {
  type HeadingFixedPoint,
  type HeadingPortrait,
  type HeadingSample,
  type PortraitOptions,
  portrayHeading,
} from './portrait.ts';
