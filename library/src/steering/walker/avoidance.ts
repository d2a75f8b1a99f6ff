import { distanceToAgent, distanceToObstacle, Status } from '../../crowd/index.ts';
import { distanceToSegmentSquared } from '../../geometry/index.ts';
import type { SteeringInput } from '../contract.ts';
import type { WalkerColumns } from './columns.ts';
import { isFirst } from './encounters.ts';
import { compressed } from './headway.ts';
import { MOST_KNOWN } from './hearing-part.ts';
import { createHindrances, type Hindrances, MOST_AGENTS, MOST_WALLS } from './nearby.ts';
import { addHalfPlane, createHalfPlanes, type HalfPlanes } from './program.ts';

/** The most half-planes: of agents perceived, agents heard of, and walls. */
const MOST = MOST_AGENTS + MOST_KNOWN + 4 * MOST_WALLS;

export function createAvoidance() {
  return {
    planes: createHalfPlanes(MOST),
    scratch: createHalfPlanes(MOST),
    near: createHindrances(),
    result: { x: 0, y: 0 },
  };
}

/**
 * Limits the speed towards each wall so that the gap lasts for `horizon` seconds; the wall may move. Standing is always
 * allowed, so that all these half-planes can hold together.
 */
export function avoidWalls(
  planes: HalfPlanes,
  near: Hindrances,
  { dt, obstacles: { firstMoving, shiftX, shiftY } }: Pick<SteeringInput, 'dt' | 'obstacles'>,
  horizon: number,
): void {
  for (let k = 0; k < near.walls; k++) {
    const nx = near.towardsX[k];
    const ny = near.towardsY[k];
    if (nx === 0 && ny === 0) continue;
    const element = near.element[k];
    let fastest = Math.max(near.gap[k], 0) / horizon;
    if (element >= firstMoving) {
      fastest = Math.max(0, fastest + (shiftX[element] * nx + shiftY[element] * ny) / dt);
    }
    addHalfPlane(planes, fastest * nx, fastest * ny, -ny, nx, k);
  }
  planes.hard = planes.count;
}

/** The largest horizon for discs and the ends of walls, seconds, and the gap kept to them, metres. */
const CORNER_HORIZON = 2.5;
const CORNER_MARGIN = 0.05;
/** The place of another body among the agents: after all of them. */
const OTHER = MOST_AGENTS;

/**
 * Avoids discs and the ends of walls as if they were agents that do not avoid. Otherwise agents would walk up to the middle of
 * a pillar and stop there, or cut corners. Walls that come nearer are avoided as early.
 */
export function avoidCorners(
  planes: HalfPlanes,
  near: Hindrances,
  input: SteeringInput,
  row: number,
  isPersonal = false,
): void {
  const { crowd, dt, obstacles } = input;
  const ownX = crowd.motion.velocityX[row];
  const ownY = crowd.motion.velocityY[row];
  const { endX, endY, startX, startY } = obstacles;
  const { localX, localY, pace } = crowd.plan;
  const time = Math.min(near.horizon, CORNER_HORIZON);
  const x = crowd.motion.x[row];
  const y = crowd.motion.y[row];
  const aheadX = localX[row] - x;
  const aheadY = localY[row] - y;
  const untilTurn = pace[row] > 0 ? Math.sqrt(aheadX * aheadX + aheadY * aheadY) / pace[row] : time;
  for (let k = 0; k < near.walls; k++) {
    const element = near.element[k];
    let vx = ownX;
    let vy = ownY;
    if (element >= obstacles.firstMoving) {
      vx -= obstacles.shiftX[element] / dt;
      vy -= obstacles.shiftY[element] / dt;
      keepAhead(planes, near, k, ownX - vx, ownY - vy, time);
    }
    const touch = crowd.traits.radius[row] + obstacles.radius[element];
    const isDisc = obstacles.radius[element] > 0;
    for (let end = isDisc ? 1 : 0; end < 2; end++) {
      const px = (end === 0 ? endX[element] : startX[element]) - x;
      const py = (end === 0 ? endY[element] : startY[element]) - y;
      const squared = px * px + py * py;
      // Touching, or behind: the half-planes of walls are enough.
      if (squared <= touch * touch || px * vx + py * vy <= 0) continue;
      const margin = isPersonal
        ? distanceToObstacle(crowd, row, obstacles.owner[element], obstacles.class[element], CORNER_MARGIN)
        : CORNER_MARGIN;
      // The planned line may pass closer: through a door that leaves the body less than the margin on both sides.
      const aside =
        Math.sqrt(distanceToSegmentSquared(x + px, y + py, x, y, localX[row], localY[row])) - touch;
      const isTight = aside >= 0 && aside < margin;
      // The line ends at the local target. Straight on, the body would run into the other side of a slanting door.
      const isBeyond = isTight && px * aheadX + py * aheadY > aheadX * aheadX + aheadY * aheadY;
      near.time = isBeyond ? Math.min(time, Math.max(dt, untilTurn)) : time;
      near.x[OTHER] = px;
      near.y[OTHER] = py;
      near.squared[OTHER] = squared;
      near.velocityX[OTHER] = vx;
      near.velocityY[OTHER] = vy;
      near.touch[OTHER] = touch;
      near.margin[OTHER] = isTight ? aside : margin;
      near.share[OTHER] = 1;
      addVelocityObstacle(planes, near, input, row, OTHER, k);
    }
  }
}

