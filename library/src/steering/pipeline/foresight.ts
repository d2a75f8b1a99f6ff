import { Status } from '../../crowd/index.ts';
import { addPlannedTrack, addStraightTrack, beginTracks, type Tracks } from '../spacetime/index.ts';
import type { Frame } from './frame.ts';
import type { PipelineParameters } from './parameters.ts';
import type { PlanStore } from './plans.ts';

/** Seconds for which an agent that has no plan and must give way still blocks the path. */
export const GIVING_WAY = 1;
/** Metres by which such an agent is moved away after that. */
const AWAY = 1e4;

/** Plans look further ahead than predictions, by this factor: they last longer. */
const FURTHER = 1.5;
/** An agent whose heading has at most this cosine to the planning agent's direction is expected to make room. */
const TOWARDS = -0.7;
/** The speed of making room, as a share of the pace, and the gap that remains, metres. */
const ASIDE = 0.5;
const GAP = 0.1;

/**
 * Predicts where the agents in view of a row, on all sides, will be: along their plans, or straight on. An oncoming agent
 * keeps to its side by half of the missing space if there is room for both. If there is no room, and for all other agents
 * without a plan, the order of ids decides: the agent with the larger id gives way and blocks the path for one second only.
 * If the planning agent is stuck, the same holds for standing agents with larger ids, even with a plan: otherwise all
 * might wait for each other.
 */
export function foresee(
  tracks: Tracks,
  frame: Frame,
  parameters: PipelineParameters,
  store: PlanStore,
  row: number,
  isStuck: boolean,
): void {
  const { ids, now, own, radius, x, y } = frame;
  const { counts, items, starts } = frame.agents;
  const { planLayer, view } = parameters;
  beginTracks(tracks, store.layers);
  const last = starts[row] + counts[row];
  for (let entry = starts[row]; entry < last; entry++) {
    const other = items[entry];
    const px = x[other] - x[row];
    const py = y[other] - y[row];
    if (px * px + py * py > FURTHER * FURTHER * view * view) continue;
    const body = radius[other];
    const place = own.plan[other] - 1;
    const isHeld = isStuck && ids[other] > ids[row] && own.stuck[other] > 0;
    if (place >= 0 && !isHeld) {
      const offset = (now - store.begin[place]) / planLayer;
      const first = place * (store.layers + 1);
      addPlannedTrack(tracks, store.x, store.y, first, store.length[place], offset, body);
      continue;
    }
    const vx = frame.velocityX[other];
    const vy = frame.velocityY[other];
    addStraightTrack(tracks, x[other], y[other], vx, vy, body, planLayer);
    if (!givesWay(frame, other)) continue;
    if (makesRoom(frame, row, other)) keepToSide(tracks, frame, planLayer, row, other);
    else if (ids[other] > ids[row]) stepAside(tracks, planLayer, px, py);
  }
}

/** Whether the agent is walking: an agent that has arrived or stands permanently does not move aside. */
function givesWay({ pace, status }: Frame, row: number): boolean {
  return status[row] === Status.walking && pace[row] > 0;
}

/** Whether the other comes towards the agent, and the walls beside it leave room for two. */
function makesRoom(frame: Frame, row: number, other: number): boolean {
  const { directionX, directionY, headingX, headingY, radius, x, y } = frame;
  const hx = headingX[other];
  const hy = headingY[other];
  if (hx * directionX[row] + hy * directionY[row] > TOWARDS) return false;
  const wide = 2 * (radius[row] + radius[other]) + GAP;
  return widthAt(frame, row, x[other], y[other], -hy, hx, wide) >= wide;
}

/** Moves the last track to the side, by half of what two need to pass, or as far as the wall lets it. */
function keepToSide(tracks: Tracks, frame: Frame, layer: number, row: number, other: number): void {
  const { directionX, directionY, headingX, headingY, pace, radius, x, y } = frame;
  const px = x[other] - x[row];
  const py = y[other] - y[row];
  // How far to the left of the agent's path the other is: both keep to the side where they are, else to the right.
  const aside = directionX[row] * py - directionY[row] * px;
  const sign = aside < -GAP ? -1 : 1;
  const missing = (radius[row] + radius[other] + GAP - sign * aside) / 2;
  if (missing <= 0) return;
  // To the other's right where it is on the left of the agent.
  const towardsX = sign * headingY[other];
  const towardsY = -sign * headingX[other];
  const room = roomAt(frame, row, x[other], y[other], towardsX, towardsY, missing + radius[other]);
  const most = Math.min(missing, Math.max(0, room - radius[other]));
  const points = tracks.layers + 1;
  const first = (tracks.count - 1) * points;
  for (let t = 1; t < points; t++) {
    const shift = Math.min(most, t * layer * ASIDE * pace[other]);
    tracks.x[first + t] += shift * towardsX;
    tracks.y[first + t] += shift * towardsY;
  }
}

/** Moves the last track away from the planning agent, from one second on. */
function stepAside(tracks: Tracks, layer: number, px: number, py: number): void {
  const points = tracks.layers + 1;
  const first = (tracks.count - 1) * points;
  const distance = Math.sqrt(px * px + py * py);
  const awayX = distance > 0 ? (AWAY * px) / distance : AWAY;
  const awayY = distance > 0 ? (AWAY * py) / distance : 0;
  for (let t = 0; t < points; t++) {
    if (t * layer <= GIVING_WAY) continue;
    tracks.x[first + t] += awayX;
    tracks.y[first + t] += awayY;
  }
}

/** Metres that walls leave free along a line through a point, both sides together; at most `most` on each side. */
export function widthAt(
  frame: Frame,
  row: number,
  x: number,
  y: number,
  acrossX: number,
  acrossY: number,
  most: number,
): number {
  return (
    roomAt(frame, row, x, y, acrossX, acrossY, most) + roomAt(frame, row, x, y, -acrossX, -acrossY, most)
  );
}

/** Metres from a point along a unit vector to the first wall that the row perceives, at most `most`. */
function roomAt(
  { obstacles, walls }: Frame,
  row: number,
  x: number,
  y: number,
  alongX: number,
  alongY: number,
  most: number,
): number {
  const { counts, items, starts } = walls;
  const { startX, startY, endX, endY, radius } = obstacles;
  let room = most;
  const last = starts[row] + counts[row];
  for (let entry = starts[row]; entry < last; entry++) {
    const element = items[entry];
    const body = radius[element];
    const from = (startX[element] - x) * alongX + (startY[element] - y) * alongY;
    const fromOff = (startY[element] - y) * alongX - (startX[element] - x) * alongY;
    let distance = from;
    if (body > 0) {
      if (fromOff * fromOff >= body * body) continue;
      const half = Math.sqrt(body * body - fromOff * fromOff);
      if (from + half < 0) continue;
      distance = Math.max(0, from - half);
    } else {
      const to = (endX[element] - x) * alongX + (endY[element] - y) * alongY;
      const toOff = (endY[element] - y) * alongX - (endX[element] - x) * alongY;
      if (fromOff > 0 === toOff > 0) continue;
      distance = from + (fromOff / (fromOff - toOff)) * (to - from);
      if (distance < 0) continue;
    }
    if (distance < room) room = distance;
  }
  return room;
}
