import { ScenarioError } from './error.ts';
import { checkScenario } from './load.ts';

/** The message of the error that a value gives, without the source; 'accepted' when it gives none. */
export function refusalOf(value: unknown): string {
  try {
    checkScenario(value, 'f');
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.message.replaceAll(/^f: /gm, '');
  }
  return 'accepted';
}
