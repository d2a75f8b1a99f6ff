import {
  type AgentId,
  type Crowd,
  closestOfObstacle,
  type Hearsay,
  type NearLists,
  type Obstacles,
  type Solids,
} from '../crowd/index.ts';
import { closestOfSolid } from '../crowd/solids.ts';

/** The part of the input that says where things are. */
type Surroundings = { crowd: Crowd; obstacles: Obstacles; solids: Solids };

/** A vector in metres, metres per second or metres per second²; z is 0 in the plane. */
export type Vector = { x: number; y: number; z: number };

/** What a constraint comes from; `heard`: the agent does not perceive it but knows where it was seen. */
export type ConstraintSource =
  | { kind: 'agent'; id: AgentId; heard?: true }
  /** An element of an obstacle or solid, and its number in the scenario: −1 is the border. */
  | { kind: 'obstacle'; obstacle: number; element: number; heard?: true }
  /** The agent's own goal, or a wandering point. */
  | { kind: 'goal' };

/** Something that changes the velocity that an agent would choose otherwise. */
export type Constraint = {
  /** In the words of the model's page: half-plane, headway, repeller, feeler, threat, field … */
  kind: string;
  from: ConstraintSource;
  /** The closest point of the source, or the centre of an agent. */
  at: Vector;
  /** Metres between the body and the source; negative where they overlap. */
  gap: number;
  /** Whether the agent would choose another velocity without it. */
  binds: boolean;
  /** For a half-plane: the velocities v with (v − point) · normal ≥ 0 are allowed. */
  halfPlane?: { pointX: number; pointY: number; normalX: number; normalY: number };
  /** For a half-plane of an agent: the share of the avoidance that this agent takes, from 0 to 1. */
  share?: number;
  /** For a limit of the speed: metres per second. */
  limit?: number;
  /** For a repeller: the turn that it adds, radians per second, positive to the left; in space the size of the turn. */
  turnRate?: number;
  /** For a threat: seconds from now between which the bodies would touch. */
  interval?: { begin: number; end: number };
  /** For a field: the acceleration that it adds. */
  acceleration?: Vector;
};

/** A constraint as a model gives it: where `binds` is absent, the engine removes the source and looks. */
export type ModelConstraint = Omit<Constraint, 'binds'> & { binds?: boolean };

/** A velocity on the way from the desired to the chosen one, and the part of the model that made it. */
export type DecisionStage = { name: string; velocity: Vector };

/** How the free distance ahead limits the speed. */
export type HeadwayExplanation = {
  /** Metres along the chosen direction; absent: nothing is ahead. */
  freeDistance?: number;
  /** Seconds for which it has to last. */
  time: number;
  /** The agent ahead, or the thing that is nearest in front. */
  from?: ConstraintSource;
};

/** Why an agent chooses its velocity, as its steering model knows it. Plain data. */
export type ModelExplanation = {
  /** From the first change of the desired velocity to the last; the engine adds the desired and the chosen one. */
  stages: DecisionStage[];
  constraints: ModelConstraint[];
  headway?: HeadwayExplanation;
  /** The plan in space and time that the agent follows: its positions from now on, `interval` seconds apart; 0: no times are known. */
  plan?: { interval: number; points: Vector[] };
  /** Agents that give way to this one, and those that it gives way to. */
  rightOfWay?: { over: AgentId[]; yieldsTo: AgentId[] };
  /** Further quantities that decide, by name: a technique, a weight, impatience. */
  facts: Record<string, number | string>;
  /** The units of facts that have one, by the names of the facts. */
  units?: Record<string, string>;
};

/** Lists in which the agent of one row has these entries and the others have none. */
export function listsOf(row: number, rows: number, items: readonly number[]): NearLists {
  const counts = new Int32Array(rows);
  counts[row] = items.length;
  return {
    starts: new Int32Array(rows),
    counts,
    items: Int32Array.from(items),
    length: items.length,
    order: Int32Array.from({ length: rows }, (_, at) => at),
  };
}

