// Writes scenarios/steerbench/forest.json: npm run build && node scripts/make-forest.js && npm run format
//
// The trees are drawn once, so that every seed walks through the same forest.
import { writeFileSync } from 'node:fs';
import { Purpose, uniform } from '../library/dist/numerics/index.js';

const SEED = 1;
const TREES = 700;
/** Centres lie within this of the origin in x and y, metres. */
const EXTENT = 98;
/** Width of a tree, and the least gap in x or in y between two: wide enough for a body of 1 m. Metres. */
const WIDTH = 1;
const GAP = 1.2;

const centers = [];
for (let attempt = 0; centers.length < TREES; attempt++) {
  const draw = (index) => tenths((2 * uniform(SEED, Purpose.placement, 0, attempt, index) - 1) * EXTENT);
  const [x, y] = [draw(0), draw(1)];
  const isFree = centers.every(([a, b]) => Math.max(Math.abs(a - x), Math.abs(b - y)) >= WIDTH + GAP);
  if (isFree) centers.push([x, y]);
}

const square = { box: { min: [-98, -98], max: [98, 98] } };
const half = WIDTH / 2;
const forest = {
  version: 1,
  name: 'forest',
  description: '500 people cross a forest of 700 trees, each with a goal of its own anywhere inside.',
  bounds: { min: [-99, -99], max: [99, 99], walls: true },
  dt: 0.05,
  duration: 600,
  obstacles: centers.map(([x, y]) => ({
    shape: 'box',
    min: [tenths(x - half), tenths(y - half)],
    max: [tenths(x + half), tenths(y + half)],
  })),
  groups: [
    {
      name: 'everybody',
      count: 500,
      region: square,
      radius: 0.5,
      speed: 1.3,
      goal: { random: square },
      goalRadius: 0.5,
    },
  ],
  neighbours: { radius: 8, sight: true },
  planner: { name: 'path', cell: 0.25, clearance: 0 },
  arrival: 'vanish',
  expect: { arrivedAtLeast: 1, seriousCollisionsAtMost: 0 },
};
const file = new URL('../scenarios/steerbench/forest.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(forest)}\n`);

function tenths(metres) {
  return Math.round(10 * metres) / 10;
}
