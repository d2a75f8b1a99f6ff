// @ts-check
import { performance } from 'node:perf_hooks';
import { NEIGHBOUR_RADIUS, TIME_STEP } from './crowd.js';

/** A crowd slower than this on average, metres per second, stands; its step time says nothing. */
const MINIMUM_MEAN_SPEED = 0.5;

/**
 * @typedef {object} MeasureOptions
 * @property {number} warmupSteps steps of each peer before the clock counts; they settle the compiler and part
 *   agents that start on top of one another
 * @property {number} steps measured steps of each peer
 * @property {number} [blockSteps] steps per timed block, 10 unless told; `steps` is rounded up to whole blocks
 * @property {() => number} [now] milliseconds; the wall clock unless told
 */

/**
 * @typedef {object} PeerMeasurement
 * @property {string} name
 * @property {string} version
 * @property {number} agents
 * @property {number} blocks
 * @property {number} blockSteps
 * @property {number} meanSpeed metres per second, from straight displacements over a block, a lower bound
 * @property {number} meanNeighbours others within NEIGHBOUR_RADIUS at the end; peers that start alike spread or
 *   bunch in their own ways, and a bunched crowd costs more
 * @property {{ median: number, best: number }} microsecondsPerAgentStep over the blocks
 */

/**
 * Runs the peers in turn, block by block, so that a noisy minute of the machine falls on all of them alike,
 * and starts each round with another peer, so that none always runs after the same one. Noise only ever
 * lengthens a block: `best` is what the code can do, `median` is what one gets.
 * @param {import('./crowd.js').Peer[]} peers
 * @param {MeasureOptions} options
 * @returns {PeerMeasurement[]} in the order of the peers
 */
export function measureInterleaved(peers, options) {
  const { warmupSteps, steps, blockSteps = 10, now = () => performance.now() } = options;
  const blocks = Math.ceil(steps / blockSteps);
  if (!(blocks >= 1)) throw new RangeError(`nothing to measure in ${steps} steps`);

  for (const peer of peers) for (let step = 0; step < warmupSteps; step++) peer.step();

  const runs = peers.map((peer) => ({
    peer,
    milliseconds: new Float64Array(blocks),
    distance: 0,
    agents: 0,
  }));
  for (let block = 0; block < blocks; block++) {
    for (let turn = 0; turn < runs.length; turn++) {
      const run = runs[(block + turn) % runs.length];
      const before = run.peer.positions();
      const start = now();
      for (let step = 0; step < blockSteps; step++) run.peer.step();
      run.milliseconds[block] = now() - start;
      run.agents = before.length / 2;
      run.distance += meanDisplacement(run.peer, before, run.peer.positions());
    }
  }

  return runs.map(({ peer, milliseconds, distance, agents }) => {
    const meanSpeed = distance / (blocks * blockSteps * TIME_STEP);
    if (!(meanSpeed > MINIMUM_MEAN_SPEED)) {
      throw new Error(
        `${peer.name}: the crowd moves at ${meanSpeed.toFixed(2)} m/s; a frozen crowd is no benchmark`,
      );
    }
    const times = milliseconds.map((block) => (block * 1000) / (blockSteps * agents)).sort();
    return {
      name: peer.name,
      version: peer.version,
      agents,
      blocks,
      blockSteps,
      meanSpeed,
      meanNeighbours: meanNeighbours(peer.positions()),
      microsecondsPerAgentStep: { median: medianOfSorted(times), best: times[0] },
    };
  });
}

/**
 * @param {import('./crowd.js').Peer} peer
 * @param {MeasureOptions} options
 * @returns {PeerMeasurement}
 */
export function measurePeer(peer, options) {
  return measureInterleaved([peer], options)[0];
}

/**
 * Steps for a crowd of this size: a few seconds where the peers are quick, and still bounded by minutes for
 * 100,000 agents in Yuka, whose every query walks through all cells.
 * @param {number} agents
 * @returns {{ warmupSteps: number, steps: number, blockSteps: number }}
 */
export function stepsFor(agents) {
  if (agents <= 5_000) return { warmupSteps: 60, steps: 200, blockSteps: 10 };
  if (agents <= 30_000) return { warmupSteps: 10, steps: 30, blockSteps: 2 };
  return { warmupSteps: 2, steps: 3, blockSteps: 1 };
}

/**
 * @param {import('./crowd.js').Peer} peer
 * @param {Float64Array} before
 * @param {Float64Array} after
 */
function meanDisplacement(peer, before, after) {
  if (after.length !== before.length) throw new Error(`${peer.name}: the number of agents changed`);
  let sum = 0;
  for (let at = 0; at < before.length; at += 2) {
    sum += Math.hypot(after[at] - before[at], after[at + 1] - before[at + 1]);
  }
  return sum / (before.length / 2);
}

/**
 * @param {Float64Array} positions
 * @returns {number}
 */
function meanNeighbours(positions) {
  /** @type {Map<string, number[]>} */
  const cells = new Map();
  for (let at = 0; at < positions.length; at += 2) {
    const key = cellKey(positions[at], positions[at + 1], 0, 0);
    const cell = cells.get(key);
    if (cell) cell.push(at);
    else cells.set(key, [at]);
  }
  let count = 0;
  for (let at = 0; at < positions.length; at += 2) {
    for (let column = -1; column <= 1; column++) {
      for (let row = -1; row <= 1; row++) {
        for (const other of cells.get(cellKey(positions[at], positions[at + 1], column, row)) ?? []) {
          const offsetX = positions[other] - positions[at];
          const offsetY = positions[other + 1] - positions[at + 1];
          if (other !== at && offsetX * offsetX + offsetY * offsetY <= NEIGHBOUR_RADIUS ** 2) count++;
        }
      }
    }
  }
  return count / (positions.length / 2);
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} column
 * @param {number} row
 */
function cellKey(x, y, column, row) {
  return `${Math.floor(x / NEIGHBOUR_RADIUS) + column},${Math.floor(y / NEIGHBOUR_RADIUS) + row}`;
}

/** @param {Float64Array} sorted */
function medianOfSorted(sorted) {
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
