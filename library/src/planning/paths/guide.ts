import { closestOfTarget, needPart, slotOf } from '../../crowd/index.ts';
import { nearestTarget } from '../base/choices.ts';
import {
  type Aim,
  type Direction,
  DirectionState,
  type Guide,
  type PlanningInput,
} from '../base/contract.ts';
import { goStraight } from '../base/straight-line.ts';
import { createGround, entryTo, footingOn, isQuickest, isWalkable, updateGround } from '../map/index.ts';
import { seesBodies, updateBodies } from './bodies.ts';
import { followRoute } from './follow.ts';
import { createPaths, type PathOptions, type Paths } from './paths.ts';
import { hasCellsOnPart } from './reach.ts';
import {
  ask,
  claimRoute,
  dropRoute,
  OWN_PLACE,
  RouteState,
  reserveRoutes,
  SINGLE_TARGET,
  stopWaiting,
} from './routes.ts';
import { savedPaths } from './saved-part.ts';
import { abandonSearch, servePaths, tierOf } from './serve.ts';
import { routeOf } from './shown-route.ts';
import { printOf, type Tier } from './tiers.ts';

/** Metres that the short-term target is ahead along the path at most: 20 nodes of S2's grid. */
const AHEAD = 20;

/** After this many turns without any node in sight the route counts as left. */
const LOST = 10;

/** A guide that says what it has done in the last step. */
export type PathGuide = Guide & { readonly work: Paths['work'] };

/** Along the shortest path over the cells of a map, for each agent one of its own. docs/models/paths.md. */
export function createPathGuide(options: PathOptions): PathGuide {
  const paths = createPaths(options);
  return {
    name: 'path',
    work: paths.work,
    begin: (input) => begin(paths, input),
    chooseTarget: (input, row) => chooseTarget(paths, input, row),
    reaches: (input, row, target) => reaches(paths, input, row, target),
    findDirection: (input, row, aim, direction) => findDirection(paths, input, row, aim, direction),
    routeOf: (bounds, id) => routeOf(paths, bounds, id),
    save: () => needPart(savedPaths).write(paths),
    load: (bytes) => needPart(savedPaths).read(paths, bytes),
    resume: (input) => needPart(savedPaths).check(paths, input),
  };
}

function begin(paths: Paths, input: PlanningInput): void {
  paths.work.searches = 0;
  paths.work.cells = 0;
  if (input.crowd.dimension === 3) return;
  reserveRoutes(paths.routes, input.crowd.capacity);
  if (paths.ground === undefined) paths.ground = createGround(input, paths.options.cell);
  else updateGround(paths.ground, input);
  updateBodies(paths, input);
  updateTargetPrint(paths, input);
  servePaths(paths, input);
}

/** Targets are compared by their content, because their revision starts again in a loaded world. */
function updateTargetPrint(paths: Paths, { targets }: PlanningInput): void {
  if (paths.targetRevision === targets.revision) return;
  paths.targetRevision = targets.revision;
  paths.targetPrint = printOf(targets.open);
  for (const { buffer, byteLength, byteOffset } of [targets.restX, targets.restY]) {
    paths.targetPrint = printOf(new Uint8Array(buffer, byteOffset, byteLength), paths.targetPrint);
  }
}

function chooseTarget(paths: Paths, input: PlanningInput, row: number): number {
  const { crowd, targets } = input;
  if (crowd.dimension === 3) return nearestTarget(input, row);
  const { routes } = paths;
  const { plan } = crowd;
  const slot = slotOf(crowd.ids[row]);
  const set = plan.targetSet[row];
  claimRoute(routes, slot, crowd.ids[row]);
  const known = routes.target[slot];
  const isKnown = routes.set[slot] === set && known >= 0 && targets.open[known] === 1;
  if (isKnown && (routes.state[slot] === RouteState.planned || routes.since[slot] >= 0)) return known;
  const target = nearestReachable(paths, input, row);
  if (routes.set[slot] !== set || known !== target) {
    forget(paths, slot);
    routes.set[slot] = set;
    routes.target[slot] = target;
  }
  return target;
}

