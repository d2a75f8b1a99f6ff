import {
  type Crowd,
  closestOfObstacle,
  type Obstacles,
  type Perception,
  type Solids,
} from '../crowd/index.ts';
import { closestOfSolid } from '../crowd/solids.ts';

/**
 * Free space between an agent and the nearest body or obstacle in its near lists, metres, at least 0; infinite when
 * nothing is near. A minimum does not depend on the order of the lists. `towards` is scratch for three numbers.
 */
export function measureGap(
  { dimension, motion, traits }: Crowd,
  perception: Perception,
  obstacles: Obstacles,
  solids: Solids,
  row: number,
  towards: Float64Array,
): number {
  const { agents, obstacles: near } = perception;
  const { x, y, z } = motion;
  const { radius } = traits;
  const thickness = dimension === 2 ? obstacles.radius : solids.radius;
  let least = Number.POSITIVE_INFINITY;
  for (let entry = agents.starts[row]; entry < agents.starts[row] + agents.counts[row]; entry++) {
    const other = agents.items[entry];
    const dx = x[other] - x[row];
    const dy = y[other] - y[row];
    const dz = z[other] - z[row];
    least = Math.min(least, Math.sqrt(dx * dx + dy * dy + dz * dz) - (radius[row] + radius[other]));
  }
  for (let entry = near.starts[row]; entry < near.starts[row] + near.counts[row]; entry++) {
    const element = near.items[entry];
    if (dimension === 2) closestOfObstacle(obstacles, element, x[row], y[row], towards);
    else closestOfSolid(solids, element, x[row], y[row], z[row], towards);
    const squared = towards[0] * towards[0] + towards[1] * towards[1] + towards[2] * towards[2];
    least = Math.min(least, Math.sqrt(squared) - (radius[row] + thickness[element]));
  }
  return Math.max(0, least);
}
