import type { Goal } from './goals.ts';
import type { TestCase, Walker } from './test-case.ts';
import type { Box, Point } from './values.ts';

/** Seconds that a scenario lasts at the least and at the most. */
const SHORTEST = 120;
const LONGEST = 1000;
/** How much longer than the straight way may take. */
const PATIENCE = 4;

/**
 * The duration of the scenario: the times that somebody stands or walks in a direction, and four times what the straight
 * ways take, of whoever needs longest; whole seconds from 120 to 1000.
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
  /** Where it is: somewhere in a box. */
  let place: Box = at === 'random' ? (region ?? world) : { min: at, max: at };
  let time = 0;
  for (const goal of goals) {
    const end = endOf(goal);
    if (end === undefined) {
      time += timed(goal.time);
      continue;
    }
    const way = end === 'anywhere' ? diagonal : farthest(place, end);
    if (goal.speed > 0) time += Math.min(goal.time, (PATIENCE * way) / goal.speed);
    place = end === 'anywhere' ? world : end;
  }
  return time;
}

/** What goes on for the whole run does not make it longer. */
const timed = (seconds: number) => (seconds < LONGEST ? seconds : 0);

/** Where a goal leads to; undefined: it lasts a time. */
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

/** The longest straight way between two boxes. */
function farthest(from: Box, to: Box): number {
  const dx = Math.max(to.max[0] - from.min[0], from.max[0] - to.min[0]);
  const dy = Math.max(to.max[1] - from.min[1], from.max[1] - to.min[1]);
  return Math.sqrt(dx * dx + dy * dy);
}

function distance(from: Point, to: Point): number {
  return farthest({ min: from, max: from }, { min: to, max: to });
}
