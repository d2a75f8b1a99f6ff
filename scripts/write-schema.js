// Writes library/scenario.schema.json and library/sweep.schema.json from the compiled schemas:
// npm run build && node scripts/write-schema.js
import { writeFileSync } from 'node:fs';
import { designJsonSchema } from '../cli/dist/sweep/design/file.js';
import { scenarioJsonSchema } from '../library/dist/simulation/scenario/json-schema.js';

for (const [name, schema] of [
  ['scenario', scenarioJsonSchema()],
  ['sweep', designJsonSchema()],
]) {
  const file = new URL(`../library/${name}.schema.json`, import.meta.url);
  writeFileSync(file, `${JSON.stringify(schema, null, 2)}\n`);
}
