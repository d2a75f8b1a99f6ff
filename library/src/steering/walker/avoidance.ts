import { type Crowd, distanceToAgent, distanceToObstacle, Status } from '../../crowd/index.ts';
import type { SteeringInput } from '../contract.ts';
import type { WalkerColumns } from './columns.ts';
import { addHalfPlane, createHalfPlanes, type HalfPlanes } from './program.ts';

/** The largest number of neighbours, and of walls, that an agent avoids: the nearest ones. */
const MOST_AGENTS = 12;
const MOST_WALLS = 12;

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
};

/** Metres between centres within which agents count as a crowd. */
const CROWD_REACH = 4;

function createHindrances(): Hindrances {
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
  };
}

export function createAvoidance() {
  return {
    planes: createHalfPlanes(MOST_AGENTS + 3 * MOST_WALLS),
    scratch: createHalfPlanes(MOST_AGENTS + 3 * MOST_WALLS),
    near: createHindrances(),
    result: { x: 0, y: 0 },
  };
}

/** Gathers the nearest agents perceived, in an order that does not depend on the order of rows. */
export function gatherAgents(near: Hindrances, input: SteeringInput, row: number): void {
  const { crowd, perception } = input;
  const { x, y } = crowd.motion;
  const { ids } = crowd;
  const { counts, items, starts } = perception.agents;
  const ownX = x[row];
  const ownY = y[row];
  near.agents = 0;
  near.crowd = 0;
  const end = starts[row] + counts[row];
  for (let entry = starts[row]; entry < end; entry++) {
    const other = items[entry];
    const dx = x[other] - ownX;
    const dy = y[other] - ownY;
    const squared = dx * dx + dy * dy;
    if (squared < CROWD_REACH * CROWD_REACH) near.crowd++;
    let place = near.agents;
    if (place === MOST_AGENTS) {
      const last = near.squared[place - 1];
      if (squared > last || (squared === last && ids[other] > ids[near.row[place - 1]])) continue;
      place--;
    } else near.agents++;
    while (
      place > 0 &&
      (near.squared[place - 1] > squared ||
        (near.squared[place - 1] === squared && ids[near.row[place - 1]] > ids[other]))
    ) {
      near.squared[place] = near.squared[place - 1];
      near.row[place] = near.row[place - 1];
      place--;
    }
    near.squared[place] = squared;
    near.row[place] = other;
  }
}

/** Gathers the nearest walls within `reach` of the body. */
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
    if (squared > far * far) continue;
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

/** Limits the speed towards each wall so that the gap lasts for `horizon` seconds. */
export function avoidWalls(planes: HalfPlanes, near: Hindrances, horizon: number): void {
  for (let k = 0; k < near.walls; k++) {
    const nx = near.towardsX[k];
    const ny = near.towardsY[k];
    if (nx === 0 && ny === 0) continue;
    const fastest = Math.max(near.gap[k], 0) / horizon;
    addHalfPlane(planes, fastest * nx, fastest * ny, -ny, nx);
  }
  planes.hard = planes.count;
}

/** The largest horizon for discs and the ends of walls, seconds, and the gap kept to them, metres. */
const CORNER_HORIZON = 2.5;
const CORNER_MARGIN = 0.05;

/**
 * Avoids discs and the ends of walls as if they were standing agents. Otherwise agents would walk up to the middle of a
 * pillar and stop there, or cut corners.
 */
export function avoidCorners(
  planes: HalfPlanes,
  near: Hindrances,
  input: SteeringInput,
  row: number,
  ownX: number,
  ownY: number,
  horizon: number,
  isPersonal = false,
): void {
  const { crowd, dt, obstacles } = input;
  const { endX, endY, startX, startY } = obstacles;
  const time = Math.min(horizon, CORNER_HORIZON);
  const x = crowd.motion.x[row];
  const y = crowd.motion.y[row];
  for (let k = 0; k < near.walls; k++) {
    const element = near.element[k];
    const touch = crowd.traits.radius[row] + obstacles.radius[element];
    const isDisc = obstacles.radius[element] > 0;
    for (let end = isDisc ? 1 : 0; end < 2; end++) {
      const px = (end === 0 ? endX[element] : startX[element]) - x;
      const py = (end === 0 ? endY[element] : startY[element]) - y;
      const squared = px * px + py * py;
      // Touching, or behind: the half-planes of walls are enough.
      if (squared <= touch * touch || px * ownX + py * ownY <= 0) continue;
      const margin = isPersonal
        ? distanceToObstacle(crowd, row, obstacles.owner[element], obstacles.class[element], CORNER_MARGIN)
        : CORNER_MARGIN;
      addVelocityObstacle(planes, px, py, ownX, ownY, ownX, ownY, squared, touch, margin, 1, time, dt);
    }
  }
}

