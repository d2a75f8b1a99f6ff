import { hasAgent, rowOf, Status, slotOf } from '../../crowd/index.ts';
import type { PlanningInput } from '../base/contract.ts';
import { bringForward, entryTo, footingOn, takeOut } from '../map/index.ts';
import { seesBodies } from './bodies.ts';
import { addPlace, addTargetCells, clearGoals, groupOfCell } from './goals.ts';
import type { Paths } from './paths.ts';
import { hasCellsOnPart } from './reach.ts';
import { dropRoute, OWN_PLACE, RouteState, SINGLE_TARGET, stopWaiting, storeRoute } from './routes.ts';
import { addGoals, beginSearch, createSearch, runSearch, SearchState } from './search.ts';
import { type Tier, tierFor } from './tiers.ts';

/**
 * Looks for the paths that are waited for, as many as the budget of a step allows: the agent that has waited longest first, then by slot.
 * A search that needs more cells than are left continues in the next step.
 */
export function servePaths(paths: Paths, input: PlanningInput): void {
  const { options, task, work } = paths;
  resume(paths, input);
  while (work.searches < options.searches && work.cells < options.cells) {
    if (task.slot < 0 && !startNext(paths, input)) return;
    work.searches++;
    goOn(paths, input);
  }
}

/** Gives up the present search, if it is this slot's; an agent that still waits keeps its place in the queue. */
export function abandonSearch({ routes, task }: Paths, slot: number): void {
  if (task.slot !== slot) return;
  task.slot = -1;
  if (routes.since[slot] >= 0) bringForward(routes.queue, slot, routes.since[slot]);
}

/** Gives up a search whose agent has gone or whose ground has changed; in a loaded world, catches up with the saved one. */
function resume(paths: Paths, input: PlanningInput): void {
  const { task } = paths;
  if (task.slot < 0) return;
  const row = rowOfWaiting(paths, input, task.slot);
  if (row < 0) {
    task.slot = -1;
    return;
  }
  const tier = tierOf(paths, input, row);
  if (tier.radius !== task.radius || tier.print !== task.print) {
    abandonSearch(paths, task.slot);
    return;
  }
  if (!task.isLoaded) return;
  task.isLoaded = false;
  setOut(paths, tier);
  runSearch(paths.search!, task.done);
}

/** Starts the search that is next; false: no agent waits, or there is no budget left. */
function startNext(paths: Paths, input: PlanningInput): boolean {
  const { options, routes, work } = paths;
  while (work.cells < options.cells) {
    if (routes.queue.count === 0) return false;
    const slot = routes.queue.cell[0];
    takeOut(routes.queue, slot);
    const row = rowOfWaiting(paths, input, slot);
    if (row >= 0 && prepare(paths, input, slot, row)) return true;
  }
  return false;
}

/** The row of an agent that waits and still wants to go somewhere; −1: it does not. */
function rowOfWaiting({ routes }: Paths, { crowd }: PlanningInput, slot: number): number {
  const id = routes.owner[slot];
  if (hasAgent(crowd, id) && routes.since[slot] >= 0) {
    const row = rowOf(crowd, id);
    if (crowd.plan.status[row] === Status.walking) return row;
  }
  stopWaiting(routes, slot);
  return -1;
}

/** The tier of an agent's body, with or without the agents that stand in its way. */
export function tierOf(paths: Paths, input: PlanningInput, row: number): Tier {
  const { crowd } = input;
  const isAround = seesBodies(paths, slotOf(crowd.ids[row]));
  const ground = isAround ? paths.bodyGround! : paths.ground!;
  const tiers = isAround ? paths.bodyTiers : paths.tiers;
  return tierFor(tiers, ground, input, crowd.traits.radius[row], paths.options.clearance);
}

