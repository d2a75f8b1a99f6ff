import type * as z from 'zod/mini';
import { needPart } from '../../crowd/index.ts';
import { steeringNamed } from '../../steering/index.ts';
import { registerAreas } from './area.ts';
import { fillByModel, nameModel, type SteeringNeeds } from './by-model.ts';
import type { Schema } from './chained.ts';
import { checkFieldMemory } from './check-field-memory.ts';
import { checkFields } from './check-fields.ts';
import { checkPlaces } from './check-places.ts';
import { checkSizes } from './check-sizes.ts';
import { checkEntrances } from './check-sources.ts';
import { checkWalkable } from './check-walkable.ts';
import { type Findings, hasEnough, report, storeSource, throwIfAny } from './error.ts';
import { renameFormer } from './former-words.ts';
import { reportIssues } from './issues.ts';
import { maximumAgents, maximumGroups, maximumObstacleVertices, maximumTargets } from './limits.ts';
import { moreFaults } from './more-faults-part.ts';
import { findPlaces } from './populate.ts';
import { type Scenario, scenarioSchema } from './schema.ts';
import { agentSchema, groupSchema } from './schema-agents.ts';
import { obstacleSchema, targetSchema } from './schema-obstacles.ts';
import { settingsFor } from './schema-planner.ts';
import { presentSteeringSchema } from './schema-steering.ts';
import { scriptChecks } from './script-part.ts';

/** A checked scenario with every default filled in, by what is registered. All faults are reported at once. */
export function checkPlain(value: unknown, findings: Findings, own?: SteeringNeeds): Scenario {
  registerAreas();
  checkSizes(value, findings);
  throwIfAny(findings);
  const scenario = checkInOrder(value, findings, own);
  if (findings.problems.length > 0) {
    const check = (mended: unknown, more: Findings, isBounded: boolean) =>
      checkInOrder(mended, more, own, isBounded);
    moreFaults.registered?.(value, findings, check, findPlaces);
  }
  throwIfAny(findings);
  storeSource(scenario, findings.source);
  return scenario;
}

/** Each check relies on the ones before it: the first with a problem is the last. Maps need bounds that the file says. */
function checkInOrder(value: unknown, findings: Findings, own?: SteeringNeeds, isBounded = true): Scenario {
  const scenario = applySchema(value, findings, own);
  const checks: ((scenario: Scenario, findings: Findings) => void)[][] = [
    [checkFields],
    isBounded ? [checkFieldMemory] : [],
    [checkPlaces, checkPlacesInScript, checkEntrances],
    isBounded ? [checkWalkable] : [],
  ];
  for (const stage of checks) {
    if (findings.problems.length > 0) break;
    for (const check of stage) check(scenario, findings);
    if (findings.problems.length > 0 || scenario.script.length === 0) continue;
    needPart(scriptChecks).checkAdded(scenario, stage, findings);
  }
  return scenario;
}

function checkPlacesInScript(scenario: Scenario, findings: Findings): void {
  if (scenario.script.length > 0) needPart(scriptChecks).checkPlaces(scenario, findings);
}

/** The long lists go through the schema item by item, so that the memory for their problems stays bounded. */
const lists = {
  obstacles: { item: obstacleSchema, most: maximumObstacleVertices },
  targets: { item: targetSchema, most: maximumTargets },
  agents: { item: agentSchema, most: maximumAgents },
  groups: { item: groupSchema, most: maximumGroups },
};

function applySchema(value: unknown, findings: Findings, own?: SteeringNeeds): Scenario {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return applyTo(scenarioSchema, value, [], findings);
  const shell: Record<string, unknown> = renameFormer({ ...value });
  const checked: Record<string, unknown[]> = {};
  for (const [key, { item, most }] of Object.entries(lists)) {
    const items = shell[key];
    if (!Array.isArray(items)) continue;
    shell[key] = [];
    if (items.length <= most) checked[key] = applyToEach(item, items, key, findings);
    else report(findings, [key], `expected a list of at most ${most} items, got ${items.length}`);
  }
  const named = nameModel(shell.steering, shell.dimension);
  const steering = applyTo(presentSteeringSchema(), named, ['steering'], findings);
  // Programs may have registered models that the published schema does not have.
  delete shell.steering;
  const scenario = { ...applyTo(scenarioSchema, shell, [], findings), ...checked, steering };
  if (findings.problems.length > 0) return scenario;
  fillByModel(scenario, { ...shell, steering: named }, own ?? steeringNamed(steering.name)!, settingsFor);
  return scenario;
}

function applyToEach(schema: Schema, items: unknown[], key: string, findings: Findings): unknown[] {
  const checked: unknown[] = [];
  for (let index = 0; index < items.length && !hasEnough(findings); index++) {
    checked.push(applyTo(schema, items[index], [key, index], findings));
  }
  return checked;
}

/** The value as the schema completes it; where it does not fit, problems are reported and the result is void. */
function applyTo<Checked extends Schema>(
  schema: Checked,
  value: unknown,
  path: (string | number)[],
  findings: Findings,
): z.output<Checked> {
  const result = schema.safeParse(value);
  if (!result.success) reportIssues(findings, result.error.issues, value, path);
  return result.data as z.output<Checked>;
}
