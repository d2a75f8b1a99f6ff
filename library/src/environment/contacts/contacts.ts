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
import { addStraightPath, beginPaths, type Paths, placeOnPath } from './paths/paths.ts';
import {
  createWallContacts,
  keepOutOfObstacles,
  leadPushed,
  reportObstacles,
  traceAroundObstacles,
  type WallContacts,
} from './wall-contacts.ts';

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
 * Moves every body from its current to its next position, so that no agent passes through a wall or a body.
 *
 * In an ordinary step no agent moves far enough to pass through another: overlapping bodies are pushed apart, and then
 * led around the obstacles. Where an agent does, all are first led around the obstacles and those that would pass are
 * stopped where they meet. Only then are bodies pushed apart; each push is led around the obstacles and stopped at
 * bodies again. Every place on the path of a body is a valid position, so it may stop anywhere.
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
 * Whether any agent moves farther than half of the smallest radius. If none does, two that begin apart by the sum of
 * their radii are still apart by half of it at the end: no agent can have passed through another.
 */
function goFar({ count, motion, next, traits }: Crowd): boolean {
  let longest = 0;
  let smallest = Number.POSITIVE_INFINITY;
  for (let row = 0; row < count; row++) {
    const displacementX = next.x[row] - motion.x[row];
    const displacementY = next.y[row] - motion.y[row];
    const displacementZ = next.z[row] - motion.z[row];
    const squared =
      displacementX * displacementX + displacementY * displacementY + displacementZ * displacementZ;
    if (squared > longest) longest = squared;
    if (traits.radius[row] < smallest) smallest = traits.radius[row];
  }
  return count > 1 && longest > 0.25 * smallest * smallest;
}

/**
 * Whether any agent would pass through another, or moves so far among obstacles that its path without them does not
 * tell which agents it meets. Leaves the paths and pairs that this needs in the sweep.
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
  const { marked, paths } = sweep;
  sweep.slack = 1;
  const strides = measureDisplacements(sweep, crowd, crowd.motion);
  collectPairs(sweep, crowd, crowd.motion, near, undefined);
  beginPaths(paths, crowd.count, crowd.capacity);
  for (let row = 0; row < crowd.count; row++) {
    if (marked[row] === 1) tracePath(contacts, environment, surroundings, row);
  }
  collectPairs(sweep, crowd, crowd.motion, near, paths);
  const passing = findPassing(sweep, paths, crowd);
  return passing || (strides && surroundings.obstacles.count + surroundings.solids.count > 0);
}

/** Measures the length of each row's displacement; returns whether any agent moves farther than its own diameter. */
function measureDisplacements(sweep: BodySweep, { count, next, traits }: Crowd, from: Places): boolean {
  let strides = false;
  for (let row = 0; row < count; row++) {
    const displacementX = next.x[row] - from.x[row];
    const displacementY = next.y[row] - from.y[row];
    const displacementZ = next.z[row] - from.z[row];
    sweep.length[row] = Math.sqrt(
      displacementX * displacementX + displacementY * displacementY + displacementZ * displacementZ,
    );
    if (sweep.length[row] > 2 * traits.radius[row]) strides = true;
  }
  return strides;
}

function tracePath(
  { solids: balls, sweep, walls }: Contacts,
  { obstacleIndex, reach, solidIndex }: Environment,
  { crowd, obstacles, solids }: Surroundings,
  row: number,
): void {
  const { paths } = sweep;
  if (obstacles.count > 0) traceAroundObstacles(walls, obstacleIndex, crowd, obstacles, row, reach, paths);
  else if (solids.count > 0) traceAroundSolids(balls, solidIndex, crowd, solids, row, reach, paths);
  else {
    const { motion, next } = crowd;
    addStraightPath(
      paths,
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
  const { paths } = sweep;
  for (let row = 0; row < crowd.count; row++) {
    if (paths.counts[row] === 0) tracePath(contacts, environment, surroundings, row);
  }
  stopPassing(sweep, paths, crowd);
  for (let row = 0; row < crowd.count; row++) {
    reportBarriers(contacts, environment, surroundings, row, dt, events);
    haltOnPath(contacts, paths, crowd, row);
    sweep.x[row] = crowd.next.x[row];
    sweep.y[row] = crowd.next.y[row];
    sweep.z[row] = crowd.next.z[row];
  }
  reportHits(sweep, crowd, dt, events);
  partBodies(bodies, crowd, near, seed, dt, events, sweep);
  leadPushes(contacts, environment, surroundings);
}

/** Puts a row where its path ends, or where it was stopped. */
function haltOnPath({ place, sweep }: Contacts, paths: Paths, { next }: Crowd, row: number): void {
  placeOnPath(paths, row, Math.min(1, sweep.stop[row]), place, 0);
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
  // An agent that was not stopped moves until the end of the step; a later time is not a contact.
  const stop = Math.min(1, sweep.stop[row]);
  if (obstacles.count > 0) {
    reportObstacles(walls, obstacleIndex, crowd, obstacles, row, reach, stop, dt, events);
  } else if (solids.count > 0) {
    reportSolids(balls, solidIndex, crowd, solids, row, reach, stop, dt, events);
  }
}

/**
 * Leads the bodies from where they were to where they have been pushed, around the obstacles and not through others.
 */
function leadPushes(
  contacts: Contacts,
  { obstacleIndex, reach, solidIndex }: Environment,
  { crowd, obstacles, solids }: Surroundings,
): void {
  const { solids: balls, sweep, walls } = contacts;
  const { pushes, x, y, z } = sweep;
  beginPaths(pushes, crowd.count, crowd.capacity);
  measureDisplacements(sweep, crowd, sweep);
  for (let row = 0; row < crowd.count; row++) {
    if (crowd.dimension === 2) {
      leadPushed(walls, obstacleIndex, crowd, obstacles, row, x[row], y[row], reach, pushes);
    } else {
      leadPushedBall(balls, solidIndex, crowd, solids, row, x[row], y[row], z[row], reach, pushes);
    }
  }
  // However short a push is, it leads no agent into or through a body.
  sweep.slack = 0;
  sweep.marked.fill(1, 0, crowd.count);
  collectPairs(sweep, crowd, sweep, undefined, pushes);
  if (!findPassing(sweep, pushes, crowd)) return;
  stopPassing(sweep, pushes, crowd);
  for (let row = 0; row < crowd.count; row++) haltOnPath(contacts, pushes, crowd, row);
}
