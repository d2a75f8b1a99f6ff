import { createRegistry, definitionOf, type Registry, register } from '../crowd/index.ts';
import { auto } from './auto/auto.ts';
import type { NeighbourIndex } from './common/contract.ts';
import type { NeighbourDefinition } from './common/definition.ts';
import { grid } from './grid/grid.ts';

/**
 * The neighbour indexes; the first is the default. A program need not load the others: built-in.ts
 * registers all of them, and loaders.ts those that a scenario names. All indexes give the same answers, so what is
 * registered changes the cost and never a result.
 */
export const neighbourIndexes: Registry<NeighbourDefinition> = createRegistry('neighbour index', [
  grid,
  auto,
]);

/** Makes an index known by its name, to scenario files and to the index that chooses. */
export function registerNeighbourIndex(definition: NeighbourDefinition): void {
  register(neighbourIndexes, definition);
}

/** The index of a name. `sight` says whether visible sets will be asked for. */
export function createNeighbourIndex(name: string, sight = false): NeighbourIndex {
  return definitionOf(neighbourIndexes, name).create({ sight, registered: neighbourIndexes.definitions });
}
