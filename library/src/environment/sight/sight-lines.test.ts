import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createObstacles, placeObstacles } from '../../crowd/index.ts';
import { shiftObstacle, shiftSolid } from '../../crowd/shift.fixture.ts';
import { createSolids, placeSolids } from '../../crowd/solids.ts';
import { registerSpace } from '../../simulation/scenario/space.ts';
import { kinds, sceneOf, surroundingsOf } from '../neighbours.fixture.ts';
import { anythingHides } from './screens.ts';
import { createSightLines, isInSight } from './sight-lines.ts';

registerSpace();

test.each(kinds.flatMap((kind) => ([2, 3] as const).map((dimension) => [kind, dimension] as const)))(
  'a line of sight is free where no element hides its ends: %s places in %i dimensions',
  (kind, dimension) => {
    const seen = { free: 0, hidden: 0 };
    fc.assert(
      fc.property(sceneOf(kind, dimension, 10), fc.boolean(), (scene, shifts) => {
        const surroundings = surroundingsOf(scene);
        const { crowd, obstacles, solids } = surroundings;
        const lines = createSightLines();
        const compare = () => {
          const { x, y, z } = crowd.motion;
          for (let a = 0; a < crowd.count; a++) {
            for (let b = 0; b < crowd.count; b++) {
              const ends = [x[a], y[a], z[a], x[b], y[b], z[b]] as const;
              const free = !anythingHides(surroundings, ...ends);
              expect(isInSight(lines, surroundings, ...ends)).toBe(free);
              seen[free ? 'free' : 'hidden']++;
            }
          }
        };
        compare();
        // The tree follows what is moved from outside.
        if (!shifts) return;
        if (obstacles.count > 0) shiftObstacle(obstacles, 0, 1.5, -2);
        if (solids.count > 0) shiftSolid(solids, 0, 1.5, -2, 1);
        compare();
      }),
      { numRuns: 60 },
    );
    expect(seen.free).toBeGreaterThan(200);
    expect(seen.hidden).toBeGreaterThan(200);
  },
);

test('what moves on a course hides where it is now', () => {
  const course = { kind: 'velocity', velocity: [1, 0] } as const;
  const empty = { bodies: [], walls: [], pillars: [], radius: 0, count: 0 };
  const inPlane = surroundingsOf({ ...empty, dimension: 2 });
  const inSpace = surroundingsOf({ ...empty, dimension: 3 });
  inPlane.obstacles = createObstacles([{ shape: 'segment', from: [-0.2, 0], to: [0.2, 0], course }]);
  inSpace.solids = createSolids([{ shape: 'sphere', center: [0, 0, 0], radius: 0.2, course }]);
  const lines = [createSightLines(), createSightLines()];
  for (const [time, free] of [
    [0, true],
    [4, true],
    [5, false],
    [6, true],
  ] as const) {
    placeObstacles(inPlane.obstacles, time, 0.1);
    placeSolids(inSpace.solids, time, 0.1);
    expect(isInSight(lines[0], inPlane, 5, -9, 0, 5, 9, 0)).toBe(free);
    expect(isInSight(lines[1], inSpace, 5, -9, 0, 5, 9, 0)).toBe(free);
  }
});
