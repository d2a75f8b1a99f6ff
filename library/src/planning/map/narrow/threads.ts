import { besideOf, centreX, centreY, type GridMap } from '../cells/grid.ts';
import { distanceFromLine, type Solids } from '../cells/solids.ts';
import { cellsAlong, type Passed, type Place, straighten } from './polyline.ts';
import { clearanceAt, createWave, pointX, pointY, runWave, type Wave } from './wave.ts';
import { findZones, type Zone } from './zones.ts';

/** A dead end of a narrow passage that is at least this many cells deep can be walked into. */
const DEEP = 3;

/**
 * Paths through places that the centres of cells do not show. A cell that such a path passes is open, and bodies pass it
 * at its place, on the path, instead of at its centre.
 */
export type Threads = {
  /** For each cell the number of its place; −1: its centre. */
  readonly placeOf: Int32Array;
  /** The cell of each place. */
  readonly cells: number[];
  readonly x: number[];
  readonly y: number[];
  /** For each cell a list of the solids near it, where lines are measured exactly; −1: elsewhere. */
  readonly zoneOf: Int32Array;
  readonly near: number[][];
  readonly solids: Solids;
  /** For each cell the sides that lead to no neighbour although both are open: bit k is side k of besideOf. */
  readonly barred: Uint8Array;
};

/**
 * Finds paths of a body through the gaps between the parts of the ground that are open with `room` metres, and into
 * dead ends. Undefined where there are none.
 */
export function findThreads(
  map: GridMap,
  solids: Solids,
  open: Uint8Array,
  body: number,
  room: number,
  wavesOf: WavesOf = runWaves,
): Threads | undefined {
  let threads: Threads | undefined;
  const linked = new Set<string>();
  const zones = findZones(map, solids, body, room);
  const waves = wavesOf(map, solids, zones, open, body, room);
  for (let k = 0; k < zones.length; k++) {
    const zone = zones[k];
    const wave = waves[k];
    const paths = joiningPaths(wave);
    if (paths.length === 0 && !hasDepth(wave)) continue;
    threads ??= createThreads(open.length, solids);
    addZone(threads, zone);
    for (const path of paths) addPath(threads, wave, open, path, linked);
    addDeadEnds(threads, wave, open, linked);
  }
  if (threads && threads.x.length > 0) barSides(threads, map, open, body, linked);
  return threads;
}

/** The waves of zones, run to their ends. */
export type WavesOf = (
  map: GridMap,
  solids: Solids,
  zones: readonly Zone[],
  open: Uint8Array,
  body: number,
  room: number,
) => Wave[];

const runWaves: WavesOf = (map, solids, zones, open, body, room) =>
  zones.map((zone) => {
    const wave = createWave(map, solids, zone, body, room);
    runWave(wave, open);
    return wave;
  });

function createThreads(size: number, solids: Solids): Threads {
  return {
    placeOf: new Int32Array(size).fill(-1),
    cells: [],
    x: [],
    y: [],
    zoneOf: new Int32Array(size).fill(-1),
    near: [],
    solids,
    barred: new Uint8Array(size),
  };
}

function addZone({ near, zoneOf }: Threads, zone: Zone): void {
  zone.cells.forEach((k, index) => {
    zoneOf[k] = near.length;
    near.push(zone.near[index]);
  });
}

/** Paths between the parts of the open ground, one for each gap: of meetings of two parts closer than a body's width the cheapest. */
function joiningPaths(wave: Wave): number[][] {
  const { body, label, meetings } = wave;
  const taken: { x: number; y: number; labels: string }[] = [];
  const paths: number[][] = [];
  meetings.sort((a, b) => a.cost - b.cost || a.first - b.first || a.second - b.second);
  for (const { first, second } of meetings) {
    const x = pointX(wave, first);
    const y = pointY(wave, first);
    const labels = linkOf(label[first], label[second]);
    const isNear = (other: { x: number; y: number }) =>
      (x - other.x) * (x - other.x) + (y - other.y) * (y - other.y) < 4 * body * body;
    if (taken.some((other) => other.labels === labels && isNear(other))) continue;
    taken.push({ x, y, labels });
    paths.push([...pathTo(wave, first), ...pathTo(wave, second).reverse()]);
  }
  return paths;
}

/** The points from the open ground to a point. */
function pathTo({ previous }: Wave, point: number): number[] {
  const path: number[] = [];
  for (let p = point; p >= 0; p = previous[p]) path.push(p);
  return path.reverse();
}

function hasDepth({ label, length, map }: Wave): boolean {
  for (let point = 0; point < label.length; point++) {
    if (label[point] >= 0 && length[point] > DEEP * map.cell) return true;
  }
  return false;
}

/** Opens the cells along a path over points. */
function addPath(threads: Threads, wave: Wave, open: Uint8Array, path: number[], linked: Set<string>): void {
  const { map } = wave;
  const passed = placesAlong(threads, cellsAlong(map, straighten(wave, path)), wave.body);
  for (const one of passed) if (open[one.cell] === 0) addPlace(threads, one);
  for (let k = 0; k + 1 < passed.length; k++) {
    const [one, next] = [passed[k], passed[k + 1]];
    if (!isLinkClear(threads, map, one.cell, next.cell, wave.body)) {
      // An open cell is passed where the path passes it.
      addPlace(threads, one);
      addPlace(threads, next);
    }
    linked.add(linkOf(one.cell, next.cell));
  }
}

