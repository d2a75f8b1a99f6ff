import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Shape } from 'wend';
import type { Point } from './shapes.ts';
import { walkableArea } from './walkable.ts';

const box = (minX: number, minY: number, maxX: number, maxY: number): Shape => ({
  shape: 'box',
  min: [minX, minY],
  max: [maxX, maxY],
});
const wall = (fromX: number, fromY: number, toX: number, toY: number): Shape => ({
  shape: 'segment',
  from: [fromX, fromY],
  to: [toX, toY],
});
const world = { minX: 0, minY: 0, maxX: 10, maxY: 10 };

/** The rings of the text, as integers of 0.1 mm: an oracle that shares nothing with the code but the grid. */
function parseWkt(wkt: string): bigint[][][] {
  expect(wkt).toMatch(/^POLYGON \(\(.*\)\)$/);
  return wkt
    .slice('POLYGON (('.length, -2)
    .split('), (')
    .map((ring) => ring.split(', ').map((point) => point.split(' ').map(decimal)));
}
function decimal(text: string): bigint {
  expect(text).toMatch(/^-?\d+(\.\d{1,4})?$/);
  const [whole, fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(4, '0'));
}

/** Brute force in exact integers: closed rings, no two edges touch but neighbours, holes inside and apart. */
function expectValidPolygon(wkt: string): void {
  const rings = parseWkt(wkt);
  const edges: { ring: number; a: bigint[]; b: bigint[] }[] = [];
  rings.forEach((ring, index) => {
    expect(ring.length).toBeGreaterThanOrEqual(4);
    expect(ring.at(-1)).toEqual(ring[0]);
    for (let k = 0; k + 1 < ring.length; k++) edges.push({ ring: index, a: ring[k], b: ring[k + 1] });
  });
  const cross = (a: bigint[], b: bigint[], c: bigint[]) => {
    const twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    return twice > 0n ? 1 : twice < 0n ? -1 : 0;
  };
  const within = (a: bigint[], b: bigint[], c: bigint[]) =>
    cross(a, b, c) === 0 &&
    [0, 1].every((k) => (a[k] <= c[k] && c[k] <= b[k]) || (b[k] <= c[k] && c[k] <= a[k]));
  const touching: string[] = [];
  for (let i = 0; i < edges.length; i++) {
    for (let j = i + 1; j < edges.length; j++) {
      const p = edges[i];
      const q = edges[j];
      const proper =
        cross(p.a, p.b, q.a) * cross(p.a, p.b, q.b) < 0 && cross(q.a, q.b, p.a) * cross(q.a, q.b, p.b) < 0;
      const contacts = [q.a, q.b].filter((c) => within(p.a, p.b, c)).length;
      const backward = [p.a, p.b].filter((c) => within(q.a, q.b, c)).length;
      const neighbours =
        p.ring === q.ring && (p.b === q.a || q.b === p.a || i + rings[p.ring].length - 2 === j);
      if (proper || contacts > (neighbours ? 1 : 0) || backward > (neighbours ? 1 : 0)) {
        touching.push(`${p.a}-${p.b} and ${q.a}-${q.b}`);
      }
    }
  }
  expect(touching).toEqual([]);
  const inside = (point: bigint[], ring: bigint[][]) => {
    let odd = false;
    for (let k = 0; k + 1 < ring.length; k++) {
      const [a, b] = ring[k][1] <= ring[k + 1][1] ? [ring[k], ring[k + 1]] : [ring[k + 1], ring[k]];
      if (a[1] <= point[1] && point[1] < b[1] && cross(a, b, point) > 0) odd = !odd;
    }
    return odd;
  };
  const [exterior, ...holes] = rings;
  for (const hole of holes) {
    expect(inside(hole[0], exterior)).toBe(true);
    for (const other of holes) if (other !== hole) expect(inside(hole[0], other)).toBe(false);
  }
}

