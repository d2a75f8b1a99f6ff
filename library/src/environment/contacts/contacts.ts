import { type Events, needPart } from '../../crowd/index.ts';
import type { Surroundings } from '../common/contract.ts';
import type { Environment } from '../perceive.ts';
import { space } from '../space/optional.ts';
import { type BodyHolds, createBodyHolds, holdBack } from './body-holds.ts';
import { type BodyPairs, createBodyPairs, cutPaths, EXACT, findPairs } from './body-pairs.ts';
import { type BodyPushes, beginPushes, createBodyPushes, pushApart } from './body-pushes.ts';
import { reportPairs } from './body-report.ts';
import { turnNormals } from './body-turns.ts';
import {
  addTouches,
  clearGuides,
  copyPlaces,
  createGuides,
  type Guides,
  placeGuides,
} from './paths/guides.ts';
import { createLead, keepOut, type Lead, leadPushed } from './paths/lead-bodies.ts';
import { walls } from './wall-contacts.ts';

/** Scratch of the contacts. Nothing of it is kept between steps. */
export type Contacts = {
  pairs: BodyPairs;
  pushes: BodyPushes;
  holds: BodyHolds;
  guides: Guides;
  lead: Lead;
};

export function createContacts(): Contacts {
  return {
    pairs: createBodyPairs(),
    pushes: createBodyPushes(),
    holds: createBodyHolds(),
    guides: createGuides(),
    lead: createLead(),
  };
}

/**
 * Puts bodies back to where they were that end where they may not, such as behind a shut door, and marks their rows.
 * Returns whether there are any.
 */
export type Barriers = (isMoved: Uint8Array) => boolean;

/**
 * How often bodies push each other apart and are then led around the obstacles, and in how many iterations they push;
 * and the same for making room. These are the same for the whole crowd: what one crowd does then does not depend on another.
 */
const LEADS = 2;
const ITERATIONS = 5;
const ROOM_LEADS = 4;
const ROOM_ITERATIONS = 200;
/** How often the normals turn at most where bodies still lack room then. */
const ROOM_TURNS = 16;
/** The share of the distance of a pair that may be missing where bodies make room: a third of the slack. */
const ROUGH = 0.005;
/** How often bodies that were held back are led around the obstacles at most. */
const HELD_LEADS = 8;
/** Metres: a surface that turns a body aside by less does not. */
const ASIDE = 1e-6;

/**
 * Moves every body from its current to its next position, so that no agent passes through a wall or a body.
 *
 * The bodies are led around the obstacles first. Then they push each other apart, and are led around the obstacles
 * again. Obstacles have the last word on each body's path; and bodies that still come too near are held back.
 * `cores` has the radius of each row's hard core: other bodies do not come nearer. Obstacles stay a whole radius away.
 * Bodies that `barriers` put back hold others back in turn.
 */
export function resolveContacts(
  contacts: Contacts,
  environment: Environment,
  surroundings: Surroundings,
  seed: number,
  dt: number,
  events: Events,
  cores: Float64Array = surroundings.crowd.traits.radius,
  barriers?: Barriers,
): void {
  const { guides, holds, lead, pairs, pushes } = contacts;
  const { crowd, obstacles, solids } = surroundings;
  const { obstacleIndex, reach, solidIndex } = environment;
  clearGuides(guides);
  if (crowd.dimension === 3) {
    keepOut(needPart(space).surfaces, lead, solidIndex, crowd, solids, reach, dt, events, guides);
  } else keepOut(walls, lead, obstacleIndex, crowd, obstacles, reach, dt, events, guides);
  findPairs(pairs, crowd, cores, seed, guides.carry);
  if (pairs.touch) reportPairs(pairs, crowd, dt, events);
  if (!pairs.meet && !barriers) return;
  const makesRoom = guides.carry > 0 || pairs.deep;
  placeGuides(guides, crowd, makesRoom);
  // A body alone has no first touch.
  if (pairs.meet) cutPaths(pairs, crowd);
  beginPushes(pushes, pairs, guides, crowd);
  if (makesRoom) makeRoom(contacts, environment, surroundings);
  if (pairs.meet) {
    for (let round = 0; round < LEADS; round++) {
      pushApart(pushes, pairs, guides, crowd, pushes, ITERATIONS, EXACT);
      leadAll(contacts, environment, surroundings);
    }
  }
  // A body that a barrier puts back is put back once, so this ends.
  do {
    for (let round = 0; round < HELD_LEADS && holdBack(holds, pairs, pushes, guides, crowd); round++) {
      if (leadHeld(contacts, environment, surroundings)) break;
    }
  } while (barriers?.(pushes.isMoved));
}

/**
 * Moves the places where the bodies begin apart, before any of them walks: where obstacles have carried them into others,
 * or where they begin on each other.
 */
function makeRoom(contacts: Contacts, environment: Environment, surroundings: Surroundings): void {
  const { guides, pairs, pushes } = contacts;
  const { crowd } = surroundings;
  const { count, next } = crowd;
  copyPlaces(guides, next, count);
  for (let round = 0; round < ROOM_LEADS + ROOM_TURNS; round++) {
    if (round >= ROOM_LEADS && !turnNormals(pairs, crowd)) break;
    pushApart(pushes, pairs, guides, crowd, guides, ROOM_ITERATIONS, ROUGH);
    leadAll(contacts, environment, surroundings);
  }
  for (const axis of AXES) {
    for (let row = 0; row < count; row++) {
      const begin = next[axis][row];
      next[axis][row] = pushes[axis][row] + (begin - guides[axis][row]);
      guides[axis][row] = begin;
    }
  }
  pushes.areAllMoved = true;
  pushes.isMoved.fill(1, 0, count);
}

const AXES = ['x', 'y', 'z'] as const;

/** Leads the bodies that obstacles are near to where they have been pushed, and stores what they touch. */
function leadAll(contacts: Contacts, environment: Environment, surroundings: Surroundings): void {
  const { guides, lead } = contacts;
  for (let k = 0; k < guides.count; k++) {
    leadRow(contacts, environment, surroundings, guides.rows[k]);
    addTouches(guides, guides.rows[k], lead.trace);
  }
}

function leadRow(
  { guides, lead }: Contacts,
  { obstacleIndex, reach, solidIndex }: Environment,
  { crowd, obstacles, solids }: Surroundings,
  row: number,
): void {
  if (crowd.dimension === 3) {
    leadPushed(needPart(space).surfaces, lead, solidIndex, crowd, solids, row, guides, reach);
  } else leadPushed(walls, lead, obstacleIndex, crowd, obstacles, row, guides, reach);
}

/**
 * The straight path of a body that was held back may cut a corner that it went around: then it stays where it began, and
 * others have to be held back, too. False when that is so.
 */
function leadHeld(contacts: Contacts, environment: Environment, surroundings: Surroundings): boolean {
  const { guides, holds } = contacts;
  const { next } = surroundings.crowd;
  let straight = true;
  for (let k = 0; k < guides.count; k++) {
    const row = guides.rows[k];
    if (holds.share[row] === 1 || holds.share[row] === 0) continue;
    const x = next.x[row];
    const y = next.y[row];
    const z = next.z[row];
    leadRow(contacts, environment, surroundings, row);
    const dx = next.x[row] - x;
    const dy = next.y[row] - y;
    const dz = next.z[row] - z;
    if (dx * dx + dy * dy + dz * dz < ASIDE * ASIDE) continue;
    straight = false;
    for (const axis of AXES) next[axis][row] = guides[axis][row];
  }
  return straight;
}
