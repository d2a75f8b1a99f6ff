import {
  type Crowd,
  distanceToAgent,
  distanceToObstacle,
  type Hearsay,
  hasAgent,
  rowOf,
  type Things,
} from '../../crowd/index.ts';

/**
 * Selective response: d0 is a function of the agent and the repeller, their personal distance. Where none is set, the
 * agent's own d0 counts, times the factor of the repeller's class. docs/models/personality.md.
 */

/** No distance is negative. */
const NONE = -1;

/** 1/d0 towards another agent, per metre. */
export function rateToAgent(
  crowd: Crowd,
  row: number,
  other: number,
  usual: number,
  shortest: number,
): number {
  const metres = distanceToAgent(crowd, row, other, NONE);
  return metres < 0 ? usual : 1 / Math.max(shortest, metres);
}

/** 1/d0 towards an element of an obstacle, or of what an agent knows from others. */
export function rateToThing(
  crowd: Crowd,
  things: Things | Hearsay,
  row: number,
  element: number,
  obstacle: number,
  classNumber: number,
  usual: number,
  shortest: number,
): number {
  const id = 'agent' in things ? things.agent[element] : NONE;
  if (id >= 0)
    return hasAgent(crowd, id) ? rateToAgent(crowd, row, rowOf(crowd, id), usual, shortest) : usual;
  const metres = distanceToObstacle(crowd, row, obstacle, classNumber, NONE);
  return metres < 0 ? usual : 1 / Math.max(shortest, metres);
}
