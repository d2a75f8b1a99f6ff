import { createEvents, createObstacles, createTargets } from '../../crowd/index.ts';
import type { PlanningInput } from './contract.ts';

/** What a planner is shown, all but what a test says nothing of. */
export function planningInput(given: Partial<PlanningInput> & Pick<PlanningInput, 'crowd'>): PlanningInput {
  return {
    targets: createTargets([]),
    targetSets: [],
    obstacles: createObstacles([]),
    bounds: { minX: -50, minY: -50, maxX: 50, maxY: 50 },
    velocityFields: [],
    due: new Uint8Array(given.crowd.capacity).fill(1),
    turnRates: [1],
    seed: 1,
    step: 0,
    dt: 0.05,
    events: createEvents(),
    ...given,
  };
}
