import { createOptionalPart } from '../../crowd/index.ts';
import type { SpaceParts } from './parts.ts';

/** What worlds in three dimensions need: solids, where they are, and contacts with them. */
export const space = createOptionalPart<SpaceParts>(
  'a world in three dimensions: expected a call of registerSpace, from wend/models',
);
