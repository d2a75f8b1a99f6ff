import { largestOf, sortEvents, swapEvents } from '../crowd/index.ts';
import {
  followObstacles,
  isInSight,
  listClose,
  listHearsay,
  perceive,
  requireFiniteWays,
  resolveContacts as resolveAll,
  spreadNews,
} from '../environment/index.ts';
import type { IsInSight, PlanningInput } from '../planning/index.ts';
import type { SteeringInput } from '../steering/index.ts';
import { noteArrivals } from './arrivals.ts';
import { applyCommands } from './commands.ts';
import { integrateMotion } from './motion.ts';
import { markDue, type Phase, phases } from './schedule.ts';
import { organise } from './teams.ts';
import { advanceClockwork, stateHashOf, type World } from './world.ts';

/** One step, in this order. */
const stages = [
  applyCommands,
  updateAutomata,
  updatePlans,
  updateNeighbours,
  computeControls,
  moveAgents,
  resolveContacts,
  commitStep,
] as const;

/** The stages' names, in the order of World.stageTimes. */
export const stageNames = [
  'applyCommands',
  'updateAutomata',
  'updatePlans',
  'updateNeighbours',
  'computeControls',
  'integrateMotion',
  'resolveContacts',
  'commitStep',
] as const;

/** Advances the world by dt. */
export function stepWorld(world: World): void {
  const { clock, stageTimes } = world;
  for (let stage = 0; stage < stages.length; stage++) {
    const begin = clock ? clock() : 0;
    stages[stage](world);
    if (clock) stageTimes[stage] += clock() - begin;
  }
}

/** Brings plans and perception up to the present state, as the next step would, and moves nothing. */
export function lookAround(world: World): void {
  // Plans belong to the state: its hash stays that of the last step.
  stateHashOf(world);
  reserveScratch(world);
  planWays(world);
  updateNeighbours(world);
}

function updateAutomata({ automaton, crowd, events, obstacles, solids, step, dt }: World): void {
  automaton.update({ crowd, obstacles, solids, events, step, dt });
}

function updatePlans(world: World): void {
  reserveScratch(world);
  if (world.teams.length > 0) organise(world, planningInputOf(world));
  noteArrivals(world);
  planWays(world);
}

function planWays(world: World): void {
  let dueCount = markPhase(world, 'planning', world.due);
  if (dueCount < world.crowd.count) dueCount += keepAim(world);
  if (dueCount > 0) world.planner.updatePlans(planningInputOf(world));
}

/** Marks who is due for a phase, and counts. */
function markPhase(world: World, phase: Phase, due: Uint8Array): number {
  const count = markDue(world.crowd, phase, world.cadences[phase], world.step, due);
  world.phaseRuns[phases.indexOf(phase)] += count;
  return count;
}

/** Metres from the local target at which somebody who is not at the goal is planned for before its turn. */
const AT_TARGET = 0.5;

/**
 * Between two plannings agents go on to their local targets. Who has got there, or waits for a way, is due now; returns how
 * many are.
 */
function keepAim({ crowd, due }: World): number {
  const { count } = crowd;
  const { x, y } = crowd.motion;
  const { directionX, directionY, goalDistance, localDistance, localX, localY } = crowd.plan;
  let called = 0;
  for (let row = 0; row < count; row++) {
    const before = localDistance[row];
    if (due[row] === 1 || before === 0) continue;
    const dx = localX[row] - x[row];
    const dy = localY[row] - y[row];
    const distance = Math.sqrt(dx * dx + dy * dy);
    if (before < 0 || (distance < AT_TARGET && goalDistance[row] > distance)) {
      due[row] = 1;
      called++;
    } else if (distance > 0) {
      directionX[row] = dx / distance;
      directionY[row] = dy / distance;
      const left = goalDistance[row] - (before - distance);
      goalDistance[row] = left > distance ? left : distance;
      localDistance[row] = distance;
    }
  }
  return called;
}

/** What the world shows its planner and its teams. */
function planningInputOf(world: World): PlanningInput {
  const { crowd, due, environment, obstacles, scenario, solids, step } = world;
  const { steering } = scenario;
  // Critters go where they are pulled, as fast as it makes them: no circle round a goal holds them.
  const turnRate = steering.name === 'nonlinear' ? steering.attraction : Number.POSITIVE_INFINITY;
  const surroundings = { crowd, obstacles, solids };
  const sight: IsInSight | undefined = scenario.planner.sight
    ? (px, py, pz, qx, qy, qz) => isInSight(environment.sightLines, surroundings, px, py, pz, qx, qy, qz)
    : undefined;
  const { dt, happening, planBounds, seed, targets, targetSets, velocityFields } = world;
  return {
    crowd,
    targets,
    targetSets,
    obstacles,
    bounds: planBounds,
    velocityFields,
    due,
    turnRate,
    isInSight: sight,
    seed,
    step,
    dt,
    events: happening,
  };
}

