import { registerSolidStage } from '../contacts/contacts.ts';
import { solidStage } from './solid-contacts.ts';

/** Makes worlds in three dimensions possible. Scenarios do so themselves; a program calls it before `createWorld`. */
export function registerSpace(): void {
  registerSolidStage(solidStage);
}
