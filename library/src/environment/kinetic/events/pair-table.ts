/**
 * Numbers of ordered pairs of vertices: open addressing with linear probing, at most half full. Removing a pair leaves
 * no mark; entries that had been pushed past it move up.
 */
export type PairTable = {
  count: number;
  /** first · 2^26 + second, −1 where free. */
  keys: Float64Array;
  values: Int32Array;
};

const STRIDE = 67108864;

export function createPairTable(): PairTable {
  return { count: 0, keys: new Float64Array(64).fill(-1), values: new Int32Array(64) };
}

export function clearPairs(table: PairTable): void {
  if (table.count === 0) return;
  table.keys.fill(-1);
  table.count = 0;
}

/** The pair's number, −1 if it has none. */
export function numberOfPair({ keys, values }: PairTable, first: number, second: number): number {
  const key = first * STRIDE + second;
  const mask = keys.length - 1;
  let place = placeOf(first, second) & mask;
  while (keys[place] >= 0) {
    if (keys[place] === key) return values[place];
    place = (place + 1) & mask;
  }
  return -1;
}

/** Gives a pair that has none a number. */
export function addPair(table: PairTable, first: number, second: number, value: number): void {
  if (2 * (table.count + 1) > table.keys.length) growTable(table);
  const { keys, values } = table;
  const mask = keys.length - 1;
  let place = placeOf(first, second) & mask;
  while (keys[place] >= 0) place = (place + 1) & mask;
  keys[place] = first * STRIDE + second;
  values[place] = value;
  table.count++;
}

/** Takes a pair's number away, if it has one. */
export function removePair(table: PairTable, first: number, second: number): void {
  const { keys, values } = table;
  const key = first * STRIDE + second;
  const mask = keys.length - 1;
  let place = placeOf(first, second) & mask;
  while (keys[place] !== key) {
    if (keys[place] < 0) return;
    place = (place + 1) & mask;
  }
  let gap = place;
  for (let next = (gap + 1) & mask; keys[next] >= 0; next = (next + 1) & mask) {
    const home = homeOf(keys[next]) & mask;
    // An agent that has its home behind the gap stays.
    if (((next - home) & mask) < ((next - gap) & mask)) continue;
    keys[gap] = keys[next];
    values[gap] = values[next];
    gap = next;
  }
  keys[gap] = -1;
  table.count--;
}

function homeOf(key: number): number {
  const first = Math.floor(key / STRIDE);
  return placeOf(first, key - first * STRIDE);
}

function placeOf(first: number, second: number): number {
  let bits = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  bits ^= bits >>> 15;
  bits = Math.imul(bits, 0x2c1b3c6d);
  return bits ^ (bits >>> 13);
}

function growTable(table: PairTable): void {
  const { keys, values } = table;
  table.keys = new Float64Array(2 * keys.length).fill(-1);
  table.values = new Int32Array(2 * keys.length);
  table.count = 0;
  for (let place = 0; place < keys.length; place++) {
    if (keys[place] < 0) continue;
    const first = Math.floor(keys[place] / STRIDE);
    addPair(table, first, keys[place] - first * STRIDE, values[place]);
  }
}
