import { createOptionalPart } from '../../crowd/index.ts';
import { space } from '../space/optional.ts';
import type { SolidSight } from './solid-sight.ts';

/** What solids hide, for worlds in three dimensions. */
export const solidSight = createOptionalPart<SolidSight>(space.missing);
