import type * as z from 'zod';
import { defaultPlanner, type PlannerDefinition, type PlannerSettings } from '../../planning/index.ts';
import { type AnySteeringDefinition, steeringModels, steeringNamed } from '../../steering/index.ts';
import { obstaclesOf } from './area.ts';
import { checkFieldMemory } from './check-field-memory.ts';
import { checkFields } from './check-fields.ts';
import { checkPlaces } from './check-places.ts';
import { checkPlacesOfComers } from './check-script.ts';
import { modelsIn } from './check-steering.ts';
import { checkWalkable } from './check-walkable.ts';
import { fewAgents, mostCellsUnasked } from './defaults.ts';
import { createFindings, type Findings, hasEnough, report, throwIfAny } from './error.ts';
import { reportIssues } from './issues.ts';
import { parseJson } from './json-text.ts';
import { maximumAgents, maximumGroups, maximumObstacleVertices, maximumTargets } from './limits.ts';
import { toPlain } from './plain.ts';
import { type Scenario, scenarioSchema } from './schema.ts';
import { agentSchema, groupSchema } from './schema-agents.ts';
import { obstacleSchema, targetSchema } from './schema-obstacles.ts';
import { settingsFor } from './schema-planner.ts';
import { presentSteeringSchema } from './schema-steering.ts';
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
export function checkScenario(value: unknown, source = 'scenario', own?: SteeringNeeds): Scenario {
  const findings = createFindings(source);
  const plain = toPlain(value, findings);
  throwIfAny(findings);
  return checkPlain(plain, findings, own);
}

/** What a model that a program passes wants, in place of what the model of the scenario's name wants. */
export type SteeringNeeds = Pick<AnySteeringDefinition, 'perception' | 'needsPath'>;

/** Each check relies on the ones before it. */
function checkPlain(value: unknown, findings: Findings, own?: SteeringNeeds): Scenario {
  checkSizes(value, findings);
  throwIfAny(findings);
  const scenario = applySchema(value, findings, own);
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

function applySchema(value: unknown, findings: Findings, own?: SteeringNeeds): Scenario {
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
  const named = nameModel(shell.steering, shell.dimension);
  const steering = applyTo(presentSteeringSchema(), named, ['steering'], findings);
  // Programs may have registered models that the published schema does not have.
  delete shell.steering;
  const scenario = { ...applyTo(scenarioSchema, shell, [], findings), ...checked, steering };
  if (findings.problems.length > 0) return scenario;
  fillByModel(scenario, shell, own ?? steeringNamed(steering.name)!, settingsFor);
  return scenario;
}

/**
 * Steering without a name is the default model of the dimension or, where that one does not know a key, the default model
 * of the other dimension. A former name becomes the present one.
 */
export function nameModel(steering: unknown, dimension: unknown): unknown {
  if (typeof (steering ?? {}) !== 'object' || Array.isArray(steering)) return steering;
  const given = (steering ?? {}) as Record<string, unknown>;
  if (given.name !== undefined) {
    const former = steeringNamed(given.name);
    return former ? { ...given, name: former.name } : steering;
  }
  const inSpace = dimension === 3;
  const candidates = steeringModels().filter(
    ({ defaultIn, dimensions }) => defaultIn !== undefined && (!inSpace || dimensions.includes(3)),
  );
  const keys = Object.keys(given);
  const model = candidates.find(({ parameters }) => keys.every((key) => Object.hasOwn(parameters, key)));
  return { name: (model ?? candidates.at(-1))?.name, ...given };
}

type Written = { neighbours?: unknown; cadence?: unknown; planner?: unknown };

/** The settings of a planner, whose defaults fill what was not written. */
type PlannerReader = (definition: PlannerDefinition, written: object) => PlannerSettings;

/** Fills in what the steering model wants, where the file does not say otherwise. */
export function fillByModel(
  scenario: Scenario,
  written: Written,
  model: SteeringNeeds,
  complete: PlannerReader,
): void {
  const { neighbours } = scenario;
  const given = (written.neighbours ?? {}) as { radius?: unknown; sight?: unknown };
  if (given.radius === undefined) neighbours.radius = model.perception.radius;
  if (given.sight === undefined) neighbours.sight = model.perception.sight;
  const named = (written.planner ?? {}) as { name?: unknown };
  const anyNeedsPath = model.needsPath || modelsIn(scenario).some((other) => other.needsPath);
  if (anyNeedsPath && named.name === undefined) choosePlanner(scenario, named, complete);
  if (model.perception.interval !== undefined) lookSeldom(scenario, written, model.perception.interval);
}

/** In a crowd agents look around only every so many seconds: looking far is what costs. */
function lookSeldom({ agents, cadence, dt, groups }: Scenario, written: Written, seconds: number): void {
  const given = (written.cadence ?? {}) as { perception?: unknown };
  if (typeof cadence === 'string' || given.perception !== undefined) return;
  const count = groups.reduce((sum, group) => sum + group.count, agents.length);
  if (count <= fewAgents) return;
  cadence.perception = Math.max(1, Math.floor(seconds / dt + 0.5));
}

/** Where there are obstacles, the planner that leads around them, on a map that is not too large. */
function choosePlanner(scenario: Scenario, written: object, complete: PlannerReader): void {
  if (obstaclesOf(scenario).length === 0) return;
  const definition = defaultPlanner('around obstacles');
  if (!definition.dimensions.includes(scenario.dimension)) return;
  const settings = complete(definition, written);
  const { cell } = definition.map!(settings);
  const { max, min } = scenario.bounds;
  const [width, height] = [0, 1].map((axis) => (max[axis] - min[axis]) / cell);
  if (width * height <= mostCellsUnasked) scenario.planner = settings;
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
