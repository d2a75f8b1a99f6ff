/*
 * Quantile functions: they turn a share from 0 to 1 into a value, so that one design of shares serves every distribution.
 */

/** Coefficients of Wichura's algorithm AS 241 (1988): relative accuracy of about 1e-16. */
const CENTRE = [
  [3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946],
  [45921.95393154987, 67265.7709270087, 33430.57558358813, 2509.0809287301227],
].flat();
const CENTRE_BELOW = [
  [1, 42.31333070160091, 687.1870074920579, 5394.196021424751],
  [21213.794301586597, 39307.895800092716, 28729.085735721943, 5226.495278852854],
].flat();
const MIDDLE = [
  [1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045],
  [1.2704582524523684, 0.2417807251774506, 0.022723844989269184, 0.0007745450142783414],
].flat();
const MIDDLE_BELOW = [
  [1, 2.053191626637759, 1.6763848301838038, 0.6897673349851],
  [0.14810397642748008, 0.015198666563616457, 0.0005475938084995345, 1.0507500716444169e-9],
].flat();
const TAIL = [
  [6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487],
  [0.026532189526576124, 0.0012426609473880784, 0.000027115555687434876, 2.0103343992922881e-7],
].flat();
const TAIL_BELOW = [
  [1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615],
  [0.0007868691311456133, 0.000018463183175100548, 1.421511758316446e-7, 2.0442631033899397e-15],
].flat();

function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0);
}

/** The standard normal distribution's quantile. */
export function normalQuantile(share: number): number {
  const centred = share - 0.5;
  if (Math.abs(centred) <= 0.425) {
    const r = 0.180625 - centred * centred;
    return (centred * polynomial(CENTRE, r)) / polynomial(CENTRE_BELOW, r);
  }
  const tail = centred < 0 ? share : 1 - share;
  if (tail <= 0) return Math.sign(centred) * Number.POSITIVE_INFINITY;
  const r = Math.sqrt(-Math.log(tail));
  const size =
    r <= 5
      ? polynomial(MIDDLE, r - 1.6) / polynomial(MIDDLE_BELOW, r - 1.6)
      : polynomial(TAIL, r - 5) / polynomial(TAIL_BELOW, r - 5);
  return Math.sign(centred) * size;
}

/** A distribution of values that a design draws from. */
export type Distribution = { name: string; parameters: readonly number[] };

type Definition = {
  /** The names of its parameters, as messages give them. */
  parameters: readonly string[];
  /** What the parameters must fulfil; undefined where they do. */
  fault: (...parameters: number[]) => string | undefined;
  quantile: (share: number, ...parameters: number[]) => number;
};

/** The distributions that `--vary` and design files know. */
export const distributions: Readonly<Record<string, Definition>> = {
  uniform: {
    parameters: ['min', 'max'],
    fault: (min, max) => (min < max ? undefined : 'min below max'),
    quantile: (share, min, max) => min + share * (max - min),
  },
  loguniform: {
    parameters: ['min', 'max'],
    fault: (min, max) => (min > 0 && min < max ? undefined : 'min above 0 and below max'),
    quantile: (share, min, max) => min * (max / min) ** share,
  },
  normal: {
    parameters: ['mean', 'deviation'],
    fault: (_, deviation) => (deviation > 0 ? undefined : 'a deviation above 0'),
    quantile: (share, mean, deviation) => mean + deviation * normalQuantile(share),
  },
  lognormal: {
    parameters: ['median', 'factor'],
    fault: (median, factor) =>
      median > 0 && factor > 1 ? undefined : 'a median above 0 and a factor above 1',
    quantile: (share, median, factor) => median * factor ** normalQuantile(share),
  },
  triangular: {
    parameters: ['min', 'mode', 'max'],
    fault: (min, mode, max) => (min <= mode && mode <= max && min < max ? undefined : 'min ≤ mode ≤ max'),
    quantile: (share, min, mode, max) => {
      const below = (mode - min) / (max - min);
      return share < below
        ? min + Math.sqrt(share * (max - min) * (mode - min))
        : max - Math.sqrt((1 - share) * (max - min) * (max - mode));
    },
  },
};

/** The value below which a share of the distribution is. */
export function quantileIn({ name, parameters }: Distribution, share: number): number {
  return distributions[name].quantile(share, ...parameters);
}
