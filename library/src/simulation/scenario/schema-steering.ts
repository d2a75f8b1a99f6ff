import * as z from 'zod';
import {
  type AnySteeringDefinition,
  type GivenSteering,
  registerBuiltInSteering,
  type SteeringSettings,
  steeringModels,
} from '../../steering/index.ts';
import { kind, kindsError, record } from './fields.ts';
import { shapeOf } from './schema-settings.ts';

/** The local layer: one of the registered models, told apart by name; without a name see nameModel in load.ts. */

registerBuiltInSteering();

/** A model, which knows the keys of the others by name to say whose they are. */
function modelSchema(model: AnySteeringDefinition, models: readonly AnySteeringDefinition[]): z.ZodObject {
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
function createSteeringSchema(): z.ZodType<SteeringSettings, GivenSteering> {
  const models = steeringModels();
  const schemas = models.map((model) => modelSchema(model, models)) as [z.ZodObject, ...z.ZodObject[]];
  const schema: z.ZodType = z
    .discriminatedUnion('name', schemas, {
      // Without a name the alternatives are tried in turn.
      unionFallback: true,
      error: kindsError(models.map(({ name }) => name)),
    })
    .describe('The local layer: how to move now.');
  return schema as z.ZodType<SteeringSettings, GivenSteering>;
}

/** The models that come with wend: what the published schema has. */
export const steeringSchema = createSteeringSchema();

let latest = { schema: steeringSchema, models: steeringModels().length };

/** The models that are registered now, those of programs included. */
export function presentSteeringSchema(): typeof steeringSchema {
  const models = steeringModels().length;
  if (latest.models !== models) latest = { schema: createSteeringSchema(), models };
  return latest.schema;
}

/**
 * The steering of a group, an agent or a stage, by the models that are registered when it is checked. The published
 * schema points to the scenario's steering.
 */
const ownSteeringSchema = z
  .unknown()
  .check((context) => {
    const result = presentSteeringSchema().safeParse(context.value);
    if (result.success) context.value = result.data;
    else
      for (const issue of result.error.issues)
        context.issues.push({ ...issue, input: context.value } as never);
  })
  .meta({ $ref: '#/properties/steering' }) as unknown as z.ZodType<SteeringSettings, GivenSteering>;

export function ownSteering(): z.ZodExactOptional<typeof ownSteeringSchema> {
  return ownSteeringSchema.exactOptional();
}
