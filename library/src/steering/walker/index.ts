import type { SteeringDefinition } from '../definition.ts';
import { createWalkerModel } from './model.ts';
import { walkerParameters } from './parameters.ts';

/** The default model in the plane. */
export const walker = {
  name: 'walker',
  about: 'Prediction, planning in space and time, and personality.',
  formerNames: ['wend'],
  parameters: walkerParameters,
  dimensions: [2],
  defaultIn: 2,
  perception: { radius: 10, sight: true, crowd: { radius: 4, enough: 12 } },
  crowdIntervals: { planning: 0.2, perception: 0.2, steering: 0.1 },
  needsPath: true,
  anticipates: true,
  create: createWalkerModel,
} as const satisfies SteeringDefinition<typeof walkerParameters>;
