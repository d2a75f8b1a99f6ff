import { commandParts } from './command-parts.ts';
import type { WorldParts } from './parts.ts';
import { plainParts } from './plain-parts.ts';
import type { Scenario } from './scenario/schema.ts';

/** The parts that a scenario needs, each loaded if it does: a page need not load the others. */
export async function loadParts({
  automata,
  changes,
  ground,
  groups,
  neighbours,
  script,
  teams,
}: Scenario): Promise<WorldParts> {
  const parts: WorldParts = { ...plainParts, ...commandParts };
  const {
    additionParts,
    passageParts,
    registerCloseAgents,
    registerGround,
    registerObstacleChanges,
    sourceParts,
  } = await import('./comings.ts');
  registerObstacleChanges();
  registerCloseAgents();
  if (automata.length + changes.length > 0) {
    Object.assign(parts, (await import('./automaton-parts.ts')).automatonParts);
  }
  const added = script.flatMap((entry) => (entry.kind === 'add-group' ? [entry.group] : []));
  if ([...groups, ...added].some(({ sharing }) => sharing))
    Object.assign(parts, (await import('./news-parts.ts')).newsParts);
  Object.assign(parts, additionParts, passageParts, sourceParts);
  if (ground.length > 0 || script.some(({ kind }) => kind === 'set-ground')) registerGround();
  if (neighbours.events) {
    (await import('../environment/register-events.ts')).registerNeighbourEvents();
  }
  if (teams.length > 0) Object.assign(parts, (await import('./teams.ts')).teamParts);
  return parts;
}
