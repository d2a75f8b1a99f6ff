import { brute } from './brute/brute.ts';
import { kinetic } from './kinetic/kinetic.ts';
import { registerNeighbourIndex } from './registry.ts';

/** Registers all neighbour indexes that come with wend. */
export function registerBuiltInIndexes(): void {
  registerNeighbourIndex(brute);
  registerNeighbourIndex(kinetic);
}
