import { findProblems } from '../../automata/hybrid/prepare.ts';
import { registerBuiltInIndexes } from '../../environment/built-in.ts';
import { registerSightEvents } from '../../environment/pairs/sight-events.ts';
import { registerBuiltInPlanners } from '../../planning/built-in.ts';
import { registerBuiltInSteering } from '../../steering/built-in.ts';
import { registerModelCheck } from './check-automata.ts';
import { registerGroundChecks } from './check-ground.ts';
import { registerSpace } from './space.ts';

/** Registers all steering models, planners and neighbour indexes that come with wend, three dimensions, events of sight and checks of the ground: what a scenario may ask for. */
export function registerBuiltIn(): void {
  registerBuiltInSteering();
  registerBuiltInPlanners();
  registerBuiltInIndexes();
  registerSpace();
  registerGroundChecks();
  registerSightEvents();
  registerModelCheck(findProblems);
}
