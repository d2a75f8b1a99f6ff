import type { Aim, Direction, Planner, PlanningInput } from '../base/contract.ts';
import { definePlanner } from '../base/definition.ts';
import { sight } from '../base/parameters.ts';
import { createPlanner } from '../base/planner.ts';
import { goStraight } from '../base/straight-line.ts';

export const direct = definePlanner({
  name: 'direct',
  about: 'Straight to the goal.',
  parameters: { sight },
  dimensions: [2, 3],
  isDefault: 'everywhere',
  create: createDirectPlanner,
});

/**
 * Straight to the goal: the nearest target of the agent's set, or its own point. With sight, the nearest of those whose
 * centre the agent sees, and the nearest of all only if it sees none.
 */
export function createDirectPlanner(): Planner {
  return createPlanner({ name: direct.name, findDirection });
}

function findDirection(input: PlanningInput, row: number, aim: Aim, direction: Direction): void {
  goStraight(input, row, aim, direction);
  const { motion, plan } = input.crowd;
  const { x, y, z } = motion;
  plan.inSight[row] = input.isInSight?.(x[row], y[row], z[row], aim.x, aim.y, aim.z) ? 1 : 0;
}
