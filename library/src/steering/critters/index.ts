export { createCrittersModel } from './model.ts';
export type { CritterObjects, Wander, WanderRegion } from './objects.ts';
export { type CrittersParameters, crittersDefaults } from './parameters.ts';
