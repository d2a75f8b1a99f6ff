import { doubled, longer } from '../../../crowd/index.ts';
import { changingCrossingTimes } from '../../common/changing-radius.ts';
import { FIRST_VERTEX, type Mesh, nextEdge, previousEdge } from '../mesh/mesh.ts';
import { type EventQueue, schedule } from './event-queue.ts';
import { addPair, clearPairs, createPairTable, numberOfPair, type PairTable } from './pair-table.ts';

/**
 * The agents that enter and leave the circles of others in a step. crossingTimes decides once for each pair whether
 * and when; the triangulation only says which pairs to ask.
 */
export type Crossings = {
  count: number;
  /**
   * By crossing: the agent with the circle, the agent that crosses it, how often (1 or 2; 0: withdrawn), inside at the
   * beginning or not.
   */
  agent: Int32Array;
  other: Int32Array;
  times: Int32Array;
  startsInside: Uint8Array;
  /** Fractions of the step. */
  first: Float64Array;
  second: Float64Array;
  /** How many of the times have been carried out. */
  done: Uint8Array;
  /** Pairs that have a crossing, as far as they have been asked. */
  pairs: PairTable;
  /**
   * By vertex: places at the beginning and the end of the step, and the radius of its circle then, negative for none;
   * in between it changes at a constant rate.
   */
  startX: Float64Array;
  startY: Float64Array;
  endX: Float64Array;
  endY: Float64Array;
  radius: Float64Array;
  endRadius: Float64Array;
  /** The longest path of the step. */
  longest: number;
  scratch: Float64Array;
  /** Scratch of the search: for each vertex the last one that came there, and where to go on. */
  visited: Int32Array;
  searches: number;
  queue: Int32Array;
};

/** A search goes this much farther than it has to, for rounding. */
const FARTHER = 1 + 1e-9;
/** Then their numbers begin again, long before they are too large for the array that keeps them. */
const MOST_SEARCHES = 1000000000;

export function createCrossings(): Crossings {
  const floats = () => new Float64Array(64);
  return {
    count: 0,
    agent: new Int32Array(64),
    other: new Int32Array(64),
    times: new Int32Array(64),
    startsInside: new Uint8Array(64),
    first: floats(),
    second: floats(),
    done: new Uint8Array(64),
    pairs: createPairTable(),
    startX: floats(),
    startY: floats(),
    endX: floats(),
    endY: floats(),
    radius: floats().fill(-1),
    endRadius: floats().fill(-1),
    longest: 0,
    scratch: new Float64Array(2),
    visited: new Int32Array(0),
    searches: 0,
    queue: new Int32Array(0),
  };
}

/** Makes room for the vertices of a mesh; a new vertex has no circle. */
export function reserveCircles(crossings: Crossings, mesh: Mesh): void {
  const length = mesh.x.length;
  if (crossings.radius.length >= length) return;
  for (const name of ['radius', 'endRadius'] as const) {
    const radius = new Float64Array(length).fill(-1);
    radius.set(crossings[name]);
    crossings[name] = radius;
  }
  for (const name of ['startX', 'startY', 'endX', 'endY'] as const) {
    crossings[name] = longer(crossings[name], length);
  }
}

/** Forgets the crossings of the step before and notes the paths of this one, from the mesh's places to the next. */
export function beginCrossings(crossings: Crossings, mesh: Mesh): void {
  reserveCircles(crossings, mesh);
  crossings.count = 0;
  clearPairs(crossings.pairs);
  const { startX, startY, endX, endY } = crossings;
  let longest = 0;
  for (let v = 0; v < mesh.vertexCount; v++) {
    startX[v] = mesh.x[v];
    startY[v] = mesh.y[v];
    endX[v] = mesh.nextX[v];
    endY[v] = mesh.nextY[v];
    const isThere = mesh.edgeOf[v] >= 0 || mesh.twinOf[v] >= 0;
    const path = v >= FIRST_VERTEX && isThere ? displacementOf(crossings, v) : 0;
    if (path > longest) longest = path;
  }
  crossings.longest = longest;
}

function displacementOf({ startX, startY, endX, endY }: Crossings, v: number): number {
  const dx = endX[v] - startX[v];
  const dy = endY[v] - startY[v];
  return Math.sqrt(dx * dx + dy * dy);
}

/** Asks whether q crosses the circle of p in the step; if so, it is listed, once, and scheduled behind the edges. */
export function askPair(
  crossings: Crossings,
  queue: EventQueue,
  edgeCount: number,
  p: number,
  q: number,
): void {
  const found = crossingsOf(crossings, p, q);
  if (found === 0 || numberOfPair(crossings.pairs, p, q) >= 0) return;
  const number = recordCrossing(crossings, p, q, found);
  addPair(crossings.pairs, p, q, number);
  schedule(queue, edgeCount + number, crossings.first[number]);
}

/** How often q crosses the circle of p; the times are in the scratch. */
function crossingsOf(crossings: Crossings, p: number, q: number): 0 | 1 | 2 {
  const { startX, startY, endX, endY, radius, endRadius, scratch } = crossings;
  if (q < FIRST_VERTEX) return 0;
  const fromX = startX[q] - startX[p];
  const fromY = startY[q] - startY[p];
  const toX = endX[q] - endX[p];
  const toY = endY[q] - endY[p];
  return changingCrossingTimes(fromX, fromY, 0, toX, toY, 0, radius[p], endRadius[p], scratch);
}

