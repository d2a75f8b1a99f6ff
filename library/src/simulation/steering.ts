import {
  createCrittersModel,
  createNonlinearModel,
  createPipelineModel,
  createStraightModel,
  createWalkerModel,
  type SteeringModel,
} from '../steering/index.ts';
import type { Scenario } from './scenario/index.ts';

/** The steering model that a scenario names. */
export function createSteering(scenario: Scenario): SteeringModel {
  const { steering } = scenario;
  switch (steering.name) {
    case 'walker':
      return createWalkerModel(steering);
    case 'pipeline':
      return createPipelineModel(steering);
    case 'critters':
      return createCrittersModel(steering, scenario);
    case 'straight':
      return createStraightModel();
    default:
      return createNonlinearModel(steering);
  }
}
