import { createRegistry, type Registry, register } from '../crowd/index.ts';
import type { AnySteeringDefinition } from './definition.ts';
import { walker } from './walker/index.ts';

/**
 * The steering models that scenarios can name. The default one is always there; ./built-in.ts registers the others that
 * come with wend, so that a program without them need not load them.
 */
const models: Registry<AnySteeringDefinition> = createRegistry('steering model', [
  walker as AnySteeringDefinition,
]);

/** Registers a model by its name. */
export function registerSteering(definition: AnySteeringDefinition): void {
  register(models, definition);
}

/** All registered models. */
export function steeringModels(): readonly AnySteeringDefinition[] {
  return models.definitions;
}

/** The model with a name, present or former; undefined if none is registered. */
export function steeringNamed(name: unknown): AnySteeringDefinition | undefined {
  return models.definitions.find(
    (model) => model.name === name || model.formerNames?.includes(name as string) === true,
  );
}
