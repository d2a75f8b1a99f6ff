import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  closestOfObstacle,
  createCrowd,
  createNearLists,
  createObstacles,
  createTargets,
  enterAgent,
  reserveAgent,
} from '../../crowd/index.ts';
import { closestOfSolid, createSolids } from '../../crowd/solids.ts';
import { registerSpace } from '../../simulation/scenario/space.ts';
import {
  createEnvironment,
  createNeighbourIndex,
  followObstacles,
  perceive,
  type Surroundings,
} from '../index.ts';
import { kinds, rowsOf, sceneOf, sorted, surroundingsOf } from '../neighbours.fixture.ts';
import { createSeenElements, keepElementsInSight } from './seen-elements.ts';
import { elementHides } from './sight.ts';
import { solidHides } from './solid-sight.ts';

registerSpace();

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

/** Outlines of many edges, walls and discs in all directions, and an agent among them, also exactly on a line of some. */
test('many elements, sorted by direction: seen are those that no other hides', () => {
  let state = 5;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  let hidden = 0;
  let shown = 0;
  for (let scene = 0; scene < 30; scene++) {
    const edges = 40 + Math.floor(200 * random());
    const at = (radius: number, k: number): [number, number] => {
      const angle = (2 * Math.PI * k) / edges;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    };
    const star = Array.from({ length: edges }, (_, k) => at(4 + 3 * random(), k));
    const place = (): [number, number] => [Math.round(16 * random() - 8), Math.round(16 * random() - 8)];
    const walls = Array.from({ length: 20 }, () => {
      const from = place();
      return {
        shape: 'segment' as const,
        from,
        to: [from[0] + 1 + random(), from[1] - random()] as [number, number],
      };
    });
    const discs = Array.from({ length: scene % 3 }, () => ({
      shape: 'circle' as const,
      center: place(),
      radius: 0.4,
    }));
    const obstacles = createObstacles([{ shape: 'polygon', points: star }, ...walls, ...discs]);
    const crowd = createCrowd();
    const row = enterAgent(crowd, reserveAgent(crowd));
    [crowd.motion.x[row], crowd.motion.y[row]] =
      scene % 2 === 0 ? place() : [16 * random() - 8, 16 * random() - 8];
    const surroundings = {
      crowd,
      obstacles,
      solids: createSolids([]),
      targets: createTargets([]),
    } as Surroundings;
    const lists = createNearLists();
    lists.starts = Int32Array.of(3);
    lists.counts = Int32Array.of(obstacles.count);
    lists.items = Int32Array.from({ length: 3 + obstacles.count }, (_, k) => k - 3);
    const all = [...lists.items.slice(3)];
    keepElementsInSight(createSeenElements(), surroundings, Int32Array.of(row), 1, true, lists);
    const expected = all.filter((element) => isSeen(surroundings, row, element));
    expect([...lists.items.slice(3, 3 + lists.counts[0])]).toEqual(expected);
    shown += expected.length;
    hidden += all.length - expected.length;
  }
  expect(Math.min(shown, hidden)).toBeGreaterThan(500);
});
