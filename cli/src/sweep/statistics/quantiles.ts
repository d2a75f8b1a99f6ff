/** A quantile between the ordered values, by linear interpolation: R's type 7, and the default of NumPy and pandas. */
export function quantileOf(sorted: ArrayLike<number>, share: number): number {
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(sorted.length - 1, below + 1);
  return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < values.length; k++) sum += values[k];
  return sum / values.length;
}

/** The standard deviation of a sample, with n − 1; 0 for one value. */
export function deviationOf(values: ArrayLike<number>, mean = meanOf(values)): number {
  if (values.length < 2) return 0;
  let sum = 0;
  for (let k = 0; k < values.length; k++) sum += (values[k] - mean) ** 2;
  return Math.sqrt(sum / (values.length - 1));
}
