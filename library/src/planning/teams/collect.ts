import { addEvent, EventKind, GoalKind, isAtTarget, Status } from '../../crowd/index.ts';
import { NO_GOAL, type PlanningInput } from '../base/contract.ts';
import { type Assignment, assignLeastLast, assignLeastTotal, createAssignment } from './assignment.ts';
import {
  type Crew,
  createCrew,
  findMembers,
  knownLength,
  type PlannerOf,
  stepsOf,
  straightDistance,
} from './team.ts';

/** A team that collects: each member goes to an item of its own until all have been taken. */
export type Collectors = Crew & {
  kind: 'collect';
  by: 'total' | 'last';
  /** The items: numbers of targets, ascending; and for each the row of the target set that has it alone. */
  items: Int32Array;
  sets: Int32Array;
  /** 1 once a member of the team has been there. */
  taken: Uint8Array;
  /** The item that each member goes for, or −1. */
  itemOf: Int32Array;
  /** The step from which a member may be sent to an item again that it found no path to: member × items + item. */
  retry: Float64Array;
  /** The step of the next review. */
  review: Float64Array;
  /** 1 once all has been taken. */
  done: Uint8Array;
  assignment: Assignment;
  /** Scratch: what the assignment is asked about. */
  cost: Float64Array;
  workers: Int32Array;
  jobs: Int32Array;
};

/** Expected times are computed again at least this often: members tire, items move, paths close. */
const REVIEW_SECONDS = 2;

/** And as soon as this where the planner did not know a path yet: it works out what it was asked about. */
const GUESS_SECONDS = 0.5;

/** A member that found no path to an item is not sent there for so long. */
const RETRY_SECONDS = 20;

/** The time to the present item counts this much: another must be clearly nearer before a member turns around. */
const KEEP_SHARE = 0.9;

/** Seconds to an item that cannot be reached: finite, and more than all paths that can be walked. */
const NEVER = 1e12;

export function createCollectors(
  name: string,
  members: readonly number[],
  items: readonly number[],
  by: 'total' | 'last',
): Collectors {
  const n = members.length;
  const m = items.length;
  return {
    ...createCrew(name, members),
    kind: 'collect',
    by,
    items: Int32Array.from(items).sort(),
    sets: new Int32Array(m).fill(NO_GOAL),
    taken: new Uint8Array(m),
    itemOf: new Int32Array(n).fill(-1),
    retry: new Float64Array(n * m),
    review: new Float64Array(1),
    done: new Uint8Array(1),
    assignment: createAssignment(n, m),
    cost: new Float64Array(n * m),
    workers: new Int32Array(n),
    jobs: new Int32Array(m),
  };
}

/** Takes what has been reached and sends the members on; returns how many members have come to the end of their task. */
export function organiseCollectors(team: Collectors, input: PlanningInput, plannerOf: PlannerOf): number {
  if (team.done[0] === 1) return 0;
  findMembers(team, input.crowd);
  let changed = input.step >= team.review[0] || hasLosses(team);
  for (;;) {
    // A member that is sent to an item where it stands has it at once: each round takes one at least.
    if (takeItems(team, input)) changed = true;
    if (isEmptied(team)) return finish(team, input);
    if (!changed) return 0;
    const guessed = assignItems(team, input, plannerOf);
    team.review[0] = input.step + stepsOf(guessed ? GUESS_SECONDS : REVIEW_SECONDS, input.dt);
    changed = false;
  }
}

/** Whether a member with an item has left: it is free again. */
function hasLosses({ itemOf, rows }: Collectors): boolean {
  for (let member = 0; member < rows.length; member++) {
    if (itemOf[member] >= 0 && rows[member] < 0) return true;
  }
  return false;
}

function takeItems(team: Collectors, { crowd, dt, events, step, targets }: PlanningInput): boolean {
  const { itemOf, items, members, retry, rows, taken } = team;
  const { motion, plan } = crowd;
  let changed = false;
  for (let member = 0; member < rows.length; member++) {
    const item = itemOf[member];
    const row = rows[member];
    if (item < 0 || row < 0) continue;
    const target = items[item];
    if (targets.open[target] === 0) {
      changed = true;
      continue;
    }
    if (plan.status[row] === Status.stranded) {
      retry[member * items.length + item] = step + stepsOf(RETRY_SECONDS, dt);
      changed = true;
      continue;
    }
    if (!isAtTarget(targets, target, motion.x[row], motion.y[row], motion.z[row])) continue;
    taken[item] = 1;
    itemOf[member] = -1;
    addEvent(events, EventKind.arrival, members[member], target, 0);
    changed = true;
  }
  return changed;
}

