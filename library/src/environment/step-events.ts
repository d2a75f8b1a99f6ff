import { type Crowd, type Events, type Obstacles, placeAhead } from '../crowd/index.ts';
import { formerViews } from './common/former-views.ts';
import type { Environment } from './perceive.ts';

/**
 * Lists the agents that enter or leave a view radius in a step that ends at `end` seconds, and where there is sight, those
 * that come into sight or leave it.
 */
export function findStepEvents(
  { ahead, index, sight, views }: Environment,
  crowd: Crowd,
  obstacles: Obstacles,
  dt: number,
  end: number,
  events: Events,
): void {
  const former = formerViews(views, crowd);
  const hasSight = sight !== false && crowd.dimension === 2;
  // Where the next step places them.
  if (hasSight) placeAhead(obstacles, end, ahead);
  index.events(dt, events, hasSight ? { former, sight, ahead } : { former });
}
