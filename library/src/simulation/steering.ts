import { createCrittersModel, createNonlinearModel, type SteeringModel } from '../steering/index.ts';
import type { Scenario } from './scenario/index.ts';

/** The steering model that a scenario names. */
export function createSteering(scenario: Scenario): SteeringModel {
  const { steering } = scenario;
  return steering.name === 'critters'
    ? createCrittersModel(steering, scenario)
    : createNonlinearModel(steering);
}
