// @ts-check
import { NEIGHBOUR_RADIUS, TIME_STEP } from './crowd.js';

/** A crowd slower than this on average, metres per second, counts as standing; its step time means nothing. */
const MINIMUM_MEAN_SPEED = 0.5;

/**
 * @typedef {object} MeasureOptions
 * @property {number} warmupSteps steps of each contender on this crowd before the clock counts
 * @property {number} steps measured steps of each contender
 * @property {number} blockSteps steps per timed block; `steps` is rounded up to whole blocks
 */

/**
 * A contender that can be asked: a running program (contenders.js), or a stub in a test.
 * @typedef {{ contender: { name: string }, ask: (request: object) => Promise<any> }} Host
 */

/**
 * @typedef {object} Measurement
 * @property {string} name
 * @property {number} blocks
 * @property {number} blockSteps
 * @property {number} meanSpeed metres per second, from straight displacements over a block, a lower bound
 * @property {number} meanNeighbours others within NEIGHBOUR_RADIUS at the end; contenders with equal starts spread or
 *   bunch differently, and a bunched crowd costs more
 * @property {{ median: number, best: number }} microsecondsPerAgentStep over the blocks
 */

/**
 * Runs the contenders in turn, block by block, so that a noisy minute of the machine affects all of them equally, and
 * starts each round with another one, so that none always runs after the same one. Noise can only lengthen a block:
 * `best` is what the code can do, `median` is what a user gets.
 * @param {Host[]} hosts
 * @param {MeasureOptions} options
 * @returns {Promise<Measurement[]>} in the order of the hosts
 */
export async function measureInterleaved(hosts, { warmupSteps, steps, blockSteps }) {
  const blocks = Math.ceil(steps / blockSteps);
  if (!(blocks >= 1)) throw new RangeError(`nothing to measure in ${steps} steps`);
  const positionsOf = async (/** @type {Host} */ host) => (await host.ask({ positions: true })).positions;
  const runs = [];
  for (const host of hosts) {
    if (warmupSteps > 0) await host.ask({ step: warmupSteps });
    runs.push({
      host,
      positions: /** @type {number[]} */ (await positionsOf(host)),
      times: new Float64Array(blocks),
      distance: 0,
    });
  }
  for (let block = 0; block < blocks; block++) {
    for (let turn = 0; turn < runs.length; turn++) {
      const run = runs[(block + turn) % runs.length];
      const { microseconds } = await run.host.ask({ step: blockSteps });
      const positions = await positionsOf(run.host);
      const { name } = run.host.contender;
      run.times[block] = microseconds / (blockSteps * (positions.length / 2));
      run.distance += meanDisplacement(name, run.positions, positions);
      run.positions = positions;
    }
  }
  return runs.map(({ host: { contender }, positions, times, distance }) => {
    const meanSpeed = distance / (blocks * blockSteps * TIME_STEP);
    if (!(meanSpeed > MINIMUM_MEAN_SPEED)) {
      throw new Error(
        `${contender.name}: the crowd moves at ${meanSpeed.toFixed(2)} m/s; a frozen crowd is no benchmark`,
      );
    }
    times.sort();
    return {
      name: contender.name,
      blocks,
      blockSteps,
      meanSpeed,
      meanNeighbours: meanNeighbours(positions),
      microsecondsPerAgentStep: { median: medianOfSorted(times), best: times[0] },
    };
  });
}

/**
 * @param {string} name
 * @param {number[]} before
 * @param {number[]} after
 */
function meanDisplacement(name, before, after) {
  if (after.length !== before.length) throw new Error(`${name}: the number of agents changed`);
  let sum = 0;
  for (let at = 0; at < before.length; at += 2) {
    sum += Math.hypot(after[at] - before[at], after[at + 1] - before[at + 1]);
  }
  return sum / (before.length / 2);
}

/**
 * @param {number[]} positions
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
