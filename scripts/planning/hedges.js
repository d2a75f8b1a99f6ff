// A maze of hedges: a single path between any two places, long and winding.
import { box, createDice, metres, tightSteering } from './common.js';

const COLUMNS = 12;
const ROWS = 12;
/** Metres: width of a passage, and of the hedge between two. */
const WIDTH = 2;
const HEDGE = 0.4;
const PITCH = WIDTH + HEDGE;

export function mazeHedges() {
  const openings = digMaze(createDice(7));
  const outline = outlineOf(openings);
  const middle = [COLUMNS / 2, ROWS / 2].map(Math.floor);
  const [low, high] = middle.map((k) => HEDGE + k * PITCH);
  const size = [COLUMNS, ROWS].map((count) => metres(count * PITCH + HEDGE));
  return {
    version: 1,
    name: 'maze-hedges',
    description:
      '200 visitors, spread over a maze of hedges with a single path between any two places, find the fountain in its centre.',
    bounds: { min: [0, 0], max: size },
    area: { polygons: [[outline]] },
    duration: 400,
    targets: [
      {
        name: 'fountain',
        region: { box: box(low + 0.5, high + 0.5, low + WIDTH - 0.5, high + WIDTH - 0.5) },
      },
    ],
    groups: [
      {
        name: 'visitors',
        count: 200,
        region: { box: { min: [0, 0], max: size } },
        radius: { uniform: [0.2, 0.25] },
        speed: { normal: { mean: 1.33, deviation: 0.15, min: 1, max: 1.7 } },
        targets: ['fountain'],
        clearance: 0.2,
      },
    ],
    steering: tightSteering,
    planner: { name: 'distance' },
    arrival: 'vanish',
    expect: {
      arrivedAtLeast: 1,
      stayWithinBounds: true,
      seriousCollisionsAtMost: 0,
      minimumClearanceAtLeast: -0.05,
    },
  };
}

/** Digs by a random walk that backtracks at dead ends: a tree of long passages. east[k], north[k]: open. */
function digMaze(dice) {
  const isDug = new Array(COLUMNS * ROWS).fill(false);
  const east = new Array(COLUMNS * ROWS).fill(false);
  const north = new Array(COLUMNS * ROWS).fill(false);
  const stack = [0];
  isDug[0] = true;
  while (stack.length > 0) {
    const cell = stack.at(-1);
    const [column, row] = [cell % COLUMNS, Math.floor(cell / COLUMNS)];
    const ways = [
      column + 1 < COLUMNS ? cell + 1 : -1,
      row + 1 < ROWS ? cell + COLUMNS : -1,
      column > 0 ? cell - 1 : -1,
      row > 0 ? cell - COLUMNS : -1,
    ].filter((next) => next >= 0 && !isDug[next]);
    if (ways.length === 0) {
      stack.pop();
      continue;
    }
    const next = ways[Math.floor(dice() * ways.length)];
    if (next === cell + 1) east[cell] = true;
    else if (next === cell - 1) east[next] = true;
    else if (next > cell) north[cell] = true;
    else north[next] = true;
    isDug[next] = true;
    stack.push(next);
  }
  return { east, north };
}

/**
 * The one outline of all passages, counter-clockwise. Passages and hedges are the odd and even lines of a lattice; the
 * edges between dug and solid cells, chained with the dug side on the left, make the ring.
 */
function outlineOf({ east, north }) {
  const width = 2 * COLUMNS + 1;
  const height = 2 * ROWS + 1;
  const isOpen = (x, y) => {
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return false;
    const cell = Math.floor((y - 1) / 2) * COLUMNS + Math.floor((x - 1) / 2);
    if (x % 2 === 1 && y % 2 === 1) return true;
    if (x % 2 === 0 && y % 2 === 1) return east[cell];
    return x % 2 === 1 && north[cell];
  };
  const next = new Map();
  const add = (fromX, fromY, toX, toY) => next.set(`${fromX},${fromY}`, [toX, toY]);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isOpen(x, y)) continue;
      if (!isOpen(x, y - 1)) add(x, y, x + 1, y);
      if (!isOpen(x + 1, y)) add(x + 1, y, x + 1, y + 1);
      if (!isOpen(x, y + 1)) add(x + 1, y + 1, x, y + 1);
      if (!isOpen(x - 1, y)) add(x, y + 1, x, y);
    }
  }
  const place = (line) => metres(Math.floor(line / 2) * PITCH + (line % 2) * HEDGE);
  const ring = [];
  let at = [1, 1];
  do {
    const [x, y] = at;
    const [toX, toY] = next.get(`${x},${y}`);
    ring.push([x, y]);
    at = [toX, toY];
  } while (at[0] !== 1 || at[1] !== 1);
  // Points on a straight line are left out.
  const corners = ring.filter(([x, y], k) => {
    const [beforeX, beforeY] = ring[(k + ring.length - 1) % ring.length];
    const [afterX, afterY] = ring[(k + 1) % ring.length];
    return !((beforeX === x && afterX === x) || (beforeY === y && afterY === y));
  });
  return corners.map(([x, y]) => [place(x), place(y)]);
}
