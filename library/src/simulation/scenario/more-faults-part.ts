import { createOptionalPart } from '../../crowd/index.ts';
import type { Findings } from './error.ts';
import type { Scenario } from './schema.ts';

/** Reads a scenario that has been mended; `isBounded`: with the bounds that the file says. */
export type Check = (mended: unknown, findings: Findings, isBounded: boolean) => Scenario;

/** Places the agents of a scenario without faults; groups that find no room are reported. */
export type Place = (scenario: Scenario, seed: number, findings: Findings) => void;

/** Adds the faults that checks did not reach, because they rely on others that found some. */
export const moreFaults = createOptionalPart<
  (value: unknown, findings: Findings, check: Check, place: Place) => void
>('more faults of a scenario: call registerBuiltIn');
