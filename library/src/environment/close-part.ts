import { createOptionalPart } from '../crowd/index.ts';
import type { listClose } from './close.ts';
import type { markByThreats } from './threat-turns.ts';

/** Lists of close agents, and when agents react to them: worlds with a model that asks for them, by its `closeReach`, need it. */
export const closeAgents = createOptionalPart<{
  listClose: typeof listClose;
  markByThreats: typeof markByThreats;
}>('a model that reacts to close agents: expected a call of registerCloseAgents, from wend/models');
