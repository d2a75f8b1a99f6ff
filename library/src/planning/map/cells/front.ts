/**
 * The cells that a march may take next, earliest first: a binary heap in typed arrays. Equal times go by the number of
 * the cell, so that the order is total and does not depend on how the heap was filled.
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

export function clearFront(front: Front): void {
  front.count = 0;
  front.place.fill(ABSENT);
}

/** Puts a cell in, or brings one forward that is in already; a time that is no earlier changes nothing. */
export function bringForward(front: Front, cell: number, time: number): void {
  let hole = front.place[cell];
  if (hole === ABSENT) hole = front.count++;
  else if (time >= front.time[hole]) return;
  const { cell: cells, place, time: times } = front;
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

/** Takes the earliest cell out. */
export function takeFirst(front: Front): number {
  const { cell: cells, place, time: times } = front;
  const first = cells[0];
  place[first] = TAKEN;
  const last = --front.count;
  if (last === 0) return first;
  const cell = cells[last];
  const time = times[last];
  let hole = 0;
  for (let below = 1; below < last; below = 2 * hole + 1) {
    let other = times[below];
    const beside = below + 1;
    if (beside < last) {
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
  return first;
}
