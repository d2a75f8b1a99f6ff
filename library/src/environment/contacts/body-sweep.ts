import { addContact, type Crowd, doubled, EventKind, type Events, longer } from '../../crowd/index.ts';
import type { BodySweep } from './body-pairs.ts';
import { meetOnPaths, missOnStraightPaths, placeBetween } from './meeting.ts';
import { type Paths, placeOnPath } from './paths/paths.ts';

/** The stop of a body that no agent has stopped. */
const NEVER = 2;

/** Finds when each pair passes; returns whether any does. */
export function findPassing(sweep: BodySweep, paths: Paths, crowd: Crowd): boolean {
  sweep.stop.fill(NEVER, 0, crowd.count);
  sweep.hitCount = 0;
  sweep.heapCount = 0;
  for (let pair = 0; pair < sweep.pairCount; pair++) followPair(sweep, paths, crowd, pair, 0);
  return sweep.heapCount > 0;
}

/** Finds when a pair passes, not before `now`. */
function followPair(sweep: BodySweep, paths: Paths, crowd: Crowd, pair: number, now: number): void {
  const { first, halt, meeting, second, stop } = sweep;
  const a = first[pair];
  const b = second[pair];
  halt[pair] = NEVER;
  if (stop[a] <= 1 && stop[b] <= 1) return;
  const radii = crowd.traits.radius[a] + crowd.traits.radius[b];
  if (stop[a] > 1 && stop[b] > 1 && missOnStraightPaths(paths, a, b, radii)) return;
  meetOnPaths(meeting, paths, a, b, stop[a], stop[b], radii, 0.5 * sweep.slack * radii);
  if (!meeting.passes) return;
  halt[pair] = Math.max(now, meeting.halt);
  pushHeap(sweep, crowd, pair, halt[pair]);
}

/**
 * Stops the two agents of each passing pair where they first meet, the earliest pair first. An agent that has stopped
 * stands there for the rest of the step, and the times at which others meet it are computed again. No agent stops
 * twice, so this terminates.
 */
export function stopPassing(sweep: BodySweep, paths: Paths, crowd: Crowd): void {
  const { first, halt, second, stop } = sweep;
  listPairs(sweep, crowd.count);
  while (sweep.heapCount > 0) {
    const pair = sweep.heap[0];
    const time = sweep.heapTime[0];
    popHeap(sweep, crowd);
    const a = first[pair];
    const b = second[pair];
    if (halt[pair] !== time || (stop[a] <= 1 && stop[b] <= 1)) continue;
    recordHit(sweep, paths, crowd, pair, time);
    const stopsFirst = stop[a] > 1;
    const stopsSecond = stop[b] > 1;
    if (stopsFirst) stop[a] = time;
    if (stopsSecond) stop[b] = time;
    if (stopsFirst) followPairsOf(sweep, paths, crowd, a, time);
    if (stopsSecond) followPairsOf(sweep, paths, crowd, b, time);
  }
}

function followPairsOf(sweep: BodySweep, paths: Paths, crowd: Crowd, row: number, now: number): void {
  const end = sweep.pairStarts[row + 1];
  for (let k = sweep.pairStarts[row]; k < end; k++) followPair(sweep, paths, crowd, sweep.pairsOf[k], now);
}

/** The pairs of each row, by counting. */
function listPairs(sweep: BodySweep, count: number): void {
  const { first, pairCount, pairStarts, second } = sweep;
  while (sweep.pairsOf.length < 2 * pairCount) sweep.pairsOf = doubled(sweep.pairsOf);
  const { pairsOf } = sweep;
  pairStarts.fill(0, 0, count + 2);
  for (let pair = 0; pair < pairCount; pair++) {
    pairStarts[first[pair] + 2]++;
    pairStarts[second[pair] + 2]++;
  }
  for (let row = 0; row < count; row++) pairStarts[row + 2] += pairStarts[row + 1];
  for (let pair = 0; pair < pairCount; pair++) {
    pairsOf[pairStarts[first[pair] + 1]++] = pair;
    pairsOf[pairStarts[second[pair] + 1]++] = pair;
  }
}

/** Stores when and where a pair that is about to stop would first have touched, and how deep. */
function recordHit(sweep: BodySweep, paths: Paths, crowd: Crowd, pair: number, now: number): void {
  const { first, meeting, second, stop } = sweep;
  const hit = sweep.hitCount++;
  if (hit === sweep.hits.length) {
    sweep.hits = doubled(sweep.hits);
    sweep.hitNumbers = longer(sweep.hitNumbers, 8 * sweep.hits.length);
  }
  const a = first[pair];
  const b = second[pair];
  const radii = crowd.traits.radius[a] + crowd.traits.radius[b];
  meetOnPaths(meeting, paths, a, b, stop[a], stop[b], radii, 0);
  sweep.hits[hit] = pair;
  sweep.hitNumbers[8 * hit] = Math.max(now, meeting.touch);
  sweep.hitNumbers[8 * hit + 1] = radii - meeting.least;
  placeTouch(sweep, paths, crowd, a, b, sweep.hitNumbers[8 * hit]);
  for (let k = 0; k < 6; k++) sweep.hitNumbers[8 * hit + 2 + k] = meeting.contact[k];
}

