import { placePopulation } from './agents.ts';
import type { WorldParts } from './parts.ts';
import { sourceOf } from './scenario/error.ts';
import { populate } from './scenario/populate.ts';
import type { Scenario } from './scenario/schema.ts';
import {
  advanceClockwork,
  createEmptyWorld,
  prepareJourneys,
  type World,
  type WorldOptions,
} from './world.ts';

/** Builds the world of a scenario that has been checked. */
export function createCheckedWorld(scenario: Scenario, options: WorldOptions, parts: WorldParts): World {
  const seed = options.seed ?? scenario.seed;
  const population = populate(scenario, seed, sourceOf(scenario));
  const world = createEmptyWorld(scenario, seed, options, parts);
  prepareJourneys(world, population.targetSets);
  placePopulation(world, population);
  parts.startTeams(world);
  advanceClockwork(world);
  return world;
}
