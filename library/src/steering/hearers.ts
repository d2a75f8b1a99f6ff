import { registerHearing } from './walker/hearing.ts';

/** Makes known how models heed what agents tell each other, where that is apart from their steps. */
export function registerHearers(): void {
  registerHearing();
}
