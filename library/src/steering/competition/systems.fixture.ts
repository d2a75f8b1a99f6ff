import { EigenvalueDecomposition, Matrix, solve } from 'ml-matrix';

/** A competition of k classes: α, and γ with a diagonal of zeros. */
export type System = { alpha: number[]; gamma: number[][] };

/**
 * Random systems of three kinds: classes that hardly compete, classes that compete hard, and systems with a fixed point with
 * all classes on, stable or not.
 */
export function drawSystem(dice: () => number, classes: number): System {
  const sort = Math.floor(3 * dice());
  const strength = [0.3, 1.6, 1][sort];
  const alpha = Array.from({ length: classes }, () => 0.05 + 0.95 * dice());
  const gamma = alpha.map((_, i) => alpha.map((_, j) => (i === j || dice() < 0.1 ? 0 : strength * dice())));
  if (sort < 2) return { alpha, gamma };
  const squares = alpha.map(() => 0.05 + 0.9 * dice());
  const chosen = alpha.map((least, i) => {
    const taken = gamma[i].reduce((sum, rate, j) => sum + rate * squares[j], 0);
    return taken > 0 ? taken / (1 - squares[i]) : least;
  });
  return { alpha: chosen, gamma };
}

export function flatten(gamma: number[][]): Float64Array {
  return Float64Array.from(gamma.flat());
}

/** Rates of change at w, written out from the equation. */
export function ratesAt({ alpha, gamma }: System, w: ArrayLike<number>): number[] {
  return alpha.map((own, i) => {
    let rate = own * w[i] * (1 - w[i] ** 2);
    for (let j = 0; j < alpha.length; j++) if (j !== i) rate -= gamma[i][j] * w[j] ** 2 * w[i];
    return rate;
  });
}

/** The Jacobian of the rates at w: equation (17) of 1999, entry by entry. */
export function jacobianAt({ alpha, gamma }: System, w: ArrayLike<number>): number[][] {
  return alpha.map((own, i) =>
    alpha.map((_, j) => {
      if (i !== j) return -2 * gamma[i][j] * w[i] * w[j];
      return alpha.reduce(
        (entry, _, l) => (l === i ? entry : entry - gamma[i][l] * w[l] ** 2),
        own * (1 - 3 * w[i] ** 2),
      );
    }),
  );
}

/** Eigenvalues by ml-matrix. */
export function referenceEigenvalues(matrix: number[][]): { re: number; im: number }[] {
  const { realEigenvalues, imaginaryEigenvalues } = new EigenvalueDecomposition(new Matrix(matrix));
  return realEigenvalues.map((re, i) => ({ re, im: imaginaryEigenvalues[i] }));
}

/** Squares of the weights on a support by ml-matrix's LU; they need not be positive. */
export function referenceSquares({ alpha, gamma }: System, support: readonly number[]): number[] {
  const matrix = support.map((i) => support.map((j) => (i === j ? alpha[i] : gamma[i][j])));
  return solve(new Matrix(matrix), Matrix.columnVector(support.map((i) => alpha[i]))).to1DArray();
}

/** Largest distance between two sets of complex numbers of one size, each paired with the closest remaining one. */
export function distanceOfSets(
  some: readonly { re: number; im: number }[],
  others: readonly { re: number; im: number }[],
): number {
  if (some.length !== others.length) return Number.POSITIVE_INFINITY;
  const left = [...others];
  let largest = 0;
  for (const { re, im } of some) {
    const distances = left.map((other) => Math.hypot(other.re - re, other.im - im));
    const closest = distances.indexOf(Math.min(...distances));
    largest = Math.max(largest, distances[closest]);
    left.splice(closest, 1);
  }
  return largest;
}
