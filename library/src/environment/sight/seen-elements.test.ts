import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closestOfObstacle, closestOfSolid } from '../../crowd/index.ts';
import {
  createEnvironment,
  createNeighbourIndex,
  followObstacles,
  perceive,
  type Surroundings,
} from '../index.ts';
import { kinds, rowsOf, sceneOf, sorted, surroundingsOf } from '../neighbours.fixture.ts';
import { elementHides } from './sight.ts';
import { solidHides } from './solid-sight.ts';

/** Whether no other element at all hides the place 0.999999 of the path to the closest point of an element. */
function isSeen({ crowd, obstacles, solids }: Surroundings, row: number, element: number): boolean {
  const inSpace = crowd.dimension === 3;
  const [x, y, z] = [crowd.motion.x[row], crowd.motion.y[row], crowd.motion.z[row]];
  const to = new Float64Array(3);
  if (inSpace) closestOfSolid(solids, element, x, y, z, to);
  else closestOfObstacle(obstacles, element, x, y, to);
  const radius = (inSpace ? solids : obstacles).radius[element];
  const distance = Math.sqrt(to[0] * to[0] + to[1] * to[1] + to[2] * to[2]);
  if (distance <= radius) return true;
  const part = 0.999999 * (1 - radius / distance);
  const [atX, atY, atZ] = [x + part * to[0], y + part * to[1], z + part * to[2]];
  for (let other = 0; other < (inSpace ? solids : obstacles).count; other++) {
    if (other === element) continue;
    if (inSpace && solidHides(solids, other, x, y, z, atX, atY, atZ)) return false;
    if (!inSpace && elementHides(obstacles, other, x, y, atX, atY)) return false;
  }
  return true;
}

const cases = kinds.flatMap((kind) => ([2, 3] as const).map((dimension) => [kind, dimension] as const));

test.each(cases)(
  'with sight, of the elements within view those are perceived that no other hides: %s places in %i dimensions',
  (kind, dimension) => {
    const seen = { hidden: 0, shown: 0 };
    fc.assert(
      fc.property(sceneOf(kind, dimension, 12), (scene) => {
        const surroundings = surroundingsOf(scene);
        const { crowd, obstacles, solids } = surroundings;
        fc.pre(crowd.count > 0);
        const due = new Uint8Array(crowd.capacity).fill(1);
        const listsOf = (sight: boolean) => {
          const environment = createEnvironment(createNeighbourIndex('brute'), { sight });
          followObstacles(environment, crowd, obstacles, solids, 0);
          perceive(environment, surroundings, due, crowd.count);
          return environment.perception.obstacles;
        };
        const [all, filtered] = [listsOf(false), listsOf(true)];
        for (let row = 0; row < crowd.count; row++) {
          const expected = rowsOf(all, row).filter((element) => isSeen(surroundings, row, element));
          expect(sorted(rowsOf(filtered, row))).toEqual(sorted(expected));
          seen.shown += expected.length;
          seen.hidden += all.counts[row] - expected.length;
        }
      }),
      { numRuns: 60 },
    );
    expect(seen.shown).toBeGreaterThan(50);
    expect(seen.hidden).toBeGreaterThan(10);
  },
);
