import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Body, createDice, crowdOf } from '../../crowd/crowd.fixture.ts';
import {
  type Crowd,
  createEvents,
  createObstacles,
  EventKind,
  type Events,
  type ObstacleSpecification,
  placeObstacles,
} from '../../crowd/index.ts';
import { shiftObstacle, shiftSolid } from '../../crowd/shift.fixture.ts';
import { closestOfSolid, createSolids, placeSolids } from '../../crowd/solids.ts';
import { registerSpace } from '../../simulation/scenario/space.ts';
import { createBruteIndex } from '../brute/brute.ts';
import { SKIN } from '../contacts/paths/paths.ts';
import {
  createContacts,
  createEnvironment,
  createGridIndex,
  followObstacles,
  perceive,
  resolveContacts,
} from '../index.ts';
import { ballsOf, raiseObstacles } from './space.fixture.ts';

registerSpace();

/** Numbers of common size, with all their digits: what underflows is none of this test's business. */
const number = (min: number, max: number) =>
  fc.integer({ min: 0, max: 1_000_000_000 }).map((part) => min + ((max - min) * part) / 1_000_000_007);
const place = fc.tuple(number(-6, 6), number(-6, 6));
const course = fc.option(
  fc.oneof(
    fc.record({ kind: fc.constant('velocity' as const), velocity: place }),
    fc.record({
      kind: fc.constant('waypoints' as const),
      points: fc.array(place, { minLength: 1, maxLength: 3 }),
      speed: number(0.1, 8),
    }),
  ),
  { nil: undefined, freq: 3 },
);
const shape: fc.Arbitrary<ObstacleSpecification> = fc.oneof(
  fc.record({ shape: fc.constant('circle' as const), center: place, radius: number(0.05, 2), course }),
  fc.record({ shape: fc.constant('segment' as const), from: place, to: place, course }),
  fc
    .tuple(place, number(0.2, 4), number(0.2, 4), course)
    .map(([[x, y], width, height, path]): ObstacleSpecification => {
      return { shape: 'box', min: [x, y], max: [x + width, y + height], course: path };
    }),
  fc
    .tuple(place, fc.array(number(0.3, 4), { minLength: 3, maxLength: 7 }), course)
    .map(([[x, y], radii, path]): ObstacleSpecification => {
      const points = radii.map((radius, k): [number, number] => {
        const angle = (2 * Math.PI * k) / radii.length;
        return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
      });
      return { shape: 'polygon', points, course: path };
    }),
);
const bodies = fc.array(
  fc.record({
    x: number(-7.4, 7.4),
    y: number(-7.4, 7.4),
    radius: number(0.05, 0.6),
    viewRadius: number(0.5, 6),
  }),
  { minLength: 1, maxLength: 14 },
);

function expectSameBits(flat: Crowd, raised: Crowd, what: string): void {
  for (let row = 0; row < flat.count; row++) {
    const expected = [flat.motion.x[row], flat.motion.y[row], 0];
    const found = [raised.motion.x[row], raised.motion.y[row], raised.motion.z[row]];
    if (!expected.every((value, k) => Object.is(value, found[k]))) {
      throw new Error(`${what}, row ${row}: ${found} instead of ${expected}`);
    }
  }
}

/**
 * The contacts of a step, in order. A body that rests in the skin of a wall and does not press may be told of that or not, by a
 * rounding: such contacts are left out.
 */
function contactsIn({ agent, count, depth, kind, other }: Events): string {
  const all = Array.from({ length: count }, (_, k) => k);
  return all
    .filter((k) => kind[k] === EventKind.contact || depth[k] > SKIN)
    .map((k) => `${kind[k]}: ${agent[k]} ${other[k]}`)
    .sort()
    .join('; ');
}

function listOf(lists: { starts: Int32Array; counts: Int32Array; items: Int32Array }, row: number): number[] {
  return [...lists.items.subarray(lists.starts[row], lists.starts[row] + lists.counts[row])].sort(
    (a, b) => a - b,
  );
}

