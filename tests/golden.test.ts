// The states of the built-in scenarios, bit by bit.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { stateHashOf, stepWorld } from 'wend';
import { createScenarioWorld, parseScenario } from 'wend/scenario';
import { scenarioTexts } from './scenarios.fixture.ts';

const golden: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(new URL('golden-hashes.json', import.meta.url), 'utf8'),
);
const ADVICE =
  'if you changed behaviour on purpose, run node scripts/write-golden-hashes.js and say so in CHANGELOG';

test('every scenario has golden hashes', () => {
  expect(Object.keys(golden).sort(), ADVICE).toEqual([...scenarioTexts.keys()].sort());
});

test.each(Object.keys(golden))('%s goes through its golden states', (name) => {
  const world = createScenarioWorld(parseScenario(scenarioTexts.get(name)!, name));
  for (const [step, hash] of Object.entries(golden[name])) {
    while (world.step < Number(step)) stepWorld(world);
    expect(stateHashOf(world), `step ${step} of ${name} differs; ${ADVICE}`).toBe(hash);
  }
});
