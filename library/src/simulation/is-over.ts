import { GoalKind, Status } from '../crowd/index.ts';
import { NO_GOAL } from '../planning/index.ts';
import { ground } from './ground-part.ts';
import { fleesAgent, type PreparedStage } from './itinerary.ts';
import type { World } from './world.ts';

/**
 * Whether a run has come to its end: an agent has arrived or is stranded, no other is under way, and nothing waits
 * that could change it. Agents that stand without a goal, or that never end what they do, are not waited
 * for; a looping agent never finishes.
 */
export function isOver(world: World): boolean {
  const { arrived, commands, crowd, itinerary, script, targets } = world;
  if (commands.length > 0 || script.comers > 0 || world.parts.expectsAgents(world)) return false;
  const { plan } = crowd;
  let stranded = 0;
  for (let row = 0; row < crowd.count; row++) {
    const stage = plan.stage[row] >= 0 ? itinerary.stages[plan.stage[row]] : undefined;
    const goesRound = stage !== undefined && stage.next >= 0;
    if (plan.startAt[row] > 0) return false;
    if (plan.hasArrived[row] === 1 && !goesRound) continue;
    if (plan.status[row] === Status.stranded) stranded++;
    else if (stage ? !lastsForEver(stage) : plan.targetSet[row] !== NO_GOAL) return false;
  }
  // A stranded agent may find a path when something of the script happens, a door or queue opens, or a target on its
  // course comes near.
  const mayChange = script.left > 0 || targets.courses.some((course) => course) || opensLater(world);
  return stranded > 0 ? !mayChange : arrived > 0;
}

function opensLater(world: World): boolean {
  return world.patches !== undefined && ground.registered!.opensLater(world, world.patches);
}

function lastsForEver(stage: PreparedStage): boolean {
  return stage.steps === Number.POSITIVE_INFINITY && !ENDING_KINDS.has(stage.kind) && !fleesAgent(stage);
}

/** Kinds of goals that end when something is reached. */
const ENDING_KINDS: ReadonlySet<number> = new Set([
  GoalKind.seek,
  GoalKind.flee,
  GoalKind.pursue,
  GoalKind.queue,
]);
