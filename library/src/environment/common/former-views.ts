import { type Crowd, slotOf } from '../../crowd/index.ts';

/** The view radius of every agent at the end of the last step, by the slots of their ids, for events in this one. */
export type FormerViews = {
  ids: Float64Array;
  radius: Float64Array;
  /** Scratch: the same by the crowd's present rows. */
  byRow: Float64Array;
};

export function createFormerViews(): FormerViews {
  return { ids: new Float64Array(0), radius: new Float64Array(0), byRow: new Float64Array(0) };
}

/** Remembers how far every agent sees, before anything in a step changes it. */
export function storeViews(views: FormerViews, { capacity, count, ids, slotCount, traits }: Crowd): void {
  if (views.ids.length < slotCount) {
    const room = Math.max(capacity, slotCount);
    views.ids = new Float64Array(room);
    views.radius = new Float64Array(room);
  }
  views.ids.fill(-1);
  const { viewRadius } = traits;
  for (let row = 0; row < count; row++) {
    const slot = slotOf(ids[row]);
    views.ids[slot] = ids[row];
    views.radius[slot] = viewRadius[row];
  }
}

/**
 * The radii that were stored, by row; an agent that has entered since has its present one. Undefined where none has
 * changed.
 */
export function formerViews(views: FormerViews, crowd: Crowd): Float64Array | undefined {
  const { capacity, count, ids } = crowd;
  const { viewRadius } = crowd.traits;
  if (views.byRow.length < capacity) views.byRow = new Float64Array(capacity);
  const { byRow } = views;
  let hasChanged = false;
  for (let row = 0; row < count; row++) {
    const slot = slotOf(ids[row]);
    const isKnown = slot < views.ids.length && views.ids[slot] === ids[row];
    byRow[row] = isKnown ? views.radius[slot] : viewRadius[row];
    if (byRow[row] !== viewRadius[row]) hasChanged = true;
  }
  return hasChanged ? byRow : undefined;
}

/** An agent saw no farther than this at the end of the last step. */
export function limitFormerView({ ids, radius }: FormerViews, id: number, limit: number): void {
  const slot = slotOf(id);
  if (slot < ids.length && ids[slot] === id && limit < radius[slot]) radius[slot] = limit;
}