function recordCrossing(crossings: Crossings, p: number, q: number, found: number): number {
  if (crossings.count === crossings.agent.length) growCrossings(crossings);
  const number = crossings.count++;
  crossings.agent[number] = p;
  crossings.other[number] = q;
  crossings.times[number] = found;
  crossings.startsInside[number] = startsInside(crossings, p, q) ? 1 : 0;
  crossings.first[number] = crossings.scratch[0];
  crossings.second[number] = crossings.scratch[1];
  crossings.done[number] = 0;
  return number;
}

function startsInside({ startX, startY, radius }: Crossings, p: number, q: number): boolean {
  const dx = startX[q] - startX[p];
  const dy = startY[q] - startY[p];
  return dx * dx + dy * dy <= radius[p] * radius[p];
}

/** Whether q is in the circle of p at a fraction of the step; at the very time of a crossing it has crossed. */
export function isInsideAt(crossings: Crossings, p: number, q: number, s: number): boolean {
  if (q < FIRST_VERTEX) return false;
  const found = crossingsOf(crossings, p, q);
  const { scratch } = crossings;
  let inside = startsInside(crossings, p, q);
  if (found > 0 && scratch[0] <= s) inside = !inside;
  if (found > 1 && scratch[1] <= s) inside = !inside;
  return inside;
}

export function endsInside({ endX, endY, endRadius }: Crossings, p: number, q: number): boolean {
  const dx = endX[q] - endX[p];
  const dy = endY[q] - endY[p];
  return q >= FIRST_VERTEX && dx * dx + dy * dy <= endRadius[p] * endRadius[p];
}

/** What the places of q at both ends of the step say about the circle of p, without its path between them. */
export const Side = { stays: 0, mayCross: 1, doubtful: 2 } as const;

/** Within this fraction of the squared radius roundings decide which side an agent is on. */
const DOUBT = 1e-12;

/**
 * `stays`: on its side, with room to spare, and it does not come nearer and go away again in between; `doubtful`: at one
 * end so near the circle that roundings decide.
 */
export function sideOf(crossings: Crossings, p: number, q: number): 0 | 1 | 2 {
  const { startX, startY, endX, endY, radius, endRadius } = crossings;
  if (q < FIRST_VERTEX) return Side.stays;
  const fromX = startX[q] - startX[p];
  const fromY = startY[q] - startY[p];
  const toX = endX[q] - endX[p];
  const toY = endY[q] - endY[p];
  const from = fromX * fromX + fromY * fromY;
  const to = toX * toX + toY * toY;
  const squaredFrom = radius[p] * radius[p];
  const squaredTo = endRadius[p] * endRadius[p];
  const innerFrom = squaredFrom - DOUBT * squaredFrom;
  const outerFrom = squaredFrom + DOUBT * squaredFrom;
  const innerTo = squaredTo - DOUBT * squaredTo;
  const outerTo = squaredTo + DOUBT * squaredTo;
  if (from < innerFrom && to < innerTo) return Side.stays;
  if (from > outerFrom && to > outerTo) {
    if (squaredFrom !== squaredTo) return Side.mayCross;
    const displacementX = toX - fromX;
    const displacementY = toY - fromY;
    const passes =
      fromX * displacementX + fromY * displacementY < 0 && toX * displacementX + toY * displacementY > 0;
    return passes ? Side.mayCross : Side.stays;
  }
  const isSure = (from < innerFrom || from > outerFrom) && (to < innerTo || to > outerTo);
  return isSure ? Side.mayCross : Side.doubtful;
}

/**
 * Stores the crossings of the circle of p by asking every agent that could have been near: for circles and steps that
 * the certificates do not cover. The mesh is Delaunay at the end of the step.
 */
export function searchCircle(crossings: Crossings, mesh: Mesh, p: number): void {
  if (crossings.visited.length < mesh.x.length) {
    crossings.visited = new Int32Array(mesh.x.length);
    crossings.queue = new Int32Array(mesh.x.length);
    crossings.searches = 0;
  }
  const { visited, queue, endX, endY } = crossings;
  const { origin, twin, edgeOf, twinOf, sameAs } = mesh;
  if (crossings.searches === MOST_SEARCHES) {
    visited.fill(0);
    crossings.searches = 0;
  }
  const stamp = ++crossings.searches;
  const widest = Math.max(crossings.radius[p], crossings.endRadius[p]);
  const reach = (widest + displacementOf(crossings, p) + crossings.longest) * FARTHER;
  const head = twinOf[p] >= 0 ? twinOf[p] : p;
  visited[head] = stamp;
  queue[0] = head;
  let queued = 1;
  for (let taken = 0; taken < queued; taken++) {
    const u = queue[taken];
    for (let q = u; q >= 0; q = sameAs[q]) {
      if (q === p) continue;
      const found = crossingsOf(crossings, p, q);
      if (found > 0) recordCrossing(crossings, p, q, found);
    }
    const start = edgeOf[u];
    let e = start;
    do {
      const v = origin[nextEdge(e)];
      if (v >= FIRST_VERTEX && visited[v] !== stamp) {
        visited[v] = stamp;
        const dx = endX[v] - endX[p];
        const dy = endY[v] - endY[p];
        if (dx * dx + dy * dy <= reach * reach) queue[queued++] = v;
      }
      e = twin[previousEdge(e)];
    } while (e !== start);
  }
}

function growCrossings(crossings: Crossings): void {
  crossings.agent = doubled(crossings.agent);
  crossings.other = doubled(crossings.other);
  crossings.times = doubled(crossings.times);
  crossings.startsInside = doubled(crossings.startsInside);
  crossings.done = doubled(crossings.done);
  crossings.first = doubled(crossings.first);
  crossings.second = doubled(crossings.second);
}
