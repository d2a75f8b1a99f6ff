import type { Guide } from '../base/contract.ts';
import { createFieldGuide, type FieldGuideOptions } from '../field-guide/index.ts';
import { createDistanceMaker, type Rerouting } from './maker.ts';

export type DistanceOptions = FieldGuideOptions & {
  /** If absent, the crowd does not count: paths are the shortest. */
  rerouting?: Rerouting | undefined;
};

/** Down fields of the time to the nearest target. docs/models/distance.md. */
export function createDistanceGuide(options: DistanceOptions): Guide {
  return createFieldGuide('distance', options, () => createDistanceMaker(options.rerouting));
}
