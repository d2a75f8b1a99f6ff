// Times of this process without what other programs take from it.
//
// On a busy machine a thread is often ready to run and gets no core. Linux counts that time for each thread
// (/proc/self/task/*/schedstat: time on a core, time ready without one; ns), so it can be subtracted.

import { readdirSync, readFileSync } from 'node:fs';

/** Seconds on a core and seconds of waiting for one, by thread; undefined where the system does not count them. */
export function readThreads() {
  try {
    return new Map(
      readdirSync('/proc/self/task').map((thread) => {
        const [running, waiting] = readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ');
        return [thread, { running: Number(running) / 1e9, waiting: Number(waiting) / 1e9 }];
      }),
    );
  } catch {
    return undefined;
  }
}

/**
 * How long work that took `seconds` would have taken on `cores` cores of its own, if `workers` threads did it: without the
 * mean time for which these threads waited for a core. Threads of one process also wait for each other, which a quiet machine
 * does not mend; therefore it is never less than all processor time of the process, spread over the cores. Undefined where
 * the system does not count.
 */
export function quietSeconds(seconds, before, after, workers, cores) {
  if (!before || !after) return undefined;
  const spent = [...after].map(([thread, now]) => {
    const then = before.get(thread) ?? { running: 0, waiting: 0 };
    return { running: now.running - then.running, waiting: now.waiting - then.waiting };
  });
  const busiest = spent.sort((a, b) => b.running - a.running).slice(0, workers);
  const waited = busiest.reduce((sum, { waiting }) => sum + waiting, 0) / workers;
  const total = spent.reduce((sum, { running }) => sum + running, 0);
  return Math.max(seconds - waited, total / cores);
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
