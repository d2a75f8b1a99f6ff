import { addEvent, EventKind, GoalKind, hasAgent, needPart, rowOf, Status } from '../crowd/index.ts';
import { Purpose, uniform } from '../numerics/index.ts';
import { distanceToDanger } from '../planning/base/goal-kinds.ts';
import { STALE, TEAM_PLACE } from '../planning/index.ts';
import { NOT_THERE } from './arrivals.ts';
import { ground } from './ground-part.ts';
import { fleesAgent, type PreparedStage } from './itinerary.ts';
import { setPlanner } from './planners.ts';
import { drawPoint } from './scenario/draw.ts';
import { findObstacle, isOutsideArea } from './scenario/obstacle-index.ts';
import type { Distribution } from './scenario/schema.ts';
import { changeTraits } from './traits.ts';
import type { World } from './world.ts';

/** Draws of a point to wander to before one inside an obstacle is taken. */
const MAXIMUM_DRAWS = 16;

/** How far the pursued must have gone before a stranded pursuer looks for a path again, metres. */
const LOOK_AGAIN = 1;

/** Puts an agent at the beginning of a stage. */
export function beginStage(world: World, row: number, number: number): void {
  const { crowd, itinerary, step } = world;
  const { plan } = crowd;
  const stage = itinerary.stages[number];
  plan.stage[row] = number;
  plan.stageSince[row] = step;
  plan.stageEnd[row] = step + stage.steps;
  plan.goalKind[row] = stage.kind;
  plan.targetSet[row] = stage.targetSet;
  plan.goalX[row] = stage.x;
  plan.goalY[row] = stage.y;
  plan.goalZ[row] = stage.z;
  plan.goalRadius[row] = stage.radius;
  plan.target[row] = -1;
  plan.field[row] = stage.field;
  plan.quarry[row] = -1;
  plan.strandedAt[row] = -1;
  plan.status[row] = stage.kind === GoalKind.idle ? Status.idle : Status.walking;
  crowd.schedule.planning[row] = step;
  if (stage.traits) changeTraits(world, row, stage.traits);
  if (stage.planner) setPlanner(world, row, stage.planner);
  if (stage.region) {
    // Should no draw hit the region, it stays where it is until the next.
    plan.goalX[row] = crowd.motion.x[row];
    plan.goalY[row] = crowd.motion.y[row];
    plan.goalZ[row] = crowd.motion.z[row];
    drawWanderPoint(world, row, stage);
  }
  if (stage.kind === GoalKind.queue) needPart(ground).beginQueue(world, row, stage.queues);
  if (stage.kind === GoalKind.pursue) {
    findQuarry(world, row, stage);
    followQuarry(world, row);
  }
  if (fleesAgent(stage)) {
    findQuarry(world, row, stage);
    leaveQuarry(world, row);
  }
}

/**
 * Continues the journey of an agent, by one stage at most; `reached`: the target of a stage of seeking that the
 * agent is at, −1: its own goal, NOT_THERE: neither. Returns whether the agent is to vanish.
 */
export function goOn(world: World, row: number, reached: number): boolean {
  const { crowd, happening, itinerary, step } = world;
  const { plan } = crowd;
  const stage = itinerary.stages[plan.stage[row]];
  if (stage.next < 0 && plan.hasArrived[row] === 1) return false;
  if (step >= plan.stageEnd[row]) return finishStage(world, row, stage);
  // An agent that a team calls back has the goal of the team in its columns, not that of the stage.
  if (plan.assigned[row] === TEAM_PLACE) return false;
  switch (stage.kind) {
    case GoalKind.seek: {
      if (reached === NOT_THERE) return false;
      addEvent(happening, EventKind.arrival, crowd.ids[row], reached, 0);
      const steps = drawDwell(world, row, stage);
      if (steps === 0) return finishStage(world, row, stage);
      plan.status[row] = Status.idle;
      plan.stageEnd[row] = step + steps;
      return false;
    }
    case GoalKind.flee:
      if (distanceToDanger(world, row) < plan.goalRadius[row]) return false;
      addEvent(happening, EventKind.arrival, crowd.ids[row], plan.target[row], 0);
      return finishStage(world, row, stage);
    case GoalKind.pursue: {
      if (!hasAgent(crowd, plan.quarry[row])) findQuarry(world, row, stage);
      if (plan.quarry[row] < 0) return finishStage(world, row, stage);
      if (followQuarry(world, row) > plan.goalRadius[row]) return false;
      addEvent(happening, EventKind.arrival, crowd.ids[row], -1, 0);
      return finishStage(world, row, stage);
    }
    case GoalKind.direction: {
      if (!fleesAgent(stage)) return false;
      const looks = stage.quarryGroup >= 0 && (step - plan.stageSince[row]) % stage.interval === 0;
      if (looks || !hasAgent(crowd, plan.quarry[row])) findQuarry(world, row, stage);
      if (plan.quarry[row] < 0) return finishStage(world, row, stage);
      if (leaveQuarry(world, row) < plan.goalRadius[row]) return false;
      addEvent(happening, EventKind.arrival, crowd.ids[row], -1, 0);
      return finishStage(world, row, stage);
    }
    case GoalKind.wander: {
      const elapsed = step - plan.stageSince[row];
      if (elapsed % stage.interval === 0 || isAtGoal(world, row)) drawWanderPoint(world, row, stage);
      return false;
    }
    default:
      return false;
  }
}