/** Makes a search of what the agent wants; false: it cannot be reached. */
function prepare(paths: Paths, input: PlanningInput, slot: number, row: number): boolean {
  const { routes, task, work } = paths;
  const { motion } = input.crowd;
  const { targets, targetSets } = input;
  const { goals } = task;
  const tier = tierOf(paths, input, row);
  const { wide } = tier;
  task.slot = slot;
  const leadsOn = (cell: number) => isWanted(paths, input, slot, tier, wide.part[cell]);
  task.start = footingOn(wide, motion.x[row], motion.y[row], leadsOn, paths.wayOut);
  task.radius = tier.radius;
  task.print = tier.print;
  task.revision = paths.targetPrint;
  task.isLoaded = false;
  clearGoals(goals);
  const part = task.start < 0 ? -1 : wide.part[task.start];
  const set = routes.set[slot];
  if (set === OWN_PLACE) addPlace(goals, wide, routes.wishX[slot], routes.wishY[slot], part);
  else if (set === SINGLE_TARGET) addTargetCells(goals, wide, targets, routes.target[slot], part);
  else {
    const choices = targetSets[set];
    for (let k = 0; k < choices.length; k++) {
      if (targets.open[choices[k]] === 1) addTargetCells(goals, wide, targets, choices[k], part);
    }
  }
  work.cells += goals.visited;
  if (goals.count === 0) {
    finish(paths, input, false);
    return false;
  }
  setOut(paths, tier);
  return true;
}

/** Whether what the agent of a slot wants can be reached from a part of the ground. */
function isWanted(
  paths: Paths,
  { targets, targetSets }: PlanningInput,
  slot: number,
  tier: Tier,
  part: number,
) {
  const { wayOut, routes } = paths;
  const set = routes.set[slot];
  if (set === OWN_PLACE) {
    const end = entryTo(tier.wide, routes.wishX[slot], routes.wishY[slot], wayOut);
    return end >= 0 && tier.wide.part[end] === part;
  }
  if (set === SINGLE_TARGET) return hasCellsOnPart(paths, tier, targets, routes.target[slot], part);
  const choices = targetSets[set];
  for (let k = 0; k < choices.length; k++) {
    if (targets.open[choices[k]] === 1 && hasCellsOnPart(paths, tier, targets, choices[k], part)) return true;
  }
  return false;
}

function setOut(paths: Paths, { moves }: Tier): void {
  const { start, goals } = paths.task;
  if (paths.search === undefined) paths.search = createSearch(moves);
  beginSearch(paths.search, moves, start);
  for (let group = 0; group < goals.groupCount; group++) {
    addGoals(paths.search, goals.cells, group > 0 ? goals.end[group - 1] : 0, goals.end[group]);
  }
}

function goOn(paths: Paths, input: PlanningInput): void {
  const { options, task, work } = paths;
  const search = paths.search!;
  const before = search.expanded;
  const state = runSearch(search, Math.max(0, options.cells - work.cells));
  work.cells += search.expanded - before;
  task.done = search.expanded;
  if (state !== SearchState.running) finish(paths, input, state === SearchState.found);
}

/** Hands over what the search has found. */
function finish(paths: Paths, input: PlanningInput, isFound: boolean): void {
  const { routes, task } = paths;
  const { goals, slot } = task;
  task.slot = -1;
  stopWaiting(routes, slot);
  routes.aimX[slot] = routes.wishX[slot];
  routes.aimY[slot] = routes.wishY[slot];
  if (isFound) {
    findWayOut(paths, input, slot);
    storeRoute(routes, slot, paths.search!, paths.wayOut);
    const group = groupOfCell(goals, paths.search!.reached);
    if (routes.set[slot] >= 0) routes.target[slot] = goals.target[group];
    routes.aimX[slot] = goals.x[group];
    routes.aimY[slot] = goals.y[group];
  } else {
    dropRoute(routes, slot);
    routes.state[slot] = RouteState.unreachable;
  }
  routes.radius[slot] = task.radius;
  routes.print[slot] = task.print;
  routes.costs[slot] = paths.ground?.map.costs?.print ?? 0;
  routes.revision[slot] = task.revision;
}

/** Writes the closed cells between an agent and the part of the ground that its path begins on; none in most cases. */
function findWayOut(paths: Paths, input: PlanningInput, slot: number): void {
  const { wayOut, routes, task } = paths;
  const { motion } = input.crowd;
  const row = rowOf(input.crowd, routes.owner[slot]);
  const { wide } = tierOf(paths, input, row);
  const part = wide.part[task.start];
  const x = motion.x[row];
  const y = motion.y[row];
  if (footingOn(wide, x, y, (cell) => wide.part[cell] === part, wayOut) < 0 || wayOut.length === 0) {
    wayOut.length = 0;
    return;
  }
  footingOn(wide, x, y, (cell) => cell === task.start, wayOut);
}
