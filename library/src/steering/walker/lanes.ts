import { type Crowd, Status } from '../../crowd/index.ts';
import type { SteeringInput } from '../contract.ts';
import type { WalkerColumns } from './columns.ts';
import { isOncoming } from './encounters.ts';
import { AS_FAST, compressed } from './headway.ts';
import { CROWD_REACH, type Hindrances } from './nearby.ts';

/** The directions that an agent considers, from the right to the left of the desired one: angles, cosines and sines. */
const STRAIGHT = 4;
const COUNT = 2 * STRAIGHT + 1;
const directions = createDirections();

function createDirections() {
  const angle = new Float64Array(COUNT);
  const cosine = new Float64Array(COUNT);
  const sine = new Float64Array(COUNT);
  // Angles, radians, and the tangents of their halves, from which cosine and sine follow without trigonometry.
  const turns = [
    [0, 0],
    [0.2, 0.1],
    [0.44, 0.225],
    [0.8, 0.425],
    [1.29, 0.75],
  ];
  for (let k = 0; k < COUNT; k++) {
    const [radians, half] = turns[Math.abs(k - STRAIGHT)];
    const side = k < STRAIGHT ? -1 : 1;
    angle[k] = side * radians;
    cosine[k] = (1 - half * half) / (1 + half * half);
    sine[k] = (side * 2 * half) / (1 + half * half);
  }
  return { angle, cosine, sine };
}

/** Seconds between two choices of a direction. */
const INTERVAL = 0.4;
/** Metres within which other agents matter. */
const REACH = CROWD_REACH;
const SQUARED_REACH = REACH * REACH;
/** Seconds that the gap to an oncoming agent and to a wall would last at the expected speed. */
const ONCOMING_TIME = 2;
const WALL_TIME = 0.5;
/** The same for the gap to a wall when an agent overtakes: it needs room beside the other one. */
const OVERTAKING_WALL_TIME = 2.5;
/** The share of its speed by which an oncoming agent lowers the expected speed. */
const APPROACH = 0.5;
/** Seconds in which an agent against a stream would catch up with the one that it follows. */
const BEHIND_TIME = 2;
/** Metres beside the body within which agents still count as part of the load of a direction. */
const MARGIN = 0.2;
/** Smallest cosine between the directions of agents that go the same way. */
const ALONG = 0.3;
/**
 * The number of oncoming agents ahead from which on an agent looks for a lane, and below which it leaves the lane again. An
 * agent that left it in every short gap of the stream would close the lane of those that come next.
 */
const STREAM = 5;
const REST = 3;
/** Metres per second that a unit of load costs, a change of direction by one radian, and that the right side gains. */
const LOAD = 0.2;
const CHANGE = 0.2;
const RIGHT = 0.2;
/** Metres per second: an agent does not overtake for less. */
const WORTHWHILE = 0.3;
/** The quantum of loads: sums of whole numbers do not depend on their order. */
const QUANTUM = 1024;

/** Scratch of a choice: the expected speed and the load of each direction. */
const speed = new Float64Array(COUNT);
const load = new Float64Array(COUNT);

/** Scratch for choices of agents that keep a headway of some seconds. */
export function createLanes(headway: number) {
  return {
    headway,
    /** The desired direction. */
    ex: 0.5,
    ey: 0.5,
    /** The number of agents that matter, and of the oncoming ones ahead among them. */
    count: 0,
    oncoming: 0,
    /** Of each: its row, how far it is in front and to the left, and the distance at which the bodies touch. */
    around: new Float64Array(0),
  };
}

export type Lanes = ReturnType<typeof createLanes>;

/**
 * Turns the desired velocity of an agent in a crowd into the direction in which it expects to get on best. Where agents
 * come the other way, it looks for a lane: a direction with few of them, behind those that go its own way. Otherwise it
 * overtakes. Behind others it expects the speed of the headway.
 */
export function chooseLane(
  lanes: Lanes,
  near: Hindrances,
  input: SteeringInput,
  row: number,
  wish: { x: number; y: number },
): void {
  const { crowd, dt, step } = input;
  const { against, lane, laneAgain } = crowd.steer as WalkerColumns;
  const pace = Math.sqrt(wish.x * wish.x + wish.y * wish.y);
  if (pace === 0) return;
  const ex = wish.x / pace;
  const ey = wish.y / pace;
  if (step >= laneAgain[row]) {
    const steps = Math.max(1, Math.floor(INTERVAL / dt + 0.5));
    // By id, so that agents that enter together do not all choose in the same steps.
    laneAgain[row] = step + (laneAgain[row] === 0 ? 1 + (crowd.ids[row] % steps) : steps);
    const fastest = crowd.plan.pace[row];
    for (let k = 0; k < COUNT; k++) {
      speed[k] = fastest;
      load[k] = 0;
    }
    lanes.ex = ex;
    lanes.ey = ey;
    findAround(lanes, near, input, row);
    weighAgents(lanes, crowd, row);
    const isStream = lanes.oncoming >= (against[row] === 1 ? REST : STREAM);
    against[row] = isStream ? 1 : 0;
    weighWalls(near, ex, ey, isStream ? WALL_TIME : OVERTAKING_WALL_TIME);
    lane[row] = bestDirection(isStream, lane[row] + STRAIGHT) - STRAIGHT;
  }
  const { cosine, sine } = directions;
  const k = lane[row] + STRAIGHT;
  wish.x = pace * (cosine[k] * ex - sine[k] * ey);
  wish.y = pace * (cosine[k] * ey + sine[k] * ex);
}

