import { GoalKind, Status } from '../../crowd/index.ts';
import { OWN_GOAL, type PlanningInput, STALE, TEAM_PLACE } from '../base/contract.ts';
import { type Crew, createCrew, findMembers } from './team.ts';

/** A team that keeps together: a member that is ahead waits, and one that is far away comes back to the middle. */
export type Flock = Crew & {
  kind: 'keep-together';
  /** Metres from the middle of the team within which all members should be. */
  distance: number;
  /** Where members that come back go: to the member next to the middle, since the middle itself may be in a wall. */
  meeting: Float64Array;
  /** 1 while a member comes back, and the goal that it pursues again afterwards. */
  returning: Uint8Array;
  homeKind: Uint8Array;
  homeSet: Int32Array;
  homeX: Float64Array;
  homeY: Float64Array;
  homeZ: Float64Array;
  homeRadius: Float64Array;
  /** Scratch: the middle of the members that walk, and the unit vector of their mean direction, or 0. */
  course: { x: number; y: number; z: number; alongX: number; alongY: number; alongZ: number };
};

/**
 * Ahead of the last one by this share of the distance a member begins to slow down, and by the second it stands. Not
 * ahead of the middle: the middle of many would hardly fall back with one slow member.
 */
const SLOW_FROM = 0.5;
const STAND_FROM = 1;

/** Who has come back to within this share of the distance continues to its goal. */
const RETURNED = 0.5;

export function createFlock(name: string, members: readonly number[], distance: number): Flock {
  const count = members.length;
  return {
    ...createCrew(name, members),
    kind: 'keep-together',
    distance,
    meeting: new Float64Array(3),
    returning: new Uint8Array(count),
    homeKind: new Uint8Array(count),
    homeSet: new Int32Array(count),
    homeX: new Float64Array(count),
    homeY: new Float64Array(count),
    homeZ: new Float64Array(count),
    homeRadius: new Float64Array(count),
    course: { x: 0, y: 0, z: 0, alongX: 0, alongY: 0, alongZ: 0 },
  };
}

export function organiseFlock(flock: Flock, input: PlanningInput): void {
  const { crowd } = input;
  const { course, distance, returning, rows } = flock;
  const { motion, plan } = crowd;
  findMembers(flock, crowd);
  forgetOutsiders(flock, input);
  if (!findMiddle(flock, input)) return;
  const last = lastOf(flock, input);
  for (let member = 0; member < rows.length; member++) {
    const row = rows[member];
    if (row >= 0 && returning[member] === 1 && plan.status[row] === Status.stranded) {
      // The meeting place continues, perhaps to where a path leads.
      setPlace(flock, input, row);
      plan.strandedAt[row] = STALE;
    }
    if (row < 0 || plan.status[row] !== Status.walking) continue;
    const dx = motion.x[row] - course.x;
    const dy = motion.y[row] - course.y;
    const dz = motion.z[row] - course.z;
    const away = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (returning[member] === 1 && away <= RETURNED * distance) sendHome(flock, input, member);
    else if (returning[member] === 1) setPlace(flock, input, row);
    else if (away > distance) callBack(flock, input, member);
    const ahead = dx * course.alongX + dy * course.alongY + dz * course.alongZ - last;
    const share = (STAND_FROM - ahead / distance) / (STAND_FROM - SLOW_FROM);
    plan.paceShare[row] = returning[member] === 1 ? 1 : Math.min(1, Math.max(0, share));
  }
}

/** Writes the middle of the members that walk, and the mean direction of those that go to their goals; false: none walks. */
function findMiddle(flock: Flock, input: PlanningInput): boolean {
  const { course, returning, rows } = flock;
  const { motion, plan } = input.crowd;
  let x = 0;
  let y = 0;
  let z = 0;
  let alongX = 0;
  let alongY = 0;
  let alongZ = 0;
  let walkers = 0;
  for (let member = 0; member < rows.length; member++) {
    const row = rows[member];
    if (row < 0 || plan.status[row] !== Status.walking) continue;
    x += motion.x[row];
    y += motion.y[row];
    z += motion.z[row];
    walkers++;
    if (returning[member] === 1) continue;
    alongX += plan.directionX[row];
    alongY += plan.directionY[row];
    alongZ += plan.directionZ[row];
  }
  if (walkers === 0) return false;
  const size = Math.sqrt(alongX * alongX + alongY * alongY + alongZ * alongZ);
  course.x = x / walkers;
  course.y = y / walkers;
  course.z = z / walkers;
  course.alongX = size > 0 ? alongX / size : 0;
  course.alongY = size > 0 ? alongY / size : 0;
  course.alongZ = size > 0 ? alongZ / size : 0;
  meetAt(flock, input);
  return true;
}

