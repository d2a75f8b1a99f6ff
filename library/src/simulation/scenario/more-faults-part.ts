import { createOptionalPart } from '../../crowd/index.ts';
import type { Findings } from './error.ts';

/** Reads a scenario that has been mended; `isBounded`: with the bounds that the file says. */
export type Check = (mended: unknown, findings: Findings, isBounded: boolean) => void;

/** Adds the faults that checks did not reach, because they rely on others that found some. */
export const moreFaults = createOptionalPart<(value: unknown, findings: Findings, check: Check) => void>(
  'more faults of a scenario: call registerBuiltIn',
);
