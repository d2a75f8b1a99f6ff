/**
 * The competition where all rivalry is between one class, the centre, and the others, which leave one another alone: a
 * target and several kinds of obstacles. Then M is an arrow, and the fixed points follow one after the other:
 *   w_c² = (α_c − Σ γ_cj) / (α_c − Σ γ_cj γ_jc / α_j) over the others that are on,   w_j² = 1 − (γ_jc/α_j) w_c²,
 * stable where the denominator is positive and α_i < γ_ic w_c² for those that are off; or w_c = 0 with all others at 1,
 * stable where α_c < Σ γ_cj. docs/models/stability.md.
 */

/**
 * Overwrites the weights, which hold the previous ones: those of `solveCompetition`, in fewer steps. The rates are those
 * of place `at` of a block, row by row.
 */
export function solveStar(
  classes: number,
  centre: number,
  alphas: Float64Array,
  gammas: Float64Array,
  at: number,
  weights: Float64Array,
): void {
  const first = at * classes;
  const pairs = first * classes;
  const own = alphas[first + centre];
  let taken = 0;
  for (let j = 0; j < classes; j++) {
    if (j !== centre && alphas[first + j] > 0) taken += gammas[pairs + centre * classes + j];
  }
  const isOffStable = taken > own;
  // With less of the centre more of the others are on, and with more of them less of the centre is left: from the whole
  // of it downwards, this ends after as many rounds as there are others, at the most.
  let square = own > 0 ? 1 : 0;
  for (let before = 2; square > 0 && square < before; ) {
    before = square;
    let advantage = own;
    let denominator = own;
    for (let j = 0; j < classes; j++) {
      const other = alphas[first + j];
      const lost = gammas[pairs + j * classes + centre];
      if (j === centre || !(other > lost * square)) continue;
      const won = gammas[pairs + centre * classes + j];
      advantage -= won;
      denominator -= (won * lost) / other;
    }
    square = advantage > 0 && denominator > 0 ? Math.min(before, advantage / denominator) : 0;
  }
  // Where both are stable the nearer to what the agent did counts; a tie goes to the others, which is the safe side.
  if (square > 0 && isOffStable) {
    const centreWeight = Math.sqrt(square);
    let advance = 2 * centreWeight * weights[centre] - square;
    for (let j = 0; j < classes; j++) {
      const other = alphas[first + j];
      if (j === centre || !(other > 0)) continue;
      const lost = gammas[pairs + j * classes + centre] * square;
      const weight = other > lost ? Math.sqrt(1 - lost / other) : 0;
      advance += (1 - weights[j]) * (1 - weights[j]) - (weight - weights[j]) * (weight - weights[j]);
    }
    if (!(advance > 0)) square = 0;
  }
  for (let j = 0; j < classes; j++) {
    const other = alphas[first + j];
    const lost = gammas[pairs + j * classes + centre] * square;
    weights[j] = other > lost ? Math.sqrt(1 - lost / other) : 0;
  }
  weights[centre] = Math.sqrt(square);
}
