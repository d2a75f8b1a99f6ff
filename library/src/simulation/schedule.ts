import type { Crowd } from '../crowd/index.ts';

/** The phases of steering that have a pace of their own; each a column of crowd.schedule. */
export type Phase = 'planning' | 'perception' | 'steering';

/** How often a phase runs for an agent: every so many steps, or as many as the agent's columns ask for. */
export type Cadence = number | { adaptive: 'goal-distance' | 'speed'; fastest: number; slowest: number };

/**
 * Marks the rows for which a phase is due in this step, and notes when it is due next. Agents that start together are
 * spread over the interval by their ids. Returns how many are due.
 */
export function markDue(crowd: Crowd, phase: Phase, cadence: Cadence, step: number, due: Uint8Array): number {
  if (cadence === 1) {
    due.fill(1, 0, crowd.count);
    return crowd.count;
  }
  const dueAt = crowd.schedule[phase];
  let count = 0;
  for (let row = 0; row < crowd.count; row++) {
    const isDue = step >= dueAt[row];
    due[row] = isDue ? 1 : 0;
    if (!isDue) continue;
    count++;
    const interval = typeof cadence === 'number' ? cadence : adaptiveInterval(crowd, row, cadence);
    // 0 is the mark of an agent that has just come: its first interval is cut short by its place in the round.
    dueAt[row] = dueAt[row] === 0 ? step + 1 + (crowd.ids[row] % interval) : step + interval;
  }
  return count;
}

/** Distance at which, and speed at or below which, an agent runs at its slowest or fastest pace. */
const FAR_GOAL = 20;
const BRISK = 1.33;

/** Near the goal, or when quick, an agent decides more often: the interval is linear in between. */
function adaptiveInterval(crowd: Crowd, row: number, cadence: Exclude<Cadence, number>): number {
  const ease =
    cadence.adaptive === 'goal-distance'
      ? crowd.plan.goalDistance[row] / FAR_GOAL
      : 1 - Math.abs(crowd.motion.speed[row]) / BRISK;
  const clipped = ease < 0 ? 0 : ease > 1 ? 1 : ease;
  return Math.floor(cadence.fastest + (cadence.slowest - cadence.fastest) * clipped + 0.5);
}