/** The open target of the set that is nearest in a straight line and can be reached; it serves until the nearest by path is known. */
function nearestReachable(paths: Paths, input: PlanningInput, row: number): number {
  const { crowd, targets, targetSets } = input;
  const { motion, plan } = crowd;
  const choices = targetSets[plan.targetSet[row]];
  const place = paths.box;
  const x = motion.x[row];
  const y = motion.y[row];
  // The nearest one first, then the next: distance and number give a total order.
  let beyond = -1;
  let beyondTarget = -1;
  for (let round = 0; round < choices.length; round++) {
    let nearest = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < choices.length; k++) {
      const target = choices[k];
      if (targets.open[target] === 0) continue;
      closestOfTarget(targets, target, x, y, place);
      const squared = (place[0] - x) * (place[0] - x) + (place[1] - y) * (place[1] - y);
      const isPast = squared > beyond || (squared === beyond && target > beyondTarget);
      if (!isPast || squared > least || (squared === least && target > nearest)) continue;
      least = squared;
      nearest = target;
    }
    if (nearest < 0) return -1;
    if (reaches(paths, input, row, nearest)) return nearest;
    beyond = least;
    beyondTarget = nearest;
  }
  return -1;
}

/** Whether a target can be reached; one that the agent sees and walks to can. */
function reaches(paths: Paths, input: PlanningInput, row: number, target: number): boolean {
  const { dimension, plan } = input.crowd;
  if (dimension === 3 || (plan.inSight[row] === 1 && plan.target[row] === target)) return true;
  const slot = slotOf(input.crowd.ids[row]);
  if (isReachable(paths, input, row, target, 0, 0)) return true;
  if (!seesBodies(paths, slot)) return false;
  paths.routes.ignoresBodies[slot] = 1;
  return isReachable(paths, input, row, target, 0, 0);
}

/** Whether a target (or, if −1, a place) is on a part of the ground that the agent is on or gets to. */
function isReachable(
  paths: Paths,
  input: PlanningInput,
  row: number,
  target: number,
  x: number,
  y: number,
): boolean {
  const { motion } = input.crowd;
  const tier = tierOf(paths, input, row);
  const { part } = tier.wide;
  const end = target >= 0 ? -1 : entryTo(tier.wide, x, y, paths.wayOut);
  const leadsThere = (cell: number) =>
    target >= 0
      ? hasCellsOnPart(paths, tier, input.targets, target, part[cell])
      : end >= 0 && part[end] === part[cell];
  return footingOn(tier.wide, motion.x[row], motion.y[row], leadsThere, paths.wayOut) >= 0;
}

function forget(paths: Paths, slot: number): void {
  dropRoute(paths.routes, slot);
  abandonSearch(paths, slot);
}

function findDirection(
  paths: Paths,
  input: PlanningInput,
  row: number,
  aim: Aim,
  direction: Direction,
): void {
  const { crowd, step } = input;
  const { motion, plan } = crowd;
  if (crowd.dimension === 3) {
    goStraight(input, row, aim, direction);
    return;
  }
  const { routes } = paths;
  const slot = slotOf(crowd.ids[row]);
  claimRoute(routes, slot, crowd.ids[row]);
  let tier = tierOf(paths, input, row);
  // With clearance to begin with, without it to continue: so that it does not flicker.
  const ground = plan.inSight[row] === 1 ? tier.narrow : tier.wide;
  const x = motion.x[row];
  const y = motion.y[row];
  if (isWalkable(ground, x, y, aim.x, aim.y) && isQuickest(ground.map, x, y, aim.x, aim.y)) {
    abandonSearch(paths, slot);
    stopWaiting(routes, slot);
    plan.inSight[row] = 1;
    goStraight(input, row, aim, direction);
    return;
  }
  plan.inSight[row] = 0;
  recordWish(paths, input, row, slot, aim);
  direction.x = 0;
  direction.y = 0;
  direction.z = 0;
  direction.distance = 0;
  direction.isStraight = false;
  if (isHopeless(paths, input, row, slot, tier) && seesBodies(paths, slot)) {
    routes.ignoresBodies[slot] = 1;
    routes.state[slot] = RouteState.none;
    tier = tierOf(paths, input, row);
  }
  if (isHopeless(paths, input, row, slot, tier)) {
    direction.state = DirectionState.none;
    return;
  }
  if (routes.state[slot] !== RouteState.planned || isStale(paths, slot, tier)) ask(routes, slot, step);
  if (routes.state[slot] === RouteState.planned) {
    const ahead = Math.max(1, Math.ceil(AHEAD / paths.options.cell));
    followRoute(routes, slot, tier, input, row, aim, ahead, direction);
  } else direction.state = DirectionState.waiting;
}

