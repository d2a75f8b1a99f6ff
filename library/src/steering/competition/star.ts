/**
 * The competition where all rivalry is between the first class, the centre, and the others, which leave one another
 * alone: a target and several kinds of obstacles. Then M is an arrow, and the fixed points follow one after the other:
 *   w_0² = (α_0 − Σ γ_0j) / (α_0 − Σ γ_0j γ_j0 / α_j) over the others that are on,   w_j² = 1 − (γ_j0/α_j) w_0²,
 * stable where the denominator is positive and α_i < γ_i0 w_0² for those that are off; or w_0 = 0 with all others at 1,
 * stable where α_0 < Σ γ_0j. docs/models/stability.md.
 */

/** More than a scenario may have. */
const MOST_CLASSES = 64;

/** A register: the weights being found. */
const found = new Float64Array(MOST_CLASSES);

/**
 * Overwrites the weights, which hold the previous ones: with those of `solveCompetition` where one point is stable, in
 * fewer steps. The rates are those of place `at` of a block, row by row.
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
  // With less of the centre more of the others are on, and with more of them less of the centre is left: from the whole
  // of it downwards, until no further one comes on. This is Newton's rule on a concave line of straight pieces.
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
  // The squares of how far the previous weights are from the others alone, less those from this point.
  const centreWeight = Math.sqrt(square);
  let advance = 2 * centreWeight * weights[0] - square;
  for (let j = 1; j < classes; j++) {
    const other = alphas[first + j];
    const lost = gammas[pairs + j * classes] * square;
    const weight = other > lost ? Math.sqrt(1 - lost / other) : 0;
    if (other > 0) advance += (1 - weight) * (1 + weight - 2 * weights[j]);
    found[j] = weight;
  }
  // Where both are stable the nearer to what the agent did counts; a tie goes to the others, which is the safe side.
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
