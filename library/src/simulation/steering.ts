import { defaultsOf } from '../settings/index.ts';
import { type AnySteeringDefinition, type SteeringModel, steeringNamed } from '../steering/index.ts';
import type { Scenario } from './scenario/index.ts';

/** The model that a program passes, or else the one that the scenario names. */
export function createSteering(
  scenario: Scenario,
  own?: SteeringModel | AnySteeringDefinition,
): SteeringModel {
  if (own) return 'create' in own ? own.create(defaultsOf(own.parameters) as never, scenario as never) : own;
  const { name, ...parameters } = scenario.steering;
  const definition = steeringNamed(name);
  if (!definition) throw new RangeError(`no steering model ${JSON.stringify(name)} is registered`);
  return definition.create(parameters as never, scenario as never);
}
