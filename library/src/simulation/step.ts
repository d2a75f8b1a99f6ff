import { followObstacles, keepOutOfObstacles, partBodies, perceive } from '../environment/index.ts';
import { noteArrivals } from './arrivals.ts';
import { applyCommands } from './commands.ts';
import { integrateMotion } from './motion.ts';
import { markDue } from './schedule.ts';
import { advanceClockwork, type World } from './world.ts';

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
  reserveScratch(world);
  planWays(world);
  updateNeighbours(world);
}

function updateAutomata({ automaton, crowd, step, dt }: World): void {
  automaton.update(crowd, step, dt);
}

function updatePlans(world: World): void {
  reserveScratch(world);
  noteArrivals(world);
  planWays(world);
}

function planWays(world: World): void {
  const { crowd, due, planner, scenario, step, targets, targetSets } = world;
  if (markDue(crowd, 'planning', scenario.cadence.planning, step, due) === 0) return;
  planner.updatePlans({ crowd, targets, targetSets, due, turnRate: scenario.steering.attraction });
}

function updateNeighbours(world: World): void {
  const { crowd, due, environment, obstacles, scenario, step } = world;
  let dueCount = markDue(crowd, 'perception', scenario.cadence.perception, step, due);
  if (environment.revision !== crowd.revision) {
    // Somebody came or left: kept lists name rows that may be others' now.
    due.fill(1, 0, crowd.count);
    dueCount = crowd.count;
  }
  if (obstacles.count > 0) followObstacles(environment, crowd, obstacles, longestWay(world));
  perceive(environment, crowd, obstacles, due, dueCount);
}

function computeControls(world: World): void {
  const { crowd, due, environment, obstacles, scenario, seed, step, dt, steering } = world;
  const { motion, next } = crowd;
  next.turnRate.set(motion.turnRate);
  next.speed.set(motion.speed);
  next.weightTarget.set(motion.weightTarget);
  next.weightObstacles.set(motion.weightObstacles);
  if (markDue(crowd, 'steering', scenario.cadence.steering, step, due) === 0) return;
  steering.computeControls({ crowd, perception: environment.perception, obstacles, due, seed, step, dt });
}

function moveAgents({ crowd, dt }: World): void {
  integrateMotion(crowd, dt);
}

function resolveContacts({
  bodyContacts,
  crowd,
  environment,
  events,
  obstacles,
  seed,
  wallContacts,
}: World): void {
  const near = environment.fresh ? environment.perception.agents : undefined;
  partBodies(bodyContacts, crowd, near, seed, events);
  keepOutOfObstacles(wallContacts, environment.obstacleIndex, crowd, obstacles, environment.reach, events);
}

function commitStep(world: World): void {
  const { crowd } = world;
  const { motion } = crowd;
  crowd.motion = crowd.next;
  crowd.next = motion;
  world.step++;
  advanceClockwork(world);
}

/** Metres that a body can move in a step: its own way, and a push by its radius. */
function longestWay({ crowd, dt, scenario }: World): number {
  const { desiredSpeed, radius } = crowd.traits;
  const scale = Math.max(1, scenario.steering.speedScale);
  let longest = 0;
  for (let row = 0; row < crowd.count; row++) {
    longest = Math.max(longest, scale * desiredSpeed[row] * dt + radius[row]);
  }
  return longest;
}

/** Room for a mark per row, however many commands have added agents. */
function reserveScratch(world: World): void {
  const { capacity } = world.crowd;
  if (world.due.length >= capacity) return;
  world.due = new Uint8Array(capacity);
  world.leaving = new Float64Array(capacity);
}
