import type { SteeringDefinition } from '../definition.ts';
import { createPipelineModel } from './model.ts';
import { pipelineParameters } from './parameters.ts';

/** The modular pipeline of Singh et al. (2011). */
export const pipeline = {
  name: 'pipeline',
  about: 'Phases with several techniques, after Singh et al. (2011).',
  parameters: pipelineParameters,
  dimensions: [2],
  perception: { radius: 10, sight: true },
  ignores: ['agility', 'mass', 'aggressiveness', 'sharing'],
  create: createPipelineModel,
} as const satisfies SteeringDefinition<typeof pipelineParameters>;
