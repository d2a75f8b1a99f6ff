// The cost of a harmonic field: the fast solver beside over-relaxation on a maze, and its cost per cell by size.
//
//   npm run build && node benchmarks/planning/harmonic.js
//
// Both solvers begin with the terrain and end with values; finding the directions is extra for either. The relative residual
// is measured twice: by its norm, ‖r‖ / ‖b‖, which cells near the target dominate, and in the worst cell, |4μ − Σμ| / 4μ. Exit code 1
// when a limit is missed. Ratios of one run; the machine's speed cancels out.
import { createObstacles } from '../../library/dist/crowd/index.js';
import {
  advanceElimination,
  attempts,
  createElimination,
  isEliminated,
  writePotential,
} from '../../library/dist/planning/harmonic/elimination.js';
import { advanceField, beginField, createHarmonicField } from '../../library/dist/planning/harmonic/field.js';
import { findUnknowns } from '../../library/dist/planning/harmonic/start.js';
import {
  advanceSweeps,
  bestOmega,
  createSweeps,
  placeOf,
} from '../../library/dist/planning/harmonic/sweeps.js';
import { finishWork } from '../../library/dist/planning/harmonic/work.js';
import { createMap, createTerrain } from '../../library/dist/planning/map/index.js';

/** The residual that the library solves to. */
const RESIDUAL = 1e-8;
const LIMITS = { faster: 20, growth: 1.5 };
/** Over-relaxation stops after this many times the time of the fast solver. */
const PATIENCE = 60;
/** Sweeps between two checks of the residual. */
const STRETCH = 50;
const TURNS = 5;

function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** Passages of a width between walls one cell thick, dug by a random walk that backtracks at dead ends, and more doors. */
function makeMaze(side, width, doors, seed) {
  const pitch = width + 1;
  const count = Math.floor((side - 1) / pitch);
  const map = createMap({ minX: 0, minY: 0, maxX: side, maxY: side }, 1, 1, createObstacles([]));
  map.clearance.fill(0);
  const random = randomNumbers(seed);
  const fill = (x, y, w, h) => {
    for (let j = y; j < y + h; j++) map.clearance.fill(1, j * side + x, j * side + x + w);
  };
  const join = (i, j, upright) =>
    upright
      ? fill(1 + i * pitch, 1 + j * pitch + width, width, 1)
      : fill(1 + i * pitch + width, 1 + j * pitch, 1, width);
  for (let k = 0; k < count * count; k++) {
    fill(1 + (k % count) * pitch, 1 + Math.floor(k / count) * pitch, width, width);
  }
  const seen = new Uint8Array(count * count);
  const path = [0];
  seen[0] = 1;
  while (path.length > 0) {
    const k = path[path.length - 1];
    const i = k % count;
    const choices = [];
    if (i > 0 && !seen[k - 1]) choices.push(k - 1);
    if (i < count - 1 && !seen[k + 1]) choices.push(k + 1);
    if (k >= count && !seen[k - count]) choices.push(k - count);
    if (k + count < seen.length && !seen[k + count]) choices.push(k + count);
    if (choices.length === 0) {
      path.pop();
      continue;
    }
    const next = choices[Math.floor(random() * choices.length)];
    const least = Math.min(k, next);
    join(least % count, Math.floor(least / count), Math.abs(next - k) === count);
    seen[next] = 1;
    path.push(next);
  }
  for (let k = 0; k < doors * count * count; k++) {
    join(Math.floor(random() * (count - 1)), Math.floor(random() * (count - 1)), random() < 0.5);
  }
  return createTerrain(map, 0.5);
}

function makeRoom(side) {
  const map = createMap({ minX: 0, minY: 0, maxX: side, maxY: side }, 1, 1, createObstacles([]));
  for (let k = 0; k < side; k++) {
    for (const cell of [k, k + side * (side - 1), k * side, k * side + side - 1]) map.clearance[cell] = 0;
  }
  return createTerrain(map, 0.5);
}

function sourceOf({ map, open }) {
  let cell = Math.floor(map.rows / 2) * map.columns + Math.floor(map.columns / 2);
  while (open[cell] === 0) cell++;
  return cell;
}

/** Seconds for the values alone, and the values in the form of the sweeps, so that both are measured in the same way. */
function eliminate(terrain) {
  const source = sourceOf(terrain);
  const begin = performance.now();
  const unknowns = finishWork(findUnknowns(terrain, Int32Array.of(source)));
  const potential = new Float64Array(unknowns.cells.length);
  for (const attempt of attempts) {
    const elimination = finishWork(createElimination(terrain, unknowns, attempt));
    advanceElimination(elimination, Number.MAX_SAFE_INTEGER);
    if (!isEliminated(elimination)) continue;
    finishWork(writePotential(elimination, potential));
    break;
  }
  const seconds = (performance.now() - begin) / 1000;
  const sweeps = sweepsOf(terrain, unknowns.cells, 1);
  unknowns.cells.forEach((cell, row) => {
    sweeps.values[placeOf(cell, terrain.map.columns)] = Math.exp(-potential[row]);
  });
  return { seconds, sweeps };
}

