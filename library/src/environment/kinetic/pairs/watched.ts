import {
  addTimedEvent,
  type Crowd,
  createNearLists,
  EventKind,
  hasAgent,
  type NearLists,
  slotOf,
} from '../../../crowd/index.ts';
import { isSighted } from '../../common/contract.ts';
import { addCrossings } from '../../common/pair-crossings.ts';
import { createSweptGrid, findEvents, type SweptGrid } from '../../grid/events.ts';
import type { PairEvents } from '../../pairs/events.ts';
import { addPairSightings } from '../../pairs/sight-events.ts';
import { doubtAt, measureSight } from './certificates.ts';
import { createOdometers, driveOn, type Odometers } from './odometers.ts';
import { type CertificateCounts, createCertificateCounts } from './report.ts';

/**
 * Pairs of agents that could come into each other's view soon, and for each a certificate: that neither enters or leaves
 * the other's view radius, and that nothing between them begins or ceases to hide them, before one of the two has moved
 * by a certain distance. Only pairs whose certificates have run out are looked at; then the polynomials of the step say
 * whether and when something happens, and a new certificate is made for the places at its end.
 */
export type WatchedPairs = {
  odometers: Odometers;
  /** Whether the list is complete for the present rows. */
  valid: boolean;
  revision: number;
  /** The obstacles that the certificates are about, and their revision. */
  obstacles: unknown;
  obstaclesRevision: number;
  /** How much farther than the views the pairs reach, metres. */
  skin: number;
  /** By row: its id and the reading of its odometer when the list was made. */
  ids: Float64Array;
  since: Float64Array;
  count: number;
  /** Scratch: the present row of a former one and the other way round, and entries of one agent by the other's row. */
  rowOfFormer: Int32Array;
  formerOfRow: Int32Array;
  mark: Int32Array;
  /** The pairs of row r are starts[r] … starts[r + 1] − 1; by pair the other row and its certificate. */
  pairs: PairColumns;
  /** Those of the list before. */
  former: PairColumns;
  /** Seconds since the beginning, at the beginning of the step. */
  clock: number;
  counts: CertificateCounts;
  /** Scratch: how far a pair may move while its sight stays. */
  room: Float64Array;
  candidates: NearLists;
  swept: SweptGrid;
};

/**
 * Pairs by the row that lists them: the sum of both odometers up to which neither crosses a view radius, the reading of
 * each up to which sight does not change, whether they are visible, hidden or out of view until then, and when the certificate
 * was made.
 */
type PairColumns = {
  starts: Int32Array;
  other: Int32Array;
  hidden: Uint8Array;
  distanceLimit: Float64Array;
  ownLimit: Float64Array;
  otherLimit: Float64Array;
  madeAt: Float64Array;
};

/** Appends the agents within a radius of a row, at their places at the beginning of the step. */
export type NearSearch = (row: number, radius: number, lists: NearLists) => void;

export function createWatchedPairs(): WatchedPairs {
  return {
    odometers: createOdometers(),
    valid: false,
    revision: -1,
    obstacles: undefined,
    obstaclesRevision: -1,
    skin: 0,
    ids: new Float64Array(0),
    since: new Float64Array(0),
    count: 0,
    rowOfFormer: new Int32Array(0),
    formerOfRow: new Int32Array(0),
    mark: new Int32Array(0),
    pairs: createColumns(),
    former: createColumns(),
    clock: 0,
    counts: createCertificateCounts(),
    room: new Float64Array(1),
    candidates: createNearLists(),
    swept: createSweptGrid(),
  };
}

function createColumns(): PairColumns {
  return {
    starts: new Int32Array(1),
    other: new Int32Array(0),
    hidden: new Uint8Array(0),
    distanceLimit: new Float64Array(0),
    ownLimit: new Float64Array(0),
    otherLimit: new Float64Array(0),
    madeAt: new Float64Array(0),
  };
}

/** The skin as a share of the largest view, and as a multiple of the longest path of a step. */
const SKIN = 0.1;
const STEPS = 12;
/** A step in which an agent moves by more than this share of its view is left to a search without memory. */
const FARTHEST = 0.5;

