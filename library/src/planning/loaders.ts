import { registerPlanner } from './registry.ts';

/** Loads and registers a planner that comes with wend, by its name; see steering/loaders.ts. */
export const plannerLoaders = {
  distance: async () => registerPlanner((await import('./distance/planner.ts')).distance),
  harmonic: async () => registerPlanner((await import('./harmonic/planner.ts')).harmonic),
};
