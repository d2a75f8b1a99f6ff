import type { TraitChanges } from './command-schema.ts';
import type { World } from './world.ts';

/** Makes an agent different from outside; an automaton goes on from the new traits. */
export function changeTraits(
  { automaton, crowd }: Pick<World, 'automaton' | 'crowd'>,
  row: number,
  { aggressiveness, agility, mass, speed }: TraitChanges,
): void {
  automaton.restore?.(crowd, row);
  if (speed !== undefined) crowd.traits.desiredSpeed[row] = speed;
  if (agility !== undefined) crowd.traits.agility[row] = agility;
  if (mass !== undefined) crowd.traits.mass[row] = mass;
  if (aggressiveness !== undefined) crowd.traits.aggressiveness[row] = aggressiveness;
  automaton.begin?.(crowd, row);
}
