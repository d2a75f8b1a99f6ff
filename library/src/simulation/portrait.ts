import { type AgentId, rowOf } from '../crowd/index.ts';
import { type HeadingPortrait, type PortraitOptions, portrayHeading } from '../steering/index.ts';
import { loadWorld, saveWorld } from './snapshot.ts';
import { lookAround } from './step.ts';
import type { World } from './world.ts';

/** How fast an agent would turn now, whatever its heading; the world is left as it is. */
export function portraitOf(world: World, agent: AgentId, options: PortraitOptions = {}): HeadingPortrait {
  if (world.steering.name !== 'nonlinear') {
    throw new TypeError(`the steering model ${world.steering.name} has no heading dynamics to show`);
  }
  const copy = loadWorld(saveWorld(world));
  lookAround(copy);
  const { crowd, dt, due, environment, obstacles, seed, step } = copy;
  const input = { crowd, perception: environment.perception, obstacles, due, seed, step, dt };
  return portrayHeading(input, rowOf(crowd, agent), copy.scenario.steering, options);
}
