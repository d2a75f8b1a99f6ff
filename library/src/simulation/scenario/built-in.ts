import { findProblems } from '../../automata/hybrid/prepare.ts';
import { registerBuiltInIndexes } from '../../environment/built-in.ts';
import { registerNeighbourEvents } from '../../environment/register-events.ts';
import { registerBuiltInPlanners } from '../../planning/built-in.ts';
import { registerBuiltInSteering } from '../../steering/built-in.ts';
import { registerModelCheck } from './check-automata.ts';
import { registerGroundChecks } from './check-ground.ts';
import { registerScriptChecks } from './check-script.ts';
import { registerVelocityFields } from './check-velocity-fields.ts';
import { registerMoreFaults } from './more-faults.ts';
import { registerSpace } from './space.ts';

/** Registers everything that a scenario may ask for: all steering models, planners, neighbour indexes and optional parts. */
export function registerBuiltIn(): void {
  registerBuiltInSteering();
  registerBuiltInPlanners();
  registerBuiltInIndexes();
  registerSpace();
  registerGroundChecks();
  registerScriptChecks();
  registerVelocityFields();
  registerNeighbourEvents();
  registerModelCheck(findProblems);
  registerMoreFaults();
}
