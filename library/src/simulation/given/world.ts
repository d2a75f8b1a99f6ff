import { needPart } from '../../crowd/index.ts';
import { neighbourIndexes, space } from '../../environment/index.ts';
import { boxDefinition, shapeDefinitions } from '../../geometry/index.ts';
import { steeringNamed } from '../../steering/index.ts';
import { fillByModel, nameModel, type SteeringNeeds } from '../scenario/by-model.ts';
import { checkNeighbourIndex, checkThings } from '../scenario/check-dimension.ts';
import { checkBox, checkObstacles } from '../scenario/check-obstacles.ts';
import { checkMentions, checkSettings } from '../scenario/check-steering.ts';
import { measurementDefaults, scenarioDefaults } from '../scenario/defaults.ts';
import { createFindings, throwIfAny } from '../scenario/error.ts';
import { groundChecks } from '../scenario/ground-part.ts';
import {
  maximumCoordinate,
  maximumCoursePoints,
  maximumCourseSpeed,
  maximumObstacleVertices,
  maximumTargets,
} from '../scenario/limits.ts';
import { toPlain } from '../scenario/plain.ts';
import type { Scenario, ScenarioInput } from '../scenario/schema.ts';
import { checkUnique } from '../scenario/unique.ts';
import { place, regionOf, shapeEntries } from './fields.ts';
import { groundReaders } from './ground-part.ts';
import { completePlanner, worldPlanner } from './planner.ts';
import {
  filled,
  flag,
  isObject,
  list,
  number,
  oneOf,
  optional,
  record,
  text,
  variants,
  vector,
  wholeNumber,
} from './readers.ts';
import { steering } from './steering.ts';

/** Keys of a scenario that a world made by a program has too, with the same meaning and the same defaults. */
type SharedKey =
  | 'bounds'
  | 'dimension'
  | 'dt'
  | 'seed'
  | 'obstacles'
  | 'targets'
  | 'ground'
  | 'steering'
  | 'neighbours'
  | 'planner'
  | 'cadence'
  | 'contacts'
  | 'arrival';

/**
 * What a world is made of: a part of the keys of a scenario, of which only `bounds` must be given. Agents come by
 * `addAgent`. Groups, journeys, teams, scripts, areas and fields are in scenarios: see `wend/scenario`.
 */
export type WorldSettings = Pick<ScenarioInput, SharedKey> &
  Partial<Pick<ScenarioInput, 'version' | 'name' | 'description' | 'duration'>>;

const name = text(1, 100);
const speed = number({ above: 0, max: maximumCourseSpeed, unit: 'm/s' });
const path = { points: list(place, 1, maximumCoursePoints), speed };
const speeds = { min: -maximumCourseSpeed, max: maximumCourseSpeed, unit: 'm/s' };
const lengths = { min: -maximumCoordinate, max: maximumCoordinate, unit: 'm' };

const course = variants('kind', () => ({
  velocity: record({ kind: name, velocity: vector(speeds, '[vx, vy]', '[vx, vy, vz]') }),
  waypoints: record({ kind: name, ...path }),
  loop: record({ kind: name, ...path }),
  oscillation: record({
    kind: name,
    amplitude: vector(lengths, '[ax, ay]', '[ax, ay, az]'),
    period: number({ min: 0.01, max: 1e6, unit: 's' }),
    phase: filled(number({ min: -1000, max: 1000, unit: 'rad' }), scenarioDefaults.phase),
  }),
}));

const field = record({
  strength: number({ min: -1e6, max: 1e6 }),
  exponent: number({ min: -10, max: 10 }),
});

const common = { class: optional(name), course: optional(course), field: optional(field) };

export const obstacle = variants('shape', () =>
  Object.fromEntries(
    shapeDefinitions().map((shape) => [
      shape.name,
      record({ shape: name, ...shapeEntries(shape.fields), name: optional(name), ...common }),
    ]),
  ),
);

const target = record({
  name,
  at: optional(place),
  radius: filled(number({ above: 0, max: maximumCoordinate, unit: 'm' }), scenarioDefaults.targetRadius),
  region: optional(regionOf(place)),
  open: filled(flag, scenarioDefaults.open),
  sink: filled(flag, scenarioDefaults.sink),
  ...common,
});

