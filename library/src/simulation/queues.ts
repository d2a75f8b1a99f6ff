import { type AgentId, GoalKind, hasAgent, type Patches, rowOf, Status } from '../crowd/index.ts';
import {
  addComing,
  dropMember,
  joinLine,
  leaveQueues,
  lengthOf,
  pointOfLine,
  type Queue,
  QueuePhase,
} from '../crowd/queues.ts';
import { isInSight } from '../environment/index.ts';
import { Purpose } from '../numerics/index.ts';
import { OWN_GOAL } from '../planning/index.ts';
import { drawValue } from './scenario/distributions.ts';
import { delayRange } from './scenario/limits.ts';
import type { Distribution } from './scenario/schema.ts';
import type { World } from './world.ts';

/*
 * Queues. An agent on a stage of queueing walks to the end of the line as its planner leads it. There it joins: it goes along
 * the line to its place, and moves up when those before it do. A server that is free calls the first of the line.
 */

/** Metres from the end of the line at which an agent that sees it joins. */
const JOINING = 1;
/** Metres that the end of the line must have moved before agents that come plan again. */
const MOVED = 0.5;
/** Metres from a point of the line at which a member continues to the next, and from one of these points to the next. */
const NEAR = 0.5;
const STRIDE = 0.25;
/** Metres from its place at which a member stands; one that was pushed this much farther goes back. */
const AT_PLACE = 0.15;
const PUSHED = 0.15;
/** Draws that the mean of a service time is taken from. */
const DRAWS = 256;
/** Index of the draws of service times; part of what a seed means. */
const SERVICE = 2;

const point = new Float64Array(2);

/** Sends an agent to the queue in which it expects to be served first: of open ones, if there are any. */
export function beginQueue(world: World, row: number, names: readonly string[]): void {
  const { crowd, patches, step } = world;
  const { ids, plan } = crowd;
  const queues = patches?.queues ?? [];
  leaveQueues(queues, ids[row]);
  const known = queues.filter(({ name }) => names.includes(name));
  const open = known.filter((queue) => queue.open);
  let best: Queue | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const queue of open.length > 0 ? open : known) {
    const time = expectedTime(world, row, queue);
    if (time >= least) continue;
    least = time;
    best = queue;
  }
  // Where no queue of these names is left, the journey continues.
  if (!best) {
    plan.stageEnd[row] = step;
    return;
  }
  addComing(best, ids[row]);
  plan.targetSet[row] = OWN_GOAL;
  plan.goalKind[row] = GoalKind.seek;
  aimAtEnd(world, best, row, true);
}

/** Seconds to the beginning of the service: walking straight to the end of the line, and the services before. */
function expectedTime({ crowd }: World, row: number, queue: Queue): number {
  const { motion, traits } = crowd;
  if (Number.isNaN(queue.meanService)) queue.meanService = meanOf(queue.service as Distribution);
  pointOfLine(queue, endOf(queue), point);
  const dx = point[0] - motion.x[row];
  const dy = point[1] - motion.y[row];
  const walking = Math.sqrt(dx * dx + dy * dy) / Math.max(traits.desiredSpeed[row], 0.1);
  return walking + (queue.count * queue.meanService) / queue.busy.length;
}

function meanOf(service: Distribution): number {
  let sum = 0;
  for (let k = 0; k < DRAWS; k++) {
    sum += drawValue(service, delayRange, {
      seed: 0,
      purpose: Purpose.testing,
      agent: k,
      step: 0,
      index: SERVICE,
    });
  }
  return sum / DRAWS;
}

/** Metres from the front to the next free place, at most the length of the line. */
function endOf(queue: Queue): number {
  const { joined, members, spacing } = queue;
  let end = queue.first;
  for (let k = 0; k < joined; k++) {
    // One that is on its way from the front to a server has left the line.
    if (members.phase[k] !== QueuePhase.waiting && members.along[k] === 0) continue;
    end = Math.max(end, members.along[k]) + spacing;
  }
  return Math.min(end, lengthOf(queue));
}

