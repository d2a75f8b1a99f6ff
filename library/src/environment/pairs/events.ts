import {
  type Crowd,
  type Events,
  largestOf,
  largestShift,
  type Obstacles,
  type Solids,
} from '../../crowd/index.ts';
import type { ElementEnds, Sight, StepViews, Surroundings } from '../common/contract.ts';
import { addCrossings } from '../common/pair-crossings.ts';
import { followScreens, gatherElements, type Screens } from '../sight/screens.ts';
import { addSightings, createSightingScratch, type SightingScratch } from './sightings.ts';

/** The events of pairs of agents in a step, as every index finds them: what differs is which pairs an index asks about. */
export type PairEvents = {
  crowd: Crowd;
  obstacles: Obstacles;
  solids: Solids;
  ahead: ElementEnds;
  /** Which agents get events of sight; false: none. */
  sight: Sight;
  former: Float64Array;
  /** The largest displacement of any obstacle, metres. */
  shift: number;
  dt: number;
  events: Events;
  times: Float64Array;
  scratch: SightingScratch;
  /** The elements around a row, by cells; undefined: all elements, for every row. */
  screens: Screens | undefined;
  /** The row whose elements are in the scratch. */
  gathered: number;
};

/** Starts a step. In space there are no events of sight. `screens` list what is `farther` away, too. */
export function beginPairEvents(
  before: PairEvents | undefined,
  surroundings: Surroundings,
  dt: number,
  events: Events,
  { ahead, former, sight = false }: StepViews = {},
  screens?: Screens,
  farther = 0,
): PairEvents {
  const { crowd, obstacles } = surroundings;
  const { viewRadius } = crowd.traits;
  const pairs: PairEvents = {
    ...surroundings,
    ahead: ahead ?? obstacles,
    sight: crowd.dimension === 3 ? false : sight,
    former: former ?? viewRadius,
    shift: largestShift(obstacles),
    dt,
    events,
    times: before?.times ?? new Float64Array(2),
    scratch: before?.scratch ?? createSightingScratch(),
    screens,
    gathered: -1,
  };
  if (pairs.sight === false) return pairs;
  if (screens) followScreens(screens, surroundings, reachOf(pairs) + farther);
  else listAll(pairs);
  return pairs;
}

/** What hides another within the view of an agent during the step is this near at its beginning, metres. */
function reachOf({ crowd, former, shift }: PairEvents): number {
  const { count, motion, next, traits } = crowd;
  let longest = 0;
  for (let row = 0; row < count; row++) {
    const dx = next.x[row] - motion.x[row];
    const dy = next.y[row] - motion.y[row];
    longest = Math.max(longest, dx * dx + dy * dy);
  }
  const widest = Math.max(largestOf(traits.viewRadius, count), largestOf(former, count));
  return (widest + Math.sqrt(longest) + shift) * HAIR;
}

const HAIR = 1 + 1e-9;

function listAll({ obstacles, scratch }: PairEvents): void {
  if (scratch.elements.length < obstacles.count) scratch.elements = new Int32Array(obstacles.count);
  for (let element = 0; element < obstacles.count; element++) scratch.elements[element] = element;
  scratch.elementCount = obstacles.count;
}

/** Adds all events of two agents. */
export function addPairEvents(pairs: PairEvents, row: number, other: number): void {
  const { crowd, dt, events, former, sight, times } = pairs;
  addCrossings(crowd, row, other, dt, times, events, former);
  if (sight !== false) addPairSightings(pairs, row, other);
}

/** Adds the events of sight alone. */
export function addPairSightings(pairs: PairEvents, row: number, other: number): void {
  const { crowd, dt, events, former, sight } = pairs;
  gatherAround(pairs, row);
  addSightings(pairs.scratch, crowd, pairs.obstacles, pairs.ahead, sight, row, other, dt, events, former);
}

/** Lists the elements that can hide others from an agent. */
export function gatherAround(pairs: PairEvents, row: number): void {
  const { crowd, scratch, screens } = pairs;
  if (!screens || pairs.gathered === row) return;
  pairs.gathered = row;
  gatherElements(screens, crowd.motion.x[row], crowd.motion.y[row]);
  scratch.elements = screens.elements;
  scratch.elementCount = screens.count;
}
