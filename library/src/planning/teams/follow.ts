import { addEvent, EventKind, GoalKind, Status, speedOf } from '../../crowd/index.ts';
import { OWN_GOAL, type PlanningInput, STALE, TEAM_PLACE } from '../base/contract.ts';
import { type Crew, createCrew, findMembers, rowIn } from './team.ts';

/** A file behind a leader: each has a place on the trail of the leader. */
export type File = Crew & {
  kind: 'follow';
  /** The leader's id; it is not among the members. −1: the first that comes will lead. */
  leader: number;
  /** Metres of the trail from one place to the next. */
  gap: number;
  /** The members by place, the one nearest to the leader at the start first. */
  order: Int32Array;
  /** Where the leader has been, every quarter of a gap: a ring of places. */
  trailX: Float64Array;
  trailY: Float64Array;
  trailZ: Float64Array;
  /** The newest entry of the ring and how many there are. */
  trail: Int32Array;
  /** Where the leader is, or was last. */
  head: Float64Array;
  walk: Walk;
};

/** Scratch of a walk back along the trail. */
type Walk = {
  /** The last entry passed and how far behind the leader it is. */
  x: number;
  y: number;
  z: number;
  length: number;
  /** The next entry, and how many there are from there on. */
  entry: number;
  left: number;
  /** Where the trail leads there: a unit vector, 0 at first. */
  alongX: number;
  alongY: number;
  alongZ: number;
  /** The point walked to, and how far behind the leader it is. */
  goalX: number;
  goalY: number;
  goalZ: number;
  goalAlong: number;
};

const SAMPLES_PER_GAP = 4;

/** The trail is kept for this many times the length of the file, for followers that fall back. */
const SPARE_TRAIL = 2;

/** How far before its place a follower looks along the trail, in gaps: it walks the leader's curves, not chords. */
const LOOK_AHEAD = 0.5;

/** A follower that has fallen back makes up for it in about this time. */
const CATCH_UP_SECONDS = 1;

/** Entries of the trail of a file with this many followers. */
export function trailLength(followers: number): number {
  return SPARE_TRAIL * SAMPLES_PER_GAP * (followers + 1) + 2;
}

export function createFile(name: string, members: readonly number[], leader: number, gap: number): File {
  const followers = members.filter((id) => id !== leader);
  const length = trailLength(followers.length);
  return {
    ...createCrew(name, followers),
    kind: 'follow',
    leader,
    gap,
    order: Int32Array.from(followers, (_, member) => member),
    trailX: new Float64Array(length),
    trailY: new Float64Array(length),
    trailZ: new Float64Array(length),
    trail: Int32Array.of(-1, 0),
    head: new Float64Array(3),
    walk: {
      x: 0,
      y: 0,
      z: 0,
      length: 0,
      entry: 0,
      left: 0,
      alongX: 0,
      alongY: 0,
      alongZ: 0,
      goalX: 0,
      goalY: 0,
      goalZ: 0,
      goalAlong: 0,
    },
  };
}

/** Gives each follower its goal and pace; returns how many have come to the end of their task. */
export function organiseFile(file: File, input: PlanningInput): number {
  const { crowd } = input;
  const { motion } = crowd;
  const leader = rowIn(crowd, file.leader);
  if (findMembers(file, crowd) === 0) return 0;
  if (leader >= 0) {
    const isNew = file.trail[1] === 0;
    recordTrail(file, motion.x[leader], motion.y[leader], motion.z[leader]);
    if (isNew) lineUp(file, input);
  }
  return placeFollowers(file, input, leader);
}

/** Orders the members by their distance to the leader, equally near ones by id. */
function lineUp({ head, order, rows }: File, { crowd: { motion } }: PlanningInput): void {
  const farther = (a: number, b: number) => {
    const squared = (member: number) => {
      const row = rows[member];
      const dx = motion.x[row] - head[0];
      const dy = motion.y[row] - head[1];
      const dz = motion.z[row] - head[2];
      return row < 0 ? Number.POSITIVE_INFINITY : dx * dx + dy * dy + dz * dz;
    };
    const [first, second] = [squared(a), squared(b)];
    return first === second ? a - b : first - second;
  };
  order.sort(farther);
}

/** Adds the leader's place to the trail when it is far enough from the last one. */
function recordTrail(file: File, x: number, y: number, z: number): void {
  const { gap, head, trail, trailX, trailY, trailZ } = file;
  head[0] = x;
  head[1] = y;
  head[2] = z;
  const newest = trail[0];
  if (newest >= 0) {
    const dx = x - trailX[newest];
    const dy = y - trailY[newest];
    const dz = z - trailZ[newest];
    if (Math.sqrt(dx * dx + dy * dy + dz * dz) < gap / SAMPLES_PER_GAP) return;
  }
  const entry = (newest + 1) % trailX.length;
  trailX[entry] = x;
  trailY[entry] = y;
  trailZ[entry] = z;
  trail[0] = entry;
  trail[1] = Math.min(trailX.length, trail[1] + 1);
}

/**
 * One walk back along the trail, past the places of all. Each keeps a gap behind the one before it, and at least its
 * number of gaps behind the leader: when one falls back, so do all behind it, and none overtakes.
 */