/** Adds the events of all pairs in the step. `near` searches at its beginning. */
export function addWatchedEvents(watched: WatchedPairs, pairs: PairEvents, near: NearSearch): void {
  const { crowd, obstacles } = pairs;
  const { odometers } = watched;
  driveOn(odometers, pairs);
  const isOther = watched.obstacles !== obstacles || watched.obstaclesRevision !== obstacles.revision;
  if (odometers.longest > FARTHEST * odometers.widest) {
    watched.valid = false;
    findEvents(watched.swept, pairs);
  } else {
    if (isOther) clearCertificates(watched);
    watched.obstacles = obstacles;
    watched.obstaclesRevision = obstacles.revision;
    if (!isComplete(watched, crowd)) listPairs(watched, crowd, pairs.former, near);
    checkPairs(watched, pairs);
  }
  watched.clock += pairs.dt;
}

/** Whether every pair that could matter in the step is listed. */
function isComplete({ ids, odometers, revision, since, skin, valid }: WatchedPairs, crowd: Crowd): boolean {
  if (!valid || revision !== crowd.revision) return false;
  const { reading } = odometers;
  for (let row = 0; row < crowd.count; row++) {
    if (reading[slotOf(ids[row])] - since[row] > skin / 2) return false;
  }
  return true;
}

/** Withdraws what is proven about sight: other obstacles stand around. */
function clearCertificates({ pairs }: WatchedPairs): void {
  pairs.ownLimit.fill(Number.NEGATIVE_INFINITY);
}

/** Lists the pairs again, for the places at the beginning of the step; certificates that are known stay. */
function listPairs(watched: WatchedPairs, crowd: Crowd, former: Float64Array, near: NearSearch): void {
  const { candidates, odometers } = watched;
  const { count, ids } = crowd;
  const { viewRadius } = crowd.traits;
  matchFormer(watched, crowd);
  watched.skin = Math.max(SKIN * odometers.widest, STEPS * odometers.longest);
  const before = watched.pairs;
  const pairs = watched.former;
  if (pairs.starts.length <= count) pairs.starts = new Int32Array(2 * count + 2);
  if (candidates.starts.length < crowd.capacity) {
    candidates.starts = new Int32Array(crowd.capacity);
    candidates.counts = new Int32Array(crowd.capacity);
  }
  const { formerOfRow, mark } = watched;
  let length = 0;
  for (let row = 0; row < count; row++) {
    watched.since[row] = odometers.begin[slotOf(ids[row])];
    pairs.starts[row] = length;
    candidates.length = 0;
    const view = Math.max(viewRadius[row], former[row]);
    near(row, (view + watched.skin) * HAIR, candidates);
    if (pairs.other.length < length + candidates.length) growColumns(pairs, length + candidates.length);
    const formerRow = formerOfRow[row];
    if (formerRow >= 0) markFormer(watched, before, formerRow);
    for (let k = 0; k < candidates.length; k++) {
      const other = candidates.items[k];
      const sees = view - Math.max(viewRadius[other], former[other]);
      // The one that sees farther finds the other for sure; each pair once.
      if (sees < 0 || (sees === 0 && ids[row] > ids[other])) continue;
      pairs.other[length] = other;
      copyCertificate(before, mark[other] - 1, pairs, length++);
    }
    if (formerRow >= 0) clearMarks(watched, before, formerRow);
  }
  pairs.starts[count] = length;
  watched.pairs = pairs;
  watched.former = before;
  watched.ids.set(ids.subarray(0, count));
  watched.count = count;
  watched.revision = crowd.revision;
  watched.valid = true;
}

