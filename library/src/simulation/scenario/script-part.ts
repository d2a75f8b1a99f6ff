import { createOptionalPart } from '../../crowd/index.ts';
import type { Findings, Path } from './error.ts';
import type { Region, Scenario } from './schema.ts';

type Check = (scenario: Scenario, findings: Findings) => void;

/** What is wrong with the script of a scenario. */
type ScriptChecks = {
  /** That its entries speak of what there is. */
  check(scenario: Scenario, checkRegion: (region: Region, path: Path) => void, findings: Findings): void;
  /** Where agents come, and where goals are put. */
  checkPlaces: Check;
  /** Does the checks of a scenario with everything that its script adds. */
  checkAdded(scenario: Scenario, checks: readonly Check[], findings: Findings): void;
};

export const scriptChecks = createOptionalPart<ScriptChecks>(
  'a scenario with a script: expected a call of registerBuiltIn, from wend/scenario',
);
