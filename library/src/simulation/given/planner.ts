import {
  defaultPlanner,
  type PlannerDefinition,
  type PlannerSettings,
  planners,
} from '../../planning/index.ts';
import { createFindings, throwIfAny } from '../scenario/error.ts';
import { entriesOf } from './fields.ts';
import { type Entry, filled, isObject, oneOf, type Reader, record } from './readers.ts';

/** The settings of the planner that is named. The keys of all planners form one record, as in a scenario. */
function readerFor(definition: PlannerDefinition, isNamed: boolean): Reader {
  const fields = Object.assign(
    {},
    ...planners.definitions.map(({ parameters }) => parameters).reverse(),
    definition.parameters,
  );
  const keys = planners.definitions.flatMap(({ parameters }) => Object.keys(parameters));
  const entries: Record<string, Entry> = entriesOf(fields);
  const read = oneOf(() => planners.definitions.map(({ name }) => name));
  return record({
    name: isNamed ? read : filled(read, definition.name),
    ...Object.fromEntries([...new Set(keys)].map((key) => [key, entries[key]])),
  });
}

function planner(isNamed: boolean): Reader {
  return (value, path, findings) => {
    const named = planners.definitions.find(({ name }) => isObject(value) && name === value.name);
    return readerFor(named ?? defaultPlanner('everywhere'), isNamed)(value, path, findings);
  };
}

/** The planner of a world. */
export const worldPlanner = planner(false);

/** The planner of an agent: one that is named. */
export const ownPlanner = planner(true);

/** The settings of a planner that is named, with its defaults; throws a ScenarioError that says what is wrong. */
export function ownPlannerOf(written: object): PlannerSettings {
  const findings = createFindings('planner');
  const settings = ownPlanner(written, [], findings) as PlannerSettings;
  throwIfAny(findings);
  return settings;
}

/** The settings of a planner, whose defaults fill what was not written. */
export function completePlanner({ name }: PlannerDefinition, written: object): PlannerSettings {
  const findings = createFindings('planner');
  const settings = worldPlanner({ ...written, name }, [], findings) as PlannerSettings;
  throwIfAny(findings);
  return settings;
}
