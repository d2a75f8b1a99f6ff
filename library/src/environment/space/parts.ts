import { closestOfSolid, createSolids, placeSolids } from '../../crowd/solids.ts';
import { surfaces } from './solid-contacts.ts';
import { collectCandidates, listSolids, updateSolidIndex } from './solid-index.ts';

/** What ./optional.ts is registered with. */
export const spaceParts = {
  createSolids,
  placeSolids,
  closestOfSolid,
  updateSolidIndex,
  collectCandidates,
  listSolids,
  surfaces,
};

export type SpaceParts = typeof spaceParts;
