import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Crowd, createEvents, EventKind, type Events } from '../crowd/index.ts';
import { neighbourIndexes } from './index.ts';
import { kinds, sceneOf, surroundingsOf } from './neighbours.fixture.ts';

const names = neighbourIndexes.definitions.map(({ name }) => name);

const eventsOf = ({ agent, count, kind, other, time }: Events) =>
  Array.from({ length: count }, (_, k) => [time[k], kind[k], agent[k], other[k]]);

function nearPairs(
  { count, ids }: Crowd,
  { x, y, z }: Crowd['motion'],
  radius: ArrayLike<number>,
): Set<string> {
  const pairs = new Set<string>();
  for (let row = 0; row < count; row++) {
    for (let other = 0; other < count; other++) {
      const [dx, dy, dz] = [x[other] - x[row], y[other] - y[row], z[other] - z[row]];
      if (row !== other && dx * dx + dy * dy + dz * dz <= radius[row] * radius[row])
        pairs.add(`${ids[row]} ${ids[other]}`);
    }
  }
  return pairs;
}

describe.each(names)('events of %s where view radii change during steps', (name) => {
  test.each([2, 3] as const)(
    'in %d dimensions: those of brute force, and they lead from set to set',
    (dimension) => {
      let found = 0;
      for (const kind of kinds) {
        const radii = fc.array(fc.integer({ min: 0, max: 12288 }), { minLength: 120, maxLength: 120 });
        fc.assert(
          fc.property(sceneOf(kind, dimension, 30), radii, (scene, numbers) => {
            const surroundings = surroundingsOf(scene);
            const { crowd } = surroundings;
            const { motion, next, traits } = crowd;
            const options = { sight: false, registered: neighbourIndexes.definitions };
            const [index, brute] = [name, 'brute'].map((one) =>
              neighbourIndexes.definitions.find((definition) => definition.name === one)!.create(options),
            );
            // Three steps on end: the radius at the end of one is that at the beginning of the next.
            for (let step = 0; step < 3; step++) {
              const former = traits.viewRadius.slice();
              for (let row = 0; row < crowd.count; row++) {
                if (numbers[row] % 3 > 0) traits.viewRadius[row] = numbers[(40 * step + row) % 120] / 1024;
              }
              const members = nearPairs(crowd, motion, former);
              const lists = [index, brute].map((one) => {
                const events = createEvents();
                one.update(surroundings);
                one.events(0.25, events, { former });
                return eventsOf(events);
              });
              expect(lists[0]).toEqual(lists[1]);
              found += lists[0].length;
              for (const [, what, agent, other] of lists[0]) {
                if (what === EventKind.enter) members.add(`${agent} ${other}`);
                else members.delete(`${agent} ${other}`);
              }
              expect([...members].sort()).toEqual([...nearPairs(crowd, next, traits.viewRadius)].sort());
              for (const column of ['x', 'y', 'z'] as const) {
                for (let row = 0; row < crowd.count; row++) {
                  const displacement = next[column][row] - motion[column][row];
                  motion[column][row] = next[column][row];
                  next[column][row] += step % 2 === 0 ? -displacement : displacement;
                }
              }
            }
          }),
          { numRuns: 12, seed: 3 },
        );
      }
      expect(found).toBeGreaterThan(1000);
    },
  );
});
