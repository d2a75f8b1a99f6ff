import type { SteeringDefinition } from '../definition.ts';
import { createCrittersModel } from './model.ts';
import type { CritterObjects } from './objects.ts';
import { crittersParameters } from './parameters.ts';

export type { CritterObjects, Wander, WanderRegion } from './objects.ts';
export { type CrittersParameters, crittersDefaults } from './parameters.ts';

/** Particles in acceleration fields. */
export const critters = {
  name: 'critters',
  about: 'Accelerations towards and away from objects.',
  parameters: crittersParameters,
  dimensions: [2, 3],
  perception: { radius: 3, sight: false },
  mentions: ['field', 'wander'],
  // The fields alone set the speed of critters.
  followsPace: false,
  ignores: ['speed', 'agility', 'mass', 'aggressiveness'],
  create: (parameters, scene) => createCrittersModel(parameters, scene as CritterObjects),
} as const satisfies SteeringDefinition<typeof crittersParameters>;
