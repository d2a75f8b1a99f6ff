// @ts-check
// Shortest paths on the stored maps, beside the pathfinding package: node benchmarks/planning/paths.js [--quick] [--out FILE.csv]
// Each contender solves every problem in turn, so that other load on the machine affects all equally. The package needs a
// fresh grid for each search; creating it is not counted. wend's preparation of a map is counted with the searches on it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
// @ts-expect-error The package has no types.
import pathfinding from 'pathfinding';
import { readOctileMap, readPathProblems, requireProblemsOfMap } from '../../formats/dist/index.js';
import {
  addGoals,
  beginSearch,
  countNodes,
  createMoves,
  createSearch,
  runSearch,
  writePath,
} from '../../library/dist/planning/paths/index.js';

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, out: { type: 'string' } },
});
const LEAST_RATIO = 3;
/** Sums of the same steps in different order differ by less; lengths of different paths differ by more. */
const SAME = 1e-9;

const folder = new URL('../../../shared/data/movingai/', import.meta.url).pathname;
if (!existsSync(folder)) {
  console.error(`the maps are not here: ${folder} is absent`);
  process.exit(2);
}
const diagonalMovement = pathfinding.DiagonalMovement.OnlyWhenNoObstacles;
const heuristic = pathfinding.Heuristic.octile;
const contenders = {
  'pathfinding A*': new pathfinding.AStarFinder({ diagonalMovement, heuristic }),
  'pathfinding jump points': new pathfinding.JumpPointFinder({ diagonalMovement, heuristic }),
};
const names = /** @type {const} */ (['wend', 'pathfinding A*', 'pathfinding jump points']);

/** @typedef {{ problems: number, ms: number, expanded: number, longer: number, worst: number }} Sum */
/** @type {{ file: string, name: string, sum: Sum }[]} */
const results = [];

const warmUp = readdirSync(join(folder, 'scen')).sort();
for (const file of warmUp) solveFile(file, 20);
results.length = 0;
for (const file of warmUp) solveFile(file, values.quick ? 60 : Number.POSITIVE_INFINITY);
report();

/** @param {string} file @param {number} most */
function solveFile(file, most) {
  const mapFile = `${file.replace(/(-random-\d+|\.map)\.scen$/, '')}.map`;
  const map = readOctileMap(readFileSync(join(folder, 'maps', mapFile), 'utf8'), mapFile);
  const all = readPathProblems(readFileSync(join(folder, 'scen', file), 'utf8'), file);
  requireProblemsOfMap(all, map, file);
  const every = Math.max(1, Math.floor(all.length / most));
  const problems = all.filter((_, k) => k % every === 0);
  const matrix = Array.from({ length: map.height }, (_, y) =>
    Array.from({ length: map.width }, (_, x) => 1 - map.open[y * map.width + x]),
  );
  const sums = names.map(() => ({ problems: problems.length, ms: 0, expanded: 0, longer: 0, worst: 0 }));
  const begin = performance.now();
  const search = createSearch(createMoves(map.width, map.height, map.open));
  const path = new Int32Array(map.width * map.height);
  sums[0].ms += performance.now() - begin;
  const goal = new Int32Array(1);
  for (const { goalX, goalY, startX, startY } of problems) {
    const before = performance.now();
    goal[0] = goalY * map.width + goalX;
    beginSearch(search, search.moves, startY * map.width + startX);
    addGoals(search, goal);
    runSearch(search);
    const count = countNodes(search);
    writePath(search, path, 0);
    sums[0].ms += performance.now() - before;
    sums[0].expanded += search.expanded;
    const shortest = lengthOfCells(path, count, map.width);
    Object.values(contenders).forEach((finder, k) => {
      const grid = new pathfinding.Grid(matrix);
      const sum = sums[k + 1];
      const from = performance.now();
      /** @type {[number, number][]} */
      const found = finder.findPath(startX, startY, goalX, goalY, grid);
      sum.ms += performance.now() - from;
      for (const row of grid.nodes) for (const node of row) if (node.closed) sum.expanded++;
      const excess = lengthOf(found) - shortest;
      sum.worst = Math.max(sum.worst, excess);
      if (excess > SAME) sum.longer++;
      if (excess < -SAME) throw new Error(`${file}: ${names[k + 1]} found a shorter path`);
    });
  }
  names.forEach((name, k) => {
    results.push({ file, name, sum: sums[k] });
  });
}

/** @param {Int32Array} path @param {number} count @param {number} width */
function lengthOfCells(path, count, width) {
  let diagonal = 0;
  for (let k = 1; k < count; k++) {
    const step = Math.abs(path[k] - path[k - 1]);
    if (step !== 1 && step !== width) diagonal++;
  }
  return count - 1 - diagonal + diagonal * Math.SQRT2;
}

/** @param {[number, number][]} path */
function lengthOf(path) {
  let straight = 0;
  let diagonal = 0;
  for (let k = 1; k < path.length; k++) {
    const dx = Math.abs(path[k][0] - path[k - 1][0]);
    const dy = Math.abs(path[k][1] - path[k - 1][1]);
    diagonal += Math.min(dx, dy);
    straight += Math.max(dx, dy) - Math.min(dx, dy);
  }
  return straight + diagonal * Math.SQRT2;
}

function report() {
  const machine = `${cpus()[0].model} x ${cpus().length}`;
  const lines = ['machine,node,problems,count,finder,us_per_search,expanded_per_search,longer,times_wend'];
  const files = [...warmUp, 'all'];
  let holds = true;
  for (const file of files) {
    const sums = names.map((name) =>
      total(results.filter((r) => (file === 'all' || r.file === file) && r.name === name)),
    );
    console.log(`${file}: ${sums[0].problems} problems`);
    names.forEach((name, k) => {
      const { expanded, longer, ms, problems, worst } = sums[k];
      const ratio = ms / sums[0].ms;
      const us = ((1000 * ms) / problems).toFixed(1);
      const nodes = (expanded / problems).toFixed(0);
      const lengths =
        longer > 0 ? `; ${longer} paths longer than the shortest, by up to ${worst.toFixed(3)}` : '';
      console.log(
        `  ${name.padEnd(24)} ${us.padStart(8)} µs ${nodes.padStart(7)} cells ${ratio.toFixed(1).padStart(6)} ×${lengths}`,
      );
      lines.push(
        `"${machine}",${process.version},${file},${problems},"${name}",${us},${nodes},${longer},${ratio.toFixed(2)}`,
      );
      if (file === 'all' && name === 'pathfinding A*') {
        holds = ratio >= LEAST_RATIO;
        console.log(`  ${holds ? 'holds' : 'MISSED'}: at least ${LEAST_RATIO} times faster than ${name}`);
      }
    });
  }
  if (values.out) writeFileSync(values.out, `${lines.join('\n')}\n`);
  if (!holds) process.exitCode = 1;
}

/** @param {{ sum: Sum }[]} parts @returns {Sum} */
function total(parts) {
  const sum = { problems: 0, ms: 0, expanded: 0, longer: 0, worst: 0 };
  for (const { sum: part } of parts) {
    sum.problems += part.problems;
    sum.ms += part.ms;
    sum.expanded += part.expanded;
    sum.longer += part.longer;
    sum.worst = Math.max(sum.worst, part.worst);
  }
  return sum;
}
