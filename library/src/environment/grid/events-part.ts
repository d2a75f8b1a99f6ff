import { createOptionalPart } from '../../crowd/index.ts';
import type { findGridEvents } from './events.ts';

/** When agents enter, leave, see and lose each other in a step: worlds with `neighbours.events` need it. */
export const neighbourEvents = createOptionalPart<{ findGridEvents: typeof findGridEvents }>(
  'events of neighbours: expected a call of registerNeighbourEvents, from wend/models',
);
