// @ts-check
import { performance } from 'node:perf_hooks';
import { createWorld, retargetAgent, stageNames, stepWorld } from 'wend';
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

/** What is measured of wend: the model of the limits, and the pipeline with its adaptive cadence. */
const models = /** @type {const} */ ({
  wend: { steering: { name: 'nonlinear' } },
  'wend pipeline, adaptive': { steering: { name: 'pipeline' }, cadence: 'adaptive' },
});

/**
 * wend on a crowd without overlaps, and that crowd for the other peers: all start from the same places.
 * @param {number} agents
 * @param {number} [seed]
 * @param {keyof typeof models} [name]
 * @returns {{ crowd: import('./crowd.js').PeerCrowd, peer: import('./crowd.js').Peer & { stages: () => Record<string, number> } }}
 */
export function createWendPeer(agents, seed = 1, name = 'wend') {
  const crowd = createPeerCrowd(agents, seed);
  /** @type {{ min: [number, number], max: [number, number] }} */
  const box = { min: [0, 0], max: [crowd.side, crowd.side] };
  const world = createWorld(
    {
      version: 1,
      name: 'bench',
      bounds: box,
      dt: TIME_STEP,
      duration: 1000,
      ...models[name],
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
      neighbours: { radius: NEIGHBOUR_RADIUS },
      arrival: 'continue',
    },
    { clock: () => performance.now() },
  );
  crowd.startX.set(world.crowd.motion.x.subarray(0, agents));
  crowd.startY.set(world.crowd.motion.y.subarray(0, agents));
  const itinerary = createItinerary(crowd);
  for (let agent = 0; agent < agents; agent++) {
    retargetAgent(world, agent, { goal: [crowd.goalX[agent], crowd.goalY[agent]] });
  }
  return {
    crowd,
    peer: {
      name,
      version: installedVersion('wend'),
      step() {
        const { x, y } = world.crowd.motion;
        // Nobody comes or leaves: agent n stays in row n.
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
    },
  };
}
