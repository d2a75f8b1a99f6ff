/** Arguments on which the elementary functions are measured, reproducible without our own random streams. */

/** A multiplicative congruential generator (Park and Miller's), independent of what is under test. */
export function createDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return (state - 1) / 2147483646;
  };
}

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);

/** A finite double whose bits are random: every exponent is as likely as any other. */
export function anyDouble(dice: () => number): number {
  for (;;) {
    words[0] = dice() * 2 ** 32;
    words[1] = dice() * 2 ** 32;
    if (Number.isFinite(double[0])) return double[0];
  }
}

/** The double that is `steps` places above x (in the order of magnitudes). */
export function stepsFrom(x: number, steps: number): number {
  double[0] = x;
  const integer = new BigInt64Array(double.buffer);
  integer[0] += BigInt(steps);
  return double[0];
}

/** The doubles around x, `reach` to both sides. */
export function around(x: number, reach: number): number[] {
  return Array.from({ length: 2 * reach + 1 }, (_, i) => stepsFrom(x, i - reach));
}

export function between(dice: () => number, low: number, high: number, count: number): number[] {
  return Array.from({ length: count }, () => low + (high - low) * dice());
}

/** Both signs, magnitudes spread evenly over powers of two from 2^low to 2^high. */
export function acrossScales(dice: () => number, low: number, high: number, count: number): number[] {
  return Array.from({ length: count }, () => {
    const size = (1 + dice()) * 2 ** Math.floor(low + (high - low) * dice());
    return dice() < 0.5 ? -size : size;
  });
}
