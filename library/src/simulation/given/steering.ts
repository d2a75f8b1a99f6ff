import { type SteeringSettings, steeringModels, steeringNamed } from '../../steering/index.ts';
import { createFindings, throwIfAny } from '../scenario/error.ts';
import { entriesOf } from './fields.ts';
import { isObject, oneOf, type Reader, record } from './readers.ts';

/** The parameters of the model that is named; a key of another model is refused with its name. */
export const steering: Reader = (value, at, findings) => {
  const model = isObject(value) ? steeringNamed(value.name) : undefined;
  const names = oneOf(() => steeringModels().map((one) => one.name));
  if (!model) return record({ name: names })(value, at, findings);
  const others = steeringModels()
    .filter((other) => other !== model)
    .map((other) => `; ${other.name} steering: ${['name', ...Object.keys(other.parameters)].join(', ')}`);
  return record({ name: names, ...entriesOf(model.parameters) }, others.join(''))(value, at, findings);
};

/** Settings with every default filled in; throws a ScenarioError for a model that is not registered. */
export function completeSteering(given: { name: string }): SteeringSettings {
  const findings = createFindings('steering');
  const settings = steering(given, [], findings) as SteeringSettings;
  throwIfAny(findings);
  return settings;
}
