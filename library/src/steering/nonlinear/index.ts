import type { SteeringDefinition } from '../definition.ts';
import { checkParameters } from './check.ts';
import { standardClasses } from './class-parameters.ts';
import { createNonlinearModel } from './model.ts';
import { nonlinearParameters } from './parameters.ts';

export type { BehaviourClass, Rivalry } from './class-parameters.ts';
export { type NonlinearParameters, nonlinearDefaults } from './parameters.ts';
/** Heading dynamics with adaptive weights; the default model in space. */
export const nonlinear = {
  name: 'nonlinear',
  about: 'Nonlinear heading dynamics.',
  parameters: nonlinearParameters,
  dimensions: [2, 3],
  defaultIn: 3,
  perception: { radius: 3, sight: false },
  // The planner keeps off walls: repulsion that would lead around them only closes doors.
  guided: { baseDistance: 0.3, safetyDistance: 0.02, timeToContact: 0.3, attraction: 2 },
  mentions: ['class'],
  hasHeadingDynamics: true,
  classes: ({ classes }) => classes ?? standardClasses,
  check: checkParameters,
  create: (parameters) => createNonlinearModel(parameters),
} as const satisfies SteeringDefinition<typeof nonlinearParameters>;
