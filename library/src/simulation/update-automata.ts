import { completeSteering } from './given/steering.ts';
import { switchSteering } from './steering.ts';
import type { World } from './world.ts';

/** Lets the automaton change what agents are like. */
export function updateAutomata(world: World): void {
  const { automaton, crowd, events, obstacles, solids, step, dt } = world;
  automaton.update({
    crowd,
    obstacles,
    solids,
    events,
    step,
    dt,
    switchSteering: (row, name) => switchSteering(world, row, completeSteering({ name })),
  });
}
