import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDice } from '../../crowd/crowd.fixture.ts';
import {
  type Crowd,
  createNearLists,
  type NearLists,
  type SolidSpecification,
  type Solids,
} from '../../crowd/index.ts';
import { shiftSolid } from '../../crowd/shift.fixture.ts';
import { createSolids, placeSolids } from '../../crowd/solids.ts';
import { registerSpace } from '../../simulation/scenario/space.ts';
import { listSolids, solidsNear, updateSolidIndex } from './solid-index.ts';
import { createSolidIndex } from './solid-tables.ts';
import { ballsOf, gapToSolid, heightField } from './space.fixture.ts';

registerSpace();

type Vector = [number, number, number];

const number = (min: number, max: number) =>
  fc.integer({ min: 0, max: 1_000_000_000 }).map((part) => min + ((max - min) * part) / 1_000_000_007);
const placeWithin = (size: number) => fc.tuple(number(-size, size), number(-size, size), number(-size, size));

const triangle = (size: number): fc.Arbitrary<SolidSpecification> =>
  fc.tuple(placeWithin(size), placeWithin(size), placeWithin(size)).map((points) => {
    return { shape: 'triangles', points, faces: [[0, 1, 2]] };
  });
const sphere = (size: number): fc.Arbitrary<SolidSpecification> =>
  fc.record({
    shape: fc.constant('sphere' as const),
    center: placeWithin(size),
    radius: number(0.01, size / 4),
  });
const box = (size: number): fc.Arbitrary<SolidSpecification> =>
  fc.tuple(placeWithin(size), placeWithin(size)).map(([a, b]) => {
    const min = a.map((value, k) => Math.min(value, b[k])) as Vector;
    const max = a.map((value, k) => Math.max(value, b[k]) + 0.01) as Vector;
    return { shape: 'box', min, max };
  });
const plane: fc.Arbitrary<SolidSpecification> = fc.record({
  shape: fc.constant('plane' as const),
  point: placeWithin(20),
  normal: fc.tuple(number(-1, 1), number(-1, 1), number(0.1, 1)),
});
const agents = (size: number) =>
  fc.array(
    fc.record({
      x: number(-size, size),
      y: number(-size, size),
      z: number(-size, size),
      viewRadius: number(0.1, 6),
    }),
    { minLength: 1, maxLength: 10 },
  );

function listed(lists: NearLists, row: number): number[] {
  return [...lists.items.subarray(lists.starts[row], lists.starts[row] + lists.counts[row])];
}

/** Every element within the view is listed once and none beyond it; at the edge itself rounding may decide. */
function expectLists(crowd: Crowd, solids: Solids, lists: NearLists): number {
  const { motion, traits } = crowd;
  let total = 0;
  for (let row = 0; row < crowd.count; row++) {
    const found = new Set(listed(lists, row));
    expect(found.size).toBe(lists.counts[row]);
    total += found.size;
    const at: Vector = [motion.x[row], motion.y[row], motion.z[row]];
    const view = traits.viewRadius[row];
    for (let element = 0; element < solids.count; element++) {
      const distance = gapToSolid(solids, element, at, 0);
      const size = 1 + Math.hypot(...at) + Math.abs(distance) + Math.abs(solids.originX[element]);
      if (Math.abs(distance - view) <= 1e-10 * size) continue;
      if (found.has(element) !== distance < view) {
        throw new Error(`row ${row}, element ${element} at ${distance} of ${view}: ${found.has(element)}`);
      }
    }
  }
  return total;
}

/** With no room to spare: the index answers for the longest view exactly. */
const reachOf = (crowd: Crowd) => Math.max(...crowd.traits.viewRadius.subarray(0, crowd.count));

function listAll(crowd: Crowd, solids: Solids, index = createSolidIndex()): NearLists {
  const lists = createNearLists();
  updateSolidIndex(index, solids, reachOf(crowd));
  const rows = Int32Array.from({ length: crowd.count }, (_, row) => row);
  listSolids(index, crowd, solids, rows, crowd.count, lists);
  return lists;
}

