/**
 * The step of an agent's next turn. 0 is the mark of an agent that has just come: its first interval is cut short by its place in
 * the round.
 */
export function nextTurn(dueAt: number, step: number, interval: number, id: number): number {
  return dueAt === 0 ? step + 1 + (id % interval) : step + interval;
}
