import { space } from '../../environment/index.ts';
import { solidSight } from '../../environment/sight/optional.ts';
import { solidSightParts } from '../../environment/sight/solid-sight.ts';
import { spaceParts } from '../../environment/space/parts.ts';
import { registerShapesInSpace } from '../../geometry/shapes/in-space.ts';
import { solidPlaces } from './obstacle-index.ts';
import { solidPlacesParts } from './solid-index.ts';

/** Makes worlds in three dimensions possible. Scenarios do so themselves; a program calls it before `createWorld`. */
export function registerSpace(): void {
  space.registered = spaceParts;
  solidSight.registered = solidSightParts;
  solidPlaces.registered = solidPlacesParts;
  registerShapesInSpace();
}
