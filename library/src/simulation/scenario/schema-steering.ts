import * as z from 'zod/mini';
import {
  type AnySteeringDefinition,
  type GivenSteering,
  type SteeringSettings,
  steeringModels,
} from '../../steering/index.ts';
import { type Chained, chosen, type Schema, variants } from './chained.ts';
import { kind, kindsError, record } from './fields.ts';
import { shapeOf } from './schema-settings.ts';

/** The local layer: one of the registered models, by name; without a name see nameModel in load.ts. */

/** A model, which knows the keys of the others by name to say whose they are. */
function modelSchema(
  model: AnySteeringDefinition,
  models: readonly AnySteeringDefinition[],
): Chained<z.ZodMiniObject> {
  const others = models
    .filter((other) => other !== model)
    .map(({ name, parameters }) => ({
      what: `${name} steering`,
      keys: ['name', ...Object.keys(parameters)],
    }));
  const names = models.map(({ name }) => name);
  const named = kind(model.name, names).describe(model.about);
  const name = model.defaultIn === undefined ? named : named.default(model.name);
  return record({ name, ...shapeOf(model.parameters) }, others).describe(model.about);
}

/** The schema of the models that are registered now. */
function createSteeringSchema(): Schema<SteeringSettings, GivenSteering> {
  const models = steeringModels();
  const schemas = models.map((model) => modelSchema(model, models)) as [
    Chained<z.ZodMiniObject>,
    ...Chained<z.ZodMiniObject>[],
  ];
  const schema: Schema = variants('name', schemas, {
    // Without a name the alternatives are tried in turn.
    unionFallback: true,
    error: kindsError(models.map(({ name }) => name)),
  }).describe('The local layer: how to move now.');
  return schema as Schema<SteeringSettings, GivenSteering>;
}

let latest: { schema: ReturnType<typeof createSteeringSchema>; models: number } | undefined;

/** The schema of the models that are registered now, those of programs included. */
export function presentSteeringSchema(): ReturnType<typeof createSteeringSchema> {
  const models = steeringModels().length;
  if (latest?.models !== models) latest = { schema: createSteeringSchema(), models };
  return latest.schema;
}

/** The steering of a scenario. */
export const steeringSchema = chosen<SteeringSettings, GivenSteering>(presentSteeringSchema);

/** The steering of a group, an agent or a stage. The published schema points to the scenario's. */
const ownSteeringSchema = chosen<SteeringSettings, GivenSteering>(presentSteeringSchema).meta({
  $ref: '#/properties/steering',
});

export function ownSteering() {
  return ownSteeringSchema.exactOptional();
}

/** Describes the models for the published schema. */
export function publishSteering(): void {
  const { $schema: _, oneOf, ...schema } = z.toJSONSchema(presentSteeringSchema(), { io: 'input' });
  // Without a name several models may match.
  z.globalRegistry.add(steeringSchema, { ...schema, anyOf: oneOf });
}
