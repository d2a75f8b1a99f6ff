import type { Crowd } from '../../crowd/index.ts';
import { exp, log } from '../../numerics/index.ts';
import type { Drives } from './drives.ts';
import type { NonlinearParameters } from './parameters.ts';

/**
 * Personality (docs/models/personality.md): traits in [0, 1] become the parameters of the dynamics.
 */

/** Growth rate k of d0 = exp(k (1 − aggressiveness)) − 1, so that d0 is the base distance at aggressiveness ½. */
function avoidanceGrowth(baseDistance: number): number {
  return 2 * log(baseDistance + 1);
}

/** Decay length of repulsion, metres; d0. Large for timid agents, 0 for the boldest. */
export function avoidanceDistance(aggressiveness: number, baseDistance: number): number {
  return exp(avoidanceGrowth(baseDistance) * (1 - aggressiveness)) - 1;
}

/** Gap at which an agent stands still, metres; d1 = d0vel − v0, with v0 such that d1(½) is the safety distance. */
export function standstillGap(aggressiveness: number, baseDistance: number, safetyDistance: number): number {
  const reach = aggressiveness < 0.5 ? baseDistance : 2 * baseDistance * (1 - aggressiveness);
  return reach - (baseDistance - safetyDistance);
}

/** Time constant of the low-pass filter on turning, seconds: agile agents follow at once. */
export function turnTime(agility: number, agilityTime: readonly [number, number]): number {
  return agilityTime[0] + (agilityTime[1] - agilityTime[0]) * (1 - agility);
}

/** Time constant of the low-pass filter on speed, seconds: heavy agents follow late. */
export function speedTime(mass: number, massTime: readonly [number, number]): number {
  return massTime[0] + (massTime[1] - massTime[0]) * mass;
}

/** Bold agents have a decay length of 0; this avoids 0/0 for touching bodies, where D is 1. */
const SHORTEST_DECAY = 1e-6;
/**
 * In the smooth variant the boldest agents still turn aside for things that they are about to touch, and no standstill gap
 * is negative: as published, crowds of bold agents walk into each other. docs/models/personality.md.
 */
const SHORTEST_SMOOTH_DECAY = 0.05;

/** Turns the traits of the agents in rows first … end − 1 into the parameters of their drives. */
export function characterize(
  { traits }: Crowd,
  first: number,
  end: number,
  parameters: NonlinearParameters,
  dt: number,
  drives: Drives,
): void {
  const { agility, mass, aggressiveness } = traits;
  const { decayRate, speedGain, standstill, turnGain } = drives;
  const { agilityTime, massTime, baseDistance, safetyDistance, variant } = parameters;
  const shortest = variant === 'faithful' ? SHORTEST_DECAY : SHORTEST_SMOOTH_DECAY;
  drives.shortest = shortest;
  const least = variant === 'faithful' ? Number.NEGATIVE_INFINITY : 0;
  for (let row = first; row < end; row++) {
    // Most crowds are uniform: an agent like the one before copies its numbers.
    if (
      row > first &&
      agility[row] === agility[row - 1] &&
      mass[row] === mass[row - 1] &&
      aggressiveness[row] === aggressiveness[row - 1]
    ) {
      decayRate[row] = decayRate[row - 1];
      standstill[row] = standstill[row - 1];
      turnGain[row] = turnGain[row - 1];
      speedGain[row] = speedGain[row - 1];
      continue;
    }
    decayRate[row] = 1 / Math.max(shortest, avoidanceDistance(aggressiveness[row], baseDistance));
    standstill[row] = Math.max(least, standstillGap(aggressiveness[row], baseDistance, safetyDistance));
    turnGain[row] = 1 - exp(-dt / turnTime(agility[row], agilityTime));
    speedGain[row] = 1 - exp(-dt / speedTime(mass[row], massTime));
  }
}
