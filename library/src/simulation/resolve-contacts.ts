import { resolveContacts as resolveAll } from '../environment/index.ts';
import type { World } from './world.ts';

/** Keeps bodies out of one another and out of walls, and lists the agents that entered or left a view. */
export function resolveContacts(world: World): void {
  const { contacts, crowd, dt, environment, happening, obstacles, seed, solids } = world;
  if (world.scenario.contacts === 'none') return;
  // Lists of visible agents leave out those behind a wall, and a body does not stop at a thin wall.
  const near = environment.fresh && environment.sight === false ? environment.perception.agents : undefined;
  resolveAll(contacts, environment, { crowd, obstacles, solids }, near, seed, dt, happening);
  if (environment.events) environment.index.events(dt, happening);
}
