import type { SteeringSettings } from './built-in.ts';
import { registerSteering } from './registry.ts';

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
