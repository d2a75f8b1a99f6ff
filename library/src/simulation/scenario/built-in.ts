import { registerBuiltInIndexes } from '../../environment/built-in.ts';
import { registerBuiltInPlanners } from '../../planning/built-in.ts';
import { registerBuiltInSteering } from '../../steering/built-in.ts';

/** Registers all steering models, planners and neighbour indexes that come with wend: what a scenario may name. */
export function registerBuiltIn(): void {
  registerBuiltInSteering();
  registerBuiltInPlanners();
  registerBuiltInIndexes();
}
