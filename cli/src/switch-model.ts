import { steeringModels } from 'wend';
import { checkScenario, type Scenario } from 'wend/scenario';
import { BadInput } from './failure.ts';

/** A part of a scenario as its file has it. */
export type Tree = Record<string, unknown>;

/** The most places that a message names; of the others it gives the number. */
const MAXIMUM_NAMED = 4;

/**
 * Changes the steering model of a scenario, as written and as completed. The parameters of the file's own model are
 * dropped, and the note says so. Keys of agents and obstacles that only that model understands are not dropped: without
 * them it would be a different scenario.
 */
export function switchModel(
  written: Tree,
  scenario: Scenario,
  model: unknown,
  source: string,
): { scenario: Scenario; note: string } {
  const before = scenario.steering.name;
  const known = steeringModels();
  // Unknown names are refused by the checks, as in a file.
  const next = known.find(({ name, formerNames }) => name === model || formerNames?.includes(String(model)));
  if (!next || next.name === before) return { scenario, note: '' };
  const { mentions = [] } = known.find(({ name }) => name === before) ?? {};
  const alien = placesOf(written, mentions);
  if (alien.length > 0) {
    throw new BadInput(
      `${source}: cannot be simulated with ${next.name} steering: ${named(alien)} ${alien.length === 1 ? 'is' : 'are'} understood by ${before} steering only`,
    );
  }
  const parameters = Object.keys((written.steering ?? {}) as Tree).filter((key) => key !== 'name');
  written.steering = { name: next.name };
  const note =
    parameters.length === 0
      ? ''
      : `${source}: left out, as ${next.name} steering does not have them: ${parameters.map((key) => `steering.${key}`).join(', ')}`;
  return { scenario: checkScenario(written, `${source} with steering.name=${next.name}`), note };
}

/** The places where agents, groups, obstacles and targets have keys of these names. */
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

/** The steering model of a name, if there is one. */
export function steeringNamed(
  name: string | undefined,
): ReturnType<typeof steeringModels>[number] | undefined {
  return steeringModels().find((model) => model.name === name);
}