describe('any obstacles', () => {
  /** Boxes on a lattice touch, share edges and meet in corners all the time. */
  const size = 12;
  const latticeBox = fc
    .tuple(fc.integer({ min: -1, max: size }), fc.integer({ min: -1, max: size }), fc.nat(4), fc.nat(4))
    .map(([x, y, width, height]) => box(x, y, x + width + 1, y + height + 1));
  const lattice = { minX: 0, minY: 0, maxX: size, maxY: size };

  /** Oracle: paint the cells, flood-fill what is free; sizes of the pieces, largest first. */
  function freePieces(shapes: Shape[]): number[] {
    const blocked = new Uint8Array(size * size);
    for (const shape of shapes) {
      if (shape.shape !== 'box') continue;
      for (let cell = 0; cell < size * size; cell++) {
        const [x, y] = [cell % size, Math.floor(cell / size)];
        if (x >= shape.min[0] && x < shape.max[0] && y >= shape.min[1] && y < shape.max[1]) blocked[cell] = 1;
      }
    }
    const pieces: number[] = [];
    for (let start = 0; start < size * size; start++) {
      const queue = blocked[start] ? [] : [start];
      blocked[start] = 1;
      let cells = 0;
      for (let cell = queue.pop(); cell !== undefined; cell = queue.pop()) {
        cells++;
        const x = cell % size;
        for (const next of [x > 0 ? cell - 1 : -1, x + 1 < size ? cell + 1 : -1, cell - size, cell + size]) {
          if (next >= 0 && next < size * size && !blocked[next]) {
            blocked[next] = 1;
            queue.push(next);
          }
        }
      }
      if (cells > 0) pieces.push(cells);
    }
    return pieces.sort((a, b) => b - a);
  }

  test('boxes that touch in corners and edges: valid, and the areas of all pieces are those of a flood fill', () => {
    let thickened = 0;
    fc.assert(
      fc.property(fc.array(latticeBox, { minLength: 1, maxLength: 24 }), (shapes) => {
        const expected = freePieces(shapes);
        if (expected.length === 0) {
          expect(() => walkableArea(lattice, shapes)).toThrow(/nothing is walkable/);
          return;
        }
        const area = walkableArea(lattice, shapes);
        expectValidPolygon(area.wkt);
        expect(area.thickenedBy).toBeLessThanOrEqual(0.0032);
        if (area.thickenedBy > 0) thickened++;
        const areas = [area.area, ...area.dropped.map((piece) => piece.area)];
        expect(areas.length).toBe(expected.length);
        areas.forEach((found, k) => {
          expect(Math.abs(found - expected[k])).toBeLessThan(size * size * 4 * area.thickenedBy + 1e-6);
        });
      }),
      { numRuns: 600 },
    );
    // The lattice is there to provoke pinches.
    expect(thickened).toBeGreaterThan(10);
  });

  const coordinate = fc.double({ min: -2, max: 12, noNaN: true });
  const point = fc.tuple(coordinate, coordinate);
  const shape: fc.Arbitrary<Shape> = fc.oneof(
    fc.record({
      shape: fc.constant('circle' as const),
      center: point,
      radius: fc.double({ min: 0, max: 2.5, noNaN: true }),
    }),
    fc.tuple(point, point).map(([a, b]) => box(a[0], a[1], b[0], b[1])),
    fc.record({ shape: fc.constant('segment' as const), from: point, to: point }),
    fc.record({
      shape: fc.constant('polygon' as const),
      points: fc.array(point, { minLength: 3, maxLength: 6 }),
    }),
  );

  /** Signed distance is not needed: 1 inside by more than a margin, -1 outside by more than it, 0 near the border. */
  function blocks(one: Shape, [x, y]: Point): number {
    const margin = 0.02;
    const toSegment = (a: Point, b: Point) => {
      const [ux, uy] = [b[0] - a[0], b[1] - a[1]];
      const squared = ux * ux + uy * uy;
      const t = squared > 0 ? Math.min(1, Math.max(0, ((x - a[0]) * ux + (y - a[1]) * uy) / squared)) : 0;
      return Math.hypot(a[0] + t * ux - x, a[1] + t * uy - y);
    };
    if (one.shape === 'circle') {
      const depth = one.radius - Math.hypot(x - one.center[0], y - one.center[1]);
      return depth > margin ? 1 : depth < -margin ? -1 : 0;
    }
    if (one.shape === 'segment') return toSegment(one.from, one.to) < margin ? 0 : -1;
    const corners: readonly Point[] =
      one.shape === 'polygon'
        ? one.points
        : [
            [one.min[0], one.min[1]],
            [one.max[0], one.min[1]],
            [one.max[0], one.max[1]],
            [one.min[0], one.max[1]],
          ];
    let winding = 0;
    for (let k = 0; k < corners.length; k++) {
      const [a, b] = [corners[k], corners[(k + 1) % corners.length]];
      if (toSegment(a, b) < margin) return 0;
      const left = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
      if (a[1] <= y && b[1] > y && left > 0) winding++;
      if (a[1] > y && b[1] <= y && left < 0) winding--;
    }
    return winding !== 0 ? 1 : -1;
  }

  const covers = (rings: (readonly Point[])[], at: Point) => {
    let odd = false;
    for (const ring of rings) {
      for (let k = 0; k + 1 < ring.length; k++) {
        const [a, b] = [ring[k], ring[k + 1]];
        if (
          a[1] > at[1] !== b[1] > at[1] &&
          at[0] < a[0] + ((at[1] - a[1]) / (b[1] - a[1])) * (b[0] - a[0])
        ) {
          odd = !odd;
        }
      }
    }
    return odd;
  };

  test('circles, boxes, walls and crossing polygons: valid, and free ground is inside, blocked ground outside', () => {
    fc.assert(
      fc.property(
        fc.array(shape, { maxLength: 12 }),
        fc.array(point, { minLength: 60, maxLength: 60 }),
        (shapes, points) => {
          const area = (() => {
            try {
              return walkableArea(world, shapes);
            } catch (error) {
              expect((error as Error).message).toMatch(/nothing is walkable/);
              return undefined;
            }
          })();
          if (area === undefined) return;
          expectValidPolygon(area.wkt);
          for (const at of points) {
            if (at.some((value) => value < 0.02 || value > 9.98)) continue;
            const states = shapes.map((one) => blocks(one, at));
            const covered = covers([area.exterior, ...area.holes], at);
            if (states.includes(1)) expect(covered).toBe(false);
            else if (!states.includes(0) && area.dropped.length === 0) expect(covered).toBe(true);
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('named cases', () => {
  test('an empty world is its rectangle', () => {
    const area = walkableArea({ minX: -1.5, minY: 0, maxX: 40, maxY: 2.25 }, []);
    expect(area.wkt).toBe('POLYGON ((40 2.25, -1.5 2.25, -1.5 0, 40 0, 40 2.25))');
    expect(area).toMatchObject({ area: 41.5 * 2.25, dropped: [], thickenedBy: 0, blocked: 0 });
  });

  test('boxes that overlap are one hole, a box at the border is a notch, one outside is nothing', () => {
    const shapes = [box(2, 2, 4, 4), box(3, 3, 5, 5), box(8, -1, 9, 2), box(20, 20, 21, 21)];
    const area = walkableArea(world, shapes);
    expect(area.holes.length).toBe(1);
    expect(area.exterior.length).toBe(9);
    expect(area.area).toBeCloseTo(100 - 7 - 2, 9);
  });

  test('a circle is inscribed: within half a centimetre, and no free ground is lost', () => {
    for (const radius of [0.1, 1, 4]) {
      const [hole] = walkableArea(world, [{ shape: 'circle', center: [5, 5], radius }]).holes;
      expect(hole.length).toBeGreaterThanOrEqual(33);
      for (let k = 0; k + 1 < hole.length; k++) {
        const middle = Math.hypot(
          (hole[k][0] + hole[k + 1][0]) / 2 - 5,
          (hole[k][1] + hole[k + 1][1]) / 2 - 5,
        );
        expect(Math.hypot(hole[k][0] - 5, hole[k][1] - 5)).toBeLessThan(radius + 1e-4);
        expect(middle).toBeGreaterThan(radius - 0.0052);
      }
    }
  });

  test('a wall is a strip of one centimetre', () => {
    const area = walkableArea(world, [wall(2, 5, 8, 5)]);
    expect(area.area).toBeCloseTo(100 - 6.01 * 0.01, 6);
    expect(walkableArea(world, [box(2, 5, 8, 5)]).wkt).toBe(area.wkt);
  });

  test('of a room and its surroundings the larger is kept, unless agents are in the other', () => {
    const room = [wall(1, 1, 5, 1), wall(5, 1, 5, 5), wall(5, 5, 1, 5), wall(1, 5, 1, 1)];
    const outside = walkableArea(world, room);
    expect(outside.area).toBeCloseTo(100 - 4.01 * 4.01, 6);
    expect(outside.dropped).toMatchObject([{ occupied: 0 }]);
    expect(outside.dropped[0].area).toBeCloseTo(3.99 * 3.99, 6);
    const inside = walkableArea(world, room, [
      [2, 2],
      [3, 3],
      [8, 8],
      [5, 5],
    ]);
    expect(inside.area).toBeCloseTo(3.99 * 3.99, 6);
    expect(inside.holes).toEqual([]);
    expect(inside.dropped).toMatchObject([{ occupied: 1 }]);
    expect(inside.blocked).toBe(1);
  });

  test('boxes that meet in a corner are joined by a hair, since a ring must not touch itself', () => {
    const area = walkableArea(world, [box(2, 2, 4, 4), box(4, 4, 6, 6)]);
    expect(area.holes.length).toBe(1);
    expect(area.thickenedBy).toBe(0.0001);
    expectValidPolygon(area.wkt);
  });

  test('a world far from the origin, and one of 20 km, keep their rounding', () => {
    const far = { minX: 500_000.25, minY: 5_600_000.5, maxX: 500_100.25, maxY: 5_600_100.5 };
    const area = walkableArea(far, [{ shape: 'circle', center: [500_050, 5_600_050], radius: 3 }]);
    expectValidPolygon(area.wkt);
    expect(area.area).toBeCloseTo(10_000 - 9 * Math.PI, 0);
    const wide = walkableArea({ minX: 0, minY: 0, maxX: 20_000, maxY: 20_000 }, [box(0.12345, 1, 10, 2)]);
    expectValidPolygon(wide.wkt);
    expect(wide.wkt).toContain('0.123 ');
  });

  test('what has no place in the plane is refused by name', () => {
    expect(() => walkableArea({ ...world, maxX: 0 }, [])).toThrow(/have no area/);
    expect(() => walkableArea({ ...world, maxX: Number.NaN }, [])).toThrow(/have no area/);
    expect(() => walkableArea(world, [box(1, 1, 2, 2), box(0, 0, Number.NaN, 1)])).toThrow(/shape 1: a box/);
    expect(() => walkableArea(world, [{ shape: 'circle', center: [1, 1], radius: -1 }])).toThrow(/radius -1/);
    expect(() => walkableArea(world, [{ shape: 'polygon', points: [[1, 1]] }])).toThrow(/three points/);
    expect(() => walkableArea(world, [box(-1, -1, 11, 11)])).toThrow(/nothing is walkable/);
  });
});
