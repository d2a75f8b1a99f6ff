import { checkScenario, type Scenario } from 'wend';
import { BadInput } from './failure.ts';

/** A part of a scenario as its file has it. */
export type Tree = Record<string, unknown>;

/** What only one of the steering models knows, outside the scenario's `steering`. */
const mentions: Record<string, readonly string[]> = {
  nonlinear: ['class'],
  critters: ['field', 'wander'],
  pipeline: [],
  straight: [],
  walker: [],
};

/** Places that a message names; of more it gives the number. */
const MAXIMUM_NAMED = 4;

/**
 * Another steering model for a scenario, as written and as completed. The parameters of the model that the file was
 * made for are left out, and the note says so. Agents and things that only that model understands are not: without
 * them it would be another scenario.
 */
export function switchModel(
  written: Tree,
  scenario: Scenario,
  model: unknown,
  source: string,
): { scenario: Scenario; note: string } {
  const before = scenario.steering.name;
  // Names that nobody knows are refused by the checks, as in a file.
  if (model === before || typeof model !== 'string' || !Object.hasOwn(mentions, model))
    return { scenario, note: '' };
  const alien = placesOf(written, mentions[before]);
  if (alien.length > 0) {
    throw new BadInput(
      `${source}: cannot be simulated with ${model} steering: ${named(alien)} ${alien.length === 1 ? 'is' : 'are'} understood by ${before} steering only`,
    );
  }
  const parameters = Object.keys((written.steering ?? {}) as Tree).filter((key) => key !== 'name');
  written.steering = { name: model };
  const note =
    parameters.length === 0
      ? ''
      : `${source}: left out, as ${model} steering does not have them: ${parameters.map((key) => `steering.${key}`).join(', ')}`;
  return { scenario: checkScenario(written, `${source} with steering.name=${model}`), note };
}

/** Where agents, groups, obstacles and targets say something of these names. */
function placesOf(written: Tree, keys: readonly string[]): string[] {
  return ['agents', 'groups', 'obstacles', 'targets'].flatMap((list) =>
    ((written[list] ?? []) as Tree[]).flatMap((thing, k) =>
      keys.filter((key) => thing[key] !== undefined).map((key) => `${list}[${k}].${key}`),
    ),
  );
}

function named(places: readonly string[]): string {
  const more = places.length - MAXIMUM_NAMED;
  return more > 0
    ? `${places.slice(0, MAXIMUM_NAMED).join(', ')} and ${more} more`
    : places.join(', ').replace(/, ([^,]*)$/, ' and $1');
}
