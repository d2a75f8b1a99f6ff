import { additionParts } from './additions.ts';
import { automatonParts } from './automaton-parts.ts';
import { commandParts } from './command-parts.ts';
import { newsParts } from './news-parts.ts';
import type { WorldParts } from './parts.ts';
import { passageParts } from './passage-parts.ts';
import { sourceParts } from './sources.ts';
import { teamParts } from './teams.ts';

/** All parts: what a scenario may need. */
export const scenarioParts: WorldParts = {
  ...commandParts,
  ...automatonParts,
  ...newsParts,
  ...teamParts,
  ...sourceParts,
  ...additionParts,
  ...passageParts,
};
