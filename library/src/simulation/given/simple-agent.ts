import { bodyDefaults, personalityDefaults } from '../scenario/defaults.ts';
import { maximumCoordinate, radiusRange, speedRange } from '../scenario/limits.ts';
import type { Place } from '../scenario/schema.ts';

/** An agent of a command as the full readers complete it. */
export type SimpleAgent = {
  at: Place;
  heading?: number;
  radius: number;
  speed: number;
  premovement: number;
  goal?: Place;
  goalRadius: number;
  personality: typeof personalityDefaults;
};

/**
 * A checked copy of an agent that has only a place, a goal, a size, a speed and a heading, each as it should be. Programs add
 * thousands of these at once. undefined: the full readers decide, and say what is wrong.
 */
export function readSimpleAgent(given: unknown, dimension: 2 | 3): SimpleAgent | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  if (Object.getPrototypeOf(given) !== Object.prototype) return undefined;
  // Each value is read once, since a getter may answer differently the next time.
  const { at, goal, goalRadius, heading, radius, speed } = given as Record<string, unknown>;
  const place = readPlace(at, dimension);
  if (!place) return undefined;
  const agent: SimpleAgent = {
    at: place,
    ...bodyDefaults,
    personality: personalityDefaults,
  };
  let known = 1;
  if (goal !== undefined) {
    known++;
    const aim = readPlace(goal, dimension);
    if (!aim) return undefined;
    agent.goal = aim;
  }
  if (goalRadius !== undefined) {
    known++;
    agent.goalRadius = numberIn(goalRadius, 0, maximumCoordinate);
    // A goal needs a radius above 0.
    if (!(agent.goalRadius > 0)) return undefined;
  }
  if (heading !== undefined) {
    known++;
    agent.heading = numberIn(heading, -1000, 1000);
    if (Number.isNaN(agent.heading)) return undefined;
  }
  if (radius !== undefined) {
    known++;
    agent.radius = numberIn(radius, radiusRange.min, radiusRange.max);
    if (Number.isNaN(agent.radius)) return undefined;
  }
  if (speed !== undefined) {
    known++;
    agent.speed = numberIn(speed, speedRange.min, speedRange.max);
    if (Number.isNaN(agent.speed)) return undefined;
  }
  // An agent with another key is read in full.
  return Object.keys(given).length === known ? agent : undefined;
}

/** −0 becomes 0, as in the full readers. */
function numberIn(value: unknown, min: number, max: number): number {
  return typeof value === 'number' && value >= min && value <= max ? value + 0 : Number.NaN;
}

function readPlace(value: unknown, dimension: 2 | 3): Place | undefined {
  if (!Array.isArray(value) || value.length < 2 || value.length > dimension) return undefined;
  const x = value[0];
  const y = value[1];
  if (typeof x !== 'number' || !(x >= -maximumCoordinate && x <= maximumCoordinate)) return undefined;
  if (typeof y !== 'number' || !(y >= -maximumCoordinate && y <= maximumCoordinate)) return undefined;
  // −0 becomes 0, as in the full readers.
  if (value.length === 2) return [x + 0, y + 0];
  const z = numberIn(value[2], -maximumCoordinate, maximumCoordinate);
  return Number.isNaN(z) ? undefined : [x + 0, y + 0, z];
}
