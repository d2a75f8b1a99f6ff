import { type Crowd, needPart, nextTurn, speedOf } from '../crowd/index.ts';
import { closeAgents } from '../environment/index.ts';
import type { Cadence, Cadences } from './scenario/index.ts';
import type { World } from './world.ts';

/** The phases that have a pace of their own; each a column of crowd.schedule. */
export const phases = ['planning', 'perception', 'prediction', 'reaction', 'steering'] as const;
export type Phase = (typeof phases)[number];

/** For each phase a mark per row: 1 where the agent is due in this step. */
export type DueMarks = Record<Phase, Uint8Array>;

export function createDueMarks(): DueMarks {
  const none = new Uint8Array(0);
  return { planning: none, perception: none, prediction: none, reaction: none, steering: none };
}

/** Marks the agents that are due for a phase in this step; returns how many are. */
export function markPhase(world: World, phase: Phase): number {
  const { cadences, crowd, due, phaseRuns, step } = world;
  // Commands may have added agents.
  if (due[phase].length < crowd.capacity) due[phase] = new Uint8Array(crowd.capacity);
  const count = markDue(crowd, phase, cadences[phase], step, due[phase]);
  phaseRuns[phases.indexOf(phase)] += count;
  return count;
}

/**
 * Marks the rows for which a phase is due in this step, and notes when it is due next. Agents that start together are
 * spread over the interval by their ids. Returns how many are due.
 */
export function markDue(crowd: Crowd, phase: Phase, cadence: Cadence, step: number, due: Uint8Array): number {
  if (cadence === 1) {
    due.fill(1, 0, crowd.count);
    return crowd.count;
  }
  if (typeof cadence !== 'number' && cadence.adaptive === 'threat') {
    return needPart(closeAgents).markByThreats(crowd, crowd.schedule[phase], cadence, step, due);
  }
  const { count, ids } = crowd;
  const dueAt = crowd.schedule[phase];
  // Agents perceive together, a few times within the shortest interval: an index of the crowd then serves many.
  const together =
    typeof cadence !== 'number' && cadence.adaptive === 'attention' ? Math.ceil(cadence.fastest / 8) : 1;
  due.fill(0, 0, count);
  let dueCount = 0;
  for (let row = 0; row < count; row++) {
    if (dueAt[row] > step) continue;
    due[row] = 1;
    dueCount++;
    const interval = typeof cadence === 'number' ? cadence : adaptiveInterval(crowd, row, cadence);
    const turn = nextTurn(dueAt[row], step, interval, ids[row]);
    dueAt[row] = together * Math.ceil(turn / together);
  }
  return dueCount;
}

/** Distance at which, and speed at or below which, an agent runs at its slowest or fastest pace. */
const FAR_GOAL = 20;
const BRISK = 1.33;

/**
 * The heuristics of Singh et al. (2011), docs/models/decimation.md: the local target is near within these metres; an
 * agent that walks slower than this is answering a threat, and what it sees changes little: its interval lies between.
 */
const NEAR_TARGET = 5;
const SLOW = 1.1;
const SLOW_SHARE = 0.7;

/** Steps until an agent's next turn. */
function adaptiveInterval(crowd: Crowd, row: number, cadence: Exclude<Cadence, number>): number {
  const { motion, plan, schedule } = crowd;
  const { fastest, slowest } = cadence;
  switch (cadence.adaptive) {
    case 'goal-distance':
      return between(cadence, plan.goalDistance[row] / FAR_GOAL);
    case 'speed':
      return between(cadence, 1 - speedOf(motion, row) / BRISK);
    case 'local-target': {
      const beyond = Math.max(0, plan.localDistance[row] - NEAR_TARGET);
      // 75 + 2 (d − 5)² steps where the fastest is 75.
      return Math.min(slowest, Math.floor(fastest * (1 + (2 / 75) * beyond * beyond)));
    }
    case 'threat': // Marked by threats: markByThreats.
    case 'attention':
      if (schedule.hits[row] > 0) return slowest;
      return speedOf(motion, row) < SLOW ? between(cadence, SLOW_SHARE) : fastest;
  }
}

/** The interval is linear in the share, which is clipped to 0 … 1. */
function between({ fastest, slowest }: Exclude<Cadence, number>, share: number): number {
  const clipped = share < 0 ? 0 : share > 1 ? 1 : share;
  return Math.floor(fastest + (slowest - fastest) * clipped + 0.5);
}

/** Steps at 20 Hz of each phase in the schemes of Singh et al. (2011); matched: the mean rates of adaptive in its authors' code. */
const schemes = {
  reference: { planning: 4, perception: 4, prediction: 4, reaction: 1 },
  static: { planning: 100, perception: 30, prediction: 6, reaction: 1 },
  matched: { planning: 138, perception: 67, prediction: 6, reaction: 1 },
} as const;

/** What a scenario's cadence comes to for steps of dt seconds. */
export function cadencesOf(cadence: Cadences, dt: number): Record<Phase, Cadence> {
  if (typeof cadence !== 'string') return cadence;
  const steps = (frames: number) => Math.max(1, Math.floor((frames * 0.05) / dt + 0.5));
  const adaptive = (kind: 'local-target' | 'attention' | 'threat', fastest: number, slowest: number) => ({
    adaptive: kind,
    fastest: steps(fastest),
    slowest: steps(slowest),
  });
  if (cadence === 'full') return { planning: 1, perception: 1, prediction: 1, reaction: 1, steering: 1 };
  if (cadence === 'adaptive') {
    return {
      planning: adaptive('local-target', 75, 150),
      perception: adaptive('attention', 30, 80),
      prediction: steps(6),
      reaction: adaptive('threat', 1, 4),
      steering: 1,
    };
  }
  const { planning, perception, prediction, reaction } = schemes[cadence];
  return {
    planning: steps(planning),
    perception: steps(perception),
    prediction: steps(prediction),
    reaction: steps(reaction),
    steering: 1,
  };
}
