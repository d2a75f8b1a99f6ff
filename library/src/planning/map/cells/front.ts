import { longer } from '../../../crowd/index.ts';

/**
 * What comes next, earliest first, such as the cells of a march or the agents that wait for a path: a binary heap in typed
 * arrays. Equal times go by number, so that the order is total and does not depend on how the heap was filled.
 */
export type Front = {
  count: number;
  cell: Int32Array;
  time: Float64Array;
  /** Where in the heap a cell is; ABSENT or TAKEN where it is not in it. */
  place: Int32Array;
};

const ABSENT = -1;
/** Taken out permanently. */
export const TAKEN = -2;

export function createFront(cells: number): Front {
  return {
    count: 0,
    cell: new Int32Array(cells),
    time: new Float64Array(cells),
    place: new Int32Array(cells).fill(ABSENT),
  };
}

/** Makes room for larger numbers. */
export function growFront(front: Front, cells: number): void {
  const { length } = front.place;
  front.cell = longer(front.cell, cells);
  front.time = longer(front.time, cells);
  front.place = longer(front.place, cells).fill(ABSENT, length);
}

export function clearFront(front: Front): void {
  front.count = 0;
  front.place.fill(ABSENT);
}

/** Puts a cell in, or brings one forward that is in already; a time that is no earlier changes nothing. */
export function bringForward(front: Front, cell: number, time: number): void {
  let hole = front.place[cell];
  if (hole === ABSENT) hole = front.count++;
  else if (time >= front.time[hole]) return;
  rise(front, hole, cell, time);
}

/** Takes the earliest cell out permanently. */
export function takeFirst(front: Front): number {
  const first = front.cell[0];
  front.place[first] = TAKEN;
  const last = --front.count;
  if (last > 0) sink(front, 0, front.cell[last], front.time[last]);
  return first;
}

/** Takes a cell out that may come again, wherever it is. */
export function takeOut(front: Front, cell: number): void {
  const hole = front.place[cell];
  if (hole < 0) return;
  front.place[cell] = ABSENT;
  const last = --front.count;
  if (hole === last) return;
  // One of the two leaves it where it is.
  const moved = front.cell[last];
  rise(front, hole, moved, front.time[last]);
  sink(front, front.place[moved], moved, front.time[front.place[moved]]);
}

/** Puts a cell in at a hole or above. */
function rise({ cell: cells, place, time: times }: Front, from: number, cell: number, time: number): void {
  let hole = from;
  while (hole > 0) {
    const above = (hole - 1) >> 1;
    const other = times[above];
    if (other < time || (other === time && cells[above] < cell)) break;
    cells[hole] = cells[above];
    times[hole] = other;
    place[cells[hole]] = hole;
    hole = above;
  }
  cells[hole] = cell;
  times[hole] = time;
  place[cell] = hole;
}

/** Puts a cell in at a hole or below. */
function sink(
  { cell: cells, count, place, time: times }: Front,
  from: number,
  cell: number,
  time: number,
): void {
  let hole = from;
  for (let below = 2 * hole + 1; below < count; below = 2 * hole + 1) {
    let other = times[below];
    const beside = below + 1;
    if (beside < count) {
      const rival = times[beside];
      if (rival < other || (rival === other && cells[beside] < cells[below])) {
        below = beside;
        other = rival;
      }
    }
    if (time < other || (time === other && cell < cells[below])) break;
    cells[hole] = cells[below];
    times[hole] = other;
    place[cells[hole]] = hole;
    hole = below;
  }
  cells[hole] = cell;
  times[hole] = time;
  place[cell] = hole;
}
