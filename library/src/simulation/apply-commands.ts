import {
  type AgentId,
  addEvent,
  closestOfTarget,
  dropAgent,
  EventKind,
  enterAgent,
  hasAgent,
  openTarget as openPlace,
  moveTarget as placeTarget,
  rowOf,
  Status,
  shiftObstacle,
  shiftSolid,
} from '../crowd/index.ts';
import { heightOf } from '../geometry/index.ts';
import { NO_GOAL, OWN_GOAL, type PlannerSettings } from '../planning/index.ts';
import { wouldStandOn } from './command-checks.ts';
import type { Command, Goal } from './command-schema.ts';
import { createTargetSetFinder } from './itinerary.ts';
import { leaveJourney } from './journeys.ts';
import { gapToPlacedObstacle, obstacleNumber } from './placed-obstacles.ts';
import { plannerRow, setPlanner } from './planners.ts';
import { classNumbers } from './scenario/classes.ts';
import { faceAlong } from './scenario/facing.ts';
import { overlapTolerance } from './scenario/regions.ts';
import type { Agent, Place } from './scenario/schema.ts';
import { runScript } from './script.ts';
import { modelNumber } from './steering.ts';
import { changeTraits } from './traits.ts';
import { startAgent, type World } from './world.ts';

/** Carries out what the script has for this time, and then what has been sent since the last step, as it was sent. */
export function applyCommands(world: World): void {
  const { applied, commands } = world;
  if (world.script.left > 0) {
    runScript(
      world,
      (command) => isBlocked(world, command),
      (command) => applyCommand(world, command),
    );
  }
  applied.length = 0;
  world.applied = commands;
  world.commands = applied;
  for (const command of commands) applyCommand(world, command);
}

/** Whether something of the script has to wait, since nothing is put on anybody or into anything. */
function isBlocked(world: World, command: Command): boolean {
  if (command.kind === 'move-obstacle') return wouldStandOn(world, command, false) >= 0;
  return command.kind === 'add' && isOccupied(world, command.agent as Agent);
}

/** Whether a body would reach into an obstacle or another body. The rest of what is solid never moves. */
function isOccupied(world: World, { at, radius }: Agent): boolean {
  const { crowd, scenario } = world;
  const { motion, traits } = crowd;
  const z = heightOf(at);
  for (let obstacle = 0; obstacle < scenario.obstacles.length; obstacle++) {
    if (gapToPlacedObstacle(world, obstacle, at[0], at[1], z, radius) < 0) return true;
  }
  for (let row = 0; row < crowd.count; row++) {
    const dx = motion.x[row] - at[0];
    const dy = motion.y[row] - at[1];
    const dz = motion.z[row] - z;
    const reach = traits.radius[row] + radius - overlapTolerance;
    if (dx * dx + dy * dy + dz * dz < reach * reach) return true;
  }
  return false;
}

function applyCommand(world: World, command: Command): void {
  const { crowd, happening } = world;
  switch (command.kind) {
    case 'add':
      settleAgent(world, command.id!, command.agent as Agent);
      addEvent(happening, EventKind.added, command.id!, -1, 0);
      break;
    case 'remove':
      // It may have arrived and vanished since the command was sent.
      if (!hasAgent(crowd, command.id)) break;
      dropAgent(crowd, command.id);
      addEvent(happening, EventKind.removed, command.id, -1, 0);
      break;
    case 'retarget':
      if (hasAgent(crowd, command.id)) retarget(world, rowOf(crowd, command.id), command);
      break;
    case 'change-traits':
      if (hasAgent(crowd, command.id)) changeTraits(world, rowOf(crowd, command.id), command.traits);
      break;
    case 'set-planner':
      if (hasAgent(crowd, command.id)) {
        setPlanner(world, rowOf(crowd, command.id), command.planner as PlannerSettings);
      }
      break;
    case 'move-obstacle':
      shift(world, obstacleNumber(world, command.obstacle), command.by);
      break;
    case 'move-target':
      placeTarget(
        world.targets,
        targetNumber(world, command.target),
        command.to[0],
        command.to[1],
        heightOf(command.to),
      );
      break;
    case 'open-target':
      openPlace(world.targets, targetNumber(world, command.target), command.open);
      break;
  }
}

function targetNumber({ scenario }: World, target: string): number {
  return scenario.targets.findIndex(({ name }) => name === target);
}

function shift({ obstacles, scenario, solids }: World, obstacle: number, by: Place): void {
  if (scenario.dimension === 2) shiftObstacle(obstacles, obstacle, by[0], by[1]);
  else shiftSolid(solids, obstacle, by[0], by[1], heightOf(by));
}

function settleAgent(world: World, id: AgentId, agent: Agent): void {
  const { crowd, scenario, targets, targetSets } = world;
  const row = enterAgent(crowd, id);
  const { motion, traits, plan } = crowd;
  motion.x[row] = agent.at[0];
  motion.y[row] = agent.at[1];
  motion.z[row] = heightOf(agent.at);
  traits.radius[row] = agent.radius;
  traits.desiredSpeed[row] = agent.speed;
  traits.agility[row] = agent.personality.agility;
  traits.mass[row] = agent.personality.mass;
  traits.aggressiveness[row] = agent.personality.aggressiveness;
  traits.group[row] = -1;
  traits.class[row] = classNumbers(scenario).obstacleClassOf(agent.class);
  traits.steering[row] = modelNumber(world, agent.steering);
  setGoal(world, row, agent);
  if (agent.planner) plan.planner[row] = plannerRow(world.planners, agent.planner);
  startAgent(world, row);
  if (agent.viewRadius !== undefined) traits.viewRadius[row] = agent.viewRadius;
  const set = plan.targetSet[row];
  const first = set >= 0 ? targetSets[set][0] : -1;
  const way = new Float64Array(3);
  if (set !== NO_GOAL) {
    way[0] = plan.goalX[row];
    way[1] = plan.goalY[row];
    way[2] = plan.goalZ[row];
    if (first >= 0) closestOfTarget(targets, first, motion.x[row], motion.y[row], way, motion.z[row]);
    way[0] -= motion.x[row];
    way[1] -= motion.y[row];
    way[2] -= motion.z[row];
  }
  faceAlong(way, agent.heading, agent.climb);
  motion.headingX[row] = way[0];
  motion.headingY[row] = way[1];
  motion.headingZ[row] = way[2];
}

function retarget(world: World, row: number, goal: Goal): void {
  const { plan, schedule } = world.crowd;
  leaveJourney(world, row);
  plan.assigned[row] = -1;
  setGoal(world, row, goal);
  plan.target[row] = -1;
  plan.status[row] = plan.targetSet[row] === NO_GOAL ? Status.idle : Status.walking;
  if (plan.hasArrived[row] === 1) world.arrived--;
  plan.hasArrived[row] = 0;
  schedule.planning[row] = world.step;
}

function setGoal(world: World, row: number, { targets, goal, goalRadius }: Goal): void {
  const { plan } = world.crowd;
  plan.targetSet[row] = targets
    ? createTargetSetFinder(world.scenario, world.targetSets)(targets)
    : goal
      ? OWN_GOAL
      : NO_GOAL;
  plan.goalX[row] = goal?.[0] ?? 0;
  plan.goalY[row] = goal?.[1] ?? 0;
  plan.goalZ[row] = goal ? heightOf(goal) : 0;
  plan.goalRadius[row] = goalRadius ?? 0;
}
