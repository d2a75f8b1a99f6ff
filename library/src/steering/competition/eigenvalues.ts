import { reduceToHessenberg } from './routh-hurwitz.ts';

export type Complex = { re: number; im: number };

const EPSILON = Number.EPSILON;
/** The largest number of Francis' steps for one eigenvalue; usually two or three are enough. */
const MAXIMUM_STEPS = 100;

/**
 * The eigenvalues of a real matrix given row by row, the largest real part first: Hessenberg form, then Francis' double
 * steps (Golub and Van Loan, Matrix Computations, 7.5). Deterministic: arithmetic and square roots only.
 */
export function eigenvaluesOf(entries: ArrayLike<number>, size: number): Complex[] {
  let largest = 0;
  for (let k = 0; k < size * size; k++) largest = Math.max(largest, Math.abs(entries[k]));
  if (largest === 0) return Array.from({ length: size }, () => ({ re: 0, im: 0 }));
  // Entries up to 1: their squares neither overflow nor vanish.
  const matrix = Float64Array.from(entries, (entry) => entry / largest);
  reduceToHessenberg(matrix, size);
  const values: Complex[] = [];
  let high = size - 1;
  for (let steps = 0; high >= 0; steps++) {
    const low = findBlock(matrix, size, high);
    if (low === high) {
      values.push({ re: matrix[high * size + high], im: 0 });
      high -= 1;
      steps = -1;
    } else if (low === high - 1) {
      pushPair(values, matrix, size, low);
      high -= 2;
      steps = -1;
    } else {
      if (steps >= MAXIMUM_STEPS) throw new Error('the eigenvalues of a matrix do not converge');
      stepFrancis(matrix, size, low, high, steps % 10 === 9);
    }
  }
  return values
    .map(({ re, im }) => ({ re: re * largest + 0, im: im * largest + 0 }))
    .sort((a, b) => b.re - a.re || b.im - a.im);
}

/** The start of the lowest unreduced block; a subdiagonal entry that is small beside its neighbours counts as 0. */
function findBlock(matrix: Float64Array, size: number, high: number): number {
  let low = high;
  for (; low > 0; low--) {
    const above = Math.abs(matrix[(low - 1) * size + low - 1]);
    const below = Math.abs(matrix[low * size + low]);
    if (Math.abs(matrix[low * size + low - 1]) <= EPSILON * (above + below || 1)) break;
  }
  return low;
}

/** The two eigenvalues of the 2 × 2 block that begins at `low`. */
function pushPair(values: Complex[], matrix: Float64Array, size: number, low: number): void {
  const a = matrix[low * size + low];
  const b = matrix[low * size + low + 1];
  const c = matrix[(low + 1) * size + low];
  const d = matrix[(low + 1) * size + low + 1];
  const half = (a - d) / 2;
  const discriminant = half * half + b * c;
  if (discriminant < 0) {
    const re = (a + d) / 2;
    const im = Math.sqrt(-discriminant);
    values.push({ re, im }, { re, im: -im });
    return;
  }
  // The one farther from d without cancellation, the other from the product.
  const reach = half + (half >= 0 ? 1 : -1) * Math.sqrt(discriminant);
  values.push({ re: d + reach, im: 0 }, { re: reach === 0 ? d : d - (b * c) / reach, im: 0 });
}

/** One step with the two eigenvalues of the last corner as shifts, in real numbers; `isOdd`: with exceptional shifts. */
function stepFrancis(matrix: Float64Array, size: number, low: number, high: number, isOdd: boolean): void {
  const at = (row: number, column: number) => matrix[row * size + column];
  const end = high - 1;
  let sum = at(end, end) + at(high, high);
  let product = at(end, end) * at(high, high) - at(end, high) * at(high, end);
  if (isOdd) {
    const scale = Math.abs(at(high, end)) + Math.abs(at(end, end - 1));
    sum = 1.5 * scale;
    product = scale * scale;
  }
  const corner = at(low, low);
  let x = corner * corner + at(low, low + 1) * at(low + 1, low) - sum * corner + product;
  let y = at(low + 1, low) * (corner + at(low + 1, low + 1) - sum);
  let z = at(low + 1, low) * at(low + 2, low + 1);
  for (let k = low; k < high; k++) {
    const count = k < high - 1 ? 3 : 2;
    reflect(matrix, size, low, high, k, count, x, y, count === 3 ? z : 0);
    x = at(k + 1, k);
    y = k + 2 <= high ? at(k + 2, k) : 0;
    z = k + 3 <= high ? at(k + 3, k) : 0;
  }
}

/** The Householder reflection that takes (x, y, z) to an axis, on rows and columns k … k + count − 1 of the block. */
function reflect(
  matrix: Float64Array,
  size: number,
  low: number,
  high: number,
  k: number,
  count: number,
  x: number,
  y: number,
  z: number,
): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length === 0) return;
  const head = x + (x >= 0 ? length : -length);
  const v = [1, y / head, z / head];
  const factor = 2 / (1 + v[1] * v[1] + v[2] * v[2]);
  for (let column = Math.max(low, k - 1); column <= high; column++) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += v[i] * matrix[(k + i) * size + column];
    for (let i = 0; i < count; i++) matrix[(k + i) * size + column] -= factor * sum * v[i];
  }
  for (let row = low; row <= Math.min(k + 3, high); row++) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += v[i] * matrix[row * size + k + i];
    for (let i = 0; i < count; i++) matrix[row * size + k + i] -= factor * sum * v[i];
  }
}
