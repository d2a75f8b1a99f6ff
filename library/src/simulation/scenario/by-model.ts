import { defaultPlanner, type PlannerDefinition, type PlannerSettings } from '../../planning/index.ts';
import { type AnySteeringDefinition, steeringModels, steeringNamed } from '../../steering/index.ts';
import { obstaclesOf } from './area.ts';
import { modelsIn } from './check-steering.ts';
import { fewAgents, mostCellsUnasked } from './defaults.ts';
import type { Scenario } from './schema.ts';

/** What a model that a program passes wants, in place of what the model of the scenario's name wants. */
export type SteeringNeeds = Pick<AnySteeringDefinition, 'perception' | 'needsPath'>;

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
  const most = groups.reduce(
    (sum, { count, source }) => sum + count + (source ? (source.most ?? Number.POSITIVE_INFINITY) : 0),
    agents.length,
  );
  if (most <= fewAgents) return;
  cadence.perception = Math.max(1, Math.floor(seconds / dt + 0.5));
}

/** Where there are obstacles, the planner that leads around them, on a map that is not too large. */
function choosePlanner(scenario: Scenario, written: object, complete: PlannerReader): void {
  const { script } = scenario;
  if (obstaclesOf(scenario).length === 0 && !script.some(({ kind }) => kind === 'add-obstacle')) return;
  const definition = defaultPlanner('around obstacles');
  if (!definition.dimensions.includes(scenario.dimension)) return;
  const settings = complete(definition, written);
  const { cell } = definition.map!(settings);
  const { max, min } = scenario.bounds;
  const [width, height] = [0, 1].map((axis) => (max[axis] - min[axis]) / cell);
  if (width * height <= mostCellsUnasked) scenario.planner = settings;
}