function isEmptied({ taken }: Collectors): boolean {
  for (let item = 0; item < taken.length; item++) if (taken[item] === 0) return false;
  return true;
}

/** The best assignment of the present members to the items that are left and open, by expected times; true: some were guesses. */
function assignItems(team: Collectors, input: PlanningInput, plannerOf: PlannerOf): boolean {
  const { assignment, cost, itemOf, items, jobs, retry, rows, taken, workers } = team;
  const { targets, step } = input;
  let workerCount = 0;
  let jobCount = 0;
  for (let member = 0; member < rows.length; member++) {
    if (rows[member] >= 0) workers[workerCount++] = member;
    else itemOf[member] = -1;
  }
  for (let item = 0; item < items.length; item++) {
    if (taken[item] === 0 && targets.open[items[item]] === 1) jobs[jobCount++] = item;
  }
  let guessed = false;
  for (let w = 0; w < workerCount; w++) {
    const member = workers[w];
    const row = rows[member];
    const planner = plannerOf(row);
    for (let j = 0; j < jobCount; j++) {
      const item = jobs[j];
      let length = knownLength(planner, input, row, items[item]);
      if (Number.isNaN(length)) {
        length = straightDistance(input, row, items[item]);
        guessed ||= planner.pathLength !== undefined;
      }
      if (retry[member * items.length + item] > step) length = Number.POSITIVE_INFINITY;
      const time = expectedTime(length, input.crowd.traits.desiredSpeed[row]);
      cost[w * jobCount + j] = itemOf[member] === item && time < NEVER ? KEEP_SHARE * time : time;
    }
  }
  const assign = team.by === 'total' ? assignLeastTotal : assignLeastLast;
  assign(assignment, cost, workerCount, jobCount);
  for (let w = 0; w < workerCount; w++) {
    const job = assignment.jobOf[w];
    const reachable = job >= 0 && cost[w * jobCount + job] < NEVER;
    sendMember(team, input, workers[w], reachable ? jobs[job] : -1);
  }
  return guessed;
}

/** Seconds for a length at a speed, written so that no path, no speed, and both at once are never. */
function expectedTime(length: number, speed: number): number {
  const time = length / speed;
  return time < NEVER ? time : NEVER;
}

/** Sends a member to an item; −1: it stands and waits for its next one. */
function sendMember(team: Collectors, { crowd, step }: PlanningInput, member: number, item: number): void {
  const { itemOf, items, rows, sets } = team;
  const { plan, schedule } = crowd;
  const row = rows[member];
  const set = item < 0 ? NO_GOAL : sets[item];
  if (itemOf[member] === item && plan.targetSet[row] === set && plan.status[row] !== Status.stranded) return;
  itemOf[member] = item;
  plan.goalKind[row] = GoalKind.seek;
  plan.targetSet[row] = set;
  plan.assigned[row] = item < 0 ? -1 : items[item];
  // A question before the planner's next turn must not find the last target.
  plan.target[row] = plan.assigned[row];
  plan.status[row] = item < 0 ? Status.idle : Status.walking;
  plan.strandedAt[row] = -1;
  schedule.planning[row] = step;
}

/** All members have arrived, wherever they stand. */
function finish(team: Collectors, { crowd }: PlanningInput): number {
  const { itemOf, rows } = team;
  const { plan } = crowd;
  let arrived = 0;
  team.done[0] = 1;
  itemOf.fill(-1);
  for (let member = 0; member < rows.length; member++) {
    const row = rows[member];
    if (row < 0) continue;
    plan.status[row] = Status.arrived;
    plan.assigned[row] = -1;
    plan.target[row] = -1;
    if (plan.hasArrived[row] === 1) continue;
    plan.hasArrived[row] = 1;
    arrived++;
  }
  return arrived;
}