/** Lets all queues move on. */
export function runQueues(world: World, { queues }: Patches): void {
  for (const queue of queues) {
    dropAbsent(world, queue);
    endServices(world, queue);
    if (queue.open) callNext(queue);
    letJoin(world, queue);
    moveUp(world, queue);
    for (let member = queue.joined; member < queue.count; member++) {
      aimAtEnd(world, queue, rowOf(world.crowd, queue.members.id[member] as AgentId), false);
    }
  }
}

/** Agents that have left, or do something else now. */
function dropAbsent({ crowd, itinerary }: World, queue: Queue): void {
  for (let member = queue.count - 1; member >= 0; member--) {
    const id = queue.members.id[member];
    const stage = hasAgent(crowd, id) ? crowd.plan.stage[rowOf(crowd, id)] : -1;
    if (stage < 0 || itinerary.stages[stage].kind !== GoalKind.queue) dropMember(queue, member);
  }
}

/** Agents whose service is over continue with their journeys in this step. */
function endServices({ crowd, step }: World, queue: Queue): void {
  const { id, phase, until } = queue.members;
  for (let member = queue.joined - 1; member >= 0; member--) {
    if (phase[member] !== QueuePhase.served || step < until[member]) continue;
    const row = rowOf(crowd, id[member]);
    crowd.plan.stageEnd[row] = step;
    crowd.plan.goalKind[row] = GoalKind.seek;
    crowd.plan.goalX[row] = crowd.motion.x[row];
    crowd.plan.goalY[row] = crowd.motion.y[row];
    dropMember(queue, member);
  }
}

/** Free servers, the first of them first, call those that wait, in their order. */
function callNext({ busy, joined, members: { phase, server } }: Queue): void {
  busy.fill(0);
  for (let member = 0; member < joined; member++)
    if (phase[member] > QueuePhase.waiting) busy[server[member]] = 1;
  for (let member = 0; member < joined; member++) {
    if (phase[member] !== QueuePhase.waiting) continue;
    const free = busy.indexOf(0);
    if (free < 0) return;
    phase[member] = QueuePhase.called;
    server[member] = free;
    busy[free] = 1;
  }
}

/** Agents at the end of the line join it while there is room: the nearest first, of equals the one of the lowest id. */
function letJoin(world: World, queue: Queue): void {
  while (queue.joined < queue.count) {
    const end = endOf(queue);
    if (hasNoRoom(queue, end)) return;
    const member = findNearest(world, queue, end);
    if (member < 0) return;
    joinLine(queue, member, end, world.step);
  }
}

/** Whether the last place of the line is taken. */
function hasNoRoom({ joined, members }: Queue, end: number): boolean {
  for (let k = 0; k < joined; k++) {
    if (members.phase[k] === QueuePhase.waiting && members.along[k] >= end) return true;
  }
  return false;
}

function findNearest({ crowd, environment, obstacles, solids }: World, queue: Queue, end: number): number {
  const { motion, plan } = crowd;
  const { id } = queue.members;
  const surroundings = { crowd, obstacles, solids };
  pointOfLine(queue, end, point);
  let nearest = -1;
  let best = JOINING * JOINING;
  for (let member = queue.joined; member < queue.count; member++) {
    const row = rowOf(crowd, id[member]);
    const dx = point[0] - motion.x[row];
    const dy = point[1] - motion.y[row];
    const squared = dx * dx + dy * dy;
    if (squared > best || plan.startAt[row] > 0) continue;
    if (squared === best && nearest >= 0 && id[member] > id[nearest]) continue;
    const { x, y } = motion;
    if (!isInSight(environment.sightLines, surroundings, x[row], y[row], 0, point[0], point[1], 0)) continue;
    best = squared;
    nearest = member;
  }
  return nearest;
}

