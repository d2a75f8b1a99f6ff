import type { Ground } from '../ground.ts';
import type { KeptOfGround } from '../optional.ts';
import type { Terrain } from '../terrain.ts';
import { copyWaves } from './waves.ts';

/** A ground that is the same and changes by itself, with what a planner keeps of it. */
export function copyGround<Kept extends KeptOfGround>(
  { cell, classRevision, map, terrains }: Ground,
  kept: readonly Kept[],
): { ground: Ground; kept: Kept[] } {
  const copy = {
    ...map,
    clearance: map.clearance.slice(),
    resting: map.resting.slice(),
    windows: [...map.windows],
  };
  copyWaves(map, copy);
  const copies = new Map<Terrain, Terrain>();
  const copyOf = (terrain: Terrain): Terrain => {
    let found = copies.get(terrain);
    if (!found) {
      found = {
        ...terrain,
        map: copy,
        wide: terrain.wide && copyOf(terrain.wide),
        open: terrain.open.slice(),
        part: terrain.part.slice(),
        nearest: terrain.nearest.slice(),
      };
      copies.set(terrain, found);
    }
    return found;
  };
  return {
    ground: { cell, map: copy, terrains: terrains.map(copyOf), classes: new Map(), classRevision },
    kept: kept.map((tier) => {
      const wide = copyOf(tier.wide);
      const moves = { ...tier.moves, open: wide.open, around: tier.moves.around.slice() };
      return { ...tier, wide, narrow: copyOf(tier.narrow), moves, reach: [] };
    }),
  };
}
