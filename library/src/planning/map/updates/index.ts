import { mapUpdates } from '../optional.ts';
import { copyGround } from './copy.ts';
import { boxesOfBodies, boxesSince, redraw } from './redraw.ts';
import { updateTerrain } from './terrain.ts';
import { wavesOf } from './waves.ts';

export { trimRevisions } from './redraw.ts';

/** Lets maps follow changes of obstacles where they are. */
export function registerMapUpdates(): void {
  mapUpdates.registered ??= { boxesSince, boxesOfBodies, redraw, updateTerrain, wavesOf, copyGround };
}
