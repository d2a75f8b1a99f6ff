import { listClose } from './close.ts';
import { closeAgents } from './close-part.ts';
import { markByThreats } from './threat-turns.ts';

/**
 * Lets models react to close agents in every step, such as `pipeline`. Scenarios do so themselves; a program calls it before
 * `createWorld`.
 */
export function registerCloseAgents(): void {
  closeAgents.registered = { listClose, markByThreats };
}