/**
 * In a jam of JAM agents or more, of two agents within AT_GOAL metres of their goals the nearer one goes first: its share of
 * the avoidance is only FIRST. Otherwise agents block each other around a goal.
 */
const JAM = 5;
const AT_GOAL = 8;
const FIRST = 0.3;

/** The share of the avoidance that the agent takes; the other takes the rest. */
function shareOf({ ids, plan, traits }: Crowd, row: number, other: number, company: number): number {
  const own = plan.goalDistance[row];
  const others = plan.goalDistance[other];
  if (company >= JAM && own < AT_GOAL && others < AT_GOAL) {
    const isFirst = own < others || (own === others && ids[row] < ids[other]);
    return isFirst ? FIRST : 1 - FIRST;
  }
  return 0.5 + 0.5 * (traits.aggressiveness[other] - traits.aggressiveness[row]);
}

/** Metres within which walls matter: as far as an agent gets within its horizons, at twice its speed for a wall. */
export function reachOf(speed: number, wallHorizon: number): number {
  return speed * Math.max(2 * wallHorizon, CORNER_HORIZON);
}

/**
 * Reciprocal avoidance (van den Berg et al. 2011). Some relative velocities lead to a contact within `horizon` seconds; the
 * two agents share the smallest change that leaves this set.
 */
export function avoidAgents(
  planes: HalfPlanes,
  near: Hindrances,
  input: SteeringInput,
  row: number,
  horizon: number,
  usual: number,
  isPersonal = false,
): void {
  const { crowd, dt } = input;
  const { ids, motion, plan, traits } = crowd;
  const { planLayers } = crowd.steer as WalkerColumns;
  const { velocityX, velocityY } = motion;
  const ownX = velocityX[row];
  const ownY = velocityY[row];
  for (let k = 0; k < near.agents; k++) {
    const other = near.row[k];
    const px = motion.x[other] - motion.x[row];
    const py = motion.y[other] - motion.y[row];
    let vx = ownX - velocityX[other];
    const vy = ownY - velocityY[other];
    // Ids separate two agents in the same place with the same velocity.
    if (near.squared[k] === 0 && vx === 0 && vy === 0) vx = ids[row] < ids[other] ? 1e-12 : -1e-12;
    const yields = plan.status[other] === Status.walking && planLayers[other] === 0;
    const share = yields ? shareOf(crowd, row, other, near.crowd) : 1;
    const touch = traits.radius[row] + traits.radius[other];
    const margin = isPersonal ? distanceToAgent(crowd, row, other, usual) : usual;
    addVelocityObstacle(
      planes,
      px,
      py,
      vx,
      vy,
      ownX,
      ownY,
      near.squared[k],
      touch,
      margin,
      share,
      horizon,
      dt,
    );
  }
}

/**
 * Adds the half-plane of one body at (px, py) from the agent, with the relative velocity (vx, vy): the agent, which moves
 * at (ownX, ownY), takes `share` of the change that avoids the contact.
 */
function addVelocityObstacle(
  planes: HalfPlanes,
  px: number,
  py: number,
  vx: number,
  vy: number,
  ownX: number,
  ownY: number,
  squared: number,
  touch: number,
  margin: number,
  share: number,
  horizon: number,
  dt: number,
): void {
  const distance = Math.sqrt(squared);
  // The desired gap shrinks to the gap that there is.
  const radius = Math.min(touch + margin, Math.max(touch, distance - 0.001));
  const isApart = distance > radius;
  const time = isApart ? horizon : Math.max(dt, 0.25);
  // Relative to the centre of the disc that truncates the cone.
  const wx = vx - px / time;
  const wy = vy - py / time;
  const along = wx * px + wy * py;
  const length = wx * wx + wy * wy;
  let dx: number;
  let dy: number;
  let ux: number;
  let uy: number;
  if (!isApart || (along < 0 && along * along > radius * radius * length)) {
    const w = Math.sqrt(length);
    const nx = w > 0 ? wx / w : distance > 0 ? -px / distance : 1;
    const ny = w > 0 ? wy / w : distance > 0 ? -py / distance : 0;
    const out = radius / time - w;
    dx = ny;
    dy = -nx;
    ux = out * nx;
    uy = out * ny;
  } else {
    const leg = Math.sqrt(squared - radius * radius);
    if (px * wy - py * wx > 0) {
      dx = (px * leg - py * radius) / squared;
      dy = (px * radius + py * leg) / squared;
    } else {
      dx = -(px * leg + py * radius) / squared;
      dy = -(-px * radius + py * leg) / squared;
    }
    const onto = vx * dx + vy * dy;
    ux = onto * dx - vx;
    uy = onto * dy - vy;
  }
  addHalfPlane(planes, ownX + share * ux, ownY + share * uy, dx, dy);
}
