import type * as z from 'zod';
import { obstaclesOf } from './area.ts';
import { checkFieldMemory } from './check-field-memory.ts';
import { checkFields } from './check-fields.ts';
import { checkPlaces } from './check-places.ts';
import { checkPlacesOfComers } from './check-script.ts';
import { checkWalkable } from './check-walkable.ts';
import { predictionDefaults } from './defaults.ts';
import { createFindings, type Findings, hasEnough, report, throwIfAny } from './error.ts';
import { reportIssues } from './issues.ts';
import { parseJson } from './json-text.ts';
import { maximumAgents, maximumGroups, maximumObstacleVertices, maximumTargets } from './limits.ts';
import { toPlain } from './plain.ts';
import { type Scenario, scenarioSchema } from './schema.ts';
import { agentSchema, groupSchema } from './schema-agents.ts';
import { obstacleSchema, targetSchema } from './schema-obstacles.ts';
import { walkerKeys } from './schema-steering.ts';
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
  shell.steering = nameModel(shell.steering, shell.dimension);
  const scenario = { ...applyTo(scenarioSchema, shell, [], findings), ...checked };
  if (findings.problems.length === 0) fillByModel(scenario, shell);
  return scenario;
}

/**
 * Steering without a name is the walker. It is nonlinear in three dimensions and where it has keys that the walker does
 * not know. "wend" is the walker's former name.
 */
function nameModel(steering: unknown, dimension: unknown): unknown {
  if (typeof (steering ?? {}) !== 'object' || Array.isArray(steering)) return steering;
  const keys = Object.keys(steering ?? {});
  const { name } = (steering ?? {}) as { name?: unknown };
  if (name === 'wend') return { ...(steering as object), name: 'walker' };
  if (keys.includes('name')) return steering;
  const isNonlinear = dimension === 3 || keys.some((key) => !walkerKeys.includes(key));
  return isNonlinear ? { name: 'nonlinear', ...(steering as object) } : steering;
}

type Written = { neighbours?: unknown; cadence?: unknown; planner?: unknown };

/** Defaults that depend on the steering model, where the file does not say otherwise. */
function fillByModel(scenario: Scenario, written: Written): void {
  const { neighbours, planner, steering } = scenario;
  if (steering.name !== 'walker' && steering.name !== 'pipeline') return;
  // Models that predict look farther than those that feel, and see only what nothing hides.
  const given = (written.neighbours ?? {}) as { radius?: unknown; sight?: unknown };
  if (given.radius === undefined) neighbours.radius = predictionDefaults.radius;
  if (given.sight === undefined) neighbours.sight = predictionDefaults.sight;
  if (steering.name !== 'walker') return;
  // It does not feel its way around obstacles: it needs a path.
  const named = (written.planner ?? {}) as { name?: unknown };
  if (named.name === undefined && needsPath(scenario)) planner.name = 'path';
  lookSeldom(scenario, written);
}

/** Looking so far is what costs in a crowd: there agents do it only a few times a second. */
function lookSeldom({ agents, cadence, dt, groups }: Scenario, written: Written): void {
  const given = (written.cadence ?? {}) as { perception?: unknown };
  if (typeof cadence === 'string' || given.perception !== undefined) return;
  const count = groups.reduce((sum, group) => sum + group.count, agents.length);
  if (count <= predictionDefaults.few) return;
  cadence.perception = Math.max(1, Math.floor(predictionDefaults.look / dt + 0.5));
}

/** Whether there are obstacles to plan a way around, on a map that is not too large. */
function needsPath(scenario: Scenario): boolean {
  const { bounds, planner } = scenario;
  const [width, height] = [0, 1].map((axis) => (bounds.max[axis] - bounds.min[axis]) / planner.cell);
  return obstaclesOf(scenario).length > 0 && width * height <= predictionDefaults.cells;
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
