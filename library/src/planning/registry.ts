import { createRegistry, definitionOf, type Registry, register } from '../crowd/index.ts';
import type { Fields, GivenSettings, SettingsOf } from '../settings/index.ts';
import type { Planner } from './base/contract.ts';
import type { PlannerDefinition } from './base/definition.ts';
import { direct } from './direct/direct.ts';
import type { distance } from './distance/planner.ts';
import type { harmonic } from './harmonic/planner.ts';
import { path } from './paths/planner.ts';

/**
 * The planners, in the order in which messages and tables name them. The default ones are always there; ./built-in.ts
 * registers the others that come with wend, so that a program that does without them need not load them.
 */
export const planners: Registry<PlannerDefinition> = createRegistry<PlannerDefinition>('planner', [
  direct,
  path,
]);

/** Makes a planner known by its name, to scenario files and commands. */
export function registerPlanner<Parameters extends Fields>(definition: PlannerDefinition<Parameters>): void {
  register(planners, definition as unknown as PlannerDefinition);
}

export function plannerNamed(name: string): PlannerDefinition {
  return definitionOf(planners, name);
}

/** The planner of a scenario that names none. */
export function defaultPlanner(where: PlannerDefinition['isDefault']): PlannerDefinition {
  return planners.definitions.find(({ isDefault }) => isDefault === where)!;
}

type AllParameters = typeof direct.parameters &
  typeof path.parameters &
  typeof distance.parameters &
  typeof harmonic.parameters;

/** The settings of a planner with its name. Options that a planner does not use are ignored. */
export type PlannerSettings = { name: string } & SettingsOf<AllParameters>;

/** The same as a file or a program may give them, with the parameters of planners that a program registers. */
export type GivenPlanner = { name?: string } & GivenSettings<AllParameters> & { [key: string]: unknown };

export function createPlannerOf(settings: PlannerSettings): Planner {
  return plannerNamed(settings.name).create(settings);
}
