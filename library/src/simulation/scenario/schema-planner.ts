import * as z from 'zod/mini';
import {
  defaultPlanner,
  type GivenPlanner,
  type PlannerDefinition,
  type PlannerSettings,
  planners,
} from '../../planning/index.ts';
import type { Field } from '../../settings/index.ts';
import { chosen, type Schema } from './chained.ts';
import { record, registeredName } from './fields.ts';
import { shapeOf } from './schema-settings.ts';

/**
 * The planning layer: where to go. The keys of all planners form one record, so that a scenario changes its planner by the
 * name alone; options that a planner does not use are ignored.
 */

/** The schema of the settings of a planner. Its own parameters come before those of the same key of another planner. */
function createSchema(definition: PlannerDefinition, isNamed: boolean): Schema {
  const fields: Record<string, Field> = {};
  for (const { parameters } of planners.definitions) {
    for (const key of Object.keys(parameters)) fields[key] ??= withUsers(key, parameters[key]);
  }
  Object.assign(fields, definition.parameters);
  const name = registeredName(planners);
  const about = planners.definitions.map((each) => `${each.name}: ${lowered(each.about)}`).join(' ');
  return record({
    name: (isNamed ? name : name.default(definition.name)).describe(
      isNamed ? about : `${about} ${aboutDefaults()}`,
    ),
    ...shapeOf(fields),
  });
}

/** A parameter that not all planners have says whose it is. */
function withUsers(key: string, field: Field): Field {
  const { definitions } = planners;
  const users = definitions.filter(({ parameters }) => key in parameters).map(({ name }) => name);
  return users.length === definitions.length
    ? field
    : { ...field, about: `${users.join(', ')}: ${field.about}` };
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

function aboutDefaults(): string {
  const [everywhere, around] = [defaultPlanner('everywhere'), defaultPlanner('around obstacles')];
  return `If absent: ${everywhere.name}; ${around.name} where there are obstacles and the steering model needs a path around them, on a map of at most four million cells.`;
}

/** The schema of the planner that some settings name. */
function schemaFor(given: unknown, isNamed: boolean): Schema {
  const { name } = (given ?? {}) as { name?: unknown };
  const named = planners.definitions.find((definition) => definition.name === name);
  return createSchema(named ?? defaultPlanner('everywhere'), isNamed);
}

const schemas = new Map<string, { schema: Schema; count: number }>();

/** As schemaFor; made again only when a program has registered a planner. */
function keptSchemaFor(given: unknown, isNamed: boolean): Schema {
  const { name } = (given ?? {}) as { name?: unknown };
  const key = `${typeof name === 'string' ? name : ''} ${isNamed}`;
  const count = planners.definitions.length;
  const kept = schemas.get(key);
  if (kept?.count === count) return kept.schema;
  const schema = schemaFor(given, isNamed);
  // Most agents have no planner of their own, and the schema is asked for each of them.
  if (name === undefined || planners.definitions.some((definition) => definition.name === name)) {
    schemas.set(key, { schema, count });
  }
  return schema;
}

/** The planner of a scenario, read by the schema of the planner that it names. */
export const plannerSchema = chosen<PlannerSettings, GivenPlanner>((given) => keptSchemaFor(given, false));

/** The planner of a group, of an agent or of a stage: one that is named. */
export const ownPlannerSchema = chosen<PlannerSettings, GivenPlanner & { name: string }>((given) =>
  keptSchemaFor(given, true),
);

/** Describes the planners for the published schema. Only its makers ask for it: a run should not wait for it. */
export function publishPlanners(): void {
  const published = (isNamed: boolean) => {
    const { $schema: _, ...schema } = z.toJSONSchema(schemaFor({}, isNamed), { io: 'input' });
    return schema;
  };
  z.globalRegistry.add(plannerSchema, {
    ...published(false),
    description: 'The planning layer: where to go.',
  });
  z.globalRegistry.add(ownPlannerSchema, {
    ...published(true),
    description: 'A planner of its own, with the defaults of that planner.',
    id: 'planner',
  });
}

/** The same settings for another planner, whose defaults fill what was not written. */
export function settingsFor(definition: PlannerDefinition, written: object): PlannerSettings {
  return plannerSchema.parse({ ...written, name: definition.name });
}
