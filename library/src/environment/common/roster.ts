import { type Crowd, hasAgent, type Motion, slotOf } from '../../crowd/index.ts';

/**
 * The place of every agent at an index's last update, by the crowd's present rows. Rows change when agents enter or
 * leave; the ids identify the agents. An agent that the index has not seen yet is at NaN, and so near no agent.
 */
export type Roster = {
  count: number;
  ids: Float64Array;
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
  /** The crowd's revision that the rows belong to. */
  revision: number;
  /** Whether every agent in the crowd is known. */
  complete: boolean;
  /** The previous columns, while rows are being matched. */
  spare: Columns;
};

type Columns = { ids: Float64Array; x: Float64Array; y: Float64Array; z: Float64Array };

export function createRoster(): Roster {
  return { count: 0, ...createColumns(0), revision: -1, complete: true, spare: createColumns(0) };
}

function createColumns(capacity: number): Columns {
  return {
    ids: new Float64Array(capacity),
    x: new Float64Array(capacity),
    y: new Float64Array(capacity),
    z: new Float64Array(capacity),
  };
}

/** Stores where every agent is now. */
export function fillRoster(roster: Roster, crowd: Crowd): void {
  requireFinitePlaces(crowd);
  if (roster.x.length < crowd.count) Object.assign(roster, createColumns(crowd.capacity));
  const { count, ids, motion } = crowd;
  if (roster.revision !== crowd.revision) roster.ids.set(ids.subarray(0, count));
  roster.x.set(motion.x.subarray(0, count));
  roster.y.set(motion.y.subarray(0, count));
  roster.z.set(motion.z.subarray(0, count));
  roster.count = count;
  roster.revision = crowd.revision;
  roster.complete = true;
}

/** Gives every known agent its present row; returns whether that changed anything. */
export function matchRows(roster: Roster, crowd: Crowd): boolean {
  if (roster.revision === crowd.revision) return false;
  const { spare } = roster;
  const before = { ids: roster.ids, x: roster.x, y: roster.y, z: roster.z };
  const room = spare.x.length < crowd.count ? createColumns(crowd.capacity) : spare;
  room.x.fill(Number.NaN, 0, crowd.count);
  room.ids.set(crowd.ids.subarray(0, crowd.count));
  let known = 0;
  for (let entry = 0; entry < roster.count; entry++) {
    const id = before.ids[entry];
    // NaN marks an agent that was unknown before.
    if (Number.isNaN(before.x[entry]) || !hasAgent(crowd, id)) continue;
    const row = crowd.slots.row[slotOf(id)];
    room.x[row] = before.x[entry];
    room.y[row] = before.y[entry];
    room.z[row] = before.z[entry];
    known++;
  }
  Object.assign(roster, room);
  roster.spare = before;
  roster.count = crowd.count;
  roster.complete = known === crowd.count;
  roster.revision = crowd.revision;
  return true;
}

/** Stores where an agent that has entered is now. */
export function storeArrival(roster: Roster, crowd: Crowd, row: number): void {
  matchRows(roster, crowd);
  requireFinitePlace(crowd, row);
  roster.x[row] = crowd.motion.x[row];
  roster.y[row] = crowd.motion.y[row];
  roster.z[row] = crowd.motion.z[row];
  countKnown(roster);
}

/** Forgets an agent: one that has left, or one that is about to. */
export function storeDeparture(roster: Roster, crowd: Crowd, id: number): void {
  matchRows(roster, crowd);
  if (!hasAgent(crowd, id)) return;
  roster.x[crowd.slots.row[slotOf(id)]] = Number.NaN;
  roster.complete = false;
}

function countKnown(roster: Roster): void {
  roster.complete = true;
  for (let row = 0; row < roster.count; row++) {
    if (Number.isNaN(roster.x[row])) roster.complete = false;
  }
}

/** Refuses a place that is not a number or infinitely far away: no index could say what is near it. */
export function requireFinitePlaces(crowd: Crowd): void {
  if (areFinite(crowd.count, crowd.motion)) return;
  for (let row = 0; row < crowd.count; row++) requireFinitePlace(crowd, row);
}

/** The same for the next position of every agent, before contacts spread it to others. */
export function requireFiniteDisplacements(crowd: Crowd): void {
  if (areFinite(crowd.count, crowd.next)) return;
  const { x, y, z } = crowd.next;
  for (let row = 0; row < crowd.count; row++) {
    if (!isFinitePlace(x[row], y[row], z[row])) refusePlace(crowd, row, 'goes to', crowd.next);
  }
}

/** Checks every agent, without branches in the loop. */
function areFinite(count: number, { x, y, z }: Motion): boolean {
  let sumX = 0;
  let sumY = 0;
  let sumZ = 0;
  for (let row = 0; row < count; row++) {
    // 0 for every finite number, NaN for every other.
    sumX += x[row] * 0;
    sumY += y[row] * 0;
    sumZ += z[row] * 0;
  }
  return sumX + sumY + sumZ === 0;
}

function isFinitePlace(x: number, y: number, z: number): boolean {
  return Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z);
}

function requireFinitePlace(crowd: Crowd, row: number): void {
  const { x, y, z } = crowd.motion;
  if (isFinitePlace(x[row], y[row], z[row])) return;
  refusePlace(crowd, row, 'is at', crowd.motion);
}

function refusePlace({ dimension, ids }: Crowd, row: number, what: string, { x, y, z }: Motion): never {
  const place = dimension === 3 ? `${x[row]}, ${y[row]}, ${z[row]}` : `${x[row]}, ${y[row]}`;
  throw new RangeError(`agent ${ids[row]} ${what} (${place}): a place must be finite`);
}

/** Refuses a view radius that no near set can be made with. */
export function requireViews({ count, ids, traits }: Crowd): void {
  const { viewRadius } = traits;
  for (let row = 0; row < count; row++) {
    if (viewRadius[row] >= 0) continue;
    throw new RangeError(`agent ${ids[row]} sees ${viewRadius[row]} m far: expected a number of at least 0`);
  }
}

/** The same for the radius of a single query. */
export function requireRadius(radius: number): void {
  if (!(radius >= 0)) throw new RangeError(`the radius is ${radius} m: expected a number of at least 0`);
}

/** Refuses a row that holds no agent. */
export function requireRow({ count }: Crowd, row: number): void {
  if (row >= 0 && row < count && Number.isInteger(row)) return;
  throw new RangeError(`there is no row ${row} in a crowd of ${count}`);
}
