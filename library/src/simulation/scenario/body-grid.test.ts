import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBodyGrid, findBody, insertBody, largestFirst, sizeClass } from './body-grid.ts';

const coordinate = fc.double({ min: -20, max: 20, noNaN: true });
const radius = fc.oneof(
  fc.double({ min: 0.001, max: 0.1, noNaN: true }),
  fc.double({ min: 0.1, max: 10, noNaN: true }),
);
const body = fc.tuple(coordinate, coordinate, coordinate, radius);

test.each([2, 3])(
  'a body in the way is found exactly when looking at each finds one, dimension %d',
  (dimension) => {
    fc.assert(
      fc.property(
        fc.array(body, { maxLength: 60 }),
        body,
        fc.constantFrom(-0.001, 0, 0.5),
        (bodies, [x, y, z, r], gap) => {
          const column = (axis: number) => Float64Array.from(bodies, (it) => it[axis]);
          const grid = createBodyGrid(
            column(0),
            column(1),
            dimension === 3 ? column(2) : undefined,
            column(3),
          );
          bodies.forEach((_, k) => {
            insertBody(grid, k);
          });
          const near = bodies.map(([bx, by, bz, br]) => {
            const reach = br + (r + gap);
            const dz = dimension === 3 ? bz - z : 0;
            return reach > 0 && (bx - x) * (bx - x) + (by - y) * (by - y) + dz * dz < reach * reach;
          });
          const found = findBody(grid, x, y, dimension === 3 ? z : 0, r, gap);
          expect(found >= 0).toBe(near.includes(true));
          if (found >= 0) expect(near[found]).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  },
);

test('rows are ordered by size class, then by number', () => {
  fc.assert(
    fc.property(fc.array(radius, { maxLength: 100 }), (radii) => {
      const order = largestFirst(
        Float64Array.from(radii),
        Int32Array.from(radii, (_, k) => k),
      );
      const sorted = radii
        .map((_, k) => k)
        .sort((a, b) => sizeClass(radii[b]) - sizeClass(radii[a]) || a - b);
      expect([...order]).toEqual(sorted);
    }),
  );
});

test('a size is the number of doublings that make room for a body', () => {
  const doublings = (r: number) => {
    let size = 0;
    for (let width = 1 / 512; width < 2 * r; width *= 2) size++;
    return size;
  };
  const powers = Array.from({ length: 15 }, (_, k) => 2 ** (k - 11)).filter((r) => r <= 10);
  for (const r of powers) {
    const near = [r * (1 - 2 ** -52), r, r * (1 + 2 ** -52)];
    expect(near.map(sizeClass)).toEqual(near.map(doublings));
  }
  expect(sizeClass(Number.NEGATIVE_INFINITY)).toBe(0);
  fc.assert(
    fc.property(radius, (r) => {
      expect(sizeClass(r)).toBe(doublings(r));
    }),
  );
});
