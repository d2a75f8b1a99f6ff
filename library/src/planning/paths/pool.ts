import { longer } from '../../crowd/index.ts';

/**
 * Lists of numbers in one array, in blocks of 2^k. A block that is given back serves the next list of its size: once
 * every agent has a list, nothing is allocated any more.
 */
export type Pool = {
  items: Int32Array;
  /** How much of the array has ever been handed out. */
  used: number;
  /** For each k the first free block of 2^k, or −1; its first item is the next one. */
  free: Int32Array;
};

const LEAST = 4;
const SIZES = 28;

export function createPool(): Pool {
  return { items: new Int32Array(1024), used: 0, free: new Int32Array(SIZES).fill(-1) };
}

/** Room for this many items; where it begins. */
export function takeBlock(pool: Pool, length: number): number {
  const k = sizeOf(length);
  const block = pool.free[k];
  if (block >= 0) {
    pool.free[k] = pool.items[block];
    return block;
  }
  const begin = pool.used;
  pool.used += 1 << k;
  if (pool.used > pool.items.length) {
    pool.items = longer(pool.items, Math.max(pool.used, 2 * pool.items.length));
  }
  return begin;
}

/** Takes back what takeBlock gave for that length. */
export function giveBlock(pool: Pool, block: number, length: number): void {
  const k = sizeOf(length);
  pool.items[block] = pool.free[k];
  pool.free[k] = block;
}

function sizeOf(length: number): number {
  return Math.max(LEAST, 32 - Math.clz32(length - 1));
}
