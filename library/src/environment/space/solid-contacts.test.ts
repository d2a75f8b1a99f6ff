import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDice } from '../../crowd/crowd.fixture.ts';
import { EventKind, type SolidSpecification } from '../../crowd/index.ts';
import { createSolids } from '../../crowd/solids.ts';
import { registerSpace } from '../../simulation/scenario/space.ts';
import { createWalk, directionOf, times, type Vector } from './solid-walk.fixture.ts';
import { ballsOf, boxMesh, heightField, smallestSolidGap, windingOf } from './space.fixture.ts';

registerSpace();

const number = (min: number, max: number) =>
  fc.integer({ min: 0, max: 1_000_000_000 }).map((part) => min + ((max - min) * part) / 1_000_000_007);
const place = fc.tuple(number(-5, 5), number(-5, 5), number(-5, 5));
const tetrahedron = fc.tuple(place, place, place, place).map((points) => {
  const faces: Vector[] = [
    [0, 1, 2],
    [0, 2, 3],
    [0, 3, 1],
    [1, 3, 2],
  ];
  return { shape: 'triangles' as const, points, faces };
});
const box = fc
  .tuple(place, number(0.2, 5), number(0.2, 5), number(0.2, 5))
  .map(([[x, y, z], a, b, c]) => boxMesh([x, y, z], [x + a, y + b, z + c]));
const soup = fc.array(fc.tuple(place, place, place), { minLength: 1, maxLength: 12 }).map((triangles) => ({
  shape: 'triangles' as const,
  points: triangles.flat(),
  faces: triangles.map((_, k): Vector => [3 * k, 3 * k + 1, 3 * k + 2]),
}));
const other: fc.Arbitrary<SolidSpecification> = fc.oneof(
  fc.record({ shape: fc.constant('sphere' as const), center: place, radius: number(0.05, 2) }),
  fc
    .tuple(place, number(0.1, 4), number(0.1, 4), number(0.1, 4))
    .map(([[x, y, z], a, b, c]): SolidSpecification => {
      return { shape: 'box', min: [x, y, z], max: [x + a, y + b, z + c] };
    }),
  fc.record({
    shape: fc.constant('plane' as const),
    point: place.map((point) => times(point, 1.3)),
    normal: fc.tuple(number(-1, 1), number(-1, 1), number(0.1, 1)),
  }),
);
const wanderers = fc.array(
  fc.record({ x: number(-6.4, 6.4), y: number(-6.4, 6.4), z: number(-6.4, 6.4), radius: number(0.05, 0.5) }),
  { minLength: 1, maxLength: 12 },
);

