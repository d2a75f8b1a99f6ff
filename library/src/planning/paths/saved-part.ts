import { createOptionalPart } from '../../crowd/index.ts';
import type { PlanningInput } from '../base/contract.ts';
import type { Paths } from './paths.ts';

/** What a saved world keeps of paths. */
export const savedPaths = createOptionalPart<{
  write(paths: Paths): Uint8Array;
  read(paths: Paths, bytes: Uint8Array): void;
  /** Refuses what does not fit the world. */
  check(paths: Paths, input: PlanningInput): void;
}>('paths are saved by saveWorld');
