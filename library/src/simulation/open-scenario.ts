import { createCheckedWorld } from './checked-world.ts';
import { loadParts } from './load-parts.ts';
import { checkPlain } from './scenario/check.ts';
import { createFindings, ScenarioError, throwIfAny } from './scenario/error.ts';
import { parseJson } from './scenario/json-text.ts';
import { loadAll, loadNamed } from './scenario/load-named.ts';
import { toPlain } from './scenario/plain.ts';
import type { Scenario, ScenarioInput } from './scenario/schema.ts';
import { needsOf, type World, type WorldOptions } from './world.ts';

/** Options of a world, and how its scenario is read. */
export type OpenOptions = WorldOptions & {
  /** The name of the scenario's file for messages. */
  source?: string;
  /** May change the parsed scenario before the checks: put in what the file only refers to. */
  prepare?: (value: unknown) => void;
};

/**
 * Builds the world that a scenario describes, a JSON text or an object, and loads the steering models, planners and
 * neighbour indexes that it names: a page need not load the others. Throws a ScenarioError when it is not a valid one.
 */
export async function openScenario(given: string | ScenarioInput, options: OpenOptions = {}): Promise<World> {
  const { prepare, source = 'scenario', ...worldOptions } = options;
  const plain = typeof given === 'string' ? parseJson(given, source) : plainOf(given, source);
  prepare?.(plain);
  await loadNamed(plain);
  await loadChecks();
  const check = () => checkPlain(plain, createFindings(source), needsOf(worldOptions));
  const scenario = await checkWithAll(check);
  return createCheckedWorld(scenario, worldOptions, await loadParts(scenario));
}

/** The checks of ground and scripts are in the file that every world of a scenario needs. */
async function loadChecks(): Promise<void> {
  const { registerGroundChecks, registerScriptChecks } = await import('./comings.ts');
  registerGroundChecks();
  registerScriptChecks();
}

/** Some files need a part without naming it, such as by a key; and messages about mistakes list all parts. */
async function checkWithAll(check: () => Scenario): Promise<Scenario> {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    await loadAll();
    return check();
  }
}

function plainOf(given: ScenarioInput, source: string): unknown {
  const findings = createFindings(source);
  const plain = toPlain(given, findings);
  throwIfAny(findings);
  return plain;
}