/** Lets the gap to a wall that comes nearer at (vx, vy) last for `time` seconds. */
function keepAhead(
  planes: HalfPlanes,
  { gap, towardsX, towardsY }: Hindrances,
  wall: number,
  vx: number,
  vy: number,
  time: number,
): void {
  const nx = towardsX[wall];
  const ny = towardsY[wall];
  const along = vx * nx + vy * ny;
  if (along >= 0) return;
  const fastest = Math.max(gap[wall], 0) / time + along;
  addHalfPlane(planes, fastest * nx, fastest * ny, -ny, nx, wall);
}

/**
 * In a jam of JAM agents or more, of two agents within AT_GOAL metres of their goals the nearer one goes first: its share of
 * the avoidance is only FIRST. Otherwise agents block each other around a goal.
 */
const JAM = 5;
const AT_GOAL = 8;
const FIRST = 0.3;
/** The share of its impatience with which an agent presses against one that is nearer to its goal. */
const YIELDING = 0.5;

/** Metres within which walls matter: as far as an agent gets within its horizons, at twice its speed for a wall. */
export function reachOf(speed: number, wallHorizon: number): number {
  return speed * Math.max(2 * wallHorizon, CORNER_HORIZON);
}

/**
 * Prepares the avoidance of the agents gathered: relative velocities, the distances that they keep, and shares. Of two agents
 * that walk and follow no plan, each takes its share; of an agent that stands or follows its plan, the other takes the whole.
 */
export function meetAgents(near: Hindrances, { crowd }: SteeringInput, row: number): void {
  const { ids, motion, plan, traits } = crowd;
  const { goalDistance, status } = plan;
  const { aggressiveness } = traits;
  const { planLayers } = crowd.steer as WalkerColumns;
  const { impatience, outlines, row: rows, share, squared, touch, velocityX, velocityY } = near;
  const otherX = motion.velocityX;
  const otherY = motion.velocityY;
  const ownX = otherX[row];
  const ownY = otherY[row];
  const ownDistance = goalDistance[row];
  const own = aggressiveness[row];
  const mayJam = near.crowd >= JAM && ownDistance < AT_GOAL;
  for (let k = 0; k < near.agents; k++) {
    const other = rows[k];
    let vx = ownX - otherX[other];
    const vy = ownY - otherY[other];
    // Ids separate two agents in the same place with the same velocity.
    if (squared[k] === 0 && vx === 0 && vy === 0) vx = ids[row] < ids[other] ? 1e-12 : -1e-12;
    velocityX[k] = vx;
    velocityY[k] = vy;
    const distance = goalDistance[other];
    const goesFirst = isFirst(crowd, row, other);
    // Towards an agent that is nearer to its goal, an agent keeps more distance: so the arches before doors break up.
    touch[k] = compressed(outlines[k], goesFirst ? impatience : YIELDING * impatience);
    if (status[other] !== Status.walking || planLayers[other] > 0) share[k] = 1;
    else if (mayJam && distance < AT_GOAL) share[k] = goesFirst ? FIRST : 1 - FIRST;
    else share[k] = 0.5 + 0.5 * (aggressiveness[other] - own);
  }
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
  isPersonal = false,
): void {
  const { desiredGap, margin, row: rows } = near;
  near.time = near.horizon;
  planes.agents = planes.count;
  for (let k = 0; k < near.agents; k++) {
    margin[k] = isPersonal ? distanceToAgent(input.crowd, row, rows[k], desiredGap) : desiredGap;
    addVelocityObstacle(planes, near, input, row, k, k);
  }
}

/** Adds the half-plane of a body: the agent takes its share of the change that avoids a contact within `near.time`. */
export function addVelocityObstacle(
  planes: HalfPlanes,
  near: Hindrances,
  { crowd, dt }: SteeringInput,
  row: number,
  body: number,
  source: number,
): void {
  const px = near.x[body];
  const py = near.y[body];
  const vx = near.velocityX[body];
  const vy = near.velocityY[body];
  const squared = near.squared[body];
  const touch = near.touch[body];
  const share = near.share[body];
  const distance = Math.sqrt(squared);
  // The desired gap shrinks to the gap that there is.
  const radius = Math.min(touch + near.margin[body], Math.max(touch, distance - 0.001));
  const isApart = distance > radius;
  const time = isApart ? near.time : Math.max(dt, 0.25);
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
  const { velocityX, velocityY } = crowd.motion;
  addHalfPlane(planes, velocityX[row] + share * ux, velocityY[row] + share * uy, dx, dy, source);
}