/** Sends each member of the line to its place, at least a spacing behind the one before it. */
function moveUp(world: World, queue: Queue): void {
  const { first, joined, members, spacing } = queue;
  const { along, id, phase } = members;
  const length = lengthOf(queue);
  let place = first;
  for (let member = 0; member < joined; member++) {
    const row = rowOf(world.crowd, id[member]);
    if (phase[member] === QueuePhase.served) continue;
    if (phase[member] === QueuePhase.called) {
      goToServer(world, queue, member, row);
      if (along[member] > 0) place = Math.max(place, along[member] + spacing);
      continue;
    }
    goAlong(world, queue, member, row, Math.min(place, length));
    standAt(world, row, along[member] <= place);
    place = Math.max(place, along[member]) + spacing;
  }
}

/** Moves the point that a member walks to along the line, and writes it to `point`. */
function goAlong({ crowd: { motion } }: World, queue: Queue, member: number, row: number, to: number): void {
  const { along } = queue.members;
  // A place farther back: the one before was pushed back, or the ground has changed.
  if (along[member] < to) along[member] = to;
  pointOfLine(queue, along[member], point);
  while (along[member] > to && isWithin(motion.x[row], motion.y[row], NEAR)) {
    along[member] = Math.max(to, along[member] - STRIDE);
    pointOfLine(queue, along[member], point);
  }
}

/** Along the line to its front, and then straight to the server. */
function goToServer(world: World, queue: Queue, member: number, row: number): void {
  const { crowd, dt, seed, step } = world;
  const { motion } = crowd;
  const { along, phase, server, until } = queue.members;
  if (along[member] > 0) goAlong(world, queue, member, row, 0);
  if (along[member] > 0) {
    standAt(world, row, false);
    return;
  }
  point[0] = queue.serverX[server[member]];
  point[1] = queue.serverY[server[member]];
  standAt(world, row, true);
  if (!isWithin(motion.x[row], motion.y[row], tolerance(world, row))) return;
  phase[member] = QueuePhase.served;
  const seconds = drawValue(queue.service as Distribution, delayRange, {
    seed,
    purpose: Purpose.dwelling,
    agent: crowd.ids[row],
    step,
    index: SERVICE,
  });
  until[member] = step + Math.round(seconds / dt);
}

function isWithin(x: number, y: number, distance: number): boolean {
  const dx = point[0] - x;
  const dy = point[1] - y;
  return dx * dx + dy * dy <= distance * distance;
}

/** A step must not carry an agent from one side of its place to the other. */
function tolerance({ crowd: { traits }, dt }: World, row: number): number {
  return Math.max(AT_PLACE, 0.6 * dt * traits.desiredSpeed[row]);
}

/** Lets an agent walk straight to `point`, and stand there if it is its place. */
function standAt(world: World, row: number, isPlace: boolean): void {
  const { crowd, step } = world;
  const { motion, plan, schedule } = crowd;
  const dx = point[0] - motion.x[row];
  const dy = point[1] - motion.y[row];
  const distance = Math.sqrt(dx * dx + dy * dy);
  const near = tolerance(world, row) + (plan.status[row] === Status.idle ? PUSHED : 0);
  schedule.planning[row] = step;
  // The place of an agent in a queue is its own: it does not rest because others stand near it.
  plan.held[row] = 0;
  if (distance === 0 || (isPlace && distance <= near)) {
    plan.status[row] = Status.idle;
    return;
  }
  plan.status[row] = Status.walking;
  plan.goalKind[row] = GoalKind.direction;
  plan.goalX[row] = dx / distance;
  plan.goalY[row] = dy / distance;
  plan.goalZ[row] = 0;
}

/** Sends an agent that comes to the end of the line, if that is not where it goes already. */
function aimAtEnd({ crowd, step }: World, queue: Queue, row: number, isNew: boolean): void {
  const { plan, schedule } = crowd;
  pointOfLine(queue, endOf(queue), point);
  if (!isNew && isWithin(plan.goalX[row], plan.goalY[row], MOVED)) return;
  plan.goalX[row] = point[0];
  plan.goalY[row] = point[1];
  plan.goalZ[row] = 0;
  plan.goalRadius[row] = AT_PLACE;
  if (plan.status[row] === Status.stranded) plan.status[row] = Status.walking;
  plan.strandedAt[row] = -1;
  schedule.planning[row] = step;
}
