import { type Crowd, createCrowd, enterAgent, type Layout, reserveAgent, reserveRows } from './index.ts';

export type Body = { x: number; y: number; radius?: number; viewRadius?: number };

/** A crowd of bodies that stand: agent n of the list has the id n and lies in row n. `steer`: columns of a steering model. */
export function crowdOf(bodies: readonly Body[], steer: Layout = {}): Crowd {
  const crowd = createCrowd(8, { dimension: 2, targetClasses: 1, memory: {}, steer });
  reserveRows(crowd, bodies.length);
  for (const { x, y, radius = 0.25, viewRadius = 3 } of bodies) {
    const row = enterAgent(crowd, reserveAgent(crowd));
    crowd.motion.x[row] = x;
    crowd.motion.y[row] = y;
    crowd.motion.headingX[row] = 1;
    crowd.next.x[row] = x;
    crowd.next.y[row] = y;
    crowd.traits.radius[row] = radius;
    crowd.traits.viewRadius[row] = viewRadius;
  }
  return crowd;
}

/** Numbers in (0, 1) that repeat for a seed, independent of the library's own streams (Park and Miller's). */
export function createDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/** A repeatable order of 0 … count − 1: Fisher and Yates. */
export function shuffledOrder(count: number, seed: number): Int32Array {
  const order = Int32Array.from({ length: count }, (_, k) => k);
  const dice = createDice(seed + 1);
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(dice() * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}