/** Finds the present row of every row of the list before, and the other way round; −1: none. */
function matchFormer(watched: WatchedPairs, crowd: Crowd): void {
  const { count } = crowd;
  const most = Math.max(count, watched.count);
  if (watched.mark.length < most) {
    const room = 2 * most;
    watched.mark = new Int32Array(room);
    watched.rowOfFormer = new Int32Array(room);
    watched.formerOfRow = new Int32Array(room);
    watched.since = new Float64Array(room);
    const known = new Float64Array(room);
    known.set(watched.ids.subarray(0, watched.count));
    watched.ids = known;
  }
  watched.formerOfRow.fill(-1);
  if (!watched.valid) return;
  for (let row = 0; row < watched.count; row++) {
    const id = watched.ids[row];
    const now = hasAgent(crowd, id) ? crowd.slots.row[slotOf(id)] : -1;
    watched.rowOfFormer[row] = now;
    if (now >= 0) watched.formerOfRow[now] = row;
  }
}

/** Copies the certificate of a former entry, or none where it is negative. */
function copyCertificate(from: PairColumns, entry: number, to: PairColumns, place: number): void {
  const isKnown = entry >= 0;
  to.hidden[place] = isKnown ? from.hidden[entry] : VISIBLE;
  to.distanceLimit[place] = isKnown ? from.distanceLimit[entry] : Number.NEGATIVE_INFINITY;
  to.ownLimit[place] = isKnown ? from.ownLimit[entry] : Number.NEGATIVE_INFINITY;
  to.otherLimit[place] = isKnown ? from.otherLimit[entry] : Number.NEGATIVE_INFINITY;
  to.madeAt[place] = isKnown ? from.madeAt[entry] : Number.NaN;
}

const HAIR = 1 + 1e-9;

/** Marks the former pairs of an agent by the present row of the other: its entry plus one. */
function markFormer({ mark, rowOfFormer }: WatchedPairs, { other, starts }: PairColumns, row: number): void {
  for (let entry = starts[row]; entry < starts[row + 1]; entry++) {
    const now = rowOfFormer[other[entry]];
    if (now >= 0) mark[now] = entry + 1;
  }
}

function clearMarks({ mark, rowOfFormer }: WatchedPairs, { other, starts }: PairColumns, row: number): void {
  for (let entry = starts[row]; entry < starts[row + 1]; entry++) {
    const now = rowOfFormer[other[entry]];
    if (now >= 0) mark[now] = 0;
  }
}

function growColumns(pairs: PairColumns, length: number): void {
  const room = 2 * length;
  const other = new Int32Array(room);
  other.set(pairs.other);
  pairs.other = other;
  const hidden = new Uint8Array(room);
  hidden.set(pairs.hidden);
  pairs.hidden = hidden;
  for (const name of ['distanceLimit', 'ownLimit', 'otherLimit', 'madeAt'] as const) {
    const column = new Float64Array(room);
    column.set(pairs[name]);
    pairs[name] = column;
  }
}

/**
 * Looks at the pairs whose certificates do not last to the end of the step. Most of those only need a new certificate of
 * distance: where that would have covered the step too, nothing has happened.
 */
function checkPairs(watched: WatchedPairs, pairs: PairEvents): void {
  const { odometers } = watched;
  const { distanceLimit, other: others, otherLimit, ownLimit, starts } = watched.pairs;
  const { next, traits } = pairs.crowd;
  const { viewRadius } = traits;
  const { now, step } = odometers;
  const hasSight = pairs.sight !== false;
  for (let row = 0; row < pairs.crowd.count; row++) {
    const own = now[row];
    const x = next.x[row];
    const y = next.y[row];
    const z = next.z[row];
    const last = starts[row + 1];
    for (let entry = starts[row]; entry < last; entry++) {
      const other = others[entry];
      const its = now[other];
      const isSeen = !hasSight || (own < ownLimit[entry] && its < otherLimit[entry]);
      if (own + its < distanceLimit[entry]) {
        if (!isSeen) checkPair(watched, pairs, entry, row, other, true, false);
        continue;
      }
      const dx = next.x[other] - x;
      const dy = next.y[other] - y;
      const dz = next.z[other] - z;
      const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const toOwn = Math.abs(distance - viewRadius[row]);
      const toOther = Math.abs(distance - viewRadius[other]);
      // Both together may move by so much before one of them is at a view radius.
      const room = (toOwn < toOther ? toOwn : toOther) - doubtAt(x, y, z, distance);
      distanceLimit[entry] = own + its + room;
      const staysNear = room > step[row] + step[other];
      if (staysNear && isSeen) renew(watched, pairs, entry);
      else checkPair(watched, pairs, entry, row, other, staysNear, isSeen);
    }
  }
}

