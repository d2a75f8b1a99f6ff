import type { Scenario } from './schema.ts';

/** What an agent pursues. */
export const StartingGoal = { none: 0, point: 1, targets: 2 } as const;

/** The agents of a scenario at time 0, one row each: single agents first, then the groups in order. */
export type Population = {
  count: number;
  /** Centres, m. */
  x: Float64Array;
  y: Float64Array;
  /** 0 in a world of two dimensions, as headingZ and goalZ are. */
  z: Float64Array;
  /** Unit vector. */
  headingX: Float64Array;
  headingY: Float64Array;
  headingZ: Float64Array;
  /** Velocity at the beginning, m/s. */
  velocityX: Float64Array;
  velocityY: Float64Array;
  velocityZ: Float64Array;
  /** m */
  radius: Float64Array;
  /** Speed wanted, m/s. */
  speed: Float64Array;
  /** Time before it starts, s. */
  premovement: Float64Array;
  /** Traits, 0 to 1. */
  agility: Float64Array;
  mass: Float64Array;
  aggressiveness: Float64Array;
  /** What others see it as: a number among the classes of obstacles. */
  class: Int32Array;
  /** Number of the group, −1 for single agents. */
  group: Int32Array;
  /** One of StartingGoal. */
  goalKind: Uint8Array;
  /** Row of `targetSets`, or −1. */
  targetSet: Int32Array;
  /** Its own goal and how near is near enough, m; its start where it has none or pursues targets. */
  goalX: Float64Array;
  goalY: Float64Array;
  goalZ: Float64Array;
  goalRadius: Float64Array;
  /** Distinct lists of targets: their numbers, ascending. */
  targetSets: Int32Array[];
};

/** How many agents a scenario has at time 0. */
export function countAgents({ agents, groups }: Pick<Scenario, 'agents' | 'groups'>): number {
  return groups.reduce((sum, group) => sum + group.count, agents.length);
}

export function createPopulation(count: number): Population {
  const column = () => new Float64Array(count);
  return {
    count,
    x: column(),
    y: column(),
    z: column(),
    headingX: column(),
    headingY: column(),
    headingZ: column(),
    velocityX: column(),
    velocityY: column(),
    velocityZ: column(),
    radius: column(),
    speed: column(),
    premovement: column(),
    agility: column(),
    mass: column(),
    aggressiveness: column(),
    class: new Int32Array(count),
    group: new Int32Array(count).fill(-1),
    goalKind: new Uint8Array(count),
    targetSet: new Int32Array(count).fill(-1),
    goalX: column(),
    goalY: column(),
    goalZ: column(),
    goalRadius: column(),
    targetSets: [],
  };
}
