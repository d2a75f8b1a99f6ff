import type { Crowd, Events, NearLists, Obstacles, Solids } from '../../crowd/index.ts';

/** Where the elements of the obstacles are at the end of a step; a course leads them there straight. */
export type ElementEnds = Pick<Obstacles, 'startX' | 'startY' | 'endX' | 'endY'>;

export function createEnds(): ElementEnds {
  const none = () => new Float64Array(0);
  return { startX: none(), startY: none(), endX: none(), endY: none() };
}

/**
 * Which agents perceive only what nothing hides from them: all (true), none (false), or those whose rows have 1. A boolean
 * costs less than marks that agree.
 */
export type Sight = boolean | Uint8Array;

/** Whether the agent of a row perceives only what nothing hides from it. */
export function isSighted(sight: Sight, row: number): boolean {
  return typeof sight === 'boolean' ? sight : sight[row] === 1;
}

/** The surroundings that an index searches: the agents, and the obstacles that hide them from each other. */
export type Surroundings = { crowd: Crowd; obstacles: Obstacles; solids: Solids };

/** What of the views changes in a step, for its events. */
export type StepViews = {
  /**
   * By row: the view radius at the beginning of the step, metres. It goes in a straight line to the one in the crowd's
   * traits, which is that at the end. Undefined where no radius changes.
   */
  readonly former?: Float64Array | undefined;
  /** Which agents get events of sight, in the plane; none where it is absent. */
  readonly sight?: Sight | undefined;
  /** Where the elements of the obstacles are at the end of the step; where they are now, if absent. */
  readonly ahead?: ElementEnds | undefined;
};

/** What a kinetic index has done so far, as plain numbers. */
export type KineticReport = {
  /** Certificates that were made, and those that failed before their time was over. */
  certificates: number;
  failures: number;
  flips: number;
  /** Vertices put back because their star was inverted, vertices removed and inserted again, and complete rebuilds. */
  rollbacks: number;
  reinsertions: number;
  rebuilds: number;
  /** Events that were reported. */
  events: number;
  /** Mean lifetime of a certificate, seconds; 0 without certificates. */
  meanLifetime: number;
};

/**
 * A neighbour index finds the neighbours of each agent. The near set of i within a radius is exactly { j ≠ i : (xⱼ −
 * xᵢ)² + (yⱼ − yᵢ)² ≤ radius² } in double arithmetic, in space with + (zⱼ − zᵢ)² added, whatever the implementation;
 * the visible set is the part of it that no obstacle hides (../sight/). Lists may be in any order, except those of
 * `nearest`. Positions are those of the last update, and queries use the crowd's present rows. An index keeps its own
 * scratch and allocates only to grow.
 */
export type NeighbourIndex = {
  readonly name: string;
  /** The index that `auto` has chosen, and why; others have neither. */
  readonly chosen?: string | undefined;
  readonly reason?: string | undefined;
  /** Whether update throws for places that are not finite; for other indexes the stage checks them before. */
  readonly refusesPlaces?: boolean;
  /**
   * Follows the crowd and the obstacles to where they are now: crowd.motion, and the places of the elements. Arrivals
   * and departures are found by crowd.revision and the ids.
   */
  update(surroundings: Surroundings): void;
  /**
   * Appends the near set of a row to lists that were begun: starts[row], counts[row] and the rows behind `length`. A
   * radius, here and in the crowd's traits, is at least 0; anything else is a RangeError.
   */
  near(row: number, radius: number, lists: NearLists): void;
  /** The same for the agents within the radius that nothing hides. */
  visible(row: number, radius: number, lists: NearLists): void;
  /**
   * The agents within the radius that are joined to the agent of the row by edges, inside the radius, of a triangulation that has the
   * walls as edges (docs/models/neighbours.md): every visible agent is among them, and some that a wall hides. The kinetic
   * index alone has it, in the plane.
   */
  approachable?(row: number, radius: number, lists: NearLists): void;
  /** The `count` nearest others, nearest first; those at equal squared distances by id. */
  nearest(row: number, count: number, lists: NearLists): void;
  /**
   * Replaces the lists by those of the rows that are due, each within its own radius, which is its view radius unless
   * `radius` has another; the other lists are empty. The rows with `sight` get the visible set, the others the near set. A
   * step uses this bulk form of near and visible.
   */
  list(due: Uint8Array, sight: Sight, lists: NearLists, radius?: Float64Array): void;
  /**
   * An agent has entered (its row) or left (its id) since the last update: queries take it into account from now on.
   */
  insert(row: number): void;
  remove(id: number): void;
  /**
   * Appends the agents that enter and leave the view radius of another on the straight paths from crowd.motion to
   * crowd.next, which take `dt` seconds, with their times, in canonical order. crossing-times.ts and
   * changing-radius.ts say when. Agents with `sight` also get the agents that come into their sight and those that do
   * not stay in it: pairs/sightings.ts.
   */
  events(dt: number, events: Events, views?: StepViews): void;
  /** The statistics of a kinetic index; other indexes have none. */
  readonly report?: KineticReport | undefined;
};
