import type { SteeringSettings } from './built-in.ts';
import { registerSteering, steeringModels } from './registry.ts';

/**
 * Loads and registers a model that comes with wend, by its name: a page need not load what no scenario names. No file
 * that a world always needs imports a model's folder; otherwise bundlers would load the model with it.
 */
export const steeringLoaders: Record<Exclude<SteeringSettings['name'], 'walker'>, () => Promise<void>> = {
  nonlinear: async () => registerSteering((await import('./nonlinear/index.ts')).nonlinear),
  pipeline: async () => registerSteering((await import('./pipeline/index.ts')).pipeline),
  critters: async () => registerSteering((await import('./critters/index.ts')).critters),
  straight: async () => registerSteering((await import('./straight/index.ts')).straight),
};

/** The names of all steering models: those that are registered, and those that are loaded when a scenario names them. */
export function steeringNames(): string[] {
  return [...new Set([...steeringModels().map(({ name }) => name), ...Object.keys(steeringLoaders)])];
}
