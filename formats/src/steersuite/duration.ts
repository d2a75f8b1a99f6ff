import type { Goal } from './goals.ts';
import type { TestCase, Walker } from './test-case.ts';
import type { Box, Point } from './values.ts';

/** Seconds: the shortest and the longest scenario. */
const SHORTEST = 120;
const LONGEST = 1000;
/** How many times longer than the straight line a path may take. */
const PATIENCE = 4;

/**
 * The duration of the scenario, by the agent that needs longest: its times of standing and of walking in a direction,
 * and four times the time that its straight lines take. Whole seconds from 120 to 1000.
 */
export function durationOf({ bounds, emitters, walkers }: TestCase): number {
  let longest = 0;
  for (const walker of [...walkers, ...emitters]) {
    longest = Math.max(longest, timeOf(walker, bounds));
    if (longest >= LONGEST) return LONGEST;
  }
  return Math.min(LONGEST, Math.max(SHORTEST, Math.ceil(longest)));
}

function timeOf({ at, goals, region }: Walker, world: Box): number {
  const diagonal = distance(world.min, world.max);
  /** The box that the agent is somewhere in. */
  let place: Box = at === 'random' ? (region ?? world) : { min: at, max: at };
  let time = 0;
  for (const goal of goals) {
    const end = endOf(goal);
    if (end === undefined) {
      time += timed(goal.time);
      continue;
    }
    const distance = end === 'anywhere' ? diagonal : farthest(place, end);
    if (goal.speed > 0) time += Math.min(goal.time, (PATIENCE * distance) / goal.speed);
    place = end === 'anywhere' ? world : end;
  }
  return time;
}

/** A goal that lasts for the whole run does not extend it. */
const timed = (seconds: number) => (seconds < LONGEST ? seconds : 0);

/** Where a goal leads to; undefined if it lasts a given time instead. */
function endOf(goal: Goal): Box | 'anywhere' | undefined {
  switch (goal.kind) {
    case 'seek':
      return goal.at === 'random' ? 'anywhere' : { min: goal.at, max: goal.at };
    case 'region':
      return goal.box;
    case 'pursue':
      return 'anywhere';
    default:
      return undefined;
  }
}

/** The longest distance between points of two boxes. */
function farthest(from: Box, to: Box): number {
  const dx = Math.max(to.max[0] - from.min[0], from.max[0] - to.min[0]);
  const dy = Math.max(to.max[1] - from.min[1], from.max[1] - to.min[1]);
  return Math.sqrt(dx * dx + dy * dy);
}

function distance(from: Point, to: Point): number {
  return farthest({ min: from, max: from }, { min: to, max: to });
}
