import { type Crowd, nextTurn } from '../crowd/index.ts';

/** Steps between two turns of an agent, by its threats and by whether it sees others. */
function intervalByThreats(fastest: number, slowest: number, threats: number, seen: number) {
  if (threats > 0) return fastest;
  return seen > 0 && 2 * fastest < slowest ? 2 * fastest : slowest;
}

/**
 * Marks the rows that are due by threats, and stores when they are due next. Most agents are due in most steps: no branch here
 * depends on them, since the processor would mispredict it. Returns how many are due.
 */
export function markByThreats(
  { count, ids, schedule }: Crowd,
  dueAt: Int32Array,
  { fastest, slowest }: { fastest: number; slowest: number },
  step: number,
  due: Uint8Array,
): number {
  const { hits, seen, threats } = schedule;
  const alone = intervalByThreats(fastest, slowest, 0, 0);
  const calm = intervalByThreats(fastest, slowest, 0, 1) - alone;
  const alarmed = intervalByThreats(fastest, slowest, 1, 0) - alone;
  let dueCount = 0;
  for (let row = 0; row < count; row++) {
    const at = dueAt[row];
    // The sign of a whole number, spread over all its digits: −1 where it is so, else 0.
    const isDue = (at - step - 1) >> 31;
    const isAlarmed = -(hits[row] + threats[row]) >> 31;
    const isCalm = (-seen[row] >> 31) & ~isAlarmed;
    const interval = alone + (isCalm & calm) + (isAlarmed & alarmed);
    due[row] = -isDue;
    dueCount -= isDue;
    dueAt[row] = at === 0 ? nextTurn(at, step, interval, ids[row]) : at + (isDue & (step + interval - at));
  }
  return dueCount;
}
