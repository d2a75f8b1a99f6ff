// Writes tests/golden-hashes.json, the state hashes of all scenarios: npm run build && node scripts/write-golden-hashes.js
//
// Run it only after an intended change of behaviour, and note that in CHANGELOG.md: saved worlds and recordings of
// earlier versions continue differently from then on.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stateHashOf, stepWorld } from '../library/dist/index.js';
import { createScenarioWorld as createWorld, parseScenario } from '../library/dist/scenario.js';

/** Steps with stored hashes: early ones to locate a difference, and a late one that everything affects. */
const STEPS = [1, 10, 100, 400];

const folder = new URL('../scenarios/', import.meta.url);
const golden = {};
for (const file of readdirSync(folder).sort()) {
  if (!file.endsWith('.json') || file === 'package.json') continue;
  const world = createWorld(parseScenario(readFileSync(new URL(file, folder), 'utf8'), file));
  const hashes = {};
  for (const step of STEPS) {
    while (world.step < step) stepWorld(world);
    hashes[step] = stateHashOf(world);
  }
  golden[file.replace('.json', '')] = hashes;
}
const text = `${JSON.stringify(golden, null, 2)}\n`;
writeFileSync(new URL('../tests/golden-hashes.json', import.meta.url), text);
