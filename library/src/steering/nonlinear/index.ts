export { createNonlinearModel } from './model.ts';
export { type NonlinearParameters, nonlinearDefaults } from './parameters.ts';
export {
  type HeadingFixedPoint,
  type HeadingPortrait,
  type HeadingSample,
  type PortraitOptions,
  portrayHeading,
} from './portrait.ts';