describe('no agent ends a step inside a solid', () => {
  test('any paths of up to 3 m among meshes, loose triangles, spheres, boxes, planes and a border: gap ≥ 0, no closed mesh is entered or left', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(tetrahedron, box), { maxLength: 4 }),
        fc.array(fc.oneof(other, soup), { maxLength: 4 }),
        wanderers,
        fc.integer({ min: 1, max: 1e6 }),
        (meshes, others, balls, seed) => {
          const border = boxMesh([-7, -7, -7], [7, 7, 7]);
          const solids = createSolids([...meshes, ...others], { min: [-7, -7, -7], max: [7, 7, 7] });
          const start = ballsOf(balls);
          const free = balls.filter((_, row) => smallestSolidGap(start, row, solids) >= 0);
          const { crowd, placeOf, step } = createWalk(free, solids);
          const closed = [...meshes, border];
          const before = free.map((_, row) =>
            closed.map(({ points, faces }) => windingOf(points, faces, placeOf(row))),
          );
          const dice = createDice(seed);
          const last = free.map(() => directionOf(dice));
          for (let k = 0; k < 20; k++) {
            step((row) => {
              // Some straight on for several steps, so that they press into creases and corners.
              if (row % 2 === 0 || k % 5 === 0) last[row] = directionOf(dice);
              return times(last[row], 3 * dice());
            });
            for (let row = 0; row < crowd.count; row++) {
              const gap = smallestSolidGap(crowd, row, solids);
              const crossed = closed.findIndex(
                ({ points, faces }, mesh) => windingOf(points, faces, placeOf(row)) !== before[row][mesh],
              );
              if (gap < 0 || crossed >= 0) {
                throw new Error(`step ${k}, row ${row}: gap ${gap}, mesh ${crossed}, at ${placeOf(row)}`);
              }
            }
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  test('a thin sheet of two triangles at 50 m/s × 0.25 s, at every angle: the ball stays on its side and slides', () => {
    const sheet = createSolids([
      heightField(1, 400, () => 0),
      { shape: 'sphere', center: [300, 300, 300], radius: 1 },
    ]);
    fc.assert(
      fc.property(
        number(0, 3),
        number(-Math.PI, Math.PI),
        number(-1, 0),
        number(0.001, 2),
        number(-20, 20),
        number(-20, 20),
        (gap, angle, down, radius, x, y) => {
          const level = Math.sqrt(1 - down * down);
          const { crowd, step } = createWalk([{ x, y, z: radius + gap, radius }], sheet);
          for (let k = 0; k < 4; k++) {
            step(() => times([level * Math.cos(angle), level * Math.sin(angle), down], 12.5));
            expect(crowd.motion.z[0]).toBeGreaterThanOrEqual(radius);
          }
          expect(crowd.motion.x[0]).toBeCloseTo(x + 50 * level * Math.cos(angle), 4);
          expect(crowd.motion.y[0]).toBeCloseTo(y + 50 * level * Math.sin(angle), 4);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('an even floor of 800 triangles: no edge between them holds up a ball or lets it through', () => {
    const floor = createSolids([heightField(20, 1, () => 0)]);
    fc.assert(
      fc.property(
        number(-1, 1),
        number(-1, 1),
        fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7),
        fc.oneof(number(0, 3), fc.constantFrom(0, 1e-14, 1e-10, 1e-6)),
        (x, y, eighth, down) => {
          // Along the axes and diagonals too, where the foot of the ball runs along edges and through corners.
          const angle = eighth % 2 === 0 ? (eighth * Math.PI) / 4 : eighth;
          const start = eighth < 4 ? [Math.round(x), Math.round(y)] : [x, y];
          const { crowd, step } = createWalk([{ x: start[0], y: start[1], z: 0.25, radius: 0.25 }], floor);
          for (let k = 0; k < 3; k++) {
            step(() => [2.5 * Math.cos(angle), 2.5 * Math.sin(angle), -down]);
            expect(crowd.motion.z[0]).toBeGreaterThanOrEqual(0.25);
            expect(crowd.motion.z[0]).toBeLessThan(0.250002);
          }
          expect(crowd.motion.x[0]).toBeCloseTo(start[0] + 7.5 * Math.cos(angle), 4);
          expect(crowd.motion.y[0]).toBeCloseTo(start[1] + 7.5 * Math.sin(angle), 4);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('hills of 800 triangles: balls that fall and roll stay above them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        number(0.1, 3),
        number(0.05, 0.7),
        (seed, rough, radius) => {
          const dice = createDice(seed);
          const heights = Array.from({ length: 441 }, () => rough * dice());
          const field = heightField(20, 1, (i, j) => heights[21 * j + i]);
          const solids = createSolids([field]);
          const { crowd, placeOf, step } = createWalk(
            Array.from({ length: 6 }, () => ({
              x: 10 * (dice() - 0.5),
              y: 10 * (dice() - 0.5),
              z: 5,
              radius,
            })),
            solids,
          );
          for (let k = 0; k < 10; k++) {
            step(() => {
              const [x, y] = times(directionOf(dice), 1);
              return [x, y, -2];
            });
            for (let row = 0; row < crowd.count; row++) {
              expect(smallestSolidGap(crowd, row, solids)).toBeGreaterThanOrEqual(0);
              const [x, y, z] = placeOf(row);
              // Above the field: it covers more than half of what is below, seen from the ball.
              if (Math.max(Math.abs(x), Math.abs(y)) > 8) continue;
              expect(z).toBeGreaterThan(heightAt(field, x, y));
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test('tips and edges hit exactly in the middle: the ball stops or slides off, and never enters', () => {
    const pyramid: SolidSpecification = {
      shape: 'triangles',
      points: [
        [-1, -1, 0],
        [1, -1, 0],
        [1, 1, 0],
        [-1, 1, 0],
        [0, 0, 1],
      ],
      faces: [
        [0, 1, 4],
        [1, 2, 4],
        [2, 3, 4],
        [3, 0, 4],
        [0, 2, 1],
        [0, 3, 2],
      ],
    };
    for (const shape of [pyramid, { shape: 'box', min: [-1, -1, 0], max: [1, 1, 1] } as SolidSpecification]) {
      const solids = createSolids([shape]);
      const paths: [Vector, Vector][] = [
        [
          [0, 0, 3],
          [0, 0, -12.5],
        ],
        [
          [1, 1, 3],
          [0, 0, -12.5],
        ],
        [
          [1, 0, 3],
          [0, 0, -12.5],
        ],
        [
          [3, 0, 0],
          [-12.5, 0, 0],
        ],
        [
          [3, 0, 1],
          [-12.5, 0, 0],
        ],
        [
          [3, 3, 0],
          [-9, -9, 0],
        ],
        [
          [3, 3, 3],
          [-9, -9, -9],
        ],
        [
          [0.5, 0.5, 3],
          [0, 0, -12.5],
        ],
      ];
      for (const [from, path] of paths) {
        const { crowd, step } = createWalk([{ x: from[0], y: from[1], z: from[2] }], solids);
        for (let k = 0; k < 3; k++) {
          step(() => path);
          expect(smallestSolidGap(crowd, 0, solids)).toBeGreaterThanOrEqual(0);
          const { x, y, z } = crowd.motion;
          const inside =
            z[0] > 0 &&
            z[0] < 1 &&
            Math.max(Math.abs(x[0]), Math.abs(y[0])) < 1 - (shape === pyramid ? z[0] : 0);
          expect(inside).toBe(false);
        }
      }
    }
  });

  test('a ball pressed into a crease of two faces glides along it; a corner of three stops it', () => {
    // Walls that meet at 20° along the x axis, and an end wall.
    const slope = Math.tan((10 * Math.PI) / 180);
    const points: Vector[] = [
      [-20, 0, 0],
      [20, 0, 0],
      [20, 20, 20 * slope],
      [-20, 20, 20 * slope],
      [20, 20, -20 * slope],
      [-20, 20, -20 * slope],
    ];
    const faces: Vector[] = [
      [0, 1, 2],
      [0, 2, 3],
      [0, 1, 4],
      [0, 4, 5],
    ];
    const crease = createSolids([{ shape: 'triangles', points, faces }]);
    const room = createSolids([
      { shape: 'triangles', points, faces },
      { shape: 'plane', point: [3, 0, 0], normal: [-1, 0, 0] },
    ]);
    for (const [solids, end] of [
      [crease, 10],
      [room, 2.75],
    ] as const) {
      const { crowd, step } = createWalk([{ x: 0, y: 6, z: 0 }], solids);
      for (let k = 0; k < 10; k++) {
        step(() => [1, -2, 0.3]);
        expect(smallestSolidGap(crowd, 0, solids)).toBeGreaterThanOrEqual(0);
      }
      expect(crowd.motion.x[0]).toBeGreaterThan(end - 0.3);
      expect(crowd.motion.x[0]).toBeLessThan(end + 0.01);
    }
  });

  test('a ball that is not hindered goes exactly where it wants; each that touches is one event', () => {
    const solids = createSolids(
      [
        { shape: 'sphere', center: [5, 5, 5], radius: 1 },
        { shape: 'box', min: [1, -1, -1], max: [2, 1, 1] },
      ],
      { min: [-3, -10, -10], max: [10, 10, 10] },
    );
    const { crowd, events, step } = createWalk(
      [
        { x: 0, y: 0, z: 0 },
        { x: -2, y: 0, z: 0 },
        { x: 0, y: 5, z: 3 },
      ],
      solids,
    );
    step((row) => (row === 0 ? [2, 0, 0] : row === 1 ? [-2, 0, 0] : [1, 0.5, 0.25]));
    expect([crowd.motion.x[2], crowd.motion.y[2], crowd.motion.z[2]]).toEqual([1, 5.5, 3.25]);
    const told = Array.from({ length: events.count }, (_, k) => [
      events.kind[k],
      events.agent[k],
      events.other[k],
    ]);
    expect(told).toEqual([
      [EventKind.obstacleContact, 0, 1],
      [EventKind.obstacleContact, 1, -1],
    ]);
  });
});

/** The height of a field over a place, by the plane of the face there. */
function heightAt({ points, faces }: ReturnType<typeof heightField>, x: number, y: number): number {
  for (const [a, b, c] of faces) {
    const [p, q, r] = [points[a], points[b], points[c]];
    const area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    const s = ((x - p[0]) * (r[1] - p[1]) - (y - p[1]) * (r[0] - p[0])) / area;
    const t = ((q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0])) / area;
    if (s >= 0 && t >= 0 && s + t <= 1) return p[2] + s * (q[2] - p[2]) + t * (r[2] - p[2]);
  }
  throw new Error(`no face over ${x}, ${y}`);
}
