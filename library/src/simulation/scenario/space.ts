import { registerSolidStage } from '../../environment/contacts/contacts.ts';
import { solidStage } from '../../environment/space/solid-contacts.ts';

/** Makes worlds in three dimensions possible. Scenarios do so themselves; a program calls it before `createWorld`. */
export function registerSpace(): void {
  registerSolidStage(solidStage);
}
