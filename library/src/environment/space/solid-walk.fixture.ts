import { createEvents, createObstacles, type Solids } from '../../crowd/index.ts';
import { placeSolids } from '../../crowd/solids.ts';
import { createBruteIndex } from '../brute/brute.ts';
import { createLead, keepOut } from '../contacts/paths/lead-bodies.ts';
import { createEnvironment, followObstacles } from '../index.ts';
import { surfaces } from './solid-contacts.ts';
import { type Ball, ballsOf } from './space.fixture.ts';

export type Vector = [number, number, number];

/** Moves balls among solids step by step, each by the displacement that `displacementOf` returns. */
export function createWalk(balls: readonly Ball[], solids: Solids) {
  const crowd = ballsOf(balls);
  const environment = createEnvironment(createBruteIndex());
  const lead = createLead();
  const events = createEvents();
  const none = createObstacles([]);
  return {
    crowd,
    events,
    placeOf: (row: number): Vector => [crowd.motion.x[row], crowd.motion.y[row], crowd.motion.z[row]],
    step(displacementOf: (row: number) => Vector, time = 0, dt = 0): void {
      placeSolids(solids, time, dt);
      let longest = 0;
      for (let row = 0; row < crowd.count; row++) {
        const [x, y, z] = displacementOf(row);
        crowd.next.x[row] = crowd.motion.x[row] + x;
        crowd.next.y[row] = crowd.motion.y[row] + y;
        crowd.next.z[row] = crowd.motion.z[row] + z;
        longest = Math.max(longest, Math.hypot(x, y, z));
      }
      events.count = 0;
      followObstacles(environment, crowd, none, solids, longest);
      keepOut(surfaces, lead, environment.solidIndex, crowd, solids, environment.reach, dt, events);
      [crowd.motion, crowd.next] = [crowd.next, crowd.motion];
      placeSolids(solids, time + dt, dt);
    },
  };
}

/** Directions that repeat for a seed, even over the sphere. */
export function directionOf(dice: () => number): Vector {
  const z = 2 * dice() - 1;
  const angle = 2 * Math.PI * dice();
  const level = Math.sqrt(1 - z * z);
  return [level * Math.cos(angle), level * Math.sin(angle), z];
}
export const times = ([x, y, z]: Vector, length: number): Vector => [x * length, y * length, z * length];
