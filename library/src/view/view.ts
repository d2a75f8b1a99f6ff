import { slotOf } from '../crowd/index.ts';
import { timeOf, type World } from '../simulation/index.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * A world as a renderer sees it: the last two states, in rows that an agent keeps as long as it lives. The rows of a
 * world itself change when agents leave.
 */
export type View = {
  /** Rows in use are 0 … count − 1; some of them may be empty. */
  count: number;
  /** The agent of each row, or −1 where the row is empty. A row is used again for a later agent. */
  ids: Float64Array;
  /** Metres. */
  radius: Float32Array;
  /** The number of the agent's group in the scenario, or −1. */
  group: Int32Array;
  /** Seconds: the times of the two states. */
  previousTime: number;
  time: number;
  previous: ViewColumns;
  current: ViewColumns;
  /** Which update a row was last part of, and the number of the last update. */
  seen: Float64Array;
  updates: number;
};

/** Places, metres, and unit vectors of the directions that agents face; one number for each row. */
export type ViewColumns = Record<ViewColumn, Float64Array>;

type ViewColumn = 'x' | 'y' | 'z' | 'headingX' | 'headingY' | 'headingZ';

/** The arrays of a caller that `readView` fills; columns that are absent are not computed. */
export type ViewArrays = { [column in ViewColumn]?: Float32Array | Float64Array };

const COLUMNS = ['x', 'y', 'z', 'headingX', 'headingY', 'headingZ'] as const;

/** Creates a view of a world's present state, or of a snapshot. Update it after each step. */
export function createView(source: World | Snapshot): View {
  const columns = () => Object.fromEntries(COLUMNS.map((name) => [name, new Float64Array(0)])) as ViewColumns;
  const view: View = {
    count: 0,
    ids: new Float64Array(0),
    radius: new Float32Array(0),
    group: new Int32Array(0),
    previousTime: 0,
    time: 0,
    previous: columns(),
    current: columns(),
    seen: new Float64Array(0),
    updates: 0,
  };
  updateView(view, source);
  view.previousTime = view.time;
  return view;
}

/** Takes up a new state: the current one becomes the previous one. Agents that are new have no past and stand still. */
export function updateView(view: View, source: World | Snapshot): void {
  const { ids, count } = 'crowd' in source ? source.crowd : source;
  const places = 'crowd' in source ? source.crowd.motion : source;
  const { radius, group } = 'crowd' in source ? source.crowd.traits : source;
  const { x, y, z, headingX, headingY, headingZ } = places;
  let last = view.count;
  for (let row = 0; row < count; row++) last = Math.max(last, slotOf(ids[row]) + 1);
  if (last > view.ids.length) growView(view, last);
  const { previous, current } = view;
  view.previous = current;
  view.current = previous;
  view.updates++;
  for (let row = 0; row < count; row++) {
    const to = slotOf(ids[row]);
    previous.x[to] = x[row];
    previous.y[to] = y[row];
    previous.z[to] = z[row];
    previous.headingX[to] = headingX[row];
    previous.headingY[to] = headingY[row];
    previous.headingZ[to] = headingZ[row];
    view.radius[to] = radius[row];
    view.group[to] = group[row];
    if (view.ids[to] !== ids[row]) {
      view.ids[to] = ids[row];
      for (const name of COLUMNS) current[name][to] = previous[name][to];
    }
    view.seen[to] = view.updates;
  }
  view.count = last;
  for (let row = 0; row < last; row++) if (view.seen[row] !== view.updates) view.ids[row] = -1;
  view.previousTime = view.time;
  view.time = 'crowd' in source ? timeOf(source) : source.time;
}

/**
 * Writes where the agents are at a time between the two states, each in its row, into arrays that the caller owns, and
 * returns the number of rows. Times outside are those of the nearer state. Rows without an agent are left as they are.
 * Draw a step behind the simulation, at `time` − dt … `time`, and motion is smooth at any frame rate.
 */
export function readView(view: View, time: number, into: ViewArrays): number {
  const { count, ids, previous, current, previousTime } = view;
  for (const name of COLUMNS) {
    const array = into[name];
    if (array && array.length < count) {
      throw new RangeError(`${name} has room for ${array.length} rows, and the view has ${count}`);
    }
  }
  const span = view.time - previousTime;
  const part = span > 0 ? Math.max(0, Math.min(1, (time - previousTime) / span)) : 1;
  for (const name of ['x', 'y', 'z'] as const) {
    const array = into[name];
    if (!array) continue;
    const from = previous[name];
    const to = current[name];
    for (let row = 0; row < count; row++) {
      if (ids[row] >= 0) array[row] = from[row] + part * (to[row] - from[row]);
    }
  }
  if (into.headingX || into.headingY || into.headingZ) readHeadings(view, part, into);
  return count;
}

/** Between two directions lies their weighted mean, made a unit vector; between opposite ones the nearer of the two. */
function readHeadings({ count, ids, previous, current }: View, part: number, into: ViewArrays): void {
  const { headingX: outX, headingY: outY, headingZ: outZ } = into;
  for (let row = 0; row < count; row++) {
    if (ids[row] < 0) continue;
    let x = previous.headingX[row] + part * (current.headingX[row] - previous.headingX[row]);
    let y = previous.headingY[row] + part * (current.headingY[row] - previous.headingY[row]);
    let z = previous.headingZ[row] + part * (current.headingZ[row] - previous.headingZ[row]);
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length > 1e-3) {
      x /= length;
      y /= length;
      z /= length;
    } else {
      const nearer = part < 0.5 ? previous : current;
      x = nearer.headingX[row];
      y = nearer.headingY[row];
      z = nearer.headingZ[row];
    }
    if (outX) outX[row] = x;
    if (outY) outY[row] = y;
    if (outZ) outZ[row] = z;
  }
}

function growView(view: View, rows: number): void {
  const capacity = Math.max(64, rows, 2 * view.ids.length);
  const grown = (column: Float64Array, fill = 0) => {
    const larger = new Float64Array(capacity).fill(fill);
    larger.set(column);
    return larger;
  };
  view.ids = grown(view.ids, -1);
  view.seen = grown(view.seen);
  view.radius = Float32Array.from(grown(Float64Array.from(view.radius)));
  view.group = Int32Array.from(grown(Float64Array.from(view.group)));
  for (const columns of [view.previous, view.current]) {
    for (const name of COLUMNS) columns[name] = grown(columns[name]);
  }
}
