import { createOptionalPart } from '../../crowd/index.ts';
import type { Findings } from './error.ts';
import type { Scenario } from './schema.ts';

/** The message of all parts that worlds need whose ground changes walking. */
export const groundMissing =
  'ground that changes walking: expected a call of registerGround, from wend/models';

/** What is wrong with the ground of a scenario. */
type GroundChecks = { check(scenario: Scenario, findings: Findings): void };

export const groundChecks = createOptionalPart<GroundChecks>(groundMissing);

/** Whether a command or an entry of a script speaks of the ground. */
export function changesGround(command: object): boolean {
  return 'ground' in command || 'door' in command || 'queue' in command;
}
