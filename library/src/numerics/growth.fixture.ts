/**
 * How many times more processor time the work takes for `factor` times the size: about `factor` where the cost grows with the
 * size, its square where all pairs are compared. Unlike a limit in seconds, it does not depend on the machine, or on what else
 * the machine does. The best of several runs counts, since noise only ever adds time; the large work is done again only where
 * it seems to cost more than its share, since then it may have been noise.
 */
export function growthOf(work: (size: number) => unknown, size: number, factor: number): number {
  const small = Math.min(...[0, 1, 2].map(() => processorTime(() => work(size))));
  let large = Infinity;
  for (let run = 0; run < 3 && large > 1.5 * factor * small; run++) {
    large = Math.min(
      large,
      processorTime(() => work(factor * size)),
    );
  }
  return large / small;
}

function processorTime(action: () => unknown): number {
  const begin = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(begin);
  return user + system;
}
