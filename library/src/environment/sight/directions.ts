import type { Obstacles } from '../../crowd/index.ts';

/**
 * The elements of a list in sectors around an agent. An element can hide a place only if the place is in a sector that the
 * element reaches into, so that beside a polygon of many edges each is compared with few others. The sectors only leave
 * out what cannot hide anything: what is seen does not depend on them.
 */
export type Directions = {
  sectors: number;
  /** Where the elements of each sector begin in `items`, one place later: see sectorOf. */
  starts: Int32Array;
  items: Int32Array;
  /** The first sector of each element, and how many it reaches into. */
  first: Int32Array;
  spans: Int32Array;
  /** Elements that may hide a place in any direction: discs, and walls that the agent almost stands on. */
  wide: Int32Array;
  wideCount: number;
};

export function createDirections(): Directions {
  return {
    sectors: 0,
    starts: new Int32Array(0),
    items: new Int32Array(0),
    first: new Int32Array(0),
    spans: new Int32Array(0),
    wide: new Int32Array(0),
    wideCount: 0,
  };
}

/** Grows with the angle of a vector from the x axis, from 0 to 4, without trigonometry; opposite vectors differ by 2. */
function turnOf(x: number, y: number): number {
  const sum = Math.abs(x) + Math.abs(y);
  if (sum === 0) return 0;
  const part = y / sum;
  if (x < 0) return 2 - part;
  return part >= 0 ? part : 4 + part;
}

/** Nearly a half turn: rounding could choose the wrong side of the agent. */
const HALF = 1.9;

/** Sorts `count` elements of a list into sectors around a place. */
export function fillDirections(
  directions: Directions,
  { endX, endY, radius, startX, startY }: Obstacles,
  elements: Int32Array,
  begin: number,
  count: number,
  x: number,
  y: number,
): void {
  const sectors = count;
  if (directions.first.length < count) {
    directions.first = new Int32Array(2 * count);
    directions.spans = new Int32Array(2 * count);
    directions.wide = new Int32Array(2 * count);
    directions.starts = new Int32Array(2 * count + 2);
  }
  const { first, spans, starts, wide } = directions;
  starts.fill(0, 0, sectors + 1);
  let wideCount = 0;
  let entries = 0;
  for (let k = 0; k < count; k++) {
    const element = elements[begin + k];
    const from = turnOf(startX[element] - x, startY[element] - y);
    let turn = turnOf(endX[element] - x, endY[element] - y) - from;
    if (turn > 2) turn -= 4;
    if (turn < -2) turn += 4;
    const least = turn >= 0 ? from : from + turn;
    // One sector more on each side, for what rounding does to the ends.
    const low = Math.floor((least * sectors) / 4) - 1;
    const high = Math.floor(((least + Math.abs(turn)) * sectors) / 4) + 1;
    spans[k] = high - low + 1;
    if (!(Math.abs(turn) < HALF) || radius[element] > 0 || spans[k] > sectors) {
      spans[k] = 0;
      wide[wideCount++] = element;
      continue;
    }
    first[k] = (low + 2 * sectors) % sectors;
    entries += spans[k];
    for (let s = 0; s < spans[k]; s++) starts[((first[k] + s) % sectors) + 1]++;
  }
  for (let sector = 0; sector < sectors; sector++) starts[sector + 1] += starts[sector];
  if (directions.items.length < entries) directions.items = new Int32Array(2 * entries);
  const { items } = directions;
  // Filled from the end of each sector, which leaves its beginning in `starts`.
  for (let k = count - 1; k >= 0; k--) {
    for (let s = 0; s < spans[k]; s++) items[--starts[((first[k] + s) % sectors) + 1]] = elements[begin + k];
  }
  starts[sectors + 1] = entries;
  directions.sectors = sectors;
  directions.wideCount = wideCount;
}

/** The sector of a direction. Its elements are those of `items` from starts[sector + 1] up to starts[sector + 2]. */
export function sectorOf({ sectors }: Directions, x: number, y: number): number {
  const sector = Math.floor((turnOf(x, y) * sectors) / 4);
  return sector < sectors ? sector : sectors - 1;
}
