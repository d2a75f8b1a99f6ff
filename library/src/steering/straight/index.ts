import type { SteeringDefinition } from '../definition.ts';
import { createStraightModel } from './model.ts';

/** Agents that avoid nothing, for comparison. */
export const straight = {
  name: 'straight',
  about: 'Straight to the local target, ignoring everything else.',
  parameters: {},
  dimensions: [2],
  avoids: false,
  ignores: ['agility', 'mass', 'aggressiveness', 'viewRadius', 'personalDistance', 'sharing'],
  perception: { radius: 3, sight: false },
  create: createStraightModel,
} as const satisfies SteeringDefinition<Record<never, never>>;
