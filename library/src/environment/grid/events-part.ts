import { createOptionalPart } from '../../crowd/index.ts';
import type { storeViews } from '../common/former-views.ts';
import type { findStepEvents } from '../step-events.ts';
import type { findGridEvents } from './events.ts';

type EventsPart = {
  findGridEvents: typeof findGridEvents;
  findStepEvents: typeof findStepEvents;
  storeViews: typeof storeViews;
};

/** When agents enter, leave, see and lose each other in a step: worlds with `neighbours.events` need it. */
export const neighbourEvents = createOptionalPart<EventsPart>(
  'events of neighbours: expected a call of registerNeighbourEvents, from wend/models',
);
