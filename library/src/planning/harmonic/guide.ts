import type { Guide } from '../base/contract.ts';
import { createFieldGuide, type FieldGuideOptions } from '../field-guide/index.ts';
import type { Solver } from './field.ts';
import { createHarmonicMaker } from './maker.ts';

export type HarmonicOptions = FieldGuideOptions & { solver: Solver };

/** Down the harmonic fields of the targets, and straight on where the line is free. docs/models/harmonic.md. */
export function createHarmonicGuide(options: HarmonicOptions): Guide {
  return createFieldGuide('harmonic', options, () => createHarmonicMaker(options.solver));
}
