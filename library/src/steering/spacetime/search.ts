import { addNode, clearNodes, createNodes, findCell, isBestOfCell, type Nodes } from './nodes.ts';
import { createQueue, popNode, pushNode, type Queue } from './queue.ts';
import { createSteps, type Steps, writeSteps } from './steps.ts';
import {
  createSurroundings,
  gatherOthers,
  gatherWalls,
  isStepFree,
  reserveSurroundings,
  type Surroundings,
} from './surroundings.ts';
import { createTracks, doubled, type Tracks } from './tracks.ts';
import { createWalls, type Walls } from './walls.ts';

/** The input of a search; all numbers finite, radii, speed and limits not negative, layer above 0. */
export type SpaceTimeProblem = {
  x: number;
  y: number;
  radius: number;
  goalX: number;
  goalY: number;
  /** The goal is reached within this distance of it. */
  goalRadius: number;
  /** Normal speed, m/s; slow is half of it. */
  speed: number;
  /** Seconds per layer; the tracks use the same. */
  layer: number;
  tracks: Tracks;
  walls: Walls;
  /** The largest number of nodes to expand. */
  nodeLimit: number;
  /** Desired gap to others, m; given up if it costs more than a few layers. Walls need none: their positions are certain. */
  clearance: number;
};

/** A problem without content yet: the settings that stay the same from one search to the next. */
export function createSpaceTimeProblem(
  settings: Pick<SpaceTimeProblem, 'goalRadius' | 'layer' | 'nodeLimit' | 'clearance'>,
): SpaceTimeProblem {
  const place = { x: 0, y: 0, radius: 0, goalX: 0, goalY: 0, speed: 0 };
  return { ...place, ...settings, tracks: createTracks(), walls: createWalls() };
}

/**
 * How a search ended: at the goal; at the horizon, with a plan that stays free up to it; without any path that stays free;
 * or at the limit of nodes, with nothing known.
 */
type SpaceTimeOutcome = 'goal' | 'horizon' | 'none' | 'limit';

export type SpaceTimeSearch = {
  outcome: SpaceTimeOutcome;
  /** The plan: the positions at layer 0 (the start), 1, … */
  pathX: Float64Array;
  pathY: Float64Array;
  /** Cost of the plan: its layers, at the horizon plus the least number left to the goal; the same in metres. */
  layers: number;
  metres: number;
  /** The gap to others that the plan keeps: the desired one, or 0. */
  clearance: number;
  /** Nodes that were expanded. */
  expanded: number;
  /** Side of the cells, each of which keeps only its best node, as a share of a step at normal speed. */
  readonly cellShare: number;
  readonly nodes: Nodes;
  readonly queue: Queue;
  readonly near: Surroundings;
  readonly steps: Steps;
  /** Derived from the problem: the least cost of any plan, and numbers that every node needs. */
  leastLayers: number;
  leastMetres: number;
  layersPerMetre: number;
  cellsPerMetre: number;
  /** Nodes that cost more are not made. */
  mostCost: number;
};

/** Half a step: a plan is seldom a layer longer than with small cells, and a search many times faster. */
const CELL_SHARE = 0.5;
/** Tolerance for rounding when a distance becomes layers; without it an estimate might be one too high. */
const LAYER_HAIR = 1e-9;
/** The largest cost of clearance: layers, and nodes in addition to the number without it. */
const LAYERS_FOR_CLEARANCE = 2;
const NODES_FOR_CLEARANCE = 100;
const MICROMETRES = 1e6;
const UNIT = 0x100000000;
/** Layers per metre of an agent that cannot walk: practically infinite, but finite. */
const NEVER = 1e9;

export function createSpaceTimeSearch(cellShare = CELL_SHARE): SpaceTimeSearch {
  return {
    outcome: 'none',
    pathX: new Float64Array(64),
    pathY: new Float64Array(64),
    layers: 0,
    metres: 0,
    clearance: 0,
    expanded: 0,
    cellShare,
    nodes: createNodes(),
    queue: createQueue(),
    near: createSurroundings(),
    steps: createSteps(),
    leastLayers: 0,
    leastMetres: 0,
    layersPerMetre: 0,
    cellsPerMetre: 0,
    mostCost: 0,
  };
}

