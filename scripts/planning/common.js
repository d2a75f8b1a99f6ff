// Shared parts of the generated scenarios.

/** Numbers from 0 to 1 that are the same everywhere: the generator "mulberry32", in whole numbers. */
export function createDice(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  };
}

/** Rounds to millimetres, which are exact enough and print short. */
export const metres = (value) => Math.round(value * 1000) / 1000;

export const box = (minX, minY, maxX, maxY) => ({
  min: [metres(minX), metres(minY)],
  max: [metres(maxX), metres(maxY)],
});

/** People in tight places: they turn quickly, keep a hand's breadth, and slow down late. */
export const tightSteering = {
  attraction: 4,
  baseDistance: 0.25,
  safetyDistance: 0.05,
  timeToContact: 0.4,
  noise: 0.1,
};