/** The entries of a row. */
export function entriesOf({ counts, items, starts }: NearLists, row: number): number[] {
  return [...items.subarray(starts[row], starts[row] + counts[row])];
}

/** Marks of one row. */
export function onlyRow(row: number, rows: number): Uint8Array {
  const marks = new Uint8Array(rows);
  marks[row] = 1;
  return marks;
}

/** Where a constraint comes from, and how far that is from the body. */
export type Place = Pick<Constraint, 'from' | 'at' | 'gap'>;

export function placeOfAgent({ crowd }: Surroundings, row: number, other: number): Place {
  const { x, y, z } = crowd.motion;
  const dx = x[other] - x[row];
  const dy = y[other] - y[row];
  const dz = z[other] - z[row];
  const { radius } = crowd.traits;
  return {
    from: { kind: 'agent', id: crowd.ids[other] },
    at: { x: x[other], y: y[other], z: z[other] },
    gap: Math.sqrt(dx * dx + dy * dy + dz * dz) - radius[row] - radius[other],
  };
}

/** The same of an element of the obstacles, or in space of the solids. */
export function placeOfElement(surroundings: Surroundings, row: number, element: number): Place {
  const { crowd, obstacles, solids } = surroundings;
  const { owner } = crowd.dimension === 3 ? solids : obstacles;
  return {
    from: { kind: 'obstacle', obstacle: owner[element], element },
    ...placeOfThing(crowd, row, surroundings, element),
  };
}

/** The same of a thing that the agent knows of and does not perceive: where it was seen. */
export function placeOfHeard(crowd: Crowd, row: number, hearsay: Hearsay, item: number): Place {
  const { agent, element, obstacles, solids } = hearsay;
  const inSpace = crowd.dimension === 3;
  const place = placeOfThing(crowd, row, hearsay, item);
  if (element[item] >= 0) {
    const { owner } = inSpace ? solids : obstacles;
    return {
      from: { kind: 'obstacle', obstacle: owner[item], element: element[item], heard: true },
      ...place,
    };
  }
  const at = inSpace
    ? { x: solids.originX[item], y: solids.originY[item], z: solids.originZ[item] }
    : { x: obstacles.startX[item], y: obstacles.startY[item], z: 0 };
  return { from: { kind: 'agent', id: agent[item], heard: true }, at, gap: place.gap };
}

/** The closest point of an element, and how far it is from the body. */
function placeOfThing(
  crowd: Crowd,
  row: number,
  { obstacles, solids }: Pick<Surroundings, 'obstacles' | 'solids'>,
  element: number,
): Pick<Place, 'at' | 'gap'> {
  const { x, y, z } = crowd.motion;
  const offset = new Float64Array(3);
  const inSpace = crowd.dimension === 3;
  if (inSpace) closestOfSolid(solids, element, x[row], y[row], z[row], offset);
  else closestOfObstacle(obstacles, element, x[row], y[row], offset);
  const [dx, dy, dz] = offset;
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const { radius } = inSpace ? solids : obstacles;
  // The closest point of a disc is nearer than its centre.
  const part = distance > radius[element] ? 1 - radius[element] / distance : 0;
  return {
    at: { x: x[row] + part * dx, y: y[row] + part * dy, z: z[row] + part * dz },
    gap: distance - radius[element] - crowd.traits.radius[row],
  };
}

/** Hearsay of one row's agent alone, with these items. */
export function hearsayOf(hearsay: Hearsay, row: number, items: readonly number[]): Hearsay {
  return { ...hearsay, near: listsOf(row, hearsay.near.counts.length, items) };
}

/** The items of the hearsay that the agent of a row heeds. */
export function heardBy(hearsay: Hearsay | undefined, row: number): number[] {
  return hearsay ? entriesOf(hearsay.near, row) : [];
}
