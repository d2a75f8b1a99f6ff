import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gapToShape, type Shape } from '../geometry/index.ts';
import {
  closestOfTarget,
  createTargets,
  isAtTarget,
  moveTarget,
  openTarget,
  placeTargets,
  type TargetSpecification,
} from './targets.ts';

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const place = fc.tuple(number(-12, 12), number(-12, 12));

/** A region of each kind, and the same as the shape that geometry/ measures gaps to: the independent oracle. */
type Case = { region: NonNullable<TargetSpecification['region']>; shape: Shape };

const box = fc.tuple(place, number(0.2, 8), number(0.2, 8)).map(([[x, y], width, height]): Case => {
  const [min, max] = [[x, y] as const, [x + width, y + height] as const];
  return { region: { box: { min, max } }, shape: { shape: 'box', min, max } };
});
const circle = fc.tuple(place, number(0.1, 6)).map(
  ([center, radius]): Case => ({
    region: { circle: { center, radius } },
    shape: { shape: 'circle', center, radius },
  }),
);
/** An L, a dart and a comb: none is convex. */
const outlines: readonly (readonly [number, number])[][] = [
  [
    [0, 0],
    [4, 0],
    [4, 1],
    [1, 1],
    [1, 5],
    [0, 5],
  ],
  [
    [0, 0],
    [3, 1],
    [0, 6],
    [1, 1.5],
  ],
  [
    [0, 0],
    [6, 0],
    [6, 4],
    [5, 4],
    [5, 1],
    [3.5, 1],
    [3.5, 4],
    [2.5, 4],
    [2.5, 1],
    [1, 1],
    [1, 4],
    [0, 4],
  ],
];
const polygon = fc.tuple(place, fc.constantFrom(...outlines), fc.boolean()).map(([[x, y], outline, back]) => {
  const corners = outline.map(([cx, cy]) => [cx + x, cy + y] as const);
  const points = back ? corners.reverse() : corners;
  return { region: { polygon: { points } }, shape: { shape: 'polygon', points } } as Case;
});

describe('a region', () => {
  test.each([
    ['box', box],
    ['circle', circle],
    ['polygon', polygon],
  ])('%s is reached exactly where the gap to the shape is not positive', (_, cases) => {
    fc.assert(
      fc.property(cases, place, ({ region, shape }, [x, y]) => {
        const gap = gapToShape(shape, x, y, 0);
        // The shape is placed by other sums than the region: within their rounding nothing is said.
        fc.pre(Math.abs(gap) > 1e-9);
        expect(isAtTarget(createTargets([{ region, radius: 1 }]), 0, x, y)).toBe(gap < 0);
      }),
    );
  });

  test.each([
    ['box', box],
    ['circle', circle],
    ['polygon', polygon],
  ])('%s is aimed at where it is nearest, and a little inside', (_, cases) => {
    fc.assert(
      fc.property(cases, place, ({ region, shape }, [x, y]) => {
        const targets = createTargets([{ region, radius: 1 }]);
        const gap = gapToShape(shape, x, y, 0);
        fc.pre(gap > 1e-6);
        const aim = new Float64Array(3);
        closestOfTarget(targets, 0, x, y, aim);
        expect(isAtTarget(targets, 0, aim[0], aim[1])).toBe(true);
        const inset = targets.regions.inset[0];
        const way = Math.hypot(aim[0] - x, aim[1] - y);
        expect(way).toBeGreaterThan(gap - 1e-9);
        // Into a corner of a box by the inset along both axes.
        expect(way).toBeLessThan(gap + Math.SQRT2 * inset + 1e-9);
      }),
    );
  });

  test('an agent well inside aims at its own position', () => {
    const region = { box: { min: [0, 0], max: [4, 2] } } as const;
    const aim = new Float64Array(3);
    closestOfTarget(createTargets([{ region, radius: 1 }]), 0, 1, 1, aim);
    expect([...aim]).toEqual([1, 1, 0]);
  });

  test('a door 2 cm deep has its aim in the middle of them, not beyond', () => {
    const region = { box: { min: [0, 0], max: [3, 0.02] } } as const;
    const targets = createTargets([{ region, radius: 1 }]);
    const aim = new Float64Array(3);
    closestOfTarget(targets, 0, 1, -5, aim);
    expect(aim[0]).toBe(1);
    expect(aim[1]).toBeGreaterThan(0);
    expect(aim[1]).toBeLessThanOrEqual(0.01);
  });

  test('goes along with its course, as a point does', () => {
    const course = { kind: 'velocity', velocity: [2, -1] } as const;
    const region = { polygon: { points: outlines[0] } };
    const targets = createTargets([{ region, radius: 1, course }]);
    expect(isAtTarget(targets, 0, 0.5, 4)).toBe(true);
    placeTargets(targets, 3);
    expect(isAtTarget(targets, 0, 0.5, 4)).toBe(false);
    expect(isAtTarget(targets, 0, 6.5, 1)).toBe(true);
    const aim = new Float64Array(3);
    closestOfTarget(targets, 0, 6.5, 10, aim);
    expect(aim[0]).toBeCloseTo(6.5, 12);
    expect(aim[1]).toBeCloseTo(2 - targets.regions.inset[0], 12);
  });

  test('in space is a box with a height', () => {
    const region = { box: { min: [0, 0, 0], max: [2, 2, 4] } } as const;
    const targets = createTargets([{ region, radius: 1 }]);
    expect(isAtTarget(targets, 0, 1, 1, 3.9)).toBe(true);
    expect(isAtTarget(targets, 0, 1, 1, 4.1)).toBe(false);
    const aim = new Float64Array(3);
    closestOfTarget(targets, 0, 1, 1, aim, 9);
    expect([...aim]).toEqual([1, 1, 3.9]);
  });
});

describe('a point with a radius', () => {
  test('is aimed at in its centre and reached within the radius', () => {
    const targets = createTargets([{ at: [3, 4], radius: 2 }]);
    const aim = new Float64Array(3);
    closestOfTarget(targets, 0, 0, 0, aim);
    expect([...aim]).toEqual([3, 4, 0]);
    expect(isAtTarget(targets, 0, 3, 2)).toBe(true);
    expect(isAtTarget(targets, 0, 3, 1.999)).toBe(false);
    expect(isAtTarget(targets, 0, Number.NaN, 4)).toBe(false);
  });
});

describe('the revision', () => {
  test('changes when a target is closed, opened or moved, and not when nothing changes', () => {
    const targets = createTargets([
      { at: [0, 0], radius: 1 },
      { at: [1, 0], radius: 1, open: false },
    ]);
    expect([...targets.open]).toEqual([1, 0]);
    openTarget(targets, 0, true);
    openTarget(targets, 1, false);
    placeTargets(targets, 7);
    expect(targets.revision).toBe(0);
    openTarget(targets, 0, false);
    openTarget(targets, 1, true);
    expect(targets.revision).toBe(2);
    moveTarget(targets, 0, 5, 5);
    expect(targets.revision).toBe(3);
  });
});
