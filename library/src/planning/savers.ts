import { registerSavedPaths } from './paths/saved.ts';

/** Makes known what planners keep apart from their steps to be saved: pages that save no world do not load it. */
export function registerSavers(): void {
  registerSavedPaths();
}
