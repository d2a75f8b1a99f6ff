import type { Crowd, Events, NearLists } from '../../crowd/index.ts';
import type { Surroundings } from '../common/contract.ts';
import type { Environment } from '../perceive.ts';
import {
  createSolidContacts,
  keepOutOfSolids,
  leadPushedBall,
  reportSolids,
  type SolidContacts,
  traceAroundSolids,
} from '../space/solid-contacts.ts';
import { type BodyContacts, createBodyContacts, partBodies } from './bodies.ts';
import { type BodySweep, collectPairs, createBodySweep, type Places, reserveSweep } from './body-pairs.ts';
import { findPassing, reportHits, stopPassing } from './body-sweep.ts';
import {
  createWallContacts,
  keepOutOfObstacles,
  leadPushed,
  reportObstacles,
  traceAroundObstacles,
  type WallContacts,
} from './wall-contacts.ts';
import { addStraightWay, beginWays, placeOnWay, type Ways } from './ways/ways.ts';

/** Scratch of the contacts. */
export type Contacts = {
  bodies: BodyContacts;
  walls: WallContacts;
  solids: SolidContacts;
  sweep: BodySweep;
  place: Float64Array;
};

export function createContacts(): Contacts {
  return {
    bodies: createBodyContacts(),
    walls: createWallContacts(),
    solids: createSolidContacts(),
    sweep: createBodySweep(),
    place: new Float64Array(3),
  };
}

/**
 * Brings every body from its current to its next position, so that nobody goes through a wall or through a body.
 *
 * In an ordinary step bodies that overlap are pushed apart, and then led round the obstacles: nobody goes far enough to
 * get through another. Where somebody does, all are first led round the obstacles, those who would pass are stopped
 * where they meet, and only then bodies are pushed apart, each push led round the obstacles and stopped at bodies again.
 * Every place on the way of a body is one that it can be at, so it may stop anywhere.
 */
export function resolveContacts(
  contacts: Contacts,
  environment: Environment,
  surroundings: Surroundings,
  near: NearLists | undefined,
  seed: number,
  dt: number,
  events: Events,
): void {
  const { crowd, obstacles, solids } = surroundings;
  if (goFar(crowd) && bodiesPass(contacts, environment, surroundings, near)) {
    leadAndStop(contacts, environment, surroundings, near, seed, dt, events);
    return;
  }
  const { obstacleIndex, reach, solidIndex } = environment;
  partBodies(contacts.bodies, crowd, near, seed, dt, events);
  keepOutOfObstacles(contacts.walls, obstacleIndex, crowd, obstacles, reach, dt, events);
  keepOutOfSolids(contacts.solids, solidIndex, crowd, solids, reach, dt, events);
}

/**
 * Whether anybody goes farther than half of the smallest radius. If nobody does, two who begin apart by the sum of their
 * radii are still apart by half of it at the end: nobody can have got through anybody.
 */
function goFar({ count, motion, next, traits }: Crowd): boolean {
  let longest = 0;
  let smallest = Number.POSITIVE_INFINITY;
  for (let row = 0; row < count; row++) {
    const wayX = next.x[row] - motion.x[row];
    const wayY = next.y[row] - motion.y[row];
    const wayZ = next.z[row] - motion.z[row];
    const squared = wayX * wayX + wayY * wayY + wayZ * wayZ;
    if (squared > longest) longest = squared;
    if (traits.radius[row] < smallest) smallest = traits.radius[row];
  }
  return count > 1 && longest > 0.25 * smallest * smallest;
}

/**
 * Whether anybody would pass through anybody, or goes so far among obstacles that where it would get to without them
 * says nothing about whom it meets. The ways and pairs that it takes to tell are then known.
 */
function bodiesPass(
  contacts: Contacts,
  environment: Environment,
  surroundings: Surroundings,
  near: NearLists | undefined,
): boolean {
  const { sweep } = contacts;
  const { crowd } = surroundings;
  reserveSweep(sweep, crowd);
  const { marked, ways } = sweep;
  sweep.slack = 1;
  const strides = measureWays(sweep, crowd, crowd.motion);
  collectPairs(sweep, crowd, crowd.motion, near, undefined);
  beginWays(ways, crowd.count, crowd.capacity);
  for (let row = 0; row < crowd.count; row++) {
    if (marked[row] === 1) traceWay(contacts, environment, surroundings, row);
  }
  collectPairs(sweep, crowd, crowd.motion, near, ways);
  const passing = findPassing(sweep, ways, crowd);
  return passing || (strides && surroundings.obstacles.count + surroundings.solids.count > 0);
}

