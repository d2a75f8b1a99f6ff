import { largestOf, needPart } from '../crowd/index.ts';
import { type Attention, closeAgents, followObstacles, perceive, type Sight } from '../environment/index.ts';
import { ground } from './ground-part.ts';
import { markPhase } from './schedule.ts';
import { automatonInputOf } from './update-automata.ts';
import type { World } from './world.ts';

/** Brings the index up to the present positions, and lists what the agents that are due perceive. */
export function updateNeighbours(world: World): void {
  const { automaton, crowd, due, environment, obstacles, patches, solids } = world;
  if (patches) ground.registered!.enter(world, patches);
  const dueCount = markPhase(world, 'perception');
  if (obstacles.count + solids.count > 0) {
    followObstacles(environment, crowd, obstacles, solids, largestDisplacement(world));
  }
  const surroundings = { crowd, obstacles, solids };
  perceive(environment, surroundings, due.perception, dueCount, sightOf(world), attentionOf(world));
  automaton.sense?.(automatonInputOf(world), environment.perception);
  shareNews(world);
  listClosest(world);
}

/** Lists the agents that are close to those that are due to react, for models that ask for them. */
function listClosest(world: World): void {
  const { crowd, environment, models } = world;
  if (models.every(({ model }) => model.closeReach === undefined)) return;
  if (markPhase(world, 'reaction') === 0) return;
  const largest = largestOf(crowd.traits.radius, crowd.count);
  const reach = models.reduce((most, { model }) => Math.max(most, model.closeReach?.(largest) ?? 0), 0);
  needPart(closeAgents).listClose(environment, crowd, reach);
}

/** Which agents perceive only what nothing hides from them: all or none where their models agree, else a mark per row. */
function sightOf(world: World): Sight {
  const { crowd, models } = world;
  const [{ sight }] = models;
  if (models.every((one) => one.sight === sight)) return sight;
  if (world.sighted.length < crowd.capacity) world.sighted = new Uint8Array(crowd.capacity);
  const { steering } = crowd.traits;
  for (let row = 0; row < crowd.count; row++) world.sighted[row] = Number(models[steering[row]].sight);
  return world.sighted;
}

/**
 * How far agents look in a crowd. Where automata, news or events speak of all that agents see, they look as far as they see.
 */
function attentionOf(world: World): Attention | undefined {
  const { attention, automaton, crowd, environment, models, news } = world;
  if (automaton.sense || news || environment.events) return undefined;
  if (models.every((one) => one.crowd === undefined)) return undefined;
  if (attention.radius.length < crowd.capacity) {
    attention.radius = new Float64Array(crowd.capacity);
    attention.enough = new Uint8Array(crowd.capacity);
  }
  const { enough, radius } = attention;
  const { steering, viewRadius } = crowd.traits;
  for (let row = 0; row < crowd.count; row++) {
    const own = models[steering[row]].crowd;
    radius[row] = own && own.radius < viewRadius[row] ? own.radius : viewRadius[row];
    enough[row] = own ? own.enough : 0;
  }
  return attention;
}

/** Agents tell each other what they know. */
function shareNews({ crowd, due, environment, news, obstacles, parts, solids, step }: World): void {
  if (!news) return;
  const surroundings = { crowd, obstacles, solids };
  parts.spreadNews(news, environment.index, surroundings, environment.perception, due.perception, step);
  parts.listHearsay(news, environment, surroundings, environment.sight);
}

/** Metres that a body can move in a step at most: its own displacement, and a push by its radius. */
function largestDisplacement(world: World): number {
  const { crowd, dt, models, patches } = world;
  const { desiredSpeed, radius } = crowd.traits;
  const { velocityX, velocityY, velocityZ } = crowd.motion;
  const factor = models.reduce((most, { model }) => Math.max(most, model.bounds?.speedFactor ?? 1), 1);
  const gain = models.reduce((most, { model }) => Math.max(most, model.bounds?.speedGain?.(dt) ?? 0), 0);
  // An upper bound: the maxima may come from different agents. A heavy agent may go faster than it wants to.
  let wanted = 0;
  let largest = 0;
  let fastestSquared = 0;
  for (let row = 0; row < crowd.count; row++) {
    const vx = velocityX[row];
    const vy = velocityY[row];
    const vz = velocityZ[row];
    const squared = vx * vx + vy * vy + vz * vz;
    if (squared > fastestSquared) fastestSquared = squared;
    if (desiredSpeed[row] > wanted) wanted = desiredSpeed[row];
    if (radius[row] > largest) largest = radius[row];
  }
  const carried = patches ? patches.fastest : 0;
  return (Math.max(factor * wanted, Math.sqrt(fastestSquared) + gain) + carried) * dt + largest;
}
