import { type Crowd, distanceToAgent, distanceToObstacle, Status } from '../../crowd/index.ts';
import { distanceToSegmentSquared } from '../../geometry/index.ts';
import type { SteeringInput } from '../contract.ts';
import type { WalkerColumns } from './columns.ts';
import { isFirst } from './encounters.ts';
import { compressed } from './headway.ts';
import { createHindrances, type Hindrances, MOST_AGENTS, MOST_WALLS } from './nearby.ts';
import { addHalfPlane, createHalfPlanes, type HalfPlanes } from './program.ts';

export function createAvoidance() {
  return {
    planes: createHalfPlanes(MOST_AGENTS + 4 * MOST_WALLS),
    scratch: createHalfPlanes(MOST_AGENTS + 4 * MOST_WALLS),
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

/**
 * Avoids discs and the ends of walls as if they were agents that do not avoid. Otherwise agents would walk up to the middle of
 * a pillar and stop there, or cut corners. Walls that come nearer are avoided as early.
 */
export function avoidCorners(
  planes: HalfPlanes,
  near: Hindrances,
  input: SteeringInput,
  row: number,
  horizon: number,
  isPersonal = false,
): void {
  const { crowd, dt, obstacles } = input;
  const ownX = crowd.motion.velocityX[row];
  const ownY = crowd.motion.velocityY[row];
  const { endX, endY, startX, startY } = obstacles;
  const { localX, localY } = crowd.plan;
  const time = Math.min(horizon, CORNER_HORIZON);
  const x = crowd.motion.x[row];
  const y = crowd.motion.y[row];
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
      const kept = aside >= 0 && aside < margin ? aside : margin;
      addVelocityObstacle(planes, px, py, vx, vy, ownX, ownY, squared, touch, kept, 1, time, dt, k);
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

/** The share of the avoidance that the agent takes; the other takes the rest, if it walks and follows no plan. */
export function shareOf(crowd: Crowd, row: number, other: number, company: number): number {
  const { goalDistance, status } = crowd.plan;
  const { planLayers } = crowd.steer as WalkerColumns;
  if (status[other] !== Status.walking || planLayers[other] > 0) return 1;
  if (company >= JAM && goalDistance[row] < AT_GOAL && goalDistance[other] < AT_GOAL) {
    return isFirst(crowd, row, other) ? FIRST : 1 - FIRST;
  }
  const { traits } = crowd;
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
  impatience: number,
  isPersonal = false,
): void {
  const { crowd, dt } = input;
  const { ids, motion, traits } = crowd;
  const { velocityX, velocityY } = motion;
  const ownX = velocityX[row];
  const ownY = velocityY[row];
  planes.agents = planes.count;
  for (let k = 0; k < near.agents; k++) {
    const other = near.row[k];
    const px = motion.x[other] - motion.x[row];
    const py = motion.y[other] - motion.y[row];
    let vx = ownX - velocityX[other];
    const vy = ownY - velocityY[other];
    // Ids separate two agents in the same place with the same velocity.
    if (near.squared[k] === 0 && vx === 0 && vy === 0) vx = ids[row] < ids[other] ? 1e-12 : -1e-12;
    const share = shareOf(crowd, row, other, near.crowd);
    const outlines = traits.radius[row] + traits.radius[other];
    // Towards an agent that is nearer to its goal, an agent keeps more distance: so the arches before doors break up.
    const pressed = isFirst(crowd, other, row) ? YIELDING * impatience : impatience;
    const touch = compressed(outlines, pressed);
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
      k,
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
  source: number,
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
  addHalfPlane(planes, ownX + share * ux, ownY + share * uy, dx, dy, source);
}