/** How far each row goes, as the crow flies; whether anybody goes farther than its own diameter. */
function measureWays(sweep: BodySweep, { count, next, traits }: Crowd, from: Places): boolean {
  let strides = false;
  for (let row = 0; row < count; row++) {
    const wayX = next.x[row] - from.x[row];
    const wayY = next.y[row] - from.y[row];
    const wayZ = next.z[row] - from.z[row];
    sweep.length[row] = Math.sqrt(wayX * wayX + wayY * wayY + wayZ * wayZ);
    if (sweep.length[row] > 2 * traits.radius[row]) strides = true;
  }
  return strides;
}

function traceWay(
  { solids: balls, sweep, walls }: Contacts,
  { obstacleIndex, reach, solidIndex }: Environment,
  { crowd, obstacles, solids }: Surroundings,
  row: number,
): void {
  const { ways } = sweep;
  if (obstacles.count > 0) traceAroundObstacles(walls, obstacleIndex, crowd, obstacles, row, reach, ways);
  else if (solids.count > 0) traceAroundSolids(balls, solidIndex, crowd, solids, row, reach, ways);
  else {
    const { motion, next } = crowd;
    addStraightWay(
      ways,
      row,
      motion.x[row],
      motion.y[row],
      motion.z[row],
      next.x[row],
      next.y[row],
      next.z[row],
    );
  }
}

function leadAndStop(
  contacts: Contacts,
  environment: Environment,
  surroundings: Surroundings,
  near: NearLists | undefined,
  seed: number,
  dt: number,
  events: Events,
): void {
  const { bodies, sweep } = contacts;
  const { crowd } = surroundings;
  const { ways } = sweep;
  for (let row = 0; row < crowd.count; row++) {
    if (ways.counts[row] === 0) traceWay(contacts, environment, surroundings, row);
  }
  stopPassing(sweep, ways, crowd);
  for (let row = 0; row < crowd.count; row++) {
    reportBarriers(contacts, environment, surroundings, row, dt, events);
    haltOnWay(contacts, ways, crowd, row);
    sweep.x[row] = crowd.next.x[row];
    sweep.y[row] = crowd.next.y[row];
    sweep.z[row] = crowd.next.z[row];
  }
  reportHits(sweep, crowd, dt, events);
  partBodies(bodies, crowd, near, seed, dt, events, sweep);
  leadPushes(contacts, environment, surroundings);
}

/** Puts a row where its way ends, or where it was stopped. */
function haltOnWay({ place, sweep }: Contacts, ways: Ways, { next }: Crowd, row: number): void {
  placeOnWay(ways, row, Math.min(1, sweep.stop[row]), place, 0);
  next.x[row] = place[0];
  next.y[row] = place[1];
  next.z[row] = place[2];
}

function reportBarriers(
  { solids: balls, sweep, walls }: Contacts,
  { obstacleIndex, reach, solidIndex }: Environment,
  { crowd, obstacles, solids }: Surroundings,
  row: number,
  dt: number,
  events: Events,
): void {
  // Whoever was not stopped is under way to the end; a time after it is no contact.
  const stop = Math.min(1, sweep.stop[row]);
  if (obstacles.count > 0) {
    reportObstacles(walls, obstacleIndex, crowd, obstacles, row, reach, stop, dt, events);
  } else if (solids.count > 0) {
    reportSolids(balls, solidIndex, crowd, solids, row, reach, stop, dt, events);
  }
}

/** Leads the bodies from where they were to where they have been pushed, round the obstacles and not through others. */
function leadPushes(
  contacts: Contacts,
  { obstacleIndex, reach, solidIndex }: Environment,
  { crowd, obstacles, solids }: Surroundings,
): void {
  const { solids: balls, sweep, walls } = contacts;
  const { pushes, x, y, z } = sweep;
  beginWays(pushes, crowd.count, crowd.capacity);
  measureWays(sweep, crowd, sweep);
  for (let row = 0; row < crowd.count; row++) {
    if (crowd.dimension === 2) {
      leadPushed(walls, obstacleIndex, crowd, obstacles, row, x[row], y[row], reach, pushes);
    } else {
      leadPushedBall(balls, solidIndex, crowd, solids, row, x[row], y[row], z[row], reach, pushes);
    }
  }
  // However short a push is, it leads nobody into or through a body.
  sweep.slack = 0;
  sweep.marked.fill(1, 0, crowd.count);
  collectPairs(sweep, crowd, sweep, undefined, pushes);
  if (!findPassing(sweep, pushes, crowd)) return;
  stopPassing(sweep, pushes, crowd);
  for (let row = 0; row < crowd.count; row++) haltOnWay(contacts, pushes, crowd, row);
}
