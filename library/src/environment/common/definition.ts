import type { NeighbourIndex, Surroundings } from './contract.ts';

/** What a crowd asks of its index, for the index that chooses among the others. */
export type Situation = Surroundings & {
  /** Whether visible sets were asked for, and the nearest few. */
  readonly sight: boolean;
  readonly nearest: boolean;
  /** Obstacles without a radius, in the plane. */
  readonly walls: number;
};

/** A neighbour index as the engine knows it: the schema, the command line, the checks and the tables read this. */
export type NeighbourDefinition = {
  /** As scenario files and the command line write it. */
  readonly name: string;
  /** When to choose it, in one sentence. */
  readonly summary: string;
  /** Dimensions of the worlds that it answers for. */
  readonly dimensions: readonly (2 | 3)[];
  create(options: IndexOptions): NeighbourIndex;
  /**
   * Why this index costs less here than the others, in a few words, or undefined where it does not. An index without
   * this function is never chosen for a user.
   */
  suits?(situation: Situation): string | undefined;
};

export type IndexOptions = {
  /** Whether visible sets will be asked for. */
  readonly sight: boolean;
  /** Every index that is registered; the first of them is the default. */
  readonly registered: readonly NeighbourDefinition[];
};
