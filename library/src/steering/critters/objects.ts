import type { Crowd } from '../../crowd/index.ts';
import type { CrittersParameters, Field } from './parameters.ts';

type Point = readonly number[];

/** The region of a wandering point: a box, a circle (flat, at its centre's height) or a ball; a point is [x, y] or [x, y, z]. */
export type WanderRegion =
  | { box: { min: Point; max: Point } }
  | { circle: { center: Point; radius: number } }
  | { ball: { center: Point; radius: number } };

/** An attractive point that jumps at random inside a region, every `interval` seconds. */
export type Wander = Field & { region: WanderRegion; interval: number };

type Acting = { field?: Field | undefined };
type Wandering = Acting & { wander?: Wander | undefined };

/**
 * What a scenario says about its objects, each list in the scenario's order; a checked scenario fits this type. An object
 * without a field acts by the model's default for its kind.
 */
export type CritterObjects = {
  obstacles: readonly Acting[];
  targets: readonly Acting[];
  groups: readonly Wandering[];
  agents: readonly Wandering[];
};

/** One row for each object that acts. */
type Fields = { strength: Float64Array; exponent: Float64Array };

export const RegionKind = { none: 0, box: 1, circle: 2, ball: 3 } as const;

/** One row for each kind of agent: first the single agents, then groups, then all others. */
export type Wanders = Fields & {
  region: Uint8Array;
  interval: Float64Array;
  /** The lower corner of a box, or the centre. */
  originX: Float64Array;
  originY: Float64Array;
  originZ: Float64Array;
  /** The sides of a box; the radius is sizeX. */
  sizeX: Float64Array;
  sizeY: Float64Array;
  sizeZ: Float64Array;
};

/** The objects as columns. */
export type Objects = {
  /** By the owner's number + 1: row 0 is the border. */
  obstacles: Fields;
  /** By the target's number + 1: row 0 is a goal that is a point. */
  targets: Fields;
  /** By the kind of agent. */
  agents: Fields;
  wanders: Wanders;
  singles: number;
  groups: number;
};

export function prepareObjects(
  objects: CritterObjects,
  parameters: CrittersParameters,
  obstacles = obstacleFields(objects.obstacles, parameters),
): Objects {
  const kinds: readonly Wandering[] = [...objects.agents, ...objects.groups, {}];
  return {
    obstacles,
    targets: columnsOf([{}, ...objects.targets], parameters.targets),
    agents: columnsOf(kinds, parameters.agents),
    wanders: prepareWanders(kinds.map(({ wander }) => wander)),
    singles: objects.agents.length,
    groups: objects.groups.length,
  };
}

/** How obstacles act, by number; one that was removed acts on nothing. */
export function obstacleFields(
  obstacles: readonly (Acting | undefined)[],
  parameters: CrittersParameters,
): Fields {
  return columnsOf([{}, ...Array.from(obstacles, (obstacle) => obstacle ?? {})], parameters.obstacles);
}

function columnsOf(objects: readonly Acting[], usual: Field): Fields {
  return {
    strength: Float64Array.from(objects, ({ field }) => (field ?? usual).strength),
    exponent: Float64Array.from(objects, ({ field }) => (field ?? usual).exponent),
  };
}

function prepareWanders(wanders: readonly (Wander | undefined)[]): Wanders {
  const column = (of: (wander: Wander) => number) =>
    Float64Array.from(wanders, (wander) => (wander ? of(wander) : 0));
  const origin = (axis: number) => column(({ region }) => placeOf(region)[axis] ?? 0);
  const size = (axis: number) => column(({ region }) => sizeOf(region, axis));
  return {
    strength: column(({ strength }) => strength),
    exponent: column(({ exponent }) => exponent),
    region: Uint8Array.from(wanders, (wander) => (wander ? kindOf(wander.region) : RegionKind.none)),
    interval: column(({ interval }) => interval),
    originX: origin(0),
    originY: origin(1),
    originZ: origin(2),
    sizeX: size(0),
    sizeY: size(1),
    sizeZ: size(2),
  };
}

function kindOf(region: WanderRegion): number {
  if ('box' in region) return RegionKind.box;
  return 'circle' in region ? RegionKind.circle : RegionKind.ball;
}

function placeOf(region: WanderRegion): Point {
  if ('box' in region) return region.box.min;
  return 'circle' in region ? region.circle.center : region.ball.center;
}

function sizeOf(region: WanderRegion, axis: number): number {
  if ('box' in region) return (region.box.max[axis] ?? 0) - (region.box.min[axis] ?? 0);
  return 'circle' in region ? region.circle.radius : region.ball.radius;
}

/**
 * Writes the kind of each agent. Single agents of the scenario have their number as id and no group. An agent added later
 * has another id and is of the last kind.
 */
export function storeKinds(objects: Objects, { count, ids, traits }: Crowd, kinds: Int32Array): void {
  for (let row = 0; row < count; row++) kinds[row] = kindOfAgent(objects, ids[row], traits.group[row]);
}

export function kindOfAgent({ groups, singles }: Objects, id: number, group: number): number {
  if (group >= 0) return singles + group;
  return id < singles ? id : singles + groups;
}
