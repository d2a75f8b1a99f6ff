// @ts-check
// Fast marching beside Dijkstra's algorithm on the same ground: node benchmarks/planning/distance.js [--quick]
// Both fill the whole field from one source with the same heap. They take turns, so that other load on the machine affects
// both equally. The median of the turns counts. Dijkstra's paths have only eight directions, which fast marching corrects:
// the mean error against the straight line, on the open floor, is shown with each.
import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createObstacles } from '../../library/dist/crowd/index.js';
import {
  addSource,
  advanceMarch,
  clearMarch,
  createMarch,
} from '../../library/dist/planning/distance/march.js';
import {
  bringForward,
  clearFront,
  createFront,
  TAKEN,
  takeFirst,
} from '../../library/dist/planning/map/cells/front.js';
import { createMap, createTerrain, updateTerrain } from '../../library/dist/planning/map/index.js';

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const TURNS = values.quick ? 3 : 9;
const CELL = 0.25;
/** @typedef {import('../../library/dist/planning/map/index.js').Terrain} Terrain */

/** Terrain of open and closed cells. @param {number} side cells @param {(column: number, row: number) => boolean} isOpen @returns {Terrain} */
function createGround(side, isOpen) {
  const bounds = { minX: 0, minY: 0, maxX: side * CELL, maxY: side * CELL };
  const map = createMap(bounds, CELL, CELL, createObstacles([]));
  const terrain = createTerrain(map, CELL / 4);
  for (let k = 0; k < map.clearance.length; k++) {
    map.clearance[k] = isOpen(k % side, Math.floor(k / side)) ? CELL : 0;
  }
  map.revision++;
  updateTerrain(terrain);
  return terrain;
}

const grounds = {
  open: () => true,
  /** Walls of one cell with a gap at alternate ends, six cells apart. */
  'to and fro': (/** @type {number} */ column, /** @type {number} */ row, /** @type {number} */ side) =>
    row % 6 !== 5 || (Math.floor(row / 6) % 2 === 0 ? column >= side - 4 : column < 4),
  /** A tenth of the cells closed, anywhere. */
  rubble: (/** @type {number} */ column, /** @type {number} */ row) =>
    (Math.imul(Math.imul(column + 1, 0x9e3779b1) ^ Math.imul(row + 1, 0x85ebca6b), 0xc2b2ae35) >>> 16) % 10 >
    0,
};

/** Dijkstra over the eight neighbours, corners not cut. @param {Terrain} terrain */
function createDijkstra({ map: { columns, rows }, open }) {
  const front = createFront(open.length);
  const length = new Float64Array(open.length);
  const straight = CELL;
  const diagonal = CELL * Math.SQRT2;
  return {
    time: length,
    /** @param {number} source */
    run(source) {
      clearFront(front);
      length.fill(Number.POSITIVE_INFINITY);
      length[source] = 0;
      bringForward(front, source, 0);
      let taken = 0;
      /** @param {number} cell @param {number} reached */
      const relax = (cell, reached) => {
        if (open[cell] === 0 || front.place[cell] === TAKEN || reached >= length[cell]) return;
        length[cell] = reached;
        bringForward(front, cell, reached);
      };
      while (front.count > 0) {
        const cell = takeFirst(front);
        taken++;
        const here = length[cell];
        const column = cell % columns;
        const left = column > 0 && open[cell - 1] === 1;
        const right = column < columns - 1 && open[cell + 1] === 1;
        const below = cell >= columns && open[cell - columns] === 1;
        const above = cell < columns * (rows - 1) && open[cell + columns] === 1;
        if (left) relax(cell - 1, here + straight);
        if (right) relax(cell + 1, here + straight);
        if (below) relax(cell - columns, here + straight);
        if (above) relax(cell + columns, here + straight);
        if (left && below) relax(cell - columns - 1, here + diagonal);
        if (right && below) relax(cell - columns + 1, here + diagonal);
        if (left && above) relax(cell + columns - 1, here + diagonal);
        if (right && above) relax(cell + columns + 1, here + diagonal);
      }
      return taken;
    },
  };
}

/** @param {Terrain} terrain */
function createMarching(terrain) {
  const march = createMarch(terrain);
  return {
    time: march.time,
    /** @param {number} source */
    run(source) {
      clearMarch(march);
      addSource(march, source, 0, 0);
      return advanceMarch(march, Number.POSITIVE_INFINITY);
    },
  };
}

/** @param {number[]} numbers */
const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

/** Mean of |time − straight line| / straight line. @param {Float64Array} time @param {number} source @param {number} side */
function errorOf(time, source, side) {
  let sum = 0;
  for (let k = 0; k < time.length; k++) {
    const exact =
      CELL * Math.hypot((k % side) - (source % side), Math.floor(k / side) - Math.floor(source / side));
    if (exact > 0) sum += Math.abs(time[k] - exact) / exact;
  }
  return sum / (time.length - 1);
}

console.log(`${cpus()[0].model}, node ${process.version}; median of ${TURNS} turns`);
for (const side of values.quick ? [256] : [256, 512, 1024]) {
  for (const [name, isOpen] of Object.entries(grounds)) {
    const terrain = createGround(side, (column, row) => isOpen(column, row, side));
    const source = side + 1;
    const contenders = { marching: createMarching(terrain), dijkstra: createDijkstra(terrain) };
    /** @type {Record<string, number[]>} */
    const spent = { marching: [], dijkstra: [] };
    let cells = 0;
    for (let turn = 0; turn <= TURNS; turn++) {
      for (const [who, contender] of Object.entries(contenders)) {
        const begin = performance.now();
        cells = contender.run(source);
        // The first turn warms up.
        if (turn > 0) spent[who].push(performance.now() - begin);
      }
    }
    const [marching, dijkstra] = [median(spent.marching), median(spent.dijkstra)].map(
      (ms) => (1000 * ms) / cells,
    );
    const errors =
      name === 'open'
        ? `; error ${(100 * errorOf(contenders.marching.time, source, side)).toFixed(2)} % and ${(100 * errorOf(contenders.dijkstra.time, source, side)).toFixed(2)} %`
        : '';
    console.log(
      `${side} × ${side} ${name}: marching ${marching.toFixed(3)} µs a cell, Dijkstra ${dijkstra.toFixed(3)}, ratio ${(marching / dijkstra).toFixed(2)}${errors}`,
    );
  }
}