function placeFollowers(file: File, input: PlanningInput, leader: number): number {
  const { gap, order, rows } = file;
  const { motion, plan } = input.crowd;
  const isThere = leader < 0 || plan.hasArrived[leader] === 1;
  const stands = isThere && (leader < 0 || plan.status[leader] !== Status.walking);
  // Of the one before: how far behind the leader it is, along the trail, and how fast it walks.
  let alongBefore = leader < 0 ? -gap : 0;
  let beforeSpeed = leader < 0 ? 0 : speedOf(motion, leader);
  let place = leader < 0 ? 0 : 1;
  let arrived = 0;
  startWalk(file);
  for (let k = 0; k < order.length; k++) {
    const row = rows[order[k]];
    if (row < 0) continue;
    const along = Math.max(place * gap, alongBefore + gap);
    place++;
    walkTo(file, Math.max(0, along - LOOK_AHEAD * gap));
    const at = distanceTo(file, input, row);
    // The speed of the one before keeps the distance, and a share of what is missing or too much makes up for it.
    setGoal(file, input, row, Math.max(0, beforeSpeed) + (at - along) / CATCH_UP_SECONDS);
    arrived += settle(input, row, isThere && at - along <= LOOK_AHEAD * gap, stands);
    alongBefore = at;
    beforeSpeed = speedOf(motion, row);
  }
  return arrived;
}

/** Begins to walk back along the trail, at the leader. */
function startWalk({ head, trail, walk }: File): void {
  walk.x = head[0];
  walk.y = head[1];
  walk.z = head[2];
  walk.length = 0;
  walk.entry = trail[0];
  walk.left = trail[1];
  walk.alongX = 0;
  walk.alongY = 0;
  walk.alongZ = 0;
  stopAt(walk, 0);
}

/** Continues to a point this many metres behind the leader, or to the end of the trail. */
function walkTo({ trailX, trailY, trailZ, walk }: File, along: number): void {
  while (walk.left > 0) {
    const dx = walk.x - trailX[walk.entry];
    const dy = walk.y - trailY[walk.entry];
    const dz = walk.z - trailZ[walk.entry];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (length > 0) {
      walk.alongX = dx / length;
      walk.alongY = dy / length;
      walk.alongZ = dz / length;
    }
    if (walk.length + length >= along) {
      stopAt(walk, along - walk.length);
      return;
    }
    walk.length += length;
    walk.x = trailX[walk.entry];
    walk.y = trailY[walk.entry];
    walk.z = trailZ[walk.entry];
    walk.entry = (walk.entry + trailX.length - 1) % trailX.length;
    walk.left--;
  }
  stopAt(walk, 0);
}

/** The point this many metres before the next entry of the trail. */
function stopAt(walk: Walk, back: number): void {
  walk.goalX = walk.x - back * walk.alongX;
  walk.goalY = walk.y - back * walk.alongY;
  walk.goalZ = walk.z - back * walk.alongZ;
  walk.goalAlong = walk.length + back;
}

/** How far behind the leader an agent is along the trail: it goes straight to the point, or has passed it. */
function distanceTo({ walk }: File, { crowd: { motion } }: PlanningInput, row: number): number {
  const dx = walk.goalX - motion.x[row];
  const dy = walk.goalY - motion.y[row];
  const dz = walk.goalZ - motion.z[row];
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const isPast = dx * walk.alongX + dy * walk.alongY + dz * walk.alongZ < 0;
  return isPast ? Math.max(0, walk.goalAlong - distance) : walk.goalAlong + distance;
}

function setGoal({ gap, walk }: File, { crowd }: PlanningInput, row: number, wanted: number): void {
  const { plan, traits } = crowd;
  const speed = traits.desiredSpeed[row];
  plan.paceShare[row] = speed > 0 ? Math.min(1, Math.max(0, wanted / speed)) : 1;
  plan.goalKind[row] = GoalKind.seek;
  plan.targetSet[row] = OWN_GOAL;
  plan.assigned[row] = TEAM_PLACE;
  plan.goalX[row] = walk.goalX;
  plan.goalY[row] = walk.goalY;
  plan.goalZ[row] = walk.goalZ;
  plan.goalRadius[row] = LOOK_AHEAD * gap;
  // The place continues, perhaps to where a path leads.
  if (plan.status[row] === Status.stranded) plan.strandedAt[row] = STALE;
}

/** Whether a follower stands or walks; returns 1 when it has come to the end of its task. */
function settle(
  { crowd, events, step }: PlanningInput,
  row: number,
  hasCome: boolean,
  stands: boolean,
): number {
  const { ids, plan, schedule } = crowd;
  const status = hasCome && stands ? Status.arrived : Status.walking;
  if (plan.status[row] !== status && plan.status[row] !== Status.stranded) {
    plan.status[row] = status;
    schedule.planning[row] = step;
  }
  if (!hasCome || plan.hasArrived[row] === 1) return 0;
  plan.hasArrived[row] = 1;
  addEvent(events, EventKind.arrival, ids[row], -1, 0);
  return 1;
}
