import { registerCloseAgents } from '../environment/register-close.ts';
import { checkOptions } from './check-options.ts';
import { createCheckedWorld } from './checked-world.ts';
import { registerObstacleChanges } from './obstacle-part.ts';
import { registerGround } from './register-ground.ts';
import { checkScenario } from './scenario/load.ts';
import type { Scenario, ScenarioInput } from './scenario/schema.ts';
import { scenarioParts } from './scenario-parts.ts';
import { needsOf, type World, type WorldOptions } from './world.ts';

/** Builds the world that a scenario describes; throws a ScenarioError when it is not a valid one. */
export function createWorld(input: ScenarioInput, options: WorldOptions = {}): World {
  checkOptions(options);
  registerGround();
  registerObstacleChanges();
  registerCloseAgents();
  return createCheckedWorld(checkScenario(input, 'scenario', needsOf(options)), options, scenarioParts);
}

/** The same for a scenario as parseScenario has returned it, unchanged: it is not checked a second time. */
export function createParsedWorld(scenario: Scenario, options: WorldOptions = {}): World {
  checkOptions(options);
  registerGround();
  registerObstacleChanges();
  registerCloseAgents();
  return createCheckedWorld(scenario, options, scenarioParts);
}
