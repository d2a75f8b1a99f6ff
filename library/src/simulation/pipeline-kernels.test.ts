import { expect, test } from 'vitest';
import { createPipelineModel } from '../steering/index.ts';
import type { PipelineParameters } from '../steering/pipeline/parameters.ts';
import { checkScenario, createWorld, type ScenarioInput, stateHashOf, stepWorld } from './index.ts';

/** A crowd between walls, some of whom get in one another's way. */
const crowded: ScenarioInput = {
  version: 1,
  name: 'crowded',
  bounds: { min: [0, 0], max: [24, 18], walls: true },
  duration: 20,
  obstacles: [{ shape: 'circle', center: [12, 9], radius: 1 }],
  groups: [
    {
      name: 'all',
      count: 151,
      region: { box: { min: [0.5, 0.5], max: [23.5, 17.5] } },
      radius: { uniform: [0.1, 0.4] },
      goal: { random: { box: { min: [1, 1], max: [23, 17] } } },
    },
  ],
  arrival: 'continue',
  steering: { name: 'pipeline' },
};

function hashes(cadence: ScenarioInput['cadence'], compiled: boolean): string[] {
  const input = { ...crowded, cadence };
  const steering = checkScenario(input).steering as PipelineParameters;
  const world = createWorld(input, { steering: createPipelineModel(steering, compiled) });
  return Array.from({ length: 120 }, () => {
    stepWorld(world);
    return stateHashOf(world);
  });
}

test('the compiled kernels of the pipeline give the same bits as JavaScript', () => {
  for (const cadence of ['adaptive', 'full'] as const) {
    expect(hashes(cadence, true)).toEqual(hashes(cadence, false));
  }
});
