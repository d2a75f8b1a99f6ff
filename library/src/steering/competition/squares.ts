/** A pivot below this share of its row is rounding: the matrix counts as singular. */
const SINGULAR = 1e-14;

/** The result for a support: the squares of its weights were found, or one is not positive, or they are not determined. */
export const Outcome = { found: 0, notPositive: 1, singular: 2 } as const;
export type Outcome = (typeof Outcome)[keyof typeof Outcome];

/**
 * The squares of the weights in a fixed point with the non-zero classes members[0 … size − 1]: M w² = α with M_ii = α_i,
 * M_ij = γ_ij, by elimination with pivots. Writes squares[0 … size − 1] in the order of the members, and uses matrix as
 * scratch. It also writes them, not all positive, if the outcome is `notPositive`.
 */
export function findSquares(
  classes: number,
  alpha: ArrayLike<number>,
  gamma: ArrayLike<number>,
  members: ArrayLike<number>,
  size: number,
  matrix: Float64Array,
  squares: Float64Array,
): Outcome {
  if (size === 1) {
    squares[0] = 1;
    return alpha[members[0]] > 0 ? Outcome.found : Outcome.singular;
  }
  if (size === 2) return findPair(classes, alpha, gamma, members[0], members[1], squares);
  for (let row = 0; row < size; row++) {
    const own = members[row];
    let largest = 0;
    for (let column = 0; column < size; column++) {
      const other = members[column];
      const entry = column === row ? alpha[own] : gamma[own * classes + other];
      matrix[row * size + column] = entry;
      largest = Math.max(largest, Math.abs(entry));
    }
    // Scales rows to one size, so that a class of small rates does not look singular.
    const scale = 1 / largest;
    for (let column = 0; column < size; column++) matrix[row * size + column] *= scale;
    squares[row] = alpha[own] * scale;
  }
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(matrix[row * size + column]) > Math.abs(matrix[pivot * size + column])) pivot = row;
    }
    // Written so that NaN ends here too.
    if (!(Math.abs(matrix[pivot * size + column]) > SINGULAR)) return Outcome.singular;
    if (pivot !== column) {
      for (let k = column; k < size; k++) {
        const kept = matrix[pivot * size + k];
        matrix[pivot * size + k] = matrix[column * size + k];
        matrix[column * size + k] = kept;
      }
      const kept = squares[pivot];
      squares[pivot] = squares[column];
      squares[column] = kept;
    }
    const inverse = 1 / matrix[column * size + column];
    for (let row = column + 1; row < size; row++) {
      const factor = matrix[row * size + column] * inverse;
      for (let k = column + 1; k < size; k++) matrix[row * size + k] -= factor * matrix[column * size + k];
      squares[row] -= factor * squares[column];
    }
  }
  let positive = true;
  for (let row = size - 1; row >= 0; row--) {
    let sum = squares[row];
    for (let column = row + 1; column < size; column++) sum -= matrix[row * size + column] * squares[column];
    squares[row] = sum / matrix[row * size + row];
    positive &&= squares[row] > 0;
  }
  return positive ? Outcome.found : Outcome.notPositive;
}

/** Two classes by Cramer's rule. */
function findPair(
  classes: number,
  alpha: ArrayLike<number>,
  gamma: ArrayLike<number>,
  first: number,
  second: number,
  squares: Float64Array,
): Outcome {
  const lost = gamma[first * classes + second] / alpha[first];
  const taken = gamma[second * classes + first] / alpha[second];
  const determinant = 1 - lost * taken;
  if (!(Math.abs(determinant) > SINGULAR * Math.max(1, Math.abs(lost * taken)))) return Outcome.singular;
  squares[0] = (1 - lost) / determinant;
  squares[1] = (1 - taken) / determinant;
  return squares[0] > 0 && squares[1] > 0 ? Outcome.found : Outcome.notPositive;
}