/**
 * Renews the certificate of sight of a pair if it has run out, and finds the events of the step where certificates do not
 * exclude them. With `staysNear`, neither crosses a view radius.
 */
function checkPair(
  watched: WatchedPairs,
  pairs: PairEvents,
  entry: number,
  row: number,
  other: number,
  staysNear: boolean,
  isSeen: boolean,
): void {
  const { hidden, otherLimit, ownLimit } = watched.pairs;
  const { now, step } = watched.odometers;
  const isWithin = isWithinView(pairs, row, other);
  let staysSeen = isSeen && hidden[entry] !== OUT_OF_VIEW;
  if (!staysSeen) {
    if (isWithin) {
      measureSight(pairs, watched, row, other, watched.room);
      const room = Math.abs(watched.room[0]);
      hidden[entry] = watched.room[0] < 0 ? HIDDEN : VISIBLE;
      ownLimit[entry] = now[row] + room;
      otherLimit[entry] = now[other] + room;
      staysSeen = room > Math.max(step[row], step[other]);
    } else {
      // Too far apart: sight does not matter while the certificate of distance holds.
      hidden[entry] = OUT_OF_VIEW;
      ownLimit[entry] = Number.POSITIVE_INFINITY;
      otherLimit[entry] = Number.POSITIVE_INFINITY;
    }
  }
  renew(watched, pairs, entry);
  if (staysNear && (staysSeen || !isWithin)) return;
  const { crowd, dt, events, former, sight, times } = pairs;
  const before = events.count;
  if (staysSeen) addWithSight(pairs, row, other, hidden[entry] === HIDDEN);
  else {
    addCrossings(crowd, row, other, dt, times, events, former);
    // An agent that does not come into view has no events of sight.
    if (sight !== false && (isWithin || events.count > before)) addPairSightings(pairs, row, other);
  }
  if (events.count > before) watched.counts.failures++;
}

/** Adds the events of a pair between which nothing begins or ceases to stand: sight begins and ends with the view. */
function addWithSight(pairs: PairEvents, row: number, other: number, isHidden: boolean): void {
  const { crowd, dt, events, former, sight, times } = pairs;
  const before = events.count;
  addCrossings(crowd, row, other, dt, times, events, former);
  if (sight === false || isHidden) return;
  const after = events.count;
  for (let event = before; event < after; event++) {
    const agent = events.agent[event] === crowd.ids[row] ? row : other;
    if (!isSighted(sight, agent)) continue;
    const kind = events.kind[event] === EventKind.enter ? EventKind.visible : EventKind.hidden;
    addTimedEvent(events, kind, events.agent[event], events.other[event], events.time[event]);
  }
}

/** What is proven about the sight of a pair. */
const VISIBLE = 0;
const HIDDEN = 1;
const OUT_OF_VIEW = 2;

/** Whether one of two agents has the other in its view at the end of the step. */
function isWithinView({ crowd }: PairEvents, row: number, other: number): boolean {
  const { next, traits } = crowd;
  const widest = Math.max(traits.viewRadius[row], traits.viewRadius[other]);
  const dx = next.x[other] - next.x[row];
  const dy = next.y[other] - next.y[row];
  return dx * dx + dy * dy <= widest * widest;
}

/** Counts a certificate that takes the place of another. */
function renew({ clock, counts, pairs: { madeAt } }: WatchedPairs, { dt }: PairEvents, entry: number): void {
  if (madeAt[entry] >= 0) {
    counts.ended++;
    counts.lifetime += clock - madeAt[entry];
  }
  madeAt[entry] = clock + dt;
  counts.certificates++;
}
