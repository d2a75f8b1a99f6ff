import {
  type AgentId,
  addEvent,
  closestOfTarget,
  dropAgent,
  EventKind,
  GoalKind,
  hasAgent,
  needPart,
  openTarget as openPlace,
  moveTarget as placeTarget,
  rowOf,
  Status,
} from '../crowd/index.ts';
import { neighbourEvents } from '../environment/index.ts';
import { heightOf } from '../geometry/index.ts';
import { NO_GOAL, OWN_GOAL, type PlannerSettings } from '../planning/index.ts';
import { type AgentStart, beginAgent, placeAgent } from './agents.ts';
import type { Command, Goal } from './command-schema.ts';
import { ground } from './ground-part.ts';
import { isObstacleCommand, obstacleChanges } from './obstacle-changes.ts';
import { plannerRow, setPlanner } from './planners.ts';
import { classNumbers } from './scenario/classes.ts';
import { resolveDistances } from './scenario/distances.ts';
import { startAlong } from './scenario/facing.ts';
import { changesGround } from './scenario/ground-part.ts';
import type { Agent } from './scenario/schema.ts';
import { createTargetSetFinder } from './scenario/target-sets.ts';
import { modelNumber } from './steering.ts';
import { changeTraits } from './traits.ts';
import type { World } from './world.ts';

/**
 * Carries out what the script has for this time, and then what has been sent since the last step, in the order of sending.
 * Agents of sources enter last.
 */
export function applyCommands(world: World): void {
  const { applied, commands, crowd, environment } = world;
  if (environment.events) needPart(neighbourEvents).storeViews(environment.views, crowd);
  if (world.patches) ground.registered!.begin(world, world.patches);
  if (world.script.left > 0) world.parts.runScript(world, (command) => applyCommand(world, command));
  applied.length = 0;
  world.applied = commands;
  world.commands = applied;
  for (const command of commands) applyCommand(world, command);
  obstacleChanges.registered?.settle(world);
  world.parts.feedSources(world);
}

function applyCommand(world: World, command: Command): void {
  const { crowd, happening } = world;
  switch (command.kind) {
    case 'add':
      begin(world, command.id!, command.agent as Comer);
      addEvent(happening, EventKind.added, command.id!, -1, 0);
      break;
    case 'remove':
      // It may have arrived and vanished since the command was sent.
      if (!hasAgent(crowd, command.id)) break;
      dropAgent(crowd, command.id);
      addEvent(happening, EventKind.removed, command.id, -1, 0);
      break;
    case 'retarget':
      if (hasAgent(crowd, command.id)) {
        retarget(world, rowOf(crowd, command.id), goalOf(world, command), command.queue);
      }
      break;
    case 'change-traits':
      if (hasAgent(crowd, command.id)) changeTraits(world, rowOf(crowd, command.id), command.traits);
      break;
    case 'set-planner':
      if (hasAgent(crowd, command.id)) {
        setPlanner(world, rowOf(crowd, command.id), command.planner as PlannerSettings);
      }
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
    case 'set-sink':
      world.targets.sink[targetNumber(world, command.target)] = +command.sink;
      break;
    default:
      if (isObstacleCommand(command)) needPart(obstacleChanges).apply(world, command);
      else if (changesGround(command)) needPart(ground).apply(world, command);
      else world.parts.change(world, command);
  }
}

function targetNumber({ scenario }: World, target: string): number {
  return scenario.targets.findIndex(({ name }) => name === target);
}

/** An agent of a command, complete. */
type Comer = Agent & { group?: string };

/** Places an agent and puts it on its journey, or on that of its group where it has no goal of its own. */
function begin(world: World, id: AgentId, agent: Comer): void {
  const { itinerary } = world;
  const start = startOf(world, agent);
  const row = placeAgent(world, id, start);
  world.parts.joinTeam(world, row);
  const stage = agent.journey
    ? world.parts.addJourney(world, agent.journey)
    : start.group >= 0 && !agent.targets && !agent.goal
      ? itinerary.ofGroup[start.group]
      : -1;
  beginAgent(world, row, stage, start.premovement);
}

