import { storeViews } from './common/former-views.ts';
import { findGridEvents } from './grid/events.ts';
import { neighbourEvents } from './grid/events-part.ts';
import { findStepEvents } from './step-events.ts';

/** Lets worlds record when agents enter, leave, see and lose each other: `neighbours.events`. Scenarios do so themselves; a program calls it before `createWorld`. */
export function registerNeighbourEvents(): void {
  neighbourEvents.registered = { findGridEvents, findStepEvents, storeViews };
}
