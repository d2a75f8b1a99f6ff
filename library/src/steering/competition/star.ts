/**
 * The competition with all rivalry between the first class, the centre, and the others, which do not compete with each
 * other: a target and several kinds of obstacles. Then M is an arrow matrix, and the fixed points follow directly:
 *   w_0² = (α_0 − Σ γ_0j) / (α_0 − Σ γ_0j γ_j0 / α_j) over the others that are on,   w_j² = 1 − (γ_j0/α_j) w_0²,
 * stable if the denominator is positive and α_i < γ_i0 w_0² for those that are off; or w_0 = 0 with all others at 1,
 * stable if α_0 < Σ γ_0j. docs/models/stability.md.
 */

/** More than a scenario may have. */
const MOST_CLASSES = 64;

/** Scratch: the new weights. */
const found = new Float64Array(MOST_CLASSES);

/**
 * Overwrites the previous weights with those of `solveCompetition` if one point is stable, in fewer steps. The rates are
 * those of place `at` of a block, row by row.
 */
export function solveStar(
  classes: number,
  alphas: Float64Array,
  gammas: Float64Array,
  at: number,
  weights: Float64Array,
): void {
  const first = at * classes;
  const pairs = first * classes;
  const own = alphas[first];
  // A smaller centre weight switches more of the others on, and these reduce the centre further: start from 1 and go down
  // until no further class is switched on. This is Newton's method on a concave, piecewise linear function.
  let square = own > 0 ? 1 : 0;
  for (let before = 2; square > 0 && square < before; ) {
    before = square;
    let advantage = own;
    let denominator = own;
    for (let j = 1; j < classes; j++) {
      const other = alphas[first + j];
      const lost = gammas[pairs + j * classes];
      if (!(other > lost * square)) continue;
      const won = gammas[pairs + j];
      advantage -= won;
      denominator -= (won * lost) / other;
    }
    square = advantage > 0 && denominator > 0 ? Math.min(before, advantage / denominator) : 0;
  }
  // The squared distance of the previous weights from the point without the centre, minus that from this point.
  const centreWeight = Math.sqrt(square);
  let advance = 2 * centreWeight * weights[0] - square;
  for (let j = 1; j < classes; j++) {
    const other = alphas[first + j];
    const lost = gammas[pairs + j * classes] * square;
    const weight = other > lost ? Math.sqrt(1 - lost / other) : 0;
    if (other > 0) advance += (1 - weight) * (1 + weight - 2 * weights[j]);
    found[j] = weight;
  }
  // If both are stable, the nearer to the previous weights counts; a tie goes to the others, which is the safe side.
  const isOff = square > 0 && !(advance > 0) && isStableWithout(classes, alphas, gammas, at);
  weights[0] = isOff ? 0 : centreWeight;
  for (let j = 1; j < classes; j++) weights[j] = isOff ? (alphas[first + j] > 0 ? 1 : 0) : found[j];
}

/** Whether the others together keep the centre off. */
function isStableWithout(classes: number, alphas: Float64Array, gammas: Float64Array, at: number): boolean {
  const first = at * classes;
  const pairs = first * classes;
  let taken = 0;
  for (let j = 1; j < classes; j++) {
    if (alphas[first + j] > 0) taken += gammas[pairs + j];
  }
  return taken > alphas[first];
}