/** How an agent that a command adds begins. */
function startOf(world: World, agent: Comer): AgentStart {
  const { planners, scenario } = world;
  const { aggressiveness, agility, mass } = agent.personality;
  const [x, y] = agent.at;
  const z = heightOf(agent.at);
  const goal = goalOf(world, agent);
  const facing = new Float64Array(3);
  if (goal.targetSet !== NO_GOAL) aimFrom(world, goal, x, y, z, facing);
  const velocity = new Float64Array(3);
  startAlong(facing, agent, agent.speed, velocity);
  return {
    ...{ x, y, z, headingX: facing[0], headingY: facing[1], headingZ: facing[2] },
    ...{ velocityX: velocity[0], velocityY: velocity[1], velocityZ: velocity[2] },
    ...{
      radius: agent.radius,
      speed: agent.speed,
      premovement: agent.premovement ?? 0,
      agility,
      mass,
      aggressiveness,
    },
    group: agent.group === undefined ? -1 : scenario.groups.findIndex(({ name }) => name === agent.group),
    class: classNumbers(scenario).obstacleClassOf(agent.class),
    steering: modelNumber(world, agent.steering),
    planner: agent.planner ? plannerRow(planners, agent.planner) : 0,
    viewRadius: agent.viewRadius,
    distances:
      agent.personalDistance === undefined ? undefined : resolveDistances(scenario, agent.personalDistance),
    ...goal,
  };
}

/** Writes the offset from a place to a goal: of a target set, to its first target. */
function aimFrom(
  { targets, targetSets }: World,
  { goalX, goalY, goalZ, targetSet }: StartGoal,
  x: number,
  y: number,
  z: number,
  offset: Float64Array,
): void {
  offset[0] = goalX;
  offset[1] = goalY;
  offset[2] = goalZ;
  if (targetSet >= 0) closestOfTarget(targets, targetSets[targetSet][0], x, y, offset, z);
  offset[0] -= x;
  offset[1] -= y;
  offset[2] -= z;
}

/** Takes an agent off its journey, which is not over by that. */
function leaveJourney({ crowd: { plan } }: World, row: number): void {
  plan.stage[row] = -1;
  plan.startAt[row] = 0;
  plan.goalKind[row] = GoalKind.seek;
  plan.field[row] = -1;
  plan.quarry[row] = -1;
  plan.strandedAt[row] = -1;
}

export function retarget(world: World, row: number, goal: StartGoal, queue?: string): void {
  const { plan, schedule } = world.crowd;
  leaveJourney(world, row);
  plan.assigned[row] = -1;
  const { goalRadius, goalX, goalY, goalZ, targetSet } = goal;
  plan.targetSet[row] = targetSet;
  plan.goalX[row] = goalX;
  plan.goalY[row] = goalY;
  plan.goalZ[row] = goalZ;
  plan.goalRadius[row] = goalRadius;
  plan.target[row] = -1;
  plan.status[row] = plan.targetSet[row] === NO_GOAL ? Status.idle : Status.walking;
  if (plan.hasArrived[row] === 1) world.arrived--;
  plan.hasArrived[row] = 0;
  schedule.planning[row] = world.step;
  if (queue) needPart(ground).sendToQueue(world, row, queue);
}

type StartGoal = Pick<AgentStart, 'targetSet' | 'goalX' | 'goalY' | 'goalZ' | 'goalRadius'>;

/** A goal as the columns of plans have it. */
export function goalOf(world: World, { targets, goal, goalRadius }: Goal): StartGoal {
  const { scenario, targetSets } = world;
  return {
    targetSet: targets ? createTargetSetFinder(scenario, targetSets)(targets) : goal ? OWN_GOAL : NO_GOAL,
    goalX: goal?.[0] ?? 0,
    goalY: goal?.[1] ?? 0,
    goalZ: goal ? heightOf(goal) : 0,
    goalRadius: goalRadius ?? 0,
  };
}
