import * as z from 'zod';
import { scenarioSchema } from './schema.ts';
import { publishPlanners } from './schema-planner.ts';

/** The JSON Schema of scenario files, for editors; published as library/scenario.schema.json. */
export function scenarioJsonSchema(): object {
  publishPlanners();
  const schema = z.toJSONSchema(scenarioSchema, { io: 'input' });
  const { steering } = schema.properties as Record<string, { oneOf?: unknown; anyOf?: unknown }>;
  // Without a name several models may match.
  steering.anyOf = steering.oneOf;
  delete steering.oneOf;
  return { ...schema, title: 'wend scenario, version 1' };
}