function sweepsOf(terrain, cells, omega) {
  const { columns, rows } = terrain.map;
  const sweeps = createSweeps(columns, rows, cells, omega);
  sweeps.values[placeOf(sourceOf(terrain), columns)] = 1;
  return sweeps;
}

/** Seconds and sweeps of over-relaxation until a measure of the residual is small enough; measuring does not count. */
function overRelax(terrain, measure, patience) {
  let begin = performance.now();
  const { cells } = finishWork(findUnknowns(terrain, Int32Array.of(sourceOf(terrain))));
  const sweeps = sweepsOf(terrain, cells, bestOmega(terrain.map.columns));
  let seconds = (performance.now() - begin) / 1000;
  for (;;) {
    begin = performance.now();
    for (let k = 0; k < STRETCH; k++) advanceSweeps(sweeps, Number.MAX_SAFE_INTEGER);
    seconds += (performance.now() - begin) / 1000;
    const residual = measure(sweeps);
    if (residual <= RESIDUAL || seconds > patience) return { seconds, count: sweeps.count, residual };
  }
}

/** The relative residual in the worst cell. Values near the subnormal range have too few digits and are skipped. */
function worstOf({ places, values, width }) {
  let worst = 0;
  for (const place of places) {
    const value = Math.abs(values[place]);
    if (value < 1e-290) continue;
    const mean = (values[place - 1] + values[place + 1] + values[place - width] + values[place + width]) / 4;
    worst = Math.max(worst, Math.abs(mean - values[place]) / value);
  }
  return worst;
}

/** The right side is 1 at the four neighbours of the source. */
function lengthOf({ places, values, width }) {
  let sum = 0;
  for (const place of places) {
    const mean = (values[place - 1] + values[place + 1] + values[place - width] + values[place + width]) / 4;
    sum += 16 * (mean - values[place]) ** 2;
  }
  return Math.sqrt(sum / 4);
}

/** Nanoseconds per cell for a whole field, directions included. */
function costOf(terrain, turns) {
  const cells = terrain.open.reduce((sum, isOpen) => sum + isOpen, 0);
  let best = Number.POSITIVE_INFINITY;
  for (let k = 0; k < turns; k++) {
    const begin = performance.now();
    const field = createHarmonicField(terrain);
    beginField(field, { cells: Int32Array.of(sourceOf(terrain)), labels: Int32Array.of(0) });
    advanceField(field, Number.MAX_SAFE_INTEGER);
    best = Math.min(best, performance.now() - begin);
  }
  return (1e6 * best) / cells;
}

const failures = [];
for (let k = 0; k < TURNS; k++) eliminate(makeMaze(128, 4, 0, 3)); // to be compiled
overRelax(makeMaze(64, 4, 0, 3), worstOf, 0.3);

const maze = makeMaze(512, 4, 0, 7);
const turns = Array.from({ length: TURNS }, () => {
  const fast = eliminate(maze);
  const slow = overRelax(maze, lengthOf, PATIENCE * fast.seconds);
  return { fast, slow, ratio: slow.seconds / fast.seconds };
}).sort((a, b) => a.ratio - b.ratio);
const { fast, slow, ratio } = turns[TURNS >> 1];
const cellwise = overRelax(maze, worstOf, PATIENCE * fast.seconds);
console.log(`maze of 512², passages of 4, relative residual ${RESIDUAL}:`);
console.log(
  `  by its length: elimination ${fast.seconds.toFixed(3)} s (it leaves ${lengthOf(fast.sweeps).toExponential(1)}), ` +
    `over-relaxation ${slow.seconds.toFixed(2)} s, ${slow.count} sweeps: ${ratio.toFixed(1)} times (median of ${TURNS}; at least ${LIMITS.faster})`,
);
console.log(
  `  in the worst cell: elimination leaves ${worstOf(fast.sweeps).toExponential(1)}; over-relaxation ` +
    `${cellwise.residual.toExponential(1)} after ${cellwise.seconds.toFixed(2)} s, ${cellwise.count} sweeps`,
);
if (!(ratio >= LIMITS.faster)) failures.push(`${ratio.toFixed(1)} times faster, not ${LIMITS.faster}`);
if (!(lengthOf(fast.sweeps) <= RESIDUAL && worstOf(fast.sweeps) <= RESIDUAL))
  failures.push('the fast solver leaves too much');

for (const [name, make, isLimited] of [
  ['maze, passages of 4', (side) => makeMaze(side, 4, 0, 7), true],
  ['empty room', makeRoom, true],
  ['maze, passages of 8, more doors', (side) => makeMaze(side, 8, 0.1, 7), false],
]) {
  const costs = [256, 1024].map((side) => costOf(make(side), side === 256 ? 6 : 3));
  const growth = costs[1] / costs[0];
  console.log(
    `${name}: ${costs[0].toFixed(0)} ns per cell at 256², ${costs[1].toFixed(0)} at 1024²: ${growth.toFixed(2)} times` +
      (isLimited ? ` (at most ${LIMITS.growth})` : ' (no limit: ways round make equations longer)'),
  );
  if (isLimited && growth > LIMITS.growth)
    failures.push(`${name}: cost per cell grows by ${growth.toFixed(2)}, over ${LIMITS.growth}`);
}

for (const failure of failures) console.error(`missed: ${failure}`);
if (failures.length > 0) process.exitCode = 1;
