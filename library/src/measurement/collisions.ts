import {
  createObstacleIndex,
  createSolidIndex,
  createTorus,
  type ObstacleIndex,
  type SolidIndex,
  type Torus,
} from '../environment/index.ts';
import type { World } from '../simulation/index.ts';
import { visitCloseObstacles, visitClosePairs, visitCloseSolids, visitInsides } from './clearance.ts';

/** Bodies collide when they overlap by more than a millimetre. */
const COLLISION_DEPTH = 0.001;
/** A collision is serious when it is deeper than this for longer than that, metres and seconds. */
const SERIOUS_DEPTH = 0.1;
const SERIOUS_TIME = 0.1;
/**
 * A collision ends when the two have parted by more than this, metres. In a jam, bodies that press against each other
 * overlap and part by millimetres many times a second: that is one collision.
 */
export const PARTED = 0.05;
/** Gaps above this are not measured. */
const CLEARANCE_REACH = 1;

type Contact = {
  /** The smallest gap in the step at which it was last seen: an obstacle may have many edges. */
  gap: number;
  /** The step at which it became deeper than a serious collision's depth; undefined while it is not. */
  deepSince: number | undefined;
  serious: boolean;
  lastSeen: number;
};

/** Collisions of a run, counted once from overlap to parting. */
export type CollisionLog = {
  unique: number;
  serious: number;
  /** Smallest gap of the run, metres, negative for an overlap; infinite when nothing came within a metre. */
  minimumClearance: number;
  /** Contacts that last, by their two partners. */
  lasting: Map<string, Contact>;
  torus: Torus;
  obstacleIndex: ObstacleIndex;
  solidIndex: SolidIndex;
};

export function createCollisionLog(): CollisionLog {
  return {
    unique: 0,
    serious: 0,
    minimumClearance: Number.POSITIVE_INFINITY,
    lasting: new Map(),
    torus: createTorus(1),
    obstacleIndex: createObstacleIndex(),
    solidIndex: createSolidIndex(),
  };
}

/**
 * Observes the state after a step. Calls `onCollision` for each new collision: two ids, or an id and a negative number
 * for an obstacle.
 */
export function observeCollisions(
  log: CollisionLog,
  world: World,
  onCollision?: (agent: number, other: number) => void,
): void {
  const visit = (agent: number, other: number, gap: number) => {
    if (gap < log.minimumClearance) log.minimumClearance = gap;
    if (gap > PARTED) return;
    const key = agent < other || other < 0 ? `${agent} ${other}` : `${other} ${agent}`;
    const contact = log.lasting.get(key);
    if (contact) {
      contact.gap = contact.lastSeen === world.step ? Math.min(contact.gap, gap) : gap;
      contact.lastSeen = world.step;
      return;
    }
    if (gap >= -COLLISION_DEPTH) return;
    log.lasting.set(key, { gap, deepSince: undefined, serious: false, lastSeen: world.step });
    log.unique++;
    onCollision?.(agent, other);
  };
  visitClosePairs(log.torus, world, CLEARANCE_REACH, visit);
  visitCloseObstacles(log.obstacleIndex, world, CLEARANCE_REACH, visit);
  visitCloseSolids(log.solidIndex, world, CLEARANCE_REACH, visit);
  // Without collision response, bodies may be inside a solid obstacle, away from its edges.
  if (world.scenario.contacts === 'none') visitInsides(world, visit);
  for (const [key, contact] of log.lasting) {
    if (contact.lastSeen === world.step) recordDepth(log, contact, world);
    else log.lasting.delete(key);
  }
}

function recordDepth(log: CollisionLog, contact: Contact, { dt, step }: World): void {
  contact.deepSince = contact.gap < -SERIOUS_DEPTH ? (contact.deepSince ?? step) : undefined;
  if (contact.serious || contact.deepSince === undefined) return;
  // Steps are counted instead of subtracting times: whether 0.1 s is longer than 0.1 s must not depend on the clock.
  if ((step - contact.deepSince) * dt <= SERIOUS_TIME) return;
  contact.serious = true;
  log.serious++;
}
