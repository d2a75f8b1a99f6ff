import { closestOfSolid, createSolids, largestSolidShift, placeSolids } from '../../crowd/solids.ts';
import { createSolidContacts, keepOutOfSolids, leadBall } from './solid-contacts.ts';
import { collectCandidates, listSolids, updateSolidIndex } from './solid-index.ts';

/** What ./optional.ts is registered with. */
export const spaceParts = {
  createSolids,
  placeSolids,
  largestSolidShift,
  closestOfSolid,
  updateSolidIndex,
  collectCandidates,
  listSolids,
  createSolidContacts,
  keepOutOfSolids,
  leadBall,
};

export type SpaceParts = typeof spaceParts;
