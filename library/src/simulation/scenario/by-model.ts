import {
  defaultPlanner,
  type PlannerDefinition,
  type PlannerSettings,
  plannerNamed,
} from '../../planning/index.ts';
import { type AnySteeringDefinition, steeringModels, steeringNamed } from '../../steering/index.ts';
import { obstaclesOf } from './area-part.ts';
import { modelsIn } from './check-steering.ts';
import { fewAgents, mostCellsUnasked } from './defaults.ts';
import type { Scenario } from './schema.ts';

/** What a model that a program passes wants, in place of what the model of the scenario's name wants. */
export type SteeringNeeds = Pick<
  AnySteeringDefinition,
  'perception' | 'crowdIntervals' | 'needsPath' | 'guided'
>;

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

type Written = { neighbours?: unknown; cadence?: unknown; planner?: unknown; steering?: unknown };

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
  if (plannerNamed(scenario.planner.name).map) fillGuided(scenario.steering, written.steering ?? {}, model);
  if (model.crowdIntervals) takeTurns(scenario, written, model.crowdIntervals);
}

/** Where the planner leads around obstacles, models may have other defaults. */
function fillGuided(steering: object, written: object, { guided }: SteeringNeeds): void {
  for (const [key, value] of Object.entries(guided ?? {})) {
    if (!Object.hasOwn(written, key)) Object.assign(steering, { [key]: value });
  }
}

/** In a crowd agents plan, look and decide only every so many seconds, as people do. */
function takeTurns(
  { agents, cadence, dt, groups, script }: Scenario,
  written: Written,
  intervals: NonNullable<SteeringNeeds['crowdIntervals']>,
): void {
  if (typeof cadence === 'string') return;
  const added = script.flatMap((entry) => (entry.kind === 'add-group' ? [entry.group] : []));
  const most = [...groups, ...added].reduce(
    (sum, { count, source }) => sum + count + (source ? (source.most ?? Number.POSITIVE_INFINITY) : 0),
    agents.length,
  );
  if (most <= fewAgents) return;
  const given = (written.cadence ?? {}) as Record<string, unknown>;
  for (const phase of ['planning', 'perception', 'steering'] as const) {
    const seconds = intervals[phase];
    if (seconds !== undefined && given[phase] === undefined) {
      cadence[phase] = Math.max(1, Math.floor(seconds / dt + 0.5));
    }
  }
}

/** If there are obstacles or uneven ground, chooses the planner that knows them, with a map that is not too large. */
function choosePlanner(scenario: Scenario, written: object, complete: PlannerReader): void {
  const { ground, script } = scenario;
  const isPlain = ground.every(({ kind }) => kind === 'queue');
  const staysPlain = script.every(({ kind }) => kind !== 'add-obstacle' && kind !== 'set-ground');
  if (obstaclesOf(scenario).length === 0 && isPlain && staysPlain) return;
  const definition = defaultPlanner('around obstacles');
  if (!definition.dimensions.includes(scenario.dimension)) return;
  const settings = complete(definition, written);
  const { cell } = definition.map!(settings);
  const { max, min } = scenario.bounds;
  const [width, height] = [0, 1].map((axis) => (max[axis] - min[axis]) / cell);
  if (width * height <= mostCellsUnasked) scenario.planner = settings;
}
