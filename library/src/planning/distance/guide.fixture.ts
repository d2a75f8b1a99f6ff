import { crowdOf } from '../../crowd/crowd.fixture.ts';
import {
  createObstacles,
  createTargets,
  type ObstacleSpecification,
  type TargetSpecification,
} from '../../crowd/index.ts';
import type { PlanningInput } from '../base/contract.ts';
import { planningInput } from '../base/planning.fixture.ts';
import { createPlanner } from '../index.ts';
import type { DistanceOptions } from './guide.ts';
import { createDistanceGuide } from './guide.ts';

const bounds = { minX: 0, minY: 0, maxX: 20, maxY: 12 };

/** A wall across the room at x = 10, with a door at the upper end, and a box that fits into the door. */
export const wall: ObstacleSpecification = { shape: 'box', min: [9.9, 0], max: [10.1, 10] };
export const plug: ObstacleSpecification = { shape: 'box', min: [4, 10.1], max: [4.4, 11.9] };

export type Scene = {
  agents: readonly (readonly [x: number, y: number])[];
  obstacles?: readonly ObstacleSpecification[];
  targets: readonly TargetSpecification[];
  sets?: readonly (readonly number[])[];
  options?: Partial<DistanceOptions>;
};

/** Agents, targets and a distance guide that plans for them. */
export function createScene({ agents, obstacles = [wall], targets: places, sets, options }: Scene) {
  const crowd = crowdOf(agents.map(([x, y]) => ({ x, y })));
  crowd.traits.desiredSpeed.fill(1.3);
  crowd.plan.target.fill(-1);
  const input = planningInput({
    crowd,
    bounds,
    obstacles: createObstacles(obstacles),
    targets: createTargets(places),
    targetSets: (sets ?? [places.map((_, k) => k)]).map((set) => Int32Array.from(set)),
  });
  const createGuided = () =>
    createPlanner(
      createDistanceGuide({
        cell: 0.25,
        clearance: 0.1,
        budgetCells: 1_000_000,
        own: {
          name: 'own',
          findDirection: (_, row, __, to) => Object.assign(to, { x: 0, y: -1, distance: 7 + row, state: 0 }),
        },
        ...options,
      }),
    );
  const planner = createGuided();
  let step = 0;
  return {
    crowd,
    createGuided,
    input,
    plan: crowd.plan,
    planner,
    /** One step of planning, by this planner or another. */
    look(by = planner, at: Partial<PlanningInput> = {}) {
      by.updatePlans({ ...input, step: step++, ...at });
      return [...crowd.plan.status.subarray(0, crowd.count)];
    },
  };
}
