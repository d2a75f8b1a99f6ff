import type * as z from 'zod';
import { checkFieldMemory } from './check-field-memory.ts';
import { checkFields } from './check-fields.ts';
import { checkPlaces } from './check-places.ts';
import { checkPlacesOfComers } from './check-script.ts';
import { checkWalkable } from './check-walkable.ts';
import { createFindings, type Findings, hasEnough, report, throwIfAny } from './error.ts';
import { reportIssues } from './issues.ts';
import { parseJson } from './json-text.ts';
import { maximumAgents, maximumGroups, maximumObstacleVertices, maximumTargets } from './limits.ts';
import { toPlain } from './plain.ts';
import { type Scenario, scenarioSchema } from './schema.ts';
import { agentSchema, groupSchema } from './schema-agents.ts';
import { obstacleSchema, targetSchema } from './schema-obstacles.ts';
import { checkSizes } from './sizes.ts';

/**
 * JSON text → checked scenario with every default filled in; throws a ScenarioError that names `source`. `prepare` may
 * change the parsed value before the checks: put in what the file only refers to.
 */
export function parseScenario(
  text: string,
  source = 'scenario',
  prepare?: (value: unknown) => void,
): Scenario {
  const value = parseJson(text, source);
  prepare?.(value);
  return checkPlain(value, createFindings(source));
}

/** The same for an object that a program made; the object is copied and not changed. */
export function checkScenario(value: unknown, source = 'scenario'): Scenario {
  const findings = createFindings(source);
  const plain = toPlain(value, findings);
  throwIfAny(findings);
  return checkPlain(plain, findings);
}

/** Each check relies on the ones before it. */
function checkPlain(value: unknown, findings: Findings): Scenario {
  checkSizes(value, findings);
  throwIfAny(findings);
  const scenario = applySchema(value, findings);
  throwIfAny(findings);
  checkFields(scenario, findings);
  checkFieldMemory(scenario, findings);
  throwIfAny(findings);
  checkPlaces(scenario, findings);
  checkPlacesOfComers(scenario, findings);
  throwIfAny(findings);
  checkWalkable(scenario, findings);
  throwIfAny(findings);
  return scenario;
}

/** The long lists go through the schema item by item, so that the memory for their problems stays bounded. */
const lists = {
  obstacles: { item: obstacleSchema, most: maximumObstacleVertices },
  targets: { item: targetSchema, most: maximumTargets },
  agents: { item: agentSchema, most: maximumAgents },
  groups: { item: groupSchema, most: maximumGroups },
};

function applySchema(value: unknown, findings: Findings): Scenario {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return applyTo(scenarioSchema, value, [], findings);
  const shell: Record<string, unknown> = { ...value };
  const checked: Record<string, unknown[]> = {};
  for (const [key, { item, most }] of Object.entries(lists)) {
    const items = shell[key];
    if (!Array.isArray(items)) continue;
    shell[key] = [];
    if (items.length <= most) checked[key] = applyToEach(item, items, key, findings);
    else report(findings, [key], `expected a list of at most ${most} items, got ${items.length}`);
  }
  return { ...applyTo(scenarioSchema, shell, [], findings), ...checked };
}

function applyToEach(schema: z.ZodType, items: unknown[], key: string, findings: Findings): unknown[] {
  const checked: unknown[] = [];
  for (let index = 0; index < items.length && !hasEnough(findings); index++) {
    checked.push(applyTo(schema, items[index], [key, index], findings));
  }
  return checked;
}

/** The value as the schema completes it; where it does not fit, problems are reported and the result is void. */
function applyTo<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  path: (string | number)[],
  findings: Findings,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) reportIssues(findings, result.error.issues, value, path);
  return result.data as z.output<Schema>;
}
