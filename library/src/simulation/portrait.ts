import { type AgentId, rowOf } from '../crowd/index.ts';
import type { HeadingPortrait, PortraitOptions } from '../steering/index.ts';
import { steeringInputOf } from './compute-controls.ts';
import { loadWorld, saveWorld } from './snapshot.ts';
import { updateNeighbours } from './update-neighbours.ts';
import { plan } from './update-plans.ts';
import { stateHashOf, type World } from './world.ts';

/** How fast an agent would turn now, whatever its heading; the world is left as it is. */
export function portraitOf(world: World, agent: AgentId, options: PortraitOptions = {}): HeadingPortrait {
  const number = world.crowd.traits.steering[rowOf(world.crowd, agent)];
  const { model } = world.models[number];
  if (!model.portray) throw new TypeError(`the steering model ${model.name} has no heading dynamics to show`);
  const { ownAutomaton, planners } = world;
  const { key, planner } = planners.list[0];
  const copy = loadWorld(saveWorld(world), {
    ...(ownAutomaton && { automaton: ownAutomaton }),
    ...(key === undefined && { planner }),
  });
  lookAround(copy);
  copy.crowd.steer = copy.crowd.steers[number];
  return model.portray(steeringInputOf(copy), rowOf(copy.crowd, agent), options);
}

/** Brings plans and perception up to the present state, as the next step would, and moves nothing. */
function lookAround(world: World): void {
  // Plans belong to the state: its hash stays that of the last step.
  stateHashOf(world);
  plan(world);
  updateNeighbours(world);
}