function updateNeighbours(world: World): void {
  const { automaton, crowd, due, dt, environment, events, obstacles, solids, step } = world;
  const dueCount = markPhase(world, 'perception', due);
  if (obstacles.count + solids.count > 0) {
    followObstacles(environment, crowd, obstacles, solids, longestWay(world));
  }
  perceive(environment, { crowd, obstacles, solids }, due, dueCount);
  automaton.sense?.({ crowd, obstacles, solids, events, step, dt }, environment.perception);
  shareNews(world);
  const { closeReach } = world.steering;
  if (closeReach === undefined) return;
  if (markPhase(world, 'reaction', world.dueReaction) === 0) return;
  listClose(environment, crowd, closeReach(largestOf(crowd.traits.radius, crowd.count)));
}

/** Agents tell one another what they know; `due` still marks those who have just looked around. */
function shareNews({ crowd, due, environment, news, obstacles, solids, step }: World): void {
  if (!news) return;
  const surroundings = { crowd, obstacles, solids };
  spreadNews(news, environment.index, surroundings, environment.perception, due, step);
  listHearsay(news, environment, surroundings, environment.sight);
}

function computeControls(world: World): void {
  const { crowd, due, steering } = world;
  const { motion, next } = crowd;
  next.turnRate.set(motion.turnRate);
  next.speed.set(motion.speed);
  if (crowd.dimension === 3) {
    next.turnX.set(motion.turnX);
    next.turnY.set(motion.turnY);
  }
  for (let k = 0; k < crowd.weights; k++) next[`weight${k}`].set(motion[`weight${k}`]);
  if (markPhase(world, 'steering', due) === 0) return;
  if (steering.predicts) markPhase(world, 'prediction', world.duePrediction);
  steering.computeControls(steeringInputOf(world));
}

/** What the world shows its steering model. */
export function steeringInputOf(world: World): SteeringInput {
  const { clock, crowd, due, duePrediction, dueReaction, dt, environment, events, news } = world;
  const { obstacles, seed, solids, step } = world;
  const { close, perception } = environment;
  return {
    crowd,
    perception,
    obstacles,
    solids,
    events,
    hearsay: news?.hearsay,
    due,
    duePrediction,
    dueReaction,
    close: close.lists,
    clock,
    seed,
    step,
    dt,
  };
}

function moveAgents(world: World): void {
  const { crowd, dt, steering } = world;
  if (steering.integrateMotion) steering.integrateMotion(steeringInputOf(world));
  else integrateMotion(crowd, dt);
  requireFiniteWays(crowd);
}

function resolveContacts(world: World): void {
  const { contacts, crowd, dt, environment, happening, obstacles, seed, solids } = world;
  if (world.scenario.contacts === 'none') return;
  // Lists of visible agents leave out whom a wall hides, and bodies do not stop at thin walls.
  const near = environment.fresh && !environment.sight ? environment.perception.agents : undefined;
  resolveAll(contacts, environment, { crowd, obstacles, solids }, near, seed, dt, happening);
  if (environment.events) environment.index.events(dt, happening);
}

function commitStep(world: World): void {
  const { crowd, events, happening } = world;
  const { motion } = crowd;
  sortEvents(happening, 0);
  swapEvents(events, happening);
  happening.count = 0;
  crowd.motion = crowd.next;
  crowd.next = motion;
  world.step++;
  advanceClockwork(world);
}

/** Metres that a body can move in a step at the most: its own way, and a push by its radius. */
function longestWay(world: World): number {
  const { crowd, dt, scenario } = world;
  const { desiredSpeed, radius } = crowd.traits;
  const { speed } = crowd.motion;
  const { steering } = scenario;
  const scale = steering.name === 'nonlinear' ? Math.max(1, steering.speedScale) : 1;
  // Critters gain speed within the step.
  const gain =
    steering.name === 'critters' ? steering.maximumAcceleration * dt : (world.steering.speedGain ?? 0);
  const { count } = crowd;
  // Of the largest way and the largest radius, whosoever they are. A heavy agent may still go faster than it wants to.
  let fastest = 0;
  for (let row = 0; row < count; row++) {
    const possible = Math.abs(speed[row]);
    if (possible > fastest) fastest = possible;
  }
  const wanted = scale * largestOf(desiredSpeed, count);
  return Math.max(wanted, fastest + gain) * dt + largestOf(radius, count);
}

/** Room for a mark per row, however many commands have added agents. */
function reserveScratch(world: World): void {
  const { capacity } = world.crowd;
  if (world.due.length >= capacity) return;
  world.due = new Uint8Array(capacity);
  world.duePrediction = new Uint8Array(capacity);
  world.dueReaction = new Uint8Array(capacity);
  world.leaving = new Float64Array(capacity);
}