/** Goes over to the next stage; after the last, does what the journey says. Returns whether the agent is to vanish. */
function finishStage(world: World, row: number, stage: PreparedStage): boolean {
  const { plan } = world.crowd;
  const isOver = stage.next < 0;
  if ((isOver || stage.endsRound) && plan.hasArrived[row] === 0) {
    plan.hasArrived[row] = 1;
    world.arrived++;
  }
  if (!isOver) {
    beginStage(world, row, stage.next);
    return false;
  }
  plan.stageEnd[row] = Number.POSITIVE_INFINITY;
  if (stage.end === 'stop') plan.status[row] = Status.arrived;
  // An agent that stood at what it sought stays about there.
  else plan.status[row] = stage.kind === GoalKind.idle ? Status.idle : Status.walking;
  return stage.end === 'vanish';
}

function drawDwell(world: World, row: number, { dwell }: PreparedStage): number {
  const { crowd, dt, seed, step } = world;
  if (!Array.isArray(dwell)) return Math.round(world.parts.drawDwell(world, row, dwell as Distribution) / dt);
  const [low, high] = dwell;
  if (low === high) return low;
  return low + Math.floor((high - low + 1) * uniform(seed, Purpose.dwelling, crowd.ids[row], step));
}

/** Draws where to wander to next, outside the obstacles as they stood at time 0 if that is easily done. */
function drawWanderPoint(world: World, row: number, { region }: PreparedStage): void {
  const { crowd, itinerary, seed, step } = world;
  const { plan, traits } = crowd;
  const { point, room } = itinerary;
  const id = crowd.ids[row];
  for (let attempt = 0; attempt < MAXIMUM_DRAWS; attempt++) {
    if (!drawPoint(region!, Purpose.roaming, seed, id, step * MAXIMUM_DRAWS + attempt, point)) continue;
    plan.goalX[row] = point[0];
    plan.goalY[row] = point[1];
    plan.goalZ[row] = point[2];
    if (isOutsideArea(room!, point[0], point[1])) continue;
    if (findObstacle(room!, point[0], point[1], point[2], traits.radius[row]) < 0) break;
  }
  if (plan.status[row] === Status.stranded) plan.status[row] = Status.walking;
  plan.strandedAt[row] = -1;
  crowd.schedule.planning[row] = step;
}

function isAtGoal({ crowd: { motion, plan } }: World, row: number): boolean {
  const dx = plan.goalX[row] - motion.x[row];
  const dy = plan.goalY[row] - motion.y[row];
  const dz = plan.goalZ[row] - motion.z[row];
  return dx * dx + dy * dy + dz * dz <= plan.goalRadius[row] * plan.goalRadius[row];
}

/** The agent that is pursued or fled from: the one that the stage names, or the nearest of its group, of equals the one of the lowest id. */
function findQuarry({ crowd }: World, row: number, stage: PreparedStage): void {
  const { ids, motion, plan, traits } = crowd;
  plan.quarry[row] = -1;
  if (stage.quarryGroup < 0) {
    if (hasAgent(crowd, stage.quarry)) plan.quarry[row] = stage.quarry;
    return;
  }
  let best = Number.POSITIVE_INFINITY;
  for (let other = 0; other < crowd.count; other++) {
    if (other === row || traits.group[other] !== stage.quarryGroup) continue;
    const dx = motion.x[other] - motion.x[row];
    const dy = motion.y[other] - motion.y[row];
    const dz = motion.z[other] - motion.z[row];
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared > best || (squared === best && ids[other] > plan.quarry[row])) continue;
    best = squared;
    plan.quarry[row] = ids[other];
  }
}

/** Points away from the agent that is fled from, and returns how far that is; infinite where there is none. */
function leaveQuarry({ crowd }: World, row: number): number {
  const { motion, plan } = crowd;
  if (plan.quarry[row] < 0) return Number.POSITIVE_INFINITY;
  const other = rowOf(crowd, plan.quarry[row]);
  const dx = motion.x[row] - motion.x[other];
  const dy = motion.y[row] - motion.y[other];
  const dz = motion.z[row] - motion.z[other];
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  // On top of each other: on as it looks.
  plan.goalX[row] = distance > 0 ? dx / distance : motion.headingX[row];
  plan.goalY[row] = distance > 0 ? dy / distance : motion.headingY[row];
  plan.goalZ[row] = distance > 0 ? dz / distance : motion.headingZ[row];
  return distance;
}

/** Puts the goal where the pursued is, and returns how far that is; infinite where no agent is pursued. */
function followQuarry({ crowd }: World, row: number): number {
  const { motion, plan } = crowd;
  if (plan.quarry[row] < 0) return Number.POSITIVE_INFINITY;
  const other = rowOf(crowd, plan.quarry[row]);
  const dx = motion.x[other] - motion.x[row];
  const dy = motion.y[other] - motion.y[row];
  const dz = motion.z[other] - motion.z[row];
  if (plan.status[row] !== Status.stranded || hasGoneFar(motion, plan, row, other)) {
    plan.goalX[row] = motion.x[other];
    plan.goalY[row] = motion.y[other];
    plan.goalZ[row] = motion.z[other];
    if (plan.status[row] === Status.stranded) plan.strandedAt[row] = STALE;
  }
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** Whether the pursued has left the place that no path was found to. */
function hasGoneFar(
  { x, y, z }: World['crowd']['motion'],
  { goalX, goalY, goalZ }: World['crowd']['plan'],
  row: number,
  other: number,
): boolean {
  const dx = x[other] - goalX[row];
  const dy = y[other] - goalY[row];
  const dz = z[other] - goalZ[row];
  return dx * dx + dy * dy + dz * dz > LOOK_AGAIN * LOOK_AGAIN;
}
