import { distance } from './distance/planner.ts';
import { harmonic } from './harmonic/planner.ts';
import { registerPlanner } from './registry.ts';

/** Registers all planners that come with wend. */
export function registerBuiltInPlanners(): void {
  registerPlanner(distance);
  registerPlanner(harmonic);
}