/** How far ahead of the middle the last one is, metres: 0 or less. */
function lastOf({ course, rows }: Flock, { crowd: { motion, plan } }: PlanningInput): number {
  let last = 0;
  for (let member = 0; member < rows.length; member++) {
    const row = rows[member];
    if (row < 0 || plan.status[row] !== Status.walking) continue;
    const dx = motion.x[row] - course.x;
    const dy = motion.y[row] - course.y;
    const dz = motion.z[row] - course.z;
    last = Math.min(last, dx * course.alongX + dy * course.alongY + dz * course.alongZ);
  }
  return last;
}

/** Stores the place of the member nearest to the middle, of equally near ones the first. */
function meetAt({ course, meeting, rows }: Flock, { crowd: { motion, plan } }: PlanningInput): void {
  let least = Number.POSITIVE_INFINITY;
  for (let member = 0; member < rows.length; member++) {
    const row = rows[member];
    if (row < 0 || plan.status[row] !== Status.walking) continue;
    const dx = motion.x[row] - course.x;
    const dy = motion.y[row] - course.y;
    const dz = motion.z[row] - course.z;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared >= least) continue;
    least = squared;
    meeting[0] = motion.x[row];
    meeting[1] = motion.y[row];
    meeting[2] = motion.z[row];
  }
}

/** A member that a command sends elsewhere while it comes back goes there. */
function forgetOutsiders({ meeting, returning, rows }: Flock, { crowd: { plan } }: PlanningInput): void {
  for (let member = 0; member < rows.length; member++) {
    const row = rows[member];
    if (returning[member] === 0) continue;
    if (row >= 0 && plan.targetSet[row] === OWN_GOAL && plan.assigned[row] === TEAM_PLACE) {
      if (plan.goalX[row] === meeting[0] && plan.goalY[row] === meeting[1]) continue;
    }
    returning[member] = 0;
    if (row >= 0) plan.assigned[row] = -1;
  }
}

function callBack(flock: Flock, input: PlanningInput, member: number): void {
  const { homeKind, homeRadius, homeSet, homeX, homeY, homeZ, returning, rows } = flock;
  const { plan } = input.crowd;
  const row = rows[member];
  returning[member] = 1;
  homeKind[member] = plan.goalKind[row];
  homeSet[member] = plan.targetSet[row];
  homeX[member] = plan.goalX[row];
  homeY[member] = plan.goalY[row];
  homeZ[member] = plan.goalZ[row];
  homeRadius[member] = plan.goalRadius[row];
  plan.goalKind[row] = GoalKind.seek;
  plan.targetSet[row] = OWN_GOAL;
  plan.target[row] = -1;
  plan.assigned[row] = TEAM_PLACE;
  plan.goalRadius[row] = RETURNED * flock.distance;
  setPlace(flock, input, row);
}

function setPlace({ meeting }: Flock, { crowd: { plan, schedule }, step }: PlanningInput, row: number): void {
  plan.goalX[row] = meeting[0];
  plan.goalY[row] = meeting[1];
  plan.goalZ[row] = meeting[2];
  schedule.planning[row] = step;
}

function sendHome(flock: Flock, { crowd: { plan, schedule }, step }: PlanningInput, member: number): void {
  const row = flock.rows[member];
  flock.returning[member] = 0;
  plan.goalKind[row] = flock.homeKind[member];
  plan.targetSet[row] = flock.homeSet[member];
  plan.goalX[row] = flock.homeX[member];
  plan.goalY[row] = flock.homeY[member];
  plan.goalZ[row] = flock.homeZ[member];
  plan.goalRadius[row] = flock.homeRadius[member];
  plan.assigned[row] = -1;
  schedule.planning[row] = step;
}
