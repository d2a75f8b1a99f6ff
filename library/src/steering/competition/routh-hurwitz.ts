/**
 * Whether all eigenvalues of J = −2 diag(w) M diag(w), the Jacobian on the non-zero classes of a fixed point, have negative
 * real parts. −M diag(w²) has half of each eigenvalue, since it is similar to J/2; Routh's scheme judges its characteristic
 * polynomial. Uses matrix (size²) and polynomials ((size + 1)²) as scratch. Strict: a zero real part is not stable.
 */
export function isBlockStable(
  classes: number,
  alpha: ArrayLike<number>,
  gamma: ArrayLike<number>,
  members: ArrayLike<number>,
  size: number,
  squares: ArrayLike<number>,
  matrix: Float64Array,
  polynomials: Float64Array,
): boolean {
  if (isDominated(classes, alpha, gamma, members, size, squares)) return true;
  let trace = 0;
  for (let i = 0; i < size; i++) trace += alpha[members[i]] * squares[i];
  if (size <= 1) return trace > 0;
  for (let row = 0; row < size; row++) {
    const own = members[row];
    for (let column = 0; column < size; column++) {
      const entry = column === row ? alpha[own] : gamma[own * classes + members[column]];
      // Eigenvalues that add up to −1 keep the coefficients at a moderate size.
      matrix[row * size + column] = (-entry * squares[column]) / trace;
    }
  }
  if (size === 2) return matrix[0] * matrix[3] - matrix[1] * matrix[2] > 0;
  reduceToHessenberg(matrix, size);
  expandCharacteristic(matrix, size, polynomials);
  return hasNegativeRoots(polynomials, size * (size + 1), size);
}

/**
 * A sufficient condition that most systems meet: rows of diag(w²) M or of M diag(w²) whose diagonal outweighs the rest, so
 * that Gershgorin's circles lie on one side. For γ ≥ 0 the second is w² > ½, since α_i w_i² + Σ γ_ij w_j² = α_i.
 */
function isDominated(
  classes: number,
  alpha: ArrayLike<number>,
  gamma: ArrayLike<number>,
  members: ArrayLike<number>,
  size: number,
  squares: ArrayLike<number>,
): boolean {
  let least = squares[0];
  for (let i = 1; i < size; i++) least = Math.min(least, squares[i]);
  if (least > 0.5) return true;
  for (let row = 0; row < size; row++) {
    const start = members[row] * classes;
    let margin = alpha[members[row]];
    for (let column = 0; column < size; column++) {
      if (column !== row) margin -= gamma[start + members[column]];
    }
    if (!(margin > 0)) return false;
  }
  return true;
}

/** Makes entries below the first subdiagonal 0, by similarity steps of elimination with pivots; eigenvalues stay. */
export function reduceToHessenberg(matrix: Float64Array, size: number): void {
  for (let step = 1; step < size - 1; step++) {
    let pivot = step;
    for (let row = step + 1; row < size; row++) {
      const candidate = Math.abs(matrix[row * size + step - 1]);
      if (candidate > Math.abs(matrix[pivot * size + step - 1])) pivot = row;
    }
    const head = matrix[pivot * size + step - 1];
    if (head === 0) continue;
    if (pivot !== step) {
      for (let k = step - 1; k < size; k++) {
        const kept = matrix[pivot * size + k];
        matrix[pivot * size + k] = matrix[step * size + k];
        matrix[step * size + k] = kept;
      }
      for (let k = 0; k < size; k++) {
        const kept = matrix[k * size + pivot];
        matrix[k * size + pivot] = matrix[k * size + step];
        matrix[k * size + step] = kept;
      }
    }
    for (let row = step + 1; row < size; row++) {
      const factor = matrix[row * size + step - 1] / head;
      if (factor === 0) continue;
      matrix[row * size + step - 1] = 0;
      for (let k = step; k < size; k++) matrix[row * size + k] -= factor * matrix[step * size + k];
      for (let k = 0; k < size; k++) matrix[k * size + step] += factor * matrix[k * size + row];
    }
  }
}

/**
 * Characteristic polynomials of the leading submatrices of a Hessenberg matrix, highest power first: row m of `polynomials`
 * has m + 1 coefficients; the last row is that of the whole matrix.
 */
function expandCharacteristic(matrix: Float64Array, size: number, polynomials: Float64Array): void {
  const width = size + 1;
  polynomials[0] = 1;
  for (let m = 1; m <= size; m++) {
    const last = m - 1;
    const corner = matrix[last * size + last];
    const from = last * width;
    const to = m * width;
    // (λ − corner) times the previous polynomial …
    for (let power = 0; power <= last; power++) polynomials[to + power] = polynomials[from + power];
    polynomials[to + m] = 0;
    for (let power = 0; power <= last; power++) {
      polynomials[to + power + 1] -= corner * polynomials[from + power];
    }
    // … minus the products along the subdiagonal.
    let product = 1;
    for (let row = last - 1; row >= 0; row--) {
      product *= matrix[(row + 1) * size + row];
      if (product === 0) break;
      const factor = product * matrix[row * size + last];
      const shift = m - row;
      for (let power = 0; power <= row; power++) {
        polynomials[to + power + shift] -= factor * polynomials[row * width + power];
      }
    }
  }
}

/** Routh's scheme in place: two of its rows lie interlaced from each coefficient on. The first coefficient is 1. */
function hasNegativeRoots(coefficients: Float64Array, start: number, degree: number): boolean {
  for (let row = 1; row <= degree; row++) {
    const head = coefficients[start + row];
    if (!(head > 0)) return false;
    const factor = coefficients[start + row - 1] / head;
    for (let k = row + 1; k < degree; k += 2) coefficients[start + k] -= factor * coefficients[start + k + 1];
  }
  return true;
}
