import type { ScenarioInput } from './index.ts';

type Obstacle = NonNullable<ScenarioInput['obstacles']>[number];

/** Half the height of upright walls, metres: out of sight from z = 0. */
const HALF_HEIGHT = 64;

/** The same scene in a world of three dimensions, at z = 0: circles become spheres, boxes and the border tall boxes. */
export function lifted(scenario: ScenarioInput): ScenarioInput {
  const { bounds, obstacles = [] } = scenario;
  return {
    ...scenario,
    dimension: 3,
    bounds: { ...bounds, ...tall(bounds) },
    obstacles: obstacles.map(liftObstacle),
  };
}

function liftObstacle(obstacle: Obstacle): Obstacle {
  if (obstacle.shape === 'circle') return { ...obstacle, shape: 'sphere' };
  if (obstacle.shape === 'box') return { ...obstacle, ...tall(obstacle) };
  throw new TypeError(`a ${obstacle.shape} has no counterpart in space`);
}

function tall({ min, max }: { min: readonly number[]; max: readonly number[] }) {
  return {
    min: [min[0], min[1], -HALF_HEIGHT] as [number, number, number],
    max: [max[0], max[1], HALF_HEIGHT] as [number, number, number],
  };
}