/**
 * Finds the path to the goal that takes the fewest layers, and of these the shortest. Returns the number of layers of the
 * plan in `pathX` and `pathY`; 0 if there is none, or none is needed (`search.outcome` says which).
 */
export function planSpaceTime(search: SpaceTimeSearch, problem: SpaceTimeProblem): number {
  measure(search, problem);
  search.expanded = 0;
  search.layers = Number.POSITIVE_INFINITY;
  search.metres = Number.POSITIVE_INFINITY;
  search.clearance = 0;
  const layers = planBare(search, problem);
  return layers > 0 && problem.clearance > 0 ? planRoomy(search, problem, layers) : layers;
}

/** Without clearance; a search that has used half the limit starts again with cells twice as wide. */
function planBare(search: SpaceTimeSearch, problem: SpaceTimeProblem): number {
  search.mostCost = Number.POSITIVE_INFINITY;
  let end = findEnd(search, problem, 0, problem.nodeLimit >> 1);
  if (search.outcome === 'limit') {
    search.cellsPerMetre /= 2;
    end = findEnd(search, problem, 0, problem.nodeLimit);
  }
  return writePlan(search, end);
}

/**
 * With clearance, if it costs no more than a few layers. More expensive nodes are never made, so a failure takes few nodes;
 * then the plan without clearance, of `bare` layers, stays.
 */
function planRoomy(search: SpaceTimeSearch, problem: SpaceTimeProblem, bare: number): number {
  const { clearance, nodeLimit } = problem;
  const { expanded, outcome } = search;
  search.mostCost = (search.layers - search.leastLayers + LAYERS_FOR_CLEARANCE + 1) * UNIT - 1;
  const end = findEnd(search, problem, clearance, Math.min(nodeLimit, 2 * expanded + NODES_FOR_CLEARANCE));
  const found = search.outcome === outcome;
  search.outcome = outcome;
  if (!found) return bare;
  search.clearance = clearance;
  return writePlan(search, end);
}

function measure(search: SpaceTimeSearch, problem: SpaceTimeProblem): void {
  const step = problem.speed * problem.layer;
  search.layersPerMetre = step > 0 ? 1 / step : NEVER;
  search.cellsPerMetre = step > 0 ? 1 / (search.cellShare * step) : 0;
  search.leastMetres = distanceToGoal(problem, problem.x, problem.y);
  search.leastLayers = layersLeft(search, problem, search.leastMetres);
}

/** A*. Returns the last node of the cheapest plan, or −1 if there is none, and sets the outcome. */
function findEnd(
  search: SpaceTimeSearch,
  problem: SpaceTimeProblem,
  clearance: number,
  limit: number,
): number {
  const { nodes, queue } = search;
  begin(search, problem);
  search.outcome = 'none';
  while (queue.count > 0) {
    const node = popNode(queue, nodes);
    if (!isBestOfCell(nodes, node)) continue;
    search.outcome = outcomeAt(search, problem, node, limit);
    if (search.outcome === 'limit') return -1;
    if (search.outcome !== 'none') return node;
    search.expanded++;
    expand(search, problem, clearance, node);
  }
  return -1;
}

/** The outcome of a search at a node, the cheapest of all open ones; 'none' if the search continues. */
function outcomeAt(
  search: SpaceTimeSearch,
  problem: SpaceTimeProblem,
  node: number,
  limit: number,
): SpaceTimeOutcome {
  const { x, y, layer } = search.nodes;
  if (layersLeft(search, problem, distanceToGoal(problem, x[node], y[node])) === 0) return 'goal';
  if (layer[node] === problem.tracks.layers) return 'horizon';
  return search.expanded >= limit ? 'limit' : 'none';
}

function begin(search: SpaceTimeSearch, problem: SpaceTimeProblem): void {
  const { nodes, queue } = search;
  clearNodes(nodes);
  queue.count = 0;
  reserveSurroundings(search.near, problem.tracks.count, problem.walls.count);
  makeNode(search, problem, -1, problem.x, problem.y, 0, 0);
}

