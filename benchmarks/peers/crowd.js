// @ts-check
// The one crowd that every peer walks: the same starts, the same goals, the same sequence of later goals.

/**
 * @typedef {object} PeerCrowd
 * @property {number} agents number of agents
 * @property {number} side side of the square world, metres; coordinates run from 0 to side
 * @property {number} seed
 * @property {Float64Array} startX metres
 * @property {Float64Array} startY metres
 * @property {Float64Array} goalX first goals, metres
 * @property {Float64Array} goalY metres
 */

/**
 * Where each agent goes now. Peers share the starts but not the trajectories, so a goal depends only on the
 * agent and on how many goals it has reached, never on the order in which agents arrive.
 * @typedef {object} Itinerary
 * @property {PeerCrowd} crowd
 * @property {Float64Array} goalX metres
 * @property {Float64Array} goalY metres
 * @property {Uint32Array} reached goals reached by each agent
 */

/**
 * @typedef {object} Peer
 * @property {string} version
 * @property {() => void} step advances the crowd by TIME_STEP
 * @property {() => Float64Array} positions a fresh copy: x0, y0, x1, y1, … in world coordinates, metres
 * @property {() => Record<string, number>} [stages] the share of each stage in the step, if the library reports it
 * @property {() => void} dispose
 */

/** Agents per square metre. */
export const DENSITY = 0.5;
/** Metres. */
export const AGENT_RADIUS = 0.25;
/** Metres per second. */
export const MAXIMUM_SPEED = 1.33;
/** Metres. */
export const NEIGHBOUR_RADIUS = 3;
/** Seconds. */
export const TIME_STEP = 0.05;
/** An agent this near its goal receives the next one, metres. */
export const ARRIVAL_DISTANCE = 1;
/**
 * Each agent's arrival is checked once in this many steps. Reading positions out of WebAssembly costs a call per
 * coordinate, which is not the peer's own cost. In ten steps an agent walks 0.67 m, less than the arrival distance, so
 * that no agent passes its goal unnoticed.
 */
export const STEPS_BETWEEN_ARRIVAL_CHECKS = 10;

/**
 * mulberry32: uniform in [0, 1), the same on every machine.
 * @param {number} seed
 * @returns {() => number}
 */
export function createGenerator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Starts are uniform and independent, so about a third of the agents overlap another one; `createSharedCrowd` in models.js
 * replaces them by places without overlaps.
 * @param {number} agents
 * @param {number} [seed]
 * @returns {PeerCrowd}
 */
export function createPeerCrowd(agents, seed = 1) {
  if (!Number.isInteger(agents) || agents < 1)
    throw new RangeError(`agents must be a positive integer: ${agents}`);
  const side = Math.sqrt(agents / DENSITY);
  const crowd = {
    agents,
    side,
    seed,
    startX: new Float64Array(agents),
    startY: new Float64Array(agents),
    goalX: new Float64Array(agents),
    goalY: new Float64Array(agents),
  };
  const random = createGenerator(seed);
  for (let agent = 0; agent < agents; agent++) {
    crowd.startX[agent] = random() * side;
    crowd.startY[agent] = random() * side;
    writeGoal(crowd, agent, 0, crowd.goalX, crowd.goalY);
  }
  return crowd;
}

/**
 * @param {PeerCrowd} crowd
 * @returns {Itinerary}
 */
export function createItinerary(crowd) {
  return {
    crowd,
    goalX: crowd.goalX.slice(),
    goalY: crowd.goalY.slice(),
    reached: new Uint32Array(crowd.agents),
  };
}

/**
 * Gives the agent its next goal if it stands at the present one.
 * @param {Itinerary} itinerary
 * @param {number} agent
 * @param {number} x metres
 * @param {number} y metres
 * @returns {boolean} whether the goal changed
 */
export function renewGoalOnArrival(itinerary, agent, x, y) {
  const offsetX = itinerary.goalX[agent] - x;
  const offsetY = itinerary.goalY[agent] - y;
  if (offsetX * offsetX + offsetY * offsetY > ARRIVAL_DISTANCE * ARRIVAL_DISTANCE) return false;
  itinerary.reached[agent]++;
  writeGoal(itinerary.crowd, agent, itinerary.reached[agent], itinerary.goalX, itinerary.goalY);
  return true;
}

/**
 * @param {PeerCrowd} crowd
 * @param {number} agent
 * @param {number} reached
 * @param {Float64Array} goalX
 * @param {Float64Array} goalY
 */
function writeGoal(crowd, agent, reached, goalX, goalY) {
  const random = createGenerator(
    Math.imul(crowd.seed, 0xc2b2ae35) ^ Math.imul(agent + 1, 0x9e3779b1) ^ Math.imul(reached + 1, 0x85ebca6b),
  );
  goalX[agent] = random() * crowd.side;
  goalY[agent] = random() * crowd.side;
}
