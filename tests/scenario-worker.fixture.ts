import { parentPort } from 'node:worker_threads';
import { createMeasurements, EventKind, isOver, observeStep, type Summary, stepWorld, summarize } from 'wend';
import { createSurvey, summarizeSurvey, surveyStep } from 'wend/measure';
import { createScenarioWorld, type Scenario, unmetExpectations } from 'wend/scenario';
import { watchWalkers } from './walkable.fixture.ts';

/** A run for a worker; it answers each with a `Run`. */
export type Task = { scenario: Scenario; seed: number };
/**
 * `remaining`: the groups of the agents still there at the end, in order, one number for each agent. `touched`: the ids
 * of agents that touched an obstacle. `astray`: agents that were outside the walkable area.
 */
export type Run = {
  summary: Summary;
  unmet: string[];
  remaining: number[];
  touched: number[];
  astray: string[];
};

parentPort!.on('message', (task: Task) => parentPort!.postMessage(runToEnd(task)));

/** Steps the scenario to its end, as `wend run` does. */
function runToEnd({ scenario, seed }: Task): Run {
  const world = createScenarioWorld(scenario, { seed });
  const measurements = createMeasurements(world);
  const survey = createSurvey(world);
  const lastStep = Math.round(scenario.duration / scenario.dt);
  const touched = new Set<number>();
  const watch = watchWalkers(scenario);
  while (world.step < lastStep && !isOver(world)) {
    stepWorld(world);
    observeStep(measurements, world);
    surveyStep(survey, world);
    watch.look(world);
    const { agent, count, kind } = world.events;
    for (let event = 0; event < count; event++) {
      if (kind[event] === EventKind.obstacleContact) touched.add(agent[event]);
    }
  }
  const summary = summarize(measurements, world);
  const { count, traits } = world.crowd;
  const remaining = [...traits.group.subarray(0, count)].sort((a, b) => a - b);
  return {
    summary,
    unmet: unmetExpectations(scenario.expect, summary, summarizeSurvey(survey)),
    remaining,
    touched: [...touched],
    astray: watch.astray,
  };
}
