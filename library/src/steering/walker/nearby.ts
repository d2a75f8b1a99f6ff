import type { SteeringInput } from '../contract.ts';

/** Metres between centres within which agents count as a crowd. */
export const CROWD_REACH = 4;

/** The largest number of neighbours, and of walls, that an agent avoids: the nearest ones. */
export const MOST_AGENTS = 12;
export const MOST_WALLS = 12;

/** The agents and walls that an agent avoids now. */
export type Hindrances = {
  agents: number;
  /** Rows and squared distances, the nearest first. */
  row: Int32Array;
  squared: Float64Array;
  walls: number;
  /** Elements, their gaps, and the unit vectors towards their nearest points. */
  element: Int32Array;
  gap: Float64Array;
  towardsX: Float64Array;
  towardsY: Float64Array;
  /** Agents nearer than CROWD_REACH. */
  crowd: number;
  /** Whether walls on both sides leave room for one body only. */
  isFile: boolean;
};

export function createHindrances(): Hindrances {
  return {
    agents: 0,
    row: new Int32Array(MOST_AGENTS),
    squared: new Float64Array(MOST_AGENTS),
    walls: 0,
    element: new Int32Array(MOST_WALLS),
    gap: new Float64Array(MOST_WALLS),
    towardsX: new Float64Array(MOST_WALLS),
    towardsY: new Float64Array(MOST_WALLS),
    crowd: 0,
    isFile: false,
  };
}

/**
 * Gathers the nearest agents perceived, in an order that does not depend on the order of rows. They come first in the list
 * afterwards, the nearest one first: lists are kept for some steps, in which agents move little, so that the next time few
 * entries change places. The order of a list has no meaning.
 */
export function gatherAgents(near: Hindrances, { crowd, perception }: SteeringInput, row: number): void {
  const { x, y } = crowd.motion;
  const { ids } = crowd;
  const { counts, items, starts } = perception.agents;
  const { row: rows, squared: nearest } = near;
  const ownX = x[row];
  const ownY = y[row];
  const start = starts[row];
  const end = start + counts[row];
  let agents = 0;
  let crowded = 0;
  // Of the last one gathered, once there are MOST_AGENTS.
  let last = Number.POSITIVE_INFINITY;
  for (let entry = start; entry < end; entry++) {
    const other = items[entry];
    const dx = x[other] - ownX;
    const dy = y[other] - ownY;
    const squared = dx * dx + dy * dy;
    crowded += (squared < CROWD_REACH * CROWD_REACH) as unknown as number;
    if (squared > last) continue;
    let place = agents;
    if (place === MOST_AGENTS) {
      const farthest = rows[MOST_AGENTS - 1];
      if (squared === last && ids[other] > ids[farthest]) continue;
      items[entry] = farthest;
      place--;
    } else agents++;
    while (
      place > 0 &&
      (nearest[place - 1] > squared || (nearest[place - 1] === squared && ids[rows[place - 1]] > ids[other]))
    ) {
      nearest[place] = nearest[place - 1];
      rows[place] = rows[place - 1];
      place--;
    }
    nearest[place] = squared;
    rows[place] = other;
    if (agents === MOST_AGENTS) last = nearest[MOST_AGENTS - 1];
  }
  for (let k = 0; k < agents; k++) items[start + k] = rows[k];
  near.agents = agents;
  near.crowd = crowded;
}

/** Seconds ahead that moving walls are seen coming. */
const FORESIGHT = 2.5;

/** Whether a moving wall at (dx, dy) will be within `far` metres soon. */
function comes(
  { dt, obstacles: { firstMoving, shiftX, shiftY } }: SteeringInput,
  element: number,
  dx: number,
  dy: number,
  far: number,
): boolean {
  if (element < firstMoving) return false;
  const x = dx + (shiftX[element] / dt) * FORESIGHT;
  const y = dy + (shiftY[element] / dt) * FORESIGHT;
  return x * x + y * y <= far * far;
}

/** Gathers the nearest walls within `reach` of the body, and moving ones that will be. */
export function gatherWalls(near: Hindrances, input: SteeringInput, row: number, reach: number): void {
  const { crowd, obstacles, perception } = input;
  const { counts, items, starts } = perception.obstacles;
  const { endX, endY, startX, startY } = obstacles;
  const ownX = crowd.motion.x[row];
  const ownY = crowd.motion.y[row];
  const ownRadius = crowd.traits.radius[row];
  near.walls = 0;
  const end = starts[row] + counts[row];
  for (let entry = starts[row]; entry < end; entry++) {
    const element = items[entry];
    const alongX = endX[element] - startX[element];
    const alongY = endY[element] - startY[element];
    const length = alongX * alongX + alongY * alongY;
    const t =
      length > 0 ? ((ownX - startX[element]) * alongX + (ownY - startY[element]) * alongY) / length : 0;
    const clipped = t < 0 ? 0 : t > 1 ? 1 : t;
    const dx = startX[element] + clipped * alongX - ownX;
    const dy = startY[element] + clipped * alongY - ownY;
    const far = reach + ownRadius + obstacles.radius[element];
    const squared = dx * dx + dy * dy;
    if (squared > far * far && !comes(input, element, dx, dy, far)) continue;
    const distance = Math.sqrt(squared);
    const gap = distance - ownRadius - obstacles.radius[element];
    let place = near.walls;
    if (place === MOST_WALLS) {
      const last = near.gap[place - 1];
      if (gap > last || (gap === last && element > near.element[place - 1])) continue;
      place--;
    } else near.walls++;
    while (
      place > 0 &&
      (near.gap[place - 1] > gap || (near.gap[place - 1] === gap && near.element[place - 1] > element))
    ) {
      near.gap[place] = near.gap[place - 1];
      near.element[place] = near.element[place - 1];
      near.towardsX[place] = near.towardsX[place - 1];
      near.towardsY[place] = near.towardsY[place - 1];
      place--;
    }
    near.gap[place] = gap;
    near.element[place] = element;
    near.towardsX[place] = distance > 0 ? dx / distance : 0;
    near.towardsY[place] = distance > 0 ? dy / distance : 0;
  }
}
