// @ts-check
// Checks under moduleResolution "bundler" only: @recast-navigation/core types import without file extensions.
import { Crowd, init } from 'recast-navigation';
import { generateSoloNavMesh } from 'recast-navigation/generators';
import {
  AGENT_RADIUS,
  createItinerary,
  MAXIMUM_SPEED,
  NEIGHBOUR_RADIUS,
  renewGoalOnArrival,
  STEPS_BETWEEN_ARRIVAL_CHECKS,
  TIME_STEP,
} from './crowd.js';
import { installedVersion } from './version.js';

/**
 * dtProximityGrid links its entries by unsigned 16-bit indices, 0xffff meaning none. An agent has one entry
 * in each grid cell that its bounding square touches. Past 65,535 entries the index wraps, an entry is linked
 * twice and a query may never return. Nothing in the library checks it.
 */
const GRID_ENTRIES = 65535;
/** dtCrowd makes the cells of its grid three times the greatest agent radius. */
const GRID_CELL = 3 * AGENT_RADIUS;
/** Expected entries per agent for a position uniform within its cell: 2.78. */
const ENTRIES_PER_AGENT = (1 + (2 * AGENT_RADIUS) / GRID_CELL) ** 2;
/** The expectation fluctuates by about the square root of the number of agents; 5 % is over twenty of those. */
const MAXIMUM_AGENTS = Math.floor((0.95 * GRID_ENTRIES) / ENTRIES_PER_AGENT);

/** Voxels along a side of the nav mesh's height field. The floor is flat: finer voxels would change nothing. */
const VOXELS_PER_SIDE = 1024;

/**
 * @param {import('./crowd.js').PeerCrowd} crowd
 * @returns {string | null} why DetourCrowd cannot hold this crowd, or null when it can
 */
export function whyDetourCannot(crowd) {
  if (crowd.agents <= MAXIMUM_AGENTS) return null;
  return `DetourCrowd's proximity grid has 16-bit indices: at most ${MAXIMUM_AGENTS} agents of this radius`;
}

/**
 * DetourCrowd with the defaults of recast-navigation: updateFlags 7 (anticipate
 * turns, obstacle avoidance, separation), separation weight 0 (the separation loop runs but does not push),
 * avoidance type 0 with Detour's own parameters (adaptive sampling, 7 divisions, 2 rings, depth 5),
 * acceleration 20 m/s². Detour keeps the six nearest neighbours out of the first 32 candidates in range.
 * @param {import('./crowd.js').PeerCrowd} crowd
 * @returns {Promise<import('./crowd.js').Peer>}
 */
export async function createDetourPeer(crowd) {
  const refusal = whyDetourCannot(crowd);
  if (refusal !== null) throw new RangeError(refusal);
  await init();
  const navMesh = createFloor(crowd.side);
  const detour = new Crowd(navMesh, { maxAgents: crowd.agents, maxAgentRadius: AGENT_RADIUS });
  const itinerary = createItinerary(crowd);
  /** @type {import('recast-navigation').CrowdAgent[]} */
  const walkers = [];
  for (let agent = 0; agent < crowd.agents; agent++) {
    const walker = detour.addAgent(
      { x: crowd.startX[agent], y: 0, z: crowd.startY[agent] },
      { radius: AGENT_RADIUS, height: 1.8, maxSpeed: MAXIMUM_SPEED, collisionQueryRange: NEIGHBOUR_RADIUS },
    );
    if (walker.agentIndex !== agent) throw new Error(`DetourCrowd did not take agent ${agent}`);
    walkers.push(walker);
    sendTo(walker, itinerary.goalX[agent], itinerary.goalY[agent]);
  }

  let steps = 0;
  return {
    version: installedVersion('recast-navigation'),
    step() {
      detour.update(TIME_STEP);
      const first = steps++ % STEPS_BETWEEN_ARRIVAL_CHECKS;
      for (let agent = first; agent < crowd.agents; agent += STEPS_BETWEEN_ARRIVAL_CHECKS) {
        const walker = walkers[agent];
        const renewed = renewGoalOnArrival(itinerary, agent, walker.raw.get_npos(0), walker.raw.get_npos(2));
        if (renewed) sendTo(walker, itinerary.goalX[agent], itinerary.goalY[agent]);
      }
    },
    positions() {
      const positions = new Float64Array(2 * crowd.agents);
      for (let agent = 0; agent < crowd.agents; agent++) {
        positions[2 * agent] = walkers[agent].raw.get_npos(0);
        positions[2 * agent + 1] = walkers[agent].raw.get_npos(2);
      }
      return positions;
    },
    dispose() {
      detour.destroy();
      navMesh.destroy();
    },
  };
}

/**
 * A request that Detour refuses would leave the agent standing, and a standing crowd is cheap.
 * @param {import('recast-navigation').CrowdAgent} walker
 * @param {number} x metres
 * @param {number} y metres
 */
function sendTo(walker, x, y) {
  if (!walker.requestMoveTarget({ x, y: 0, z: y })) {
    throw new Error(`DetourCrowd refused the goal (${x}, ${y}) of agent ${walker.agentIndex}`);
  }
}

/**
 * The nav mesh of the square, in the fewest polygons Recast makes of it: long edges are not split
 * (maxEdgeLen 0) and there is one tile. Path finding is then as cheap as it can be, which favours the peer.
 * The floor is wider than the world by what Recast shaves off for the agent's radius, so that every start
 * and goal lies on the mesh.
 * @param {number} side metres
 */
function createFloor(side) {
  const cellSize = Math.max(AGENT_RADIUS, side / VOXELS_PER_SIDE);
  const walkableRadius = Math.ceil(AGENT_RADIUS / cellSize);
  const margin = (walkableRadius + 1) * cellSize;
  const low = -margin;
  const high = side + margin;
  const corners = [low, 0, low, low, 0, high, high, 0, high, high, 0, low];
  const result = generateSoloNavMesh(corners, [0, 1, 2, 0, 2, 3], {
    cs: cellSize,
    ch: 0.2,
    walkableRadius,
    maxEdgeLen: 0,
  });
  if (!result.success) throw new Error(`Recast could not make the nav mesh: ${result.error}`);
  return result.navMesh;
}