/** Writes place and normal of a touch at a fraction of the step into meeting.contact. */
function placeTouch(
  { meeting, stop }: BodySweep,
  paths: Paths,
  { traits }: Crowd,
  a: number,
  b: number,
  time: number,
): void {
  const { place } = meeting;
  placeOnPath(paths, a, Math.min(time, stop[a]), place, 0);
  placeOnPath(paths, b, Math.min(time, stop[b]), place, 3);
  placeBetween(meeting.contact, place, traits.radius[a], traits.radius[b]);
}

/**
 * The time at which two bodies with known paths first touch, as a fraction of the step; place and normal are in
 * meeting.contact.
 */
export function touchOnPaths(sweep: BodySweep, crowd: Crowd, a: number, b: number): number {
  const { meeting, stop, paths } = sweep;
  const { radius } = crowd.traits;
  meetOnPaths(meeting, paths, a, b, stop[a], stop[b], radius[a] + radius[b], 0);
  const time = Math.min(1, meeting.touch);
  placeTouch(sweep, paths, crowd, a, b, time);
  return time;
}

/**
 * Reports the pairs that were stopped before they touched; overlapping pairs are reported when they are pushed apart.
 */
export function reportHits(sweep: BodySweep, crowd: Crowd, dt: number, events: Events): void {
  const { hitNumbers: numbers } = sweep;
  const { ids, next, traits } = crowd;
  for (let hit = 0; hit < sweep.hitCount; hit++) {
    const a = sweep.first[sweep.hits[hit]];
    const b = sweep.second[sweep.hits[hit]];
    const dx = next.x[a] - next.x[b];
    const dy = next.y[a] - next.y[b];
    const dz = next.z[a] - next.z[b];
    const radii = traits.radius[a] + traits.radius[b];
    if (dx * dx + dy * dy + dz * dz < radii * radii) continue;
    const at = 8 * hit;
    addContact(
      events,
      EventKind.contact,
      ids[a],
      ids[b],
      numbers[at + 1],
      numbers[at] * dt,
      numbers[at + 2],
      numbers[at + 3],
      numbers[at + 4],
      numbers[at + 5],
      numbers[at + 6],
      numbers[at + 7],
    );
  }
}

function isEarlier(
  { first, heap, heapTime, second }: BodySweep,
  { ids }: Crowd,
  entry: number,
  other: number,
): boolean {
  if (heapTime[entry] !== heapTime[other]) return heapTime[entry] < heapTime[other];
  const pair = heap[entry];
  const otherPair = heap[other];
  const difference = ids[first[pair]] - ids[first[otherPair]];
  return difference !== 0 ? difference < 0 : ids[second[pair]] < ids[second[otherPair]];
}

function swapEntries({ heap, heapTime }: BodySweep, entry: number, other: number): void {
  const pair = heap[entry];
  const time = heapTime[entry];
  heap[entry] = heap[other];
  heapTime[entry] = heapTime[other];
  heap[other] = pair;
  heapTime[other] = time;
}

function pushHeap(sweep: BodySweep, crowd: Crowd, pair: number, time: number): void {
  let entry = sweep.heapCount++;
  if (entry === sweep.heap.length) {
    sweep.heap = doubled(sweep.heap);
    sweep.heapTime = doubled(sweep.heapTime);
  }
  sweep.heap[entry] = pair;
  sweep.heapTime[entry] = time;
  while (entry > 0) {
    const parent = (entry - 1) >> 1;
    if (!isEarlier(sweep, crowd, entry, parent)) break;
    swapEntries(sweep, entry, parent);
    entry = parent;
  }
}

function popHeap(sweep: BodySweep, crowd: Crowd): void {
  const last = --sweep.heapCount;
  swapEntries(sweep, 0, last);
  for (let entry = 0; ; ) {
    let earliest = entry;
    for (let child = 2 * entry + 1; child <= 2 * entry + 2 && child < last; child++) {
      if (isEarlier(sweep, crowd, child, earliest)) earliest = child;
    }
    if (earliest === entry) return;
    swapEntries(sweep, entry, earliest);
    entry = earliest;
  }
}
