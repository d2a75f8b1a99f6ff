import * as z from 'zod/mini';
import { registerBuiltIn } from './built-in.ts';
import { scenarioSchema } from './schema.ts';
import { publishNeighbours } from './schema-neighbours.ts';
import { publishPlanners } from './schema-planner.ts';
import { publishSteering } from './schema-steering.ts';

/** The JSON Schema of scenario files, for editors; published as library/scenario.schema.json. */
export function scenarioJsonSchema(): object {
  registerBuiltIn();
  publishSteering();
  publishPlanners();
  publishNeighbours();
  const schema = z.toJSONSchema(scenarioSchema, { io: 'input' });
  return { ...schema, title: 'wend scenario, version 1' };
}
