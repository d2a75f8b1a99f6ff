import { rowOf } from '../crowd/index.ts';
import {
  createObstacleIndex,
  createSolidIndex,
  createTorus,
  type ObstacleIndex,
  type SolidIndex,
  type Torus,
} from '../environment/index.ts';
import type { World } from '../simulation/index.ts';
import { coreOf } from '../simulation/steering.ts';
import { visitCloseObstacles, visitClosePairs, visitCloseSolids, visitInsides } from './clearance.ts';

/** Bodies overlap from this depth on, metres. */
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
  /** Whether hard cores have overlapped, or a body and an obstacle. */
  isCollision: boolean;
  lastSeen: number;
};

/** Overlaps of a run, counted once from overlap to parting. */
export type CollisionLog = {
  /** All of them: what SteerBench calls collisions. */
  unique: number;
  /** Those deeper than the bodies allow. */
  collisions: number;
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
    collisions: 0,
    serious: 0,
    minimumClearance: Number.POSITIVE_INFINITY,
    lasting: new Map(),
    torus: createTorus(1),
    obstacleIndex: createObstacleIndex(),
    solidIndex: createSolidIndex(),
  };
}

/**
 * Observes the state after a step. Calls `onOverlap` for each new overlap: two ids, the lower one first, or an id and a
 * negative number for an obstacle.
 */
export function observeCollisions(
  log: CollisionLog,
  world: World,
  onOverlap?: (agent: number, other: number) => void,
): void {
  const visit = (agent: number, other: number, gap: number) => {
    if (gap < log.minimumClearance) log.minimumClearance = gap;
    if (gap > PARTED) return;
    const isInOrder = agent < other || other < 0;
    const key = isInOrder ? `${agent} ${other}` : `${other} ${agent}`;
    let contact = log.lasting.get(key);
    if (contact) {
      contact.gap = contact.lastSeen === world.step ? Math.min(contact.gap, gap) : gap;
      contact.lastSeen = world.step;
    } else {
      if (gap >= -COLLISION_DEPTH) return;
      contact = { gap, deepSince: undefined, serious: false, isCollision: false, lastSeen: world.step };
      log.lasting.set(key, contact);
      log.unique++;
      onOverlap?.(isInOrder ? agent : other, isInOrder ? other : agent);
    }
    if (contact.isCollision || gap >= -COLLISION_DEPTH) return;
    if (gap + softnessOf(world, agent, other) >= -COLLISION_DEPTH) return;
    contact.isCollision = true;
    log.collisions++;
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

/** Metres that two bodies may overlap by: their outer parts give way in crowds. Obstacles stay a whole radius away. */
function softnessOf({ crowd, models }: World, agent: number, other: number): number {
  if (other < 0) return 0;
  const { radius, steering } = crowd.traits;
  const a = rowOf(crowd, agent);
  const b = rowOf(crowd, other);
  return (
    radius[a] - coreOf(models[steering[a]], radius[a]) + radius[b] - coreOf(models[steering[b]], radius[b])
  );
}

function recordDepth(log: CollisionLog, contact: Contact, { dt, step }: World): void {
  contact.deepSince = contact.gap < -SERIOUS_DEPTH ? (contact.deepSince ?? step) : undefined;
  if (contact.serious || contact.deepSince === undefined) return;
  // Steps are counted instead of subtracting times: whether 0.1 s is longer than 0.1 s must not depend on the clock.
  if ((step - contact.deepSince) * dt <= SERIOUS_TIME) return;
  contact.serious = true;
  log.serious++;
}