describe('the lists of solids equal those by distance to every element', () => {
  const worlds: [string, number, fc.Arbitrary<SolidSpecification[]>][] = [
    [
      'triangles, spheres, boxes and planes',
      20,
      fc.array(fc.oneof(triangle(20), sphere(20), box(20), plane), { maxLength: 30 }),
    ],
    [
      'faces 100 km wide among small ones',
      30,
      fc.array(fc.oneof(triangle(30), triangle(1e5), box(1e5), sphere(1e5)), { minLength: 1, maxLength: 10 }),
    ],
    [
      'flat along the axes',
      10,
      fc.array(
        fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: 1, max: 20 })).map(([at, size]) => ({
          shape: 'box' as const,
          min: [at, at, at] as Vector,
          max: [at + 1, at + size, at + 2] as Vector,
        })),
        { maxLength: 12 },
      ),
    ],
  ];
  test.each(worlds)('%s', (_, size, shapes) => {
    fc.assert(
      fc.property(shapes, agents(size), (specifications, balls) => {
        const crowd = ballsOf(balls);
        const solids = createSolids(specifications);
        expectLists(crowd, solids, listAll(crowd, solids));
      }),
      { numRuns: 60 },
    );
  });

  test('an ocean floor of 20,000 triangles, a huge one beside it and a plane below', () => {
    const dice = createDice(11);
    const solids = createSolids([
      heightField(100, 10, () => 8 * dice()),
      {
        shape: 'triangles',
        points: [
          [-4e4, -3e4, 5],
          [5e4, -1e4, 30],
          [0, 6e4, 12],
        ],
        faces: [[0, 1, 2]],
      },
      { shape: 'plane', point: [0, 0, -2], normal: [0, 0.01, 1] },
    ]);
    const crowd = ballsOf(
      Array.from({ length: 12 }, () => ({
        x: 900 * (dice() - 0.5),
        y: 900 * (dice() - 0.5),
        z: 20 * dice(),
        viewRadius: 9,
      })),
    );
    const index = createSolidIndex();
    expect(expectLists(crowd, solids, listAll(crowd, solids, index))).toBeGreaterThan(50);
    // And it finds them among few: a cell is not far larger than the view.
    for (let row = 0; row < crowd.count; row++) {
      const { x, y, z } = crowd.motion;
      expect([...solidsNear(index, x[row], y[row], z[row])].length).toBeLessThan(200);
    }
  });

  test('40,000 agents that see one element each at the very end of their view: none is missed', () => {
    const dice = createDice(5);
    const anywhere = (size: number): Vector => [
      size * (dice() - 0.5),
      size * (dice() - 0.5),
      size * (dice() - 0.5),
    ];
    const faces = Array.from({ length: 60 }, (_, k): SolidSpecification => {
      const [x, y, z] = anywhere(200);
      const corner = (): Vector => {
        const [a, b, c] = anywhere(k % 3 === 0 ? 60 : 4);
        return [x + a, y + b, z + c];
      };
      if (k % 5 === 0) return { shape: 'sphere', center: [x, y, z], radius: 4 * dice() };
      return { shape: 'triangles', points: [corner(), corner(), corner()], faces: [[0, 1, 2]] };
    });
    const solids = createSolids(faces);
    const targets = Array.from({ length: 40_000 }, (_, k) => k % solids.count);
    const view = 3;
    const crowd = ballsOf(
      targets.map((element) => {
        // From a point of the face along its normal; from a corner or a centre along any direction.
        const [s, t] = [dice(), dice()].map((part) => (dice() < 0.2 ? 0 : part / 2));
        const normal: Vector = [solids.normalX[element], solids.normalY[element], solids.normalZ[element]];
        const any = anywhere(1);
        const isFree = (s === 0 && t === 0) || solids.radius[element] > 0;
        const path = isFree ? any : dice() < 0.5 ? normal : (normal.map((value) => -value) as Vector);
        const length = (0.999999 * (view + solids.radius[element])) / Math.hypot(...path);
        return {
          x:
            solids.originX[element] +
            s * solids.sideX[element] +
            t * solids.otherX[element] +
            length * path[0],
          y:
            solids.originY[element] +
            s * solids.sideY[element] +
            t * solids.otherY[element] +
            length * path[1],
          z:
            solids.originZ[element] +
            s * solids.sideZ[element] +
            t * solids.otherZ[element] +
            length * path[2],
          viewRadius: view,
        };
      }),
    );
    const lists = listAll(crowd, solids);
    expect(targets.findIndex((element, row) => !listed(lists, row).includes(element))).toBe(-1);
  });

  test('moving solids are found where they are now; moved ones too; a longer view is answered', () => {
    const moving = fc
      .tuple(fc.oneof(triangle(10), sphere(10), box(10), plane), placeWithin(20))
      .map(([shape, velocity]): SolidSpecification => ({ ...shape, course: { kind: 'velocity', velocity } }));
    fc.assert(
      fc.property(
        fc.array(moving, { minLength: 1, maxLength: 8 }),
        fc.array(fc.oneof(triangle(10), plane), { minLength: 1, maxLength: 5 }),
        agents(20),
        (movers, still, balls) => {
          const crowd = ballsOf(balls);
          const solids = createSolids([...still, ...movers]);
          const index = createSolidIndex();
          for (const time of [0, 0.1, 0.7, 1]) {
            placeSolids(solids, time, 0.1);
            if (time === 0.7) shiftSolid(solids, 0, 5, -3, 2);
            if (time === 1) crowd.traits.viewRadius[0] = 12;
            expectLists(crowd, solids, listAll(crowd, solids, index));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('behind a plane it is always seen; rows that are not due stay empty', () => {
    const crowd = ballsOf([
      { x: 0, y: 0, z: -50 },
      { x: 0, y: 0, z: 50 },
      { x: 0, y: 0, z: 1 },
    ]);
    const solids = createSolids([{ shape: 'plane', point: [0, 0, 0], normal: [0, 0, 1] }]);
    const index = createSolidIndex();
    const lists = createNearLists();
    updateSolidIndex(index, solids, 4);
    listSolids(index, crowd, solids, Int32Array.of(0, 1, 2), 3, lists);
    expect([...lists.counts.subarray(0, 3)]).toEqual([1, 0, 1]);
    listSolids(index, crowd, solids, Int32Array.of(1), 1, lists);
    expect([...lists.counts.subarray(0, 3)]).toEqual([0, 0, 0]);
  });
});
