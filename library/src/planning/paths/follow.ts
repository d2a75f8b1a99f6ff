import type { Aim, Direction, PlanningInput } from '../base/contract.ts';
import { DirectionState } from '../base/contract.ts';
import { goStraight } from '../base/straight-line.ts';
import {
  cellAt,
  isBarredLine,
  isEven,
  isUncrossed,
  isWalkable,
  placeX,
  placeY,
  type Terrain,
} from '../map/index.ts';
import { lookAt, type Routes } from './routes.ts';
import type { Tier } from './tiers.ts';

/** This many nodes ahead may be on other ground. */
const STEP = 2;

/**
 * The short-term target (docs/models/paths.md): the furthest node of the route, from the one nearest to the agent on, that
 * its body can walk to in a straight line; no farther ahead than `ahead` nodes. Writes the direction there.
 */
export function followRoute(
  routes: Routes,
  slot: number,
  tier: Tier,
  input: PlanningInput,
  row: number,
  aim: Aim,
  ahead: number,
  direction: Direction,
): void {
  const { map } = tier.narrow;
  const { motion } = input.crowd;
  const x = motion.x[row];
  const y = motion.y[row];
  const last = routes.length[slot] - 1;
  findNearestNode(routes, slot, tier, x, y);
  const at = routes.at[slot];
  let look = Math.max(at, routes.look[slot]);
  if (!sees(routes, slot, tier, x, y, look)) {
    look = at;
    // An agent that has been pushed to where the map leaves no room sees nothing, and gets out by the nearest node, unless
    // that is behind a wall.
    const isPushed = tier.narrow.open[cellAt(map, x, y)] === 0;
    if (isPushed && leadsOut(routes, slot, tier, x, y, at)) look = at + 1;
    const getsOn = isPushed
      ? isBeforeWalls(routes, slot, tier, x, y, look)
      : sees(routes, slot, tier, x, y, at);
    routes.lost[slot] = getsOn ? 0 : routes.lost[slot] + 1;
  } else routes.lost[slot] = 0;
  if (routes.lost[slot] === 0) {
    while (look < last && look < at + ahead && sees(routes, slot, tier, x, y, look + 1)) look++;
    // At a node there is no direction to it.
    if (look === at && at < last && isAtNode(routes, slot, tier, x, y, at)) {
      if (isBeforeWalls(routes, slot, tier, x, y, at + 1)) look++;
    }
  }
  if (look !== routes.look[slot]) lookAt(routes, slot, look, map.columns);
  writeDirection(routes, slot, tier, input, row, aim, direction);
}

/** Whether a node is on closed ground, which a route only begins on, and nothing is between the agent and the next one. */
function leadsOut(routes: Routes, slot: number, tier: Tier, x: number, y: number, node: number): boolean {
  const { block, length, pool } = routes;
  if (node + 1 >= length[slot] || tier.wide.open[pool.items[block[slot] + node]] === 1) return false;
  return isBeforeWalls(routes, slot, tier, x, y, node + 1);
}

/** An agent nearer to a node than this share of a cell is at it. */
const AT_NODE = 0.1;
/** It stays so up to this share when it walks to the next node already: it would turn back and forth. */
const LEAVES_NODE = 0.4;

function isAtNode(
  { block, look, pool }: Routes,
  slot: number,
  { narrow }: Tier,
  x: number,
  y: number,
  node: number,
): boolean {
  const cell = pool.items[block[slot] + node];
  const dx = xOf(narrow, cell) - x;
  const dy = yOf(narrow, cell) - y;
  const reach = (look[slot] > node ? LEAVES_NODE : AT_NODE) * narrow.map.cell;
  return dx * dx + dy * dy < reach * reach;
}

/** Whether nothing solid is between the agent and a node. */
function isBeforeWalls(
  { block, pool }: Routes,
  slot: number,
  { narrow }: Tier,
  x: number,
  y: number,
  node: number,
): boolean {
  const cell = pool.items[block[slot] + node];
  return isUncrossed(narrow.map, x, y, xOf(narrow, cell), yOf(narrow, cell));
}

/** Whether the body can walk straight to a node: both its edges see it. */
function sees(
  { at, block, pool }: Routes,
  slot: number,
  { narrow }: Tier,
  x: number,
  y: number,
  node: number,
): boolean {
  const cell = pool.items[block[slot] + node];
  const toX = xOf(narrow, cell);
  const toY = yOf(narrow, cell);
  if (!isWalkable(narrow, x, y, toX, toY)) return false;
  const { map } = narrow;
  // No short cut over slow ground that the route goes around; the next nodes lead from one kind of ground to another.
  return node <= at[slot] + STEP ? !isBarredLine(map, x, y, toX, toY, true) : isEven(map, x, y, toX, toY);
}

/** Two nodes that follow each other are no farther apart, in cells. */
const FARTHEST_STEP = 5;

/**
 * Of the nodes between the nearest one of the last turn and the one that the agent walks to. If a node is farther away, a
 * nearer one is several steps ahead of it; the nodes before that are skipped.
 */
function findNearestNode(routes: Routes, slot: number, { narrow }: Tier, x: number, y: number): void {
  const stride = FARTHEST_STEP * narrow.map.cell;
  const cells = routes.pool.items;
  const block = routes.block[slot];
  // The next one counts as well, or an agent that stands still at the first would never leave it.
  const end = Math.min(routes.length[slot] - 1, routes.look[slot] + 1);
  let nearest = routes.at[slot];
  let least = Number.POSITIVE_INFINITY;
  let leastDistance = 0;
  for (let node = routes.at[slot]; node <= end; node++) {
    const cell = cells[block + node];
    const dx = xOf(narrow, cell) - x;
    const dy = yOf(narrow, cell) - y;
    const squared = dx * dx + dy * dy;
    if (squared >= least) {
      node += Math.floor((Math.sqrt(squared) - leastDistance) / stride);
      continue;
    }
    least = squared;
    leastDistance = Math.sqrt(squared);
    nearest = node;
  }
  routes.at[slot] = nearest;
}

const xOf = ({ map, threads }: Terrain, cell: number) => placeX(map, threads, cell);
const yOf = ({ map, threads }: Terrain, cell: number) => placeY(map, threads, cell);

function writeDirection(
  routes: Routes,
  slot: number,
  { narrow }: Tier,
  input: PlanningInput,
  row: number,
  aim: Aim,
  direction: Direction,
): void {
  const { map } = narrow;
  const { motion } = input.crowd;
  const look = routes.look[slot];
  const cell = routes.pool.items[routes.block[slot] + look];
  const dx = xOf(narrow, cell) - motion.x[row];
  const dy = yOf(narrow, cell) - motion.y[row];
  const distance = Math.sqrt(dx * dx + dy * dy);
  if (look === routes.length[slot] - 1) {
    // The aim may be where the map leaves no room: beside a wall, or under one that a region reaches into.
    const isThere = distance < map.cell || isWalkable(narrow, motion.x[row], motion.y[row], aim.x, aim.y);
    if (isThere) {
      goStraight(input, row, aim, direction);
      return;
    }
  }
  direction.x = distance > 0 ? dx / distance : motion.headingX[row];
  direction.y = distance > 0 ? dy / distance : motion.headingY[row];
  direction.z = 0;
  direction.ahead = distance;
  direction.distance = distance + (routes.straight[slot] + routes.diagonal[slot] * Math.SQRT2) * map.cell;
  direction.state = DirectionState.known;
  direction.isStraight = false;
}
