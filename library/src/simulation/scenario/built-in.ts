import { findProblems } from '../../automata/hybrid/prepare.ts';
import { registerBuiltInIndexes } from '../../environment/built-in.ts';
import { registerBuiltInPlanners } from '../../planning/built-in.ts';
import { registerBuiltInSteering } from '../../steering/built-in.ts';
import { registerModelCheck } from './check-automata.ts';
import { registerSpace } from './space.ts';

/** Registers all steering models, planners and neighbour indexes that come with wend, and three dimensions: what a scenario may name. */
export function registerBuiltIn(): void {
  registerBuiltInSteering();
  registerBuiltInPlanners();
  registerBuiltInIndexes();
  registerSpace();
  registerModelCheck(findProblems);
}
