import type { World } from './world.ts';

/** Lets the automaton change what agents are like. */
export function updateAutomata({ automaton, crowd, events, obstacles, solids, step, dt }: World): void {
  automaton.update({ crowd, obstacles, solids, events, step, dt });
}
