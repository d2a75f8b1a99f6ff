import { bodyDefaults, personalityDefaults } from '../scenario/defaults.ts';
import { maximumCoordinate, radiusRange, speedRange } from '../scenario/limits.ts';
import type { Place } from '../scenario/schema.ts';

/** An agent of a command as the full readers complete it. */
type SimpleAgent = {
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
export function readSimpleAgent(given: unknown): SimpleAgent | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  if (Object.getPrototypeOf(given) !== Object.prototype) return undefined;
  // Each value is read once, since a getter may answer differently the next time.
  const { at, goal, goalRadius, heading, radius, speed } = given as Record<string, unknown>;
  let known = 1;
  if (goal !== undefined) known++;
  if (goalRadius !== undefined) known++;
  if (heading !== undefined) known++;
  if (radius !== undefined) known++;
  if (speed !== undefined) known++;
  // An agent with another key is read in full.
  if (Object.keys(given).length !== known) return undefined;
  const place = readPlace(at);
  const aim = goal === undefined ? undefined : readPlace(goal);
  if (!place || (goal !== undefined && !aim)) return undefined;
  const size =
    radius === undefined ? bodyDefaults.radius : numberIn(radius, radiusRange.min, radiusRange.max);
  const pace = speed === undefined ? bodyDefaults.speed : numberIn(speed, speedRange.min, speedRange.max);
  const near =
    goalRadius === undefined ? bodyDefaults.goalRadius : numberIn(goalRadius, 0, maximumCoordinate);
  const turn = heading === undefined ? 0 : numberIn(heading, -1000, 1000);
  // NaN stands for a value that is no number or out of range; a goal needs a radius above 0.
  if (!(size + pace + turn + near < Number.POSITIVE_INFINITY) || near === 0) return undefined;
  const { premovement } = bodyDefaults;
  const agent: SimpleAgent = {
    at: place,
    radius: size,
    speed: pace,
    premovement,
    goalRadius: near,
    personality: personalityDefaults,
  };
  if (heading !== undefined) agent.heading = turn;
  if (aim) agent.goal = aim;
  return agent;
}

/** −0 becomes 0, as in the full readers. */
function numberIn(value: unknown, min: number, max: number): number {
  return typeof value === 'number' && value >= min && value <= max ? value + 0 : Number.NaN;
}

function readPlace(value: unknown): Place | undefined {
  if (!Array.isArray(value) || value.length < 2 || value.length > 3) return undefined;
  const x = numberIn(value[0], -maximumCoordinate, maximumCoordinate);
  const y = numberIn(value[1], -maximumCoordinate, maximumCoordinate);
  if (value.length === 2) return x + y < Number.POSITIVE_INFINITY ? [x, y] : undefined;
  const z = numberIn(value[2], -maximumCoordinate, maximumCoordinate);
  return x + y + z < Number.POSITIVE_INFINITY ? [x, y, z] : undefined;
}
