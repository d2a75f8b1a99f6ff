import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  createMeasurements,
  createWorld,
  observeStep,
  parseScenario,
  type Scenario,
  type Summary,
  stepWorld,
  summarize,
  unmetExpectations,
} from 'wend';

const folder = new URL('../scenarios/', import.meta.url);
const SEEDS = 20;
/** Milliseconds for the 20 runs of one scenario on a slow, busy machine; the thousand agents take two minutes. */
const PATIENCE = 600_000;

const scenarios = readdirSync(folder)
  .filter((file) => file.endsWith('.json') && file !== 'package.json')
  .map((file) => ({ file, scenario: parseScenario(readFileSync(new URL(file, folder), 'utf8'), file) }));

test('the four experiments of the first paper, a corridor, a circle and the plaza are there', () => {
  expect(scenarios.map(({ scenario }) => scenario.name)).toEqual(
    expect.arrayContaining([
      'static-obstacles',
      'moving-obstacles',
      'moving-target',
      'many-targets',
      'corridor',
      'antipodal-circle',
      'four-ways-through',
    ]),
  );
});

describe.each(scenarios)('$file', ({ file, scenario }) => {
  test('bears the name of its file, describes itself and states what it expects', () => {
    expect(scenario.name).toBe(basename(file, '.json'));
    expect(scenario.description).toMatch(/^[A-Z0-9].{40,}\.$/);
    expect(scenario.expect).toMatchObject({
      arrivedAtLeast: expect.any(Number),
      seriousCollisionsAtMost: expect.any(Number),
      minimumClearanceAtLeast: expect.any(Number),
    });
  });

  test(`holds what it expects with the seeds 1 to ${SEEDS}`, { timeout: PATIENCE }, () => {
    const broken: string[] = [];
    const hashes = new Set<string>();
    for (let seed = 1; seed <= SEEDS; seed++) {
      const summary = runToEnd(scenario, seed);
      hashes.add(summary.stateHash);
      for (const sentence of unmetExpectations(scenario.expect, summary)) {
        broken.push(`seed ${seed}: ${sentence}; measured ${JSON.stringify(summary)}`);
      }
    }
    expect(broken).toEqual([]);
    expect(hashes.size, 'every seed gives a run of its own').toBe(SEEDS);
  });
});

test('an expectation can fail: a corridor that ends too early', () => {
  const corridor = scenarios.find(({ scenario }) => scenario.name === 'corridor')!.scenario;
  const summary = runToEnd({ ...corridor, duration: 5 }, 1);
  expect(unmetExpectations(corridor.expect, summary)).toEqual([
    expect.stringMatching(/of the agents arrived, expected at least 100 %$/),
  ]);
});

/** Steps a scenario until everybody has arrived or its time is over. */
function runToEnd(scenario: Scenario, seed: number): Summary {
  const world = createWorld(scenario, { seed });
  const measurements = createMeasurements(world);
  const lastStep = Math.round(scenario.duration / scenario.dt);
  while (world.step < lastStep && world.arrived < measurements.agents) {
    stepWorld(world);
    observeStep(measurements, world);
  }
  return summarize(measurements, world);
}