/** Records what the agent wants now. A route to something else is of no use any more. */
function recordWish(paths: Paths, input: PlanningInput, row: number, slot: number, aim: Aim): void {
  const { routes } = paths;
  const { crowd, targets } = input;
  const isChosen = routes.set[slot] === crowd.plan.targetSet[row] && routes.target[slot] === aim.target;
  const set = aim.target < 0 ? OWN_PLACE : isChosen ? routes.set[slot] : SINGLE_TARGET;
  if (routes.set[slot] !== set || routes.target[slot] !== aim.target) {
    forget(paths, slot);
    routes.set[slot] = set;
    routes.target[slot] = aim.target;
  }
  routes.wishX[slot] = aim.target < 0 ? aim.x : targets.x[aim.target];
  routes.wishY[slot] = aim.target < 0 ? aim.y : targets.y[aim.target];
}

/** Whether there is no path; that is known at once, by the parts of the ground. */
function isHopeless(paths: Paths, input: PlanningInput, row: number, slot: number, tier: Tier): boolean {
  const { routes } = paths;
  if (routes.state[slot] === RouteState.unreachable) {
    if (!hasChanged(paths, slot, tier)) return true;
    routes.state[slot] = RouteState.none;
  }
  if (routes.state[slot] === RouteState.planned || routes.since[slot] >= 0) return false;
  const target = routes.target[slot];
  if (isReachable(paths, input, row, target, routes.wishX[slot], routes.wishY[slot])) return false;
  routes.state[slot] = RouteState.unreachable;
  routes.aimX[slot] = routes.wishX[slot];
  routes.aimY[slot] = routes.wishY[slot];
  routes.radius[slot] = tier.radius;
  routes.print[slot] = tier.print;
  routes.revision[slot] = paths.targetPrint;
  return true;
}

/** Whether body, ground, targets or goal are other than those of the plan. */
function hasChanged(paths: Paths, slot: number, tier: Tier): boolean {
  const { routes } = paths;
  return (
    routes.radius[slot] !== tier.radius || routes.print[slot] !== tier.print || hasGoalMoved(paths, slot)
  );
}

function hasGoalMoved({ options, routes, targetPrint }: Paths, slot: number): boolean {
  if (routes.set[slot] !== OWN_PLACE && routes.revision[slot] !== targetPrint) return true;
  const dx = routes.wishX[slot] - routes.aimX[slot];
  const dy = routes.wishY[slot] - routes.aimY[slot];
  return dx * dx + dy * dy > options.cell * options.cell;
}

/** Whether the route is blocked or has been left, or leads to where the goal was. */
function isStale(paths: Paths, slot: number, tier: Tier): boolean {
  const { routes } = paths;
  if (routes.lost[slot] >= LOST || routes.radius[slot] !== tier.radius || hasGoalMoved(paths, slot))
    return true;
  if (routes.print[slot] === tier.print) return false;
  if (routes.costs[slot] !== (tier.moves.costs?.print ?? 0)) return true;
  const cells = routes.pool.items;
  const end = routes.block[slot] + routes.length[slot];
  for (let k = routes.block[slot] + routes.at[slot]; k < end; k++) {
    if (tier.wide.open[cells[k]] === 0) return true;
  }
  routes.print[slot] = tier.print;
  return false;
}
