// The figure of docs/models/paths.md, drawn from the library itself; name → SVG.

import { createObstacles } from '../../library/dist/crowd/index.js';
import { drawPlot, palette } from '../../library/dist/draw/index.js';
import { stepWorld } from '../../library/dist/index.js';
import { cellAt, centreX, centreY, createMap, createTerrain } from '../../library/dist/planning/map/index.js';
import {
  addGoals,
  beginSearch,
  countNodes,
  createMoves,
  createSearch,
  runSearch,
  writePath,
} from '../../library/dist/planning/paths/index.js';
import { createScenarioWorld as createWorld } from '../../library/dist/scenario.js';

const CELL = 0.25;
const RADIUS = 0.25;
const CLEARANCE = 0.1;
const FROM = [8, 5];
const GOAL = [21, 5];
/** A pocket that is open on the far side from the goal. */
const pocket = [
  [5, 2],
  [13, 2],
  [13, 8],
  [5, 8],
  [5, 7.5],
  [12, 7.5],
  [12, 2.5],
  [5, 2.5],
];
const bounds = { min: [0, 0], max: [24, 10] };
const obstacles = [{ shape: 'polygon', points: pocket }];

/** The cells of the shortest path, as points. */
function findPath() {
  const [minX, minY] = bounds.min;
  const [maxX, maxY] = bounds.max;
  const room = RADIUS + CLEARANCE;
  const map = createMap({ minX, minY, maxX, maxY }, CELL, room, createObstacles(obstacles));
  const moves = createMoves(map.columns, map.rows, createTerrain(map, room).open);
  const search = createSearch(moves);
  beginSearch(search, moves, cellAt(map, ...FROM));
  addGoals(search, [cellAt(map, ...GOAL)]);
  runSearch(search);
  const path = new Int32Array(countNodes(search));
  writePath(search, path, 0);
  return Array.from(path, (cell) => [
    centreX(map, cell % map.columns),
    centreY(map, Math.floor(cell / map.columns)),
  ]);
}

/** The trajectory of an agent, and the directions that it gets from the planner. */
function walk() {
  const world = createWorld({
    version: 1,
    name: 'pocket',
    bounds,
    duration: 60,
    steering: { name: 'nonlinear' },
    planner: { name: 'path', cell: CELL, clearance: CLEARANCE },
    obstacles,
    agents: [{ name: 'walker', at: FROM, radius: RADIUS, goal: GOAL }],
  });
  const { crowd } = world;
  const trail = [[...FROM]];
  while (world.step < 1200 && world.arrived === 0) {
    stepWorld(world);
    if (crowd.count > 0) trail.push([crowd.motion.x[0], crowd.motion.y[0]]);
  }
  return trail;
}

function drawPocket() {
  return drawPlot({
    title: 'A path and a walk',
    x: { label: 'x (m)', min: bounds.min[0], max: bounds.max[0] },
    y: { label: 'y (m)', min: bounds.min[1], max: bounds.max[1] },
    curves: [
      { label: 'walls', points: [...pocket, pocket[0]], colour: '#555', width: 2 },
      {
        label: 'the shortest path over the cells',
        points: findPath(),
        colour: palette[0],
        width: 2,
        dash: '2.5 3.5',
      },
      { label: 'the walk', points: walk(), colour: palette[1], width: 2.5 },
    ],
    marks: [
      { x: FROM[0], y: FROM[1], symbol: 'open' },
      { x: GOAL[0], y: GOAL[1], symbol: 'filled' },
    ],
    symbols: [
      { symbol: 'open', label: 'start' },
      { symbol: 'filled', label: 'goal' },
    ],
    caption: [
      `Cells of ${CELL} m, a body of ${RADIUS} m, clearance ${CLEARANCE} m.`,
      'The agent sets out facing the goal and walks to the furthest node that its body can walk to straight;',
      'steering turns at a finite rate and keeps off the walls, hence the wide curves.',
    ],
  });
}

export const figures = { 'paths-pocket': drawPocket() };
