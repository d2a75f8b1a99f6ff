// Writes library/scenario.schema.json from the compiled schema: npm run build && node scripts/write-schema.js
import { writeFileSync } from 'node:fs';
import { scenarioJsonSchema } from '../library/dist/simulation/scenario/json-schema.js';

const file = new URL('../library/scenario.schema.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`);
