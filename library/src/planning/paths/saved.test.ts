// What the path guide keeps in a saved world: counts and numbers that a forger has changed are refused, soon and with little memory.
import { describe, expect, test } from 'vitest';
import type { PlanningInput } from '../base/contract.ts';
import { createPathGuide } from './guide.ts';
import { createPaths } from './paths.ts';
import { reserveRoutes } from './routes.ts';
import { readPaths, registerSavedPaths, writePaths } from './saved.ts';

registerSavedPaths();

const options = { cell: 0.5, clearance: 0.1, searches: 4, cells: 1000 };

/** Two agents, of which the second wants the third target of the first set. */
function kept(set = 0, target = 2): Uint8Array {
  const paths = createPaths(options);
  reserveRoutes(paths.routes, 2);
  paths.routes.owner.set([-1, 1]);
  paths.routes.set[1] = set;
  paths.routes.target[1] = target;
  return writePaths(paths);
}

describe('saved paths', () => {
  const numbers = new Float64Array(kept().buffer);

  test.each([1e9, 1e300, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'no count may be %d, which is more than what follows, or none',
    (count) => {
      // Bodies, routes, and, where an agent is being served, the groups of its goals.
      for (const [at, slot] of [
        [1, -1],
        [3, -1],
        [8, 0],
      ]) {
        const forged = numbers.slice();
        forged[2] = slot;
        forged[at] = count;
        expect(() => readPaths(createPaths(options), new Uint8Array(forged.buffer))).toThrow(
          /^the saved paths end before/,
        );
      }
    },
  );

  test.each([
    [0, 3],
    [0, -2],
    [0, 0.5],
    [1, 0],
    [-4, 0],
    [Number.NaN, 0],
  ])('set %d and target %d are refused in a world of one set and three targets', (set, target) => {
    const input = { targetSets: [Int32Array.of(0, 1, 2)], targets: { count: 3 } } as unknown as PlanningInput;
    const resume = (bytes: Uint8Array) => {
      const guide = createPathGuide(options);
      guide.load!(bytes);
      guide.resume!(input);
    };
    expect(() => resume(kept())).not.toThrow();
    expect(() => resume(kept(set, target))).toThrow(/^the saved paths lead to/);
  });
});
