// The scenarios of the planning layer: agents with a plan arrive, those without do not, and none leaves the walkable area.
// tests/scenarios.test.ts runs all seeds to their ends.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createMeasurements, EventKind, observeStep, type Summary, stepWorld, summarize } from 'wend';
import { createSurvey, summarizeSurvey, surveyStep } from 'wend/measure';
import { createScenarioWorld, parseScenario, type Scenario, unmetExpectations } from 'wend/scenario';
import { scenarioTexts } from './scenarios.fixture.ts';
import { watchWalkers } from './walkable.fixture.ts';

type Run = { summary: Summary; unmet: string[]; astray: string[] };

function runToEnd(scenario: Scenario, seed: number): Run {
  const world = createScenarioWorld(scenario, { seed });
  const measurements = createMeasurements(world);
  const survey = createSurvey(world);
  const watch = watchWalkers(scenario);
  const lastStep = Math.round(scenario.duration / scenario.dt);
  while (world.step < lastStep && world.arrived < measurements.agents) {
    stepWorld(world);
    observeStep(measurements, world);
    surveyStep(survey, world);
    watch.look(world);
  }
  const summary = summarize(measurements, world);
  return {
    summary,
    unmet: unmetExpectations(scenario.expect, summary, summarizeSurvey(survey)),
    astray: watch.astray,
  };
}

function scenarioOf(name: string, changes: { planner?: string; duration?: number } = {}): Scenario {
  const given = JSON.parse(scenarioTexts.get(name)!);
  if (changes.planner !== undefined) given.planner = { ...given.planner, name: changes.planner };
  if (changes.duration !== undefined) given.duration = changes.duration;
  return parseScenario(JSON.stringify(given), name);
}

test.each([
  { name: 'maze-rooms', seed: 1 },
  { name: 'office', seed: 1 },
  { name: 'office', seed: 2 },
])('$name, seed $seed: all agents arrive, and none is ever outside the walkable area', ({ name, seed }) => {
  const { unmet, astray } = runToEnd(scenarioOf(name), seed);
  expect(unmet).toEqual([]);
  expect(astray).toEqual([]);
});

test.each([
  { name: 'maze-hedges', planner: 'harmonic', least: 20 },
  { name: 'maze-hedges', planner: 'path', least: 20 },
  { name: 'theatre', planner: 'harmonic', least: 40 },
  { name: 'theatre', planner: 'path', least: 40 },
])('$name with the planner $planner: in the first 20 s many arrive, and all keep inside', (it) => {
  const { summary, astray } = runToEnd(scenarioOf(it.name, { planner: it.planner, duration: 20 }), 1);
  expect(astray).toEqual([]);
  expect(summary.arrived).toBeGreaterThan(it.least);
});

describe('u-trap', () => {
  test.each(['harmonic', 'distance', 'path'])('with the planner %s all agents arrive', (planner) => {
    for (const seed of [1, 2]) {
      const { unmet, astray } = runToEnd(scenarioOf('u-trap', { planner }), seed);
      expect(unmet, `seed ${seed}`).toEqual([]);
      expect(astray, `seed ${seed}`).toEqual([]);
    }
  });

  test('straight ahead, most of the walkers stay in the trap and the run says so, in most of 20 seeds', () => {
    const scenario = scenarioOf('u-trap', { planner: 'direct' });
    let failed = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const { summary, unmet } = runToEnd(scenario, seed);
      if (unmet.length === 0) continue;
      failed++;
      expect(unmet).toEqual([expect.stringMatching(/of the agents arrived, expected at least 100 %$/)]);
      expect(summary.arrived).toBeLessThan(summary.agents / 2);
    }
    expect(failed).toBeGreaterThan(10);
  });
});

test('the files are what their generator writes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wend-scenarios-'));
  try {
    execFileSync(process.execPath, [
      fileURLToPath(new URL('../scripts/make-planning-scenarios.js', import.meta.url)),
      folder,
    ]);
    const written = readdirSync(folder).map((file) => file.replace('.json', ''));
    expect(written.sort()).toEqual(['maze-hedges', 'maze-rooms', 'office', 'theatre', 'u-trap']);
    for (const name of written) {
      expect(readFileSync(join(folder, `${name}.json`), 'utf8'), name).toBe(scenarioTexts.get(name));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('in the office some leave by the western exit until its door shuts, and none after', () => {
  const scenario = scenarioOf('office');
  const world = createScenarioWorld(scenario, { seed: 1 });
  const west = scenario.targets.findIndex(({ name }) => name === 'west');
  const arrivals: { time: number; target: number }[] = [];
  const lastStep = Math.round(scenario.duration / scenario.dt);
  while (world.step < lastStep && world.crowd.count > 0) {
    stepWorld(world);
    const { count, kind, other } = world.events;
    for (let event = 0; event < count; event++) {
      if (kind[event] === EventKind.arrival) {
        arrivals.push({ time: world.step * world.dt, target: other[event] });
      }
    }
  }
  const byWest = arrivals.filter(({ target }) => target === west);
  expect(byWest.length).toBeGreaterThan(5);
  // The door shuts at the beginning of a step; agents that have passed it by then are recorded in that step.
  expect(Math.max(...byWest.map(({ time }) => time))).toBeLessThanOrEqual(8 + scenario.dt + 1e-9);
  expect(arrivals.length).toBe(80);
});
