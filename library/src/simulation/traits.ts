import type { SteeringSettings } from '../steering/index.ts';
import type { TraitChanges } from './command-schema.ts';
import { changeDistances } from './distances.ts';
import { resolveDistances } from './scenario/distances.ts';
import { switchSteering } from './steering.ts';
import type { World } from './world.ts';

/** Makes an agent different from outside; an automaton continues from the new traits. */
export function changeTraits(world: World, row: number, changes: TraitChanges): void {
  const { automaton, crowd } = world;
  const { aggressiveness, agility, mass, personalDistance, speed, steering, viewRadius } = changes;
  automaton.restore?.(crowd, row);
  if (speed !== undefined) crowd.traits.desiredSpeed[row] = speed;
  if (agility !== undefined) crowd.traits.agility[row] = agility;
  if (mass !== undefined) crowd.traits.mass[row] = mass;
  if (aggressiveness !== undefined) crowd.traits.aggressiveness[row] = aggressiveness;
  // Checked commands and stages have complete settings.
  if (steering !== undefined) switchSteering(world, row, steering as SteeringSettings);
  if (viewRadius !== undefined) crowd.traits.viewRadius[row] = viewRadius;
  if (personalDistance !== undefined)
    changeDistances(crowd, row, resolveDistances(world.scenario, personalDistance));
  automaton.begin?.(crowd, row);
}
