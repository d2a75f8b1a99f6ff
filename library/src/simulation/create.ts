import { readSettings, type WorldSettings } from './given/world.ts';
import { ground } from './ground-part.ts';
import { plainParts } from './plain-parts.ts';
import {
  advanceClockwork,
  createEmptyWorld,
  needsOf,
  prepareJourneys,
  type World,
  type WorldOptions,
} from './world.ts';

/**
 * Makes an empty world from settings; `addAgent` brings the agents. Throws a ScenarioError that names each mistake.
 * Groups, journeys, teams and scripts are in scenarios: `createScenarioWorld` of `wend/scenario` makes a world of one.
 */
export function createPlainWorld(settings: WorldSettings, options: WorldOptions = {}): World {
  const scenario = readSettings(settings, needsOf(options));
  const parts = { ...plainParts, ...ground.registered?.journeys };
  const world = createEmptyWorld(scenario, options.seed ?? scenario.seed, options, parts);
  prepareJourneys(world, []);
  advanceClockwork(world);
  return world;
}