const steps = wholeNumber({ min: 1, max: 1000 });
const adaptive = record({
  adaptive: oneOf(() => ['goal-distance', 'speed', 'local-target', 'attention', 'threat']),
  fastest: steps,
  slowest: steps,
});
const phase = filled(
  (value, at, findings) => (isObject(value) ? adaptive : steps)(value, at, findings),
  scenarioDefaults.cadence,
);
const phases = record({
  planning: phase,
  perception: phase,
  prediction: phase,
  reaction: phase,
  steering: phase,
});
const schemes = oneOf(() => ['full', 'reference', 'static', 'adaptive', 'matched']);

const settings = record({
  version: filled(
    oneOf(() => [1]),
    1,
  ),
  name: filled(name, 'world'),
  description: optional(text(0, 2000)),
  dimension: filled(
    oneOf(() => [2, 3]),
    scenarioDefaults.dimension,
  ),
  bounds: record({ ...shapeEntries(boxDefinition.fields), walls: filled(flag, scenarioDefaults.walls) }),
  dt: filled(number({ above: 0, max: 0.25, unit: 's' }), scenarioDefaults.dt),
  duration: filled(number({ above: 0, max: 1e6, unit: 's' }), 1e6),
  seed: filled(wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER }), scenarioDefaults.seed),
  obstacles: filled(list(obstacle, 0, maximumObstacleVertices), []),
  targets: filled(list(target, 0, maximumTargets), []),
  ground: optional((value, at, findings) => needPart(groundReaders).read(value, at, findings)),
  steering,
  neighbours: filled(
    record({
      name: filled(
        oneOf(() => neighbourIndexes.definitions.map((index) => index.name)),
        scenarioDefaults.neighbours,
      ),
      radius: filled(number({ above: 0, max: 100, unit: 'm' }), scenarioDefaults.neighbourRadius),
      sight: filled(flag, scenarioDefaults.sight),
      events: filled(flag, scenarioDefaults.neighbourEvents),
    }),
    {},
  ),
  planner: filled(worldPlanner, {}),
  cadence: filled(
    (value, at, findings) => (typeof value === 'string' ? schemes : phases)(value, at, findings),
    {},
  ),
  contacts: filled(
    oneOf(() => ['solid', 'none']),
    scenarioDefaults.contacts,
  ),
  arrival: filled(
    oneOf(() => ['stop', 'vanish', 'continue']),
    scenarioDefaults.arrival,
  ),
});

/** What a world made by a program does without. */
const absent = {
  ground: [],
  velocityFields: [],
  agents: [],
  groups: [],
  teams: [],
  script: [],
  changes: [],
  automata: [],
  automaton: { name: 'none' },
  measurements: { ...measurementDefaults, lines: [], areas: [] },
} as const;

/** Settings as a checked scenario without agents; throws a ScenarioError that says what is wrong with them. */
export function readSettings(given: WorldSettings, own?: SteeringNeeds): Scenario {
  const findings = createFindings('world');
  const plain = toPlain(given, findings);
  throwIfAny(findings);
  if (isObject(plain) && plain.dimension === 3) needPart(space);
  const written = isObject(plain)
    ? { ...plain, steering: nameModel(plain.steering, plain.dimension) }
    : plain;
  const scenario = { ...structuredCopy(absent), ...(settings(written, [], findings) as object) } as Scenario;
  throwIfAny(findings);
  fillByModel(scenario, written as object, own ?? steeringNamed(scenario.steering.name)!, completePlanner);
  checkThings(scenario, findings);
  checkNeighbourIndex(scenario, findings);
  throwIfAny(findings);
  checkBox(scenario.bounds, scenario.dimension, ['bounds'], findings);
  throwIfAny(findings);
  checkObstacles(scenario, findings);
  checkUnique(scenario.targets, ['targets'], findings);
  checkSettings(scenario.steering, scenario.dimension, ['steering'], findings);
  checkMentions(scenario, findings);
  if (scenario.ground.length > 0) needPart(groundChecks).check(scenario, findings);
  throwIfAny(findings);
  return scenario;
}

function structuredCopy(value: typeof absent): object {
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, Array.isArray(item) ? [] : { ...item }]),
  );
}