/** Writes the path to a node and its cost; returns its layers. */
function writePlan(search: SpaceTimeSearch, end: number): number {
  if (end < 0) return 0;
  const { nodes } = search;
  const layers = nodes.layer[end];
  const more = Math.floor(nodes.cost[end] / UNIT);
  search.layers = search.leastLayers + more;
  search.metres = search.leastMetres + (nodes.cost[end] - more * UNIT) / MICROMETRES;
  if (search.pathX.length <= layers) {
    search.pathX = doubled(search.pathX, layers + 1);
    search.pathY = doubled(search.pathY, layers + 1);
  }
  for (let at = end; at >= 0; at = nodes.parent[at]) {
    search.pathX[nodes.layer[at]] = nodes.x[at];
    search.pathY[nodes.layer[at]] = nodes.y[at];
  }
  return layers;
}

/** Makes the children of a node. */
function expand(search: SpaceTimeSearch, problem: SpaceTimeProblem, clearance: number, node: number): void {
  const { nodes, near, steps } = search;
  const { radius } = problem;
  const x = nodes.x[node];
  const y = nodes.y[node];
  const step = problem.speed * problem.layer;
  gatherOthers(near, problem.tracks, nodes.layer[node], x, y, radius + clearance, step);
  gatherWalls(near, problem.walls, x, y, radius, step);
  writeSteps(steps, problem.goalX - x, problem.goalY - y, step, near);
  const walked = nodes.walked[node];
  const layer = nodes.layer[node] + 1;
  for (let k = 0; k < steps.count; k++) {
    makeNode(search, problem, node, x + steps.x[k], y + steps.y[k], walked + steps.length[k], layer);
  }
}

/** Adds a node if its cell has no better one and the step is free; the second test costs more. */
function makeNode(
  search: SpaceTimeSearch,
  problem: SpaceTimeProblem,
  parent: number,
  x: number,
  y: number,
  walked: number,
  layer: number,
): void {
  const { nodes, near } = search;
  const distance = distanceToGoal(problem, x, y);
  const cost = costOf(search, layer + layersLeft(search, problem, distance), walked + distance);
  if (cost > search.mostCost) return;
  const column = Math.floor((x - problem.x) * search.cellsPerMetre + 0.5) | 0;
  const row = Math.floor((y - problem.y) * search.cellsPerMetre + 0.5) | 0;
  const place = findCell(nodes, column, row, layer);
  const best = nodes.table[place];
  if (best >= 0 && nodes.cost[best] <= cost) return;
  if (parent >= 0 && !isStepFree(near, problem.walls, x - near.place[0], y - near.place[1])) return;
  const node = addNode(nodes, place, column, row, layer);
  nodes.x[node] = x;
  nodes.y[node] = y;
  nodes.parent[node] = parent;
  nodes.walked[node] = walked;
  nodes.cost[node] = cost;
  pushNode(search.queue, nodes, node);
}

function distanceToGoal(problem: SpaceTimeProblem, x: number, y: number): number {
  const dx = problem.goalX - x;
  const dy = problem.goalY - y;
  return Math.sqrt(dx * dx + dy * dy);
}

/** The least number of layers to the goal from this distance. */
function layersLeft(search: SpaceTimeSearch, problem: SpaceTimeProblem, distance: number): number {
  const metres = distance - problem.goalRadius;
  return metres <= 0 ? 0 : Math.max(0, Math.ceil(metres * search.layersPerMetre - LAYER_HAIR));
}

/**
 * Layers, then metres, as one number: the layers above the least number from the start, times UNIT, plus the micrometres
 * above the straight line from the start to the goal. Both are whole, and the second, at most twice the distance that can be
 * walked up to the horizon, stays below UNIT: so costs compare exactly as the pairs do.
 */
function costOf(search: SpaceTimeSearch, layers: number, metres: number): number {
  return (layers - search.leastLayers) * UNIT + Math.round((metres - search.leastMetres) * MICROMETRES);
}
