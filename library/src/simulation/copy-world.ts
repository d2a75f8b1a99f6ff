import { loadWorld, saveWorld } from './snapshot.ts';
import type { World } from './world.ts';

/**
 * Runs `act` on a copy of the world, which is left as it is. Models and planners that a program has passed serve both:
 * afterwards they remember again what they did before.
 */
export function withCopy<Result>(world: World, act: (copy: World) => Result): Result {
  const [{ model, settings }] = world.models;
  const { key, planner } = world.planners.list[0];
  const shared = [...(settings === undefined ? [model] : []), ...(key === undefined ? [planner] : [])];
  const remembered = shared.map((layer) => layer.save?.());
  try {
    return act(
      loadWorld(saveWorld(world), {
        ...(settings === undefined && { steering: model }),
        ...(key === undefined && { planner }),
        ...(world.ownAutomaton && { automaton: world.ownAutomaton }),
      }),
    );
  } finally {
    shared.forEach((layer, k) => {
      const bytes = remembered[k];
      if (bytes) layer.load?.(bytes);
    });
  }
}