test('a plane scene put into space at height 0: the same near sets, pushes and contacts over 30 steps, to the bit', () => {
  let compared = 0;
  fc.assert(
    fc.property(
      fc.array(shape, { maxLength: 8 }),
      bodies,
      fc.integer({ min: 1, max: 1e6 }),
      fc.constantFrom(createBruteIndex, createGridIndex),
      (specifications, list: Body[], seed, createIndex) => {
        const obstacles = createObstacles(specifications, { min: [-8, -8], max: [8, 8] });
        const solids = raiseObstacles(obstacles, 4096);
        const noObstacles = createObstacles([]);
        const noSolids = createSolids([]);
        const flat = crowdOf(list);
        const raised = ballsOf(list.map((body) => ({ ...body, z: 0 })));
        const environment = createEnvironment(createIndex());
        const space = createEnvironment(createIndex());
        const flatContacts = createContacts();
        const raisedContacts = createContacts();
        const dice = createDice(seed);
        const dt = 0.2;
        for (let step = 0; step < 30; step++) {
          const time = step * dt;
          placeObstacles(obstacles, time, dt);
          placeSolids(solids, time, dt);
          if (step === 10 && specifications.length > 0) {
            shiftObstacle(obstacles, 0, 0.3, -0.7);
            shiftSolid(solids, 0, 0.3, -0.7, 0);
          }
          const due = new Uint8Array(flat.capacity).fill(1);
          followObstacles(environment, flat, obstacles, noSolids, 3.5);
          followObstacles(space, raised, noObstacles, solids, 3.5);
          perceive(environment, { crowd: flat, obstacles, solids: noSolids }, due, flat.count);
          perceive(space, { crowd: raised, obstacles: noObstacles, solids }, due, raised.count);
          for (let row = 0; row < flat.count; row++) {
            for (const things of ['agents', 'obstacles'] as const) {
              const found = listOf(space.perception[things], row).join();
              if (found !== listOf(environment.perception[things], row).join()) {
                throw new Error(`step ${step}, row ${row} sees ${things} ${found}`);
              }
            }
            const angle = (row + (step >> 2) + (row % 2 === 0 ? 6 * dice() : 0)) * 2.4;
            const length = 3 * dice();
            flat.next.x[row] = flat.motion.x[row] + length * Math.cos(angle);
            flat.next.y[row] = flat.motion.y[row] + length * Math.sin(angle);
            // Now and then on the spot of another.
            if (dice() < 0.05) {
              flat.next.x[row] = flat.next.x[0];
              flat.next.y[row] = flat.next.y[0];
            }
            raised.next.x[row] = flat.next.x[row];
            raised.next.y[row] = flat.next.y[row];
            raised.next.z[row] = 0;
          }
          const events = createEvents();
          const spaceEvents = createEvents();
          const flatScene = { crowd: flat, obstacles, solids: noSolids };
          const raisedScene = { crowd: raised, obstacles: noObstacles, solids };
          resolveContacts(flatContacts, environment, flatScene, seed, 1, events);
          resolveContacts(raisedContacts, space, raisedScene, seed, 1, spaceEvents);
          for (const crowd of [flat, raised]) [crowd.motion, crowd.next] = [crowd.next, crowd.motion];
          expectSameBits(flat, raised, `step ${step}`);
          expect(contactsIn(spaceEvents)).toBe(contactsIn(events));
          compared += spaceEvents.count;
        }
        expect(space.reach).toBe(environment.reach);
      },
    ),
    { numRuns: 60 },
  );
  expect(compared).toBeGreaterThan(1000);
});

test('the closest point of an upright rectangle and of a sphere is that of the wall and the circle, to the bit', () => {
  fc.assert(
    fc.property(fc.array(shape, { minLength: 1, maxLength: 5 }), place, (specifications, [x, y]) => {
      const obstacles = createObstacles(specifications);
      const solids = raiseObstacles(obstacles, 1000);
      const to = new Float64Array(3);
      for (let element = 0; element < obstacles.count; element++) {
        const alongX = obstacles.endX[element] - obstacles.startX[element];
        const alongY = obstacles.endY[element] - obstacles.startY[element];
        const squared = alongX * alongX + alongY * alongY;
        const fromX = x - obstacles.startX[element];
        const fromY = y - obstacles.startY[element];
        const part = squared > 0 ? Math.max(0, Math.min(1, (fromX * alongX + fromY * alongY) / squared)) : 0;
        closestOfSolid(solids, element, x, y, 0, to);
        // Adding 0 takes the sign from a zero, which nothing depends on.
        expect([...to].map((value) => value + 0)).toEqual([
          part * alongX - fromX + 0,
          part * alongY - fromY + 0,
          0,
        ]);
      }
    }),
    { numRuns: 200 },
  );
});

test('a tall box and a border in space have the walls of those in the plane, in the same order', () => {
  const obstacles = createObstacles([{ shape: 'box', min: [0.1, -0.7], max: [2.3, 1.9] }], {
    min: [-3.3, -4.1],
    max: [5.7, 6.1],
  });
  const solids = createSolids([{ shape: 'box', min: [0.1, -0.7, -50], max: [2.3, 1.9, 50] }], {
    min: [-3.3, -4.1, -50],
    max: [5.7, 6.1, 50],
  });
  for (let wall = 0; wall < 8; wall++) {
    // Each box has a bottom and a top besides, behind its walls.
    const face = wall < 4 ? wall : wall + 2;
    expect(solids.owner[face]).toBe(obstacles.owner[wall]);
    expect([solids.originX[face], solids.originY[face]]).toEqual([
      obstacles.startX[wall],
      obstacles.startY[wall],
    ]);
    expect([solids.sideEndX[face], solids.sideEndY[face]]).toEqual([
      obstacles.endX[wall],
      obstacles.endY[wall],
    ]);
    expect([solids.otherX[face], solids.otherY[face], solids.otherZ[face]]).toEqual([0, 0, 100]);
  }
});
