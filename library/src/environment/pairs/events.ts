import { type Crowd, type Events, largestShift, type Obstacles, type Solids } from '../../crowd/index.ts';
import type { ElementEnds, Sight, StepViews, Surroundings } from '../common/contract.ts';
import { addCrossings } from '../common/pair-crossings.ts';
import type { Screens } from '../sight/screens.ts';
import { addPairSightings, beginSightings } from './sight-events.ts';
import type { SightingScratch } from './sightings.ts';

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
  /** Undefined where there were no events of sight so far. */
  scratch: SightingScratch | undefined;
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
    scratch: before?.scratch,
    screens,
    gathered: -1,
  };
  if (pairs.sight !== false) beginSightings(pairs, farther);
  return pairs;
}

/** Adds all events of two agents. */
export function addPairEvents(pairs: PairEvents, row: number, other: number): void {
  const { crowd, dt, events, former, times } = pairs;
  addCrossings(crowd, row, other, dt, times, events, former);
  if (pairs.sight !== false) addPairSightings(pairs, row, other);
}
