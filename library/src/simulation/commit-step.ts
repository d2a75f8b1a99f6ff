import { sortEvents, swapEvents } from '../crowd/index.ts';
import { ground } from './ground-part.ts';
import { sortRows } from './sort-rows.ts';
import { advanceClockwork, type World } from './world.ts';

/** Publishes the events, makes the next columns the current ones moves the time on and, once in a while, sorts the rows. */
export function commitStep(world: World): void {
  const { crowd, events, happening, patches } = world;
  if (patches) ground.registered!.leave(world, patches);
  const { motion } = crowd;
  sortEvents(happening, 0);
  swapEvents(events, happening);
  happening.count = 0;
  crowd.motion = crowd.next;
  crowd.next = motion;
  world.step++;
  advanceClockwork(world);
  sortRows(world);
}