/**
 * Where a path passes its cells. A cell may hold several corners and has one place: other places are taken where the body
 * could not walk straight from one to the next.
 */
function placesAlong(threads: Threads, passed: Passed[], body: number): Place[] {
  let ways: Way[] = [];
  for (const [k, one] of passed.entries()) {
    const { cell } = one;
    const known = threads.placeOf[cell];
    const points = known < 0 ? [one, ...one.others] : [{ x: threads.x[known], y: threads.y[known] }];
    const next: Way[] = [];
    for (const { x, y } of points) {
      const place = { cell, x, y };
      const before = ways.find((way) => isWayClear(threads, way, place, body));
      if (before || k === 0) next.push({ ...place, before });
    }
    ways = next;
  }
  const places: Place[] = [];
  for (let way: Way | undefined = ways[0]; way; way = way.before) places.unshift(way);
  return places.length > 0 ? places : passed;
}

/** A place, and the one before it on a path. */
type Way = Place & { before: Way | undefined };

function addPlace({ cells, placeOf, x, y }: Threads, passed: Place): void {
  if (placeOf[passed.cell] >= 0) return;
  cells.push(passed.cell);
  placeOf[passed.cell] = x.length;
  x.push(passed.x);
  y.push(passed.y);
}

function linkOf(first: number, second: number): string {
  return first < second ? `${first} ${second}` : `${second} ${first}`;
}

/** Opens what is deep in a gap and on no path yet, the deepest first. */
function addDeadEnds(threads: Threads, wave: Wave, open: Uint8Array, linked: Set<string>): void {
  const { length, map, zone } = wave;
  const ends: { cell: number; point: number }[] = [];
  zone.cells.forEach((cell, index) => {
    const point = zone.isInGap[index] ? roomiestPoint(wave, index) : -1;
    if (point >= 0 && length[point] > DEEP * map.cell) ends.push({ cell, point });
  });
  ends.sort((a, b) => length[b.point] - length[a.point] || a.cell - b.cell);
  for (const { cell, point } of ends) {
    if (open[cell] === 1 || threads.placeOf[cell] >= 0 || isBesidePlace(threads, wave, cell, point)) continue;
    addPath(threads, wave, open, pathTo(wave, point), linked);
  }
}

/** The point of a cell that a wave has reached with the most room; −1: none. */
function roomiestPoint(wave: Wave, index: number): number {
  const { across, label } = wave;
  const first = index * across * across;
  let best = -1;
  for (let point = first; point < first + across * across; point++) {
    if (label[point] < 0) continue;
    if (best < 0 || clearanceAt(wave, point) > clearanceAt(wave, best)) best = point;
  }
  return best;
}

/** Whether the body gets straight from a point to the place of a cell beside it. */
function isBesidePlace(threads: Threads, wave: Wave, cell: number, point: number): boolean {
  const { body, map } = wave;
  const { placeOf, x, y } = threads;
  for (let side = 0; side < 4; side++) {
    const k = besideOf(cell, cell % map.columns, side, map.columns, placeOf.length);
    const place = k < 0 ? -1 : placeOf[k];
    if (place < 0) continue;
    const from = { cell, x: pointX(wave, point), y: pointY(wave, point) };
    if (isWayClear(threads, from, { cell: k, x: x[place], y: y[place] }, body)) return true;
  }
  return false;
}

/** Bars the sides between a cell with a place and an open neighbour where the body cannot go straight from one to the other. */
function barSides(
  threads: Threads,
  map: GridMap,
  open: Uint8Array,
  body: number,
  linked: ReadonlySet<string>,
): void {
  const { barred, cells, placeOf } = threads;
  for (const cell of cells) {
    for (let side = 0; side < 4; side++) {
      const other = besideOf(cell, cell % map.columns, side, map.columns, placeOf.length);
      if (other < 0 || (open[other] === 0 && placeOf[other] < 0) || linked.has(linkOf(cell, other))) continue;
      if (isLinkClear(threads, map, cell, other, body)) continue;
      barred[cell] |= 1 << side;
      barred[other] |= 1 << (side ^ 1);
    }
  }
}

function isLinkClear(threads: Threads, map: GridMap, first: number, second: number, body: number): boolean {
  const placeOf = (cell: number) => ({ cell, x: placeX(map, threads, cell), y: placeY(map, threads, cell) });
  return isWayClear(threads, placeOf(first), placeOf(second), body);
}

/** Whether the body can go straight from a place to another. */
function isWayClear({ near, solids, zoneOf }: Threads, one: Place, other: Place, body: number): boolean {
  const isClear = (solid: number) => distanceFromLine(solids, solid, one.x, one.y, other.x, other.y) >= body;
  return [one, other].every(({ cell }) => zoneOf[cell] < 0 || near[zoneOf[cell]].every(isClear));
}

/** Where bodies pass a cell. */
export function placeX(map: GridMap, threads: Threads | undefined, cell: number): number {
  const place = threads === undefined ? -1 : threads.placeOf[cell];
  return place < 0 ? centreX(map, cell % map.columns) : threads!.x[place];
}

export function placeY(map: GridMap, threads: Threads | undefined, cell: number): number {
  const place = threads === undefined ? -1 : threads.placeOf[cell];
  return place < 0 ? centreY(map, (cell - (cell % map.columns)) / map.columns) : threads!.y[place];
}
