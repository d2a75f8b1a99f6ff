/** Random numbers of a design, from 0 to below 1: the same for the same seed and purpose. Those of runs are their own. */
export function createDraws(seed: number, purpose: number): () => number {
  let state = (Math.imul(seed >>> 0, 0x9e3779b1) ^ Math.imul(purpose + 1, 0x85ebca6b)) >>> 0;
  // Mulberry32: one multiplication chain for each number, period 2³².
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The numbers 0 … count − 1 in random order. */
export function shuffled(count: number, draw: () => number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, k) => k);
  for (let k = count - 1; k > 0; k--) {
    const other = Math.floor(draw() * (k + 1));
    [order[k], order[other]] = [order[other], order[k]];
  }
  return order;
}
