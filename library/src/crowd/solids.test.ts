import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anchorOf } from '../geometry/index.ts';
import { registerShapesInSpace } from '../geometry/shapes/in-space.ts';
import { SolidKind, type SolidSpecification, type Solids } from './index.ts';
import { shiftSolid } from './shift.fixture.ts';
import { closestOfSolid, createSolids, placeSolids, settleSolids } from './solids.ts';

registerShapesInSpace();

type Vector = [number, number, number];

function at(solids: Solids, what: 'origin' | 'side' | 'other' | 'normal' | 'shift', element: number): Vector {
  return [solids[`${what}X`][element], solids[`${what}Y`][element], solids[`${what}Z`][element]];
}

function closestOf(solids: Solids, element: number, point: Vector): Vector {
  const out = new Float64Array(3);
  closestOfSolid(solids, element, ...point, out);
  return [out[0], out[1], out[2]];
}

const tetrahedron: SolidSpecification = {
  shape: 'triangles',
  points: [
    [0, 0],
    [2, 0, 0],
    [0, 2, 0],
    [0, 0, 2],
  ],
  faces: [
    [0, 2, 1],
    [0, 1, 3],
    [0, 3, 2],
    [1, 2, 3],
  ],
  class: 2,
};

describe('solids as elements', () => {
  test('a box is six rectangles whose normals look outwards and whose areas are its surface', () => {
    const solids = createSolids([{ shape: 'box', min: [1, 2, 3], max: [2, 4, 6] }]);
    expect([...solids.kind]).toEqual(Array(6).fill(SolidKind.rectangle));
    let area = 0;
    for (let element = 0; element < 6; element++) {
      const [side, other, normal] = [
        at(solids, 'side', element),
        at(solids, 'other', element),
        at(solids, 'normal', element),
      ];
      expect(side[0] * other[0] + side[1] * other[1] + side[2] * other[2]).toBe(0);
      expect(Math.hypot(...normal)).toBe(1);
      area += Math.hypot(...side) * Math.hypot(...other);
      // The middle of the face, a hair along the normal, is outside.
      const outside = at(solids, 'origin', element).map(
        (value, k) => value + (side[k] + other[k]) / 2 + 0.1 * normal[k],
      );
      const inside = outside.every((value, k) => value > k + 1 && value < [2, 4, 6][k]);
      expect(inside).toBe(false);
    }
    expect(area).toBe(2 * (1 * 2 + 2 * 3 + 1 * 3));
  });

  test('border, still and moving: the border is −1 and of class 0, what moves comes last', () => {
    const solids = createSolids(
      [
        {
          shape: 'sphere',
          center: [0, 0, 5],
          radius: 2,
          class: 1,
          course: { kind: 'velocity', velocity: [1, 0, 2] },
        },
        tetrahedron,
        { shape: 'plane', point: [0, 0], normal: [0, 3, 4] },
      ],
      { min: [-9, -9], max: [9, 9, 9] },
    );
    expect(solids.count).toBe(12);
    expect(solids.firstMoving).toBe(11);
    expect([...solids.owner]).toEqual([-1, -1, -1, -1, -1, -1, 1, 1, 1, 1, 2, 0]);
    expect([...solids.class]).toEqual([0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 0, 1]);
    expect(at(solids, 'normal', 10)).toEqual([0, 0.6, 0.8]);
    expect(at(solids, 'normal', 9).map((value) => value * Math.sqrt(3))).toEqual(
      [1, 1, 1].map((value) => expect.closeTo(value, 12)),
    );
    placeSolids(solids, 2, 0.5);
    expect(at(solids, 'origin', 11)).toEqual([2, 0, 9]);
    expect(at(solids, 'shift', 11)).toEqual([0.5, 0, 1]);
    expect(at(solids, 'shift', 6)).toEqual([0, 0, 0]);
  });

  test('all elements of a solid move together, and one that is moved takes its course along', () => {
    const course = { kind: 'waypoints' as const, points: [[1, 1, 7]] as Vector[], speed: 2 };
    const solids = createSolids([{ shape: 'box', min: [0, 0, 0], max: [2, 2, 2], course }]);
    const rest = createSolids([{ shape: 'box', min: [0, 0, 0], max: [2, 2, 2] }]);
    shiftSolid(solids, 0, 10, 20, 30);
    expect(solids.revision).toBe(1);
    placeSolids(solids, 1.5, 0.25);
    for (let element = 0; element < 6; element++) {
      const [x, y, z] = at(rest, 'origin', element);
      expect(at(solids, 'origin', element)).toEqual([x + 10, y + 20, z + 33]);
      expect(at(solids, 'side', element)).toEqual(at(rest, 'side', element));
      expect(at(solids, 'shift', element)).toEqual([0, 0, 0.5]);
    }
    expect(anchorOf({ shape: 'box', min: [0, 0], max: [2, 4, 6] })).toEqual([1, 2, 3]);
    expect(anchorOf({ shape: 'plane', point: [1, 2], normal: [0, 0, 1] })).toEqual([1, 2, 0]);
  });

  test('corners alone bring back places, edges and normals', () => {
    const make = () => createSolids([tetrahedron, { shape: 'sphere', center: [1, 1, 1], radius: 1 }]);
    const solids = make();
    shiftSolid(solids, 0, 0.1, -0.3, 0.7);
    const copy = make();
    for (const name of Object.keys(solids.rest) as (keyof typeof solids.rest)[]) {
      copy.rest[name].set(solids.rest[name]);
      copy[name].set(solids[name]);
    }
    settleSolids(copy);
    for (const what of ['origin', 'side', 'other', 'normal'] as const) {
      for (let element = 0; element < 5; element++)
        expect(at(copy, what, element)).toEqual(at(solids, what, element));
    }
    expect(copy.rest).toEqual(solids.rest);
  });
});

test('the closest point: of a sphere its centre, of a plane the foot, of faces what clamping gives', () => {
  const solids = createSolids([
    { shape: 'sphere', center: [1, 2, 3], radius: 2 },
    { shape: 'plane', point: [0, 0, 1], normal: [0, 0, 2] },
    tetrahedron,
    { shape: 'box', min: [0, 0, 0], max: [2, 2, 2] },
  ]);
  expect(closestOf(solids, 0, [4, 2, 3])).toEqual([-3, 0, 0]);
  expect(closestOf(solids, 1, [4, 2, 3]).map((value) => value + 0)).toEqual([0, 0, -2]);
  expect(closestOf(solids, 2, [0.5, 0.5, -3])).toEqual([0, 0, 3]);
  expect(closestOf(solids, 2, [3, -1, 0])).toEqual([-1, 1, 0]);
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -4, max: 6, noNaN: true }), { minLength: 3, maxLength: 3 }),
      (list) => {
        const point = list as Vector;
        const least = Math.min(
          ...[6, 7, 8, 9, 10, 11].map((element) => Math.hypot(...closestOf(solids, element, point))),
        );
        const inside = point.every((value) => value >= 0 && value <= 2);
        const outside = Math.hypot(...point.map((value) => value - Math.min(2, Math.max(0, value))));
        const within = Math.min(...point.map((value) => Math.min(value, 2 - value)));
        expect(least).toBeCloseTo(inside ? within : outside, 12);
      },
    ),
  );
});
