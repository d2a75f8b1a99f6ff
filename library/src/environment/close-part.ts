import { createOptionalPart } from '../crowd/index.ts';
import type { listClose } from './close.ts';

/** Lists of close agents: worlds with a model that asks for them, by its `closeReach`, need it. */
export const closeAgents = createOptionalPart<typeof listClose>(
  'a model that reacts to close agents: expected a call of registerCloseAgents, from wend/models',
);
