// SteerBench scores of the pipeline at given rates of its phases.
import { readFileSync } from 'node:fs';
import { createMeasurements, isOver, observeStep, summarize } from '../../library/dist/index.js';
import { checkScenario, perturbStarts } from '../../library/dist/scenario.js';
import { createProfile, readProfile, stepProfile } from './profile.js';

/** The cases of the paper's Figures 8 and 9, in their order. */
export const cases = [
  ['a', '3-squeeze'],
  ['b', '3-way-confusion'],
  ['c', '4-way-confusion'],
  ['d', 'crossing-1'],
  ['e', 'doorway-one-way'],
  ['f', 'double-squeeze'],
  ['g', 'frogger'],
  ['h', 'oncoming-1'],
  ['i', 'oncoming-groups'],
  ['j', 'squeeze'],
  ['k', 'surprise-1'],
  ['l', 'wall-squeeze'],
].map(([letter, name]) => ({ letter, name }));

export function readCase(name) {
  const file = new URL(`../../scenarios/steerbench/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Runs a case with the starts as the file has them (seed 0), or perturbed. */
function runOnce(scenario, cadence, seed) {
  const profile = createProfile(seed === 0 ? scenario : perturbStarts(scenario, seed), cadence);
  const { world } = profile;
  const measurements = createMeasurements(world);
  const lastStep = Math.round(world.scenario.duration / world.scenario.dt);
  while (world.step < lastStep && !isOver(world)) {
    stepProfile(profile);
    observeStep(measurements, world);
  }
  const { collisions, completed, score } = summarize(measurements, world);
  return { completed, collisions: collisions.unique, score: score.steerbench, profile: readProfile(profile) };
}

/**
 * A case at several rates, with the seeds 0 … runs − 1. For each rate: the median score of the runs in which all agents
 * arrived (null if fewer than half), their number, and the cost of an agent's update in the median run. The rates run in
 * turn, so that other load on the machine affects all equally.
 */
export function scoreCase(name, settings, runs) {
  const contenders = settings.map(({ cadence, steering }) => ({
    cadence,
    scenario: checkScenario({ ...readCase(name), steering: { name: 'pipeline', ...steering } }),
    outcomes: [],
  }));
  for (let seed = 0; seed < runs; seed++) {
    for (const { cadence, outcomes, scenario } of contenders) outcomes.push(runOnce(scenario, cadence, seed));
  }
  return contenders.map(({ outcomes }) => summarizeRuns(name, outcomes));
}

function summarizeRuns(name, outcomes) {
  const runs = outcomes.length;
  const scores = outcomes.filter(({ completed }) => completed).map(({ score }) => score);
  return {
    name,
    runs,
    completed: scores.length,
    collisions: outcomes.reduce((sum, { collisions }) => sum + collisions, 0),
    score: 2 * scores.length >= runs ? medianOf(scores) : null,
    microseconds: medianOf(outcomes.map(({ profile }) => (1000 * profile.phases) / profile.agentFrames)),
  };
}

function medianOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
