// @ts-check
// The steering models of wend as contenders: every registered one.
import { performance } from 'node:perf_hooks';
import { retargetAgent, stageNames, steeringModels, stepWorld } from 'wend';
import { createScenarioWorld } from 'wend/scenario';
import {
  AGENT_RADIUS,
  createItinerary,
  createPeerCrowd,
  MAXIMUM_SPEED,
  NEIGHBOUR_RADIUS,
  renewGoalOnArrival,
  STEPS_BETWEEN_ARRIVAL_CHECKS,
  TIME_STEP,
} from './crowd.js';
import { installedVersion } from './version.js';

/**
 * The settings of a row; empty for the default model at its defaults.
 * @typedef {Pick<import('wend/scenario').ScenarioInput, 'steering' | 'neighbours' | 'cadence'>} Settings
 */

/** Variants that are measured in addition to the defaults of every model, because the documents make claims about them. */
const VARIANTS = [{ model: 'pipeline', label: 'adaptive', settings: { cadence: 'adaptive' } }];

/**
 * A row for the default model at its defaults, then one for every model at its defaults and, if it looks farther than
 * the peers, one with their view radius. A name lists everything that differs from the model's defaults.
 * @returns {{ name: string, settings: Settings }[]}
 */
export function modelRows() {
  const standard = describeWorld({});
  const rows = [{ name: `${standard.model} (default)`, settings: {} }];
  const near = `${NEIGHBOUR_RADIUS} m`;
  for (const { name: model, dimensions } of steeringModels()) {
    if (!dimensions.includes(2)) continue;
    const settings = /** @type {Settings} */ ({ steering: { name: model } });
    const narrowed = { ...settings, neighbours: { radius: NEIGHBOUR_RADIUS } };
    const looksFarther = describeWorld(settings).radius !== NEIGHBOUR_RADIUS;
    if (model !== standard.model) rows.push({ name: model, settings });
    if (looksFarther) rows.push({ name: `${model}, ${near}`, settings: narrowed });
    for (const { label, settings: more } of VARIANTS.filter((variant) => variant.model === model)) {
      const name = looksFarther ? `${model}, ${near}, ${label}` : `${model}, ${label}`;
      rows.push({ name, settings: /** @type {Settings} */ ({ ...narrowed, ...more }) });
    }
  }
  return rows;
}

/**
 * The model that a scenario gets, and how far its agents look.
 * @param {Settings} settings
 */
function describeWorld(settings) {
  const { scenario } = createBenchWorld(10, 1, settings);
  return { model: scenario.steering.name, radius: scenario.neighbours.radius };
}

/**
 * @param {number} agents
 * @param {number} seed
 * @param {Settings} settings
 */
function createBenchWorld(agents, seed, settings) {
  const { side } = createPeerCrowd(agents, seed);
  /** @type {{ min: [number, number], max: [number, number] }} */
  const box = { min: [0, 0], max: [side, side] };
  return createScenarioWorld(
    {
      version: 1,
      name: 'bench',
      bounds: box,
      dt: TIME_STEP,
      duration: 1000,
      seed,
      groups: [
        {
          name: 'walkers',
          count: agents,
          region: { box },
          radius: AGENT_RADIUS,
          speed: MAXIMUM_SPEED,
          goal: { random: { box } },
          clearance: 0,
        },
      ],
      arrival: 'continue',
      ...settings,
    },
    { clock: () => performance.now() },
  );
}

/**
 * The crowd that all contenders get: wend places it without overlaps.
 * @param {number} agents
 * @param {number} [seed]
 */
export function createSharedCrowd(agents, seed = 1) {
  const crowd = createPeerCrowd(agents, seed);
  const { motion } = createBenchWorld(agents, seed, {}).crowd;
  crowd.startX.set(motion.x.subarray(0, agents));
  crowd.startY.set(motion.y.subarray(0, agents));
  return crowd;
}

/**
 * @param {import('./crowd.js').PeerCrowd} crowd
 * @param {Settings} settings
 * @returns {import('./crowd.js').Peer}
 */
export function createModelPeer(crowd, settings) {
  const { agents } = crowd;
  const world = createBenchWorld(agents, crowd.seed, settings);
  const itinerary = createItinerary(crowd);
  for (let agent = 0; agent < agents; agent++) {
    // Every model must start where the other libraries start.
    const { x, y } = world.crowd.motion;
    if (x[agent] !== crowd.startX[agent] || y[agent] !== crowd.startY[agent])
      throw new Error(`agent ${agent} does not start where it starts in the other libraries`);
    retargetAgent(world, agent, { goal: [crowd.goalX[agent], crowd.goalY[agent]] });
  }
  return {
    version: installedVersion('wend'),
    step() {
      const { x, y } = world.crowd.motion;
      // No agent is added or removed: agent n stays in row n.
      const first = world.step % STEPS_BETWEEN_ARRIVAL_CHECKS;
      for (let agent = first; agent < agents; agent += STEPS_BETWEEN_ARRIVAL_CHECKS) {
        if (renewGoalOnArrival(itinerary, agent, x[agent], y[agent])) {
          retargetAgent(world, agent, { goal: [itinerary.goalX[agent], itinerary.goalY[agent]] });
        }
      }
      stepWorld(world);
    },
    positions() {
      const positions = new Float64Array(2 * agents);
      for (let agent = 0; agent < agents; agent++) {
        positions[2 * agent] = world.crowd.motion.x[agent];
        positions[2 * agent + 1] = world.crowd.motion.y[agent];
      }
      return positions;
    },
    stages() {
      const total = world.stageTimes.reduce((sum, time) => sum + time, 0);
      return Object.fromEntries(stageNames.map((name, stage) => [name, world.stageTimes[stage] / total]));
    },
    dispose() {},
  };
}
