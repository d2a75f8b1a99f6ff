/**
 * How many times more processor time the work takes for `factor` times the size: about `factor` where the cost grows with the
 * size, its square where all pairs are compared. Unlike a limit in seconds, it does not depend on the machine, or on what else
 * the machine does. The best of several runs counts, since noise only ever adds time.
 */
export function growthOf(work: (size: number) => unknown, size: number, factor: number): number {
  const best = { small: Infinity, large: Infinity };
  for (let run = 0; run < 3; run++) {
    best.small = Math.min(
      best.small,
      processorTime(() => work(size)),
    );
    best.large = Math.min(
      best.large,
      processorTime(() => work(factor * size)),
    );
  }
  return best.large / best.small;
}

function processorTime(action: () => unknown): number {
  const begin = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(begin);
  return user + system;
}