/** Finds the agents within reach that are not behind. */
function findAround(
  lanes: Lanes,
  { impatience, places }: Hindrances,
  { crowd, perception }: SteeringInput,
  row: number,
): void {
  const { counts, items, starts } = perception.agents;
  const end = starts[row] + counts[row];
  if (lanes.around.length < counts[row] << 2) lanes.around = new Float64Array(counts[row] << 3);
  const { around, ex, ey } = lanes;
  const { radius } = crowd.traits;
  const x = places[row << 1];
  const y = places[(row << 1) | 1];
  const ownRadius = radius[row];
  let count = 0;
  for (let entry = starts[row]; entry < end; entry++) {
    const other = items[entry];
    const px = places[other << 1] - x;
    const py = places[(other << 1) | 1] - y;
    const touch = compressed(ownRadius + radius[other], impatience);
    const ahead = px * ex + py * ey;
    const to = count << 2;
    around[to] = other;
    around[to | 1] = ahead;
    around[to | 2] = py * ex - px * ey;
    around[to | 3] = touch;
    // It writes always and advances only where one matters: a branch here would often mispredict.
    const isInFront = Number(ahead >= -touch);
    const isNear = Number(px * px + py * py <= SQUARED_REACH);
    count += isInFront & isNear;
  }
  lanes.count = count;
}

/** Adds what each agent means for the directions. */
function weighAgents(lanes: Lanes, crowd: Crowd, row: number): void {
  const { around, count, ex, ey, headway } = lanes;
  const { cosine, sine } = directions;
  const { velocityX, velocityY } = crowd.motion;
  const { directionX, directionY, status } = crowd.plan;
  const ownPace = crowd.plan.pace[row];
  // Farther ahead than this, an agent that goes the same way holds no other up; the little more is for rounding.
  const farthest = 1.001 * ownPace * headway;
  const follows = (crowd.steer as WalkerColumns).against[row] === 1;
  let oncoming = 0;
  for (let n = 0; n < count; n++) {
    const other = around[n << 2];
    const ahead = around[(n << 2) | 1];
    const left = around[(n << 2) | 2];
    const touch = around[(n << 2) | 3];
    const isAgainst = isOncoming(crowd, row, other);
    if (isAgainst && ahead > 0) oncoming++;
    const forwards = velocityX[other] * ex + velocityY[other] * ey;
    const leftwards = velocityY[other] * ex - velocityX[other] * ey;
    const isAlong =
      status[other] === Status.walking && directionX[other] * ex + directionY[other] * ey > ALONG;
    const width = touch + MARGIN;
    const nearness = 1 - Math.sqrt(ahead * ahead + left * left) / REACH;
    for (let k = 0; k < COUNT; k++) {
      const along = cosine[k] * ahead + sine[k] * left;
      const side = Math.abs(cosine[k] * left - sine[k] * ahead);
      if (along <= 0 || side >= width) continue;
      if (side < touch && (isAgainst || follows || along - touch < farthest)) {
        const gap = Math.max(0, along - Math.sqrt(touch * touch - side * side));
        const pace = cosine[k] * forwards + sine[k] * leftwards;
        const expected = isAgainst
          ? gap / ONCOMING_TIME + APPROACH * Math.min(0, pace)
          : follows
            ? Math.max(0, pace) + gap / BEHIND_TIME
            : (pace >= ownPace ? AS_FAST * gap : gap) / headway;
        if (expected < speed[k]) speed[k] = Math.max(0, expected);
      }
      const weight = Math.floor(QUANTUM * (1 - side / width) * nearness + 0.5);
      if (isAgainst) load[k] += weight;
      else if (isAlong) load[k] -= Math.floor(weight / 3);
    }
  }
  lanes.oncoming = oncoming;
}

function weighWalls(near: Hindrances, ex: number, ey: number, time: number): void {
  const { cosine, sine } = directions;
  for (let wall = 0; wall < near.walls; wall++) {
    const ahead = near.towardsX[wall] * ex + near.towardsY[wall] * ey;
    const left = near.towardsY[wall] * ex - near.towardsX[wall] * ey;
    const most = Math.max(0, near.gap[wall]) / time;
    for (let k = 0; k < COUNT; k++) {
      const towards = cosine[k] * ahead + sine[k] * left;
      if (towards * speed[k] > most) speed[k] = most / towards;
    }
  }
}

/** The direction with the best outlook; among equals the rightmost. */
function bestDirection(isStream: boolean, last: number): number {
  const { angle, cosine } = directions;
  let best = Number.NEGATIVE_INFINITY;
  let choice = STRAIGHT;
  for (let k = 0; k < COUNT; k++) {
    let score = speed[k] * cosine[k] - CHANGE * Math.abs(angle[k] - angle[last]);
    if (isStream) score += (k < STRAIGHT ? RIGHT : 0) - (LOAD * load[k]) / QUANTUM;
    if (score > best) {
      best = score;
      choice = k;
    }
  }
  // In a jam, small gaps come and go: an agent that overtook into them would never stand still.
  return isStream || speed[choice] > WORTHWHILE ? choice : STRAIGHT;
}
