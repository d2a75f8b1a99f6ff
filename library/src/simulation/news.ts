import type { AgentId } from '../crowd/index.ts';
import { type KnownThing, readNews } from '../environment/news/index.ts';
import type { World } from './world.ts';

/** What an agent knows of its surroundings, by its own eyes and from others: the freshest first; empty without sharing. */
export function newsOf(world: World, agent: AgentId): KnownThing[] {
  const { crowd, dt, news, obstacles, solids, step } = world;
  const { owner } = crowd.dimension === 3 ? solids : obstacles;
  return readNews(news, crowd, owner, agent, step, dt);
}
