import type { PlanningInput } from '../base/contract.ts';
import { bodyClass, type Ground, type Terrain, terrainFor } from '../map/index.ts';
import { barMoves, createMoves, type Moves, updateMoves } from './moves.ts';

/** The ground for bodies of one size. */
export type Tier = {
  /** The radius that it is made for, metres. */
  radius: number;
  /** Where paths go: with clearance. */
  wide: Terrain;
  /** Where the body fits at all: what it can walk to in a straight line. */
  narrow: Terrain;
  moves: Moves;
  /** The revision of the map that the moves show. */
  revision: number;
  /** A number that tells one state of the open ground from another; unlike a revision it outlasts a saved world. */
  print: number;
  /** By the number of a target, for those that an agent has asked for. */
  reach: (TargetParts | undefined)[];
};

/** The parts of the wide ground that a target can be entered from: listed once for all agents that ask. */
export type TargetParts = {
  parts: number[];
  /** Where the target was then, metres, and the revision of the ground. */
  x: number;
  y: number;
  revision: number;
};

/** The tier of a body, as the ground is now. */
export function tierFor(
  tiers: Tier[],
  ground: Ground,
  input: PlanningInput,
  radius: number,
  clearance: number,
): Tier {
  const room = bodyClass(ground, radius);
  for (let k = 0; k < tiers.length; k++) {
    if (tiers[k].radius === room) return updateTier(tiers[k], ground, input);
  }
  // The wide one first: it may widen the map, and the other need not be drawn twice then.
  const wide = terrainFor(ground, input, room + clearance, room);
  const narrow = terrainFor(ground, input, room, room, wide);
  const moves = createMoves(ground.map.columns, ground.map.rows, wide.open);
  if (wide.threads) barMoves(moves, wide.threads);
  moves.costs = ground.map.costs;
  const tier: Tier = {
    radius: room,
    wide,
    narrow,
    moves,
    revision: wide.revision,
    print: printOf(wide.open, ground.map.costs?.print),
    reach: [],
  };
  tiers.push(tier);
  return tier;
}

function updateTier(tier: Tier, ground: Ground, input: PlanningInput): Tier {
  if (tier.revision === ground.map.revision && tier.moves.costs === ground.map.costs) return tier;
  if (tier.revision !== ground.map.revision) {
    terrainFor(ground, input, tier.wide.radius, tier.radius);
    terrainFor(ground, input, tier.narrow.radius, tier.radius, tier.wide);
    const { changed } = tier.wide;
    // Only where the map has changed since the moves were looked at, if that is known.
    if (changed?.revision === tier.revision)
      for (const part of changed.windows) updateMoves(tier.moves, part);
    else updateMoves(tier.moves);
    if (tier.wide.threads) barMoves(tier.moves, tier.wide.threads);
  }
  tier.revision = ground.map.revision;
  tier.moves.costs = ground.map.costs;
  tier.print = printOf(tier.wide.open, ground.map.costs?.print);
  return tier;
}

/** FNV-1a over bytes or letters; it continues from the print of those before them. */
export function printOf(bytes: Uint8Array | Uint16Array, before = 0x811c9dc5): number {
  let hash = before;
  for (let k = 0; k < bytes.length; k++) hash = Math.imul(hash ^ bytes[k], 0x01000193);
  return hash >>> 0;
}
