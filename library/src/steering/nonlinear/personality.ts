import { exp, log } from '../../numerics/index.ts';

/**
 * Personality (docs/models/personality.md): how traits in [0, 1] become the parameters of the dynamics.
 */

/** Growth rate k of d0 = exp(k (1 − aggressiveness)) − 1, so that d0 is the base distance at aggressiveness ½. */
export function avoidanceGrowth(baseDistance: number): number {
  return 2 * log(baseDistance + 1);
}

/** Decay length of repulsion, metres; d0. Large for the timid, 0 for the boldest. */
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
