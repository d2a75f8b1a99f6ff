import type { Crowd, NearLists } from '../crowd/index.ts';

/**
 * A neighbour index answers one question for the whole crowd: which agents lie within each agent's view radius?
 * The near set of i is exactly { j ≠ i : (xⱼ − xᵢ)² + (yⱼ − yᵢ)² ≤ viewRadiusᵢ² } in double arithmetic, in space with
 * + (zⱼ − zᵢ)² added, whatever the implementation; how the lists are ordered is free. An index keeps its own scratch and
 * allocates only to grow.
 */
export type NeighbourIndex = {
  readonly name: string;
  /** Follows the current positions and lists the near set of every row that is due; the others' lists stay empty. */
  update(crowd: Crowd, due: Uint8Array, lists: NearLists): void;
};
