import { createOptionalPart, type Obstacles } from '../../crowd/index.ts';
import type { PlaneBounds } from '../base/contract.ts';
import type { GridMap } from './cells/grid.ts';
import type { Ground } from './ground.ts';
import type { WavesOf } from './narrow/threads.ts';
import type { Terrain } from './terrain.ts';

/** What a planner keeps for bodies of one size. */
export type KeptOfGround = {
  wide: Terrain;
  narrow: Terrain;
  moves: { open: Uint8Array; around: Uint8Array };
  reach: unknown[];
};

/** Follows changes of obstacles where they are: the same maps as drawn again as a whole, sooner. */
export type MapUpdates = {
  /** Boxes around what has changed since a revision; undefined: that is not known any more. */
  boxesSince(obstacles: Obstacles, revision: number): readonly (readonly number[])[] | undefined;
  /** Boxes around the bodies that one list has and the other has not. */
  boxesOfBodies(before: readonly number[], after: readonly number[]): readonly (readonly number[])[];
  redraw(
    map: GridMap,
    bounds: PlaneBounds,
    obstacles: Obstacles,
    boxes: readonly (readonly number[])[],
  ): void;
  /** The waves of narrow places, run to their ends. */
  wavesOf: WavesOf;
  /** A ground that is the same and changes by itself, with what a planner keeps of it. */
  copyGround<Kept extends KeptOfGround>(
    ground: Ground,
    kept: readonly Kept[],
  ): { ground: Ground; kept: Kept[] };
  /** Brings a terrain up to date; false: it has to be made again as a whole. */
  updateTerrain(terrain: Terrain): boolean;
};

/** Nothing needs it: without it maps are drawn again as a whole. */
export const mapUpdates = createOptionalPart<MapUpdates>('');
