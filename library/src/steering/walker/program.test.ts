import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addHalfPlane, createHalfPlanes, type HalfPlanes, solve } from './program.ts';

/** A half-plane as its inner normal's angle and the distance of its border from rest, positive where rest is outside. */
type Half = { angle: number; offset: number };
type Point = { x: number; y: number };

const planesOf = (halves: readonly Half[], hard = 0): HalfPlanes => {
  const planes = createHalfPlanes(Math.max(1, halves.length));
  for (const { angle, offset } of halves) {
    const nx = Math.cos(angle);
    const ny = Math.sin(angle);
    addHalfPlane(planes, offset * nx, offset * ny, ny, -nx);
  }
  planes.hard = hard;
  return planes;
};

const solved = (planes: HalfPlanes, speed: number, wish: Point): Point => {
  const result = { x: Number.NaN, y: Number.NaN };
  planes.speed = speed;
  solve(planes, wish, createHalfPlanes(planes.pointX.length), result);
  return result;
};

const outsideBy = ({ angle, offset }: Half, { x, y }: Point) =>
  offset - (x * Math.cos(angle) + y * Math.sin(angle));
const fromWish = ({ x, y }: Point, wish: Point) => Math.hypot(x - wish.x, y - wish.y);

/**
 * The allowed velocity nearest to the wish is one of these: the wish, its projection onto the rim or a border, or a point
 * where two of borders and rim meet. All are tried. `slack` widens every half-plane; a negative one narrows it.
 */
function tryAll(halves: readonly Half[], speed: number, wish: Point, slack: number): number {
  const wide = halves.map(({ angle, offset }) => ({ angle, offset: offset - slack }));
  const length = Math.hypot(wish.x, wish.y);
  const places: Point[] = [wish, { x: 0, y: 0 }];
  if (length > 0) places.push({ x: (speed * wish.x) / length, y: (speed * wish.y) / length });
  for (const [k, half] of wide.entries()) {
    const n = { x: Math.cos(half.angle), y: Math.sin(half.angle) };
    const foot = { x: half.offset * n.x, y: half.offset * n.y };
    const along = (t: number) => ({ x: foot.x - t * n.y, y: foot.y + t * n.x });
    places.push(along((wish.y - foot.y) * n.x - (wish.x - foot.x) * n.y));
    const chord = Math.sqrt(Math.max(0, speed * speed - half.offset * half.offset));
    places.push(along(chord), along(-chord));
    for (const other of wide.slice(0, k)) {
      const sine = Math.sin(other.angle - half.angle);
      if (Math.abs(sine) < 1e-12) continue;
      places.push(along((other.offset - half.offset * Math.cos(other.angle - half.angle)) / sine));
    }
  }
  const allowed = places.filter(
    (place) =>
      Math.hypot(place.x, place.y) <= speed + 1e-10 && wide.every((half) => outsideBy(half, place) <= 1e-10),
  );
  return Math.min(Number.POSITIVE_INFINITY, ...allowed.map((place) => fromWish(place, wish)));
}

/** By how much all but the first `hard` must be widened before anything is allowed: by bisection. */
function leastDepth(halves: readonly Half[], hard: number, speed: number): number {
  let low = 0;
  let high = 20;
  while (high - low > 1e-9) {
    const middle = 0.5 * (low + high);
    const wide = halves.map(({ angle, offset }, k) => ({
      angle,
      offset: k < hard ? offset : offset - middle,
    }));
    if (tryAll(wide, speed, { x: 0, y: 0 }, 0) < Number.POSITIVE_INFINITY) high = middle;
    else low = middle;
  }
  return high;
}

// Many that are parallel, opposite, or meet in one point; and arbitrary ones.
const angle = fc.oneof(
  fc.integer({ min: 0, max: 15 }).map((k) => (k * Math.PI) / 8),
  fc.double({ min: 0, max: 7, noNaN: true }),
);
const number = (min: number, max: number) =>
  fc.oneof(
    fc.integer({ min: 4 * min, max: 4 * max }).map((k) => k / 4),
    fc.double({ min, max, noNaN: true }),
  );
const half = fc.record({ angle, offset: number(-2, 2) });
/** Walls always allow rest. */
const wall = fc.record({ angle, offset: number(-1, 0) });
const wish = fc.record({ x: number(-2, 2), y: number(-2, 2) });
const speed = number(0, 2);

const SLACK = 1e-6;

describe('the linear programme', () => {
  test('finds the allowed velocity nearest to the wish, if any is allowed', () => {
    let found = 0;
    fc.assert(
      fc.property(fc.array(half, { maxLength: 6 }), speed, wish, (halves, speed, wish) => {
        // If hardly any velocity is allowed, rounding decides whether there is one.
        const atMost = tryAll(halves, speed, wish, -SLACK);
        if (atMost === Number.POSITIVE_INFINITY) return;
        found++;
        const velocity = solved(planesOf(halves), speed, wish);
        expect(Math.hypot(velocity.x, velocity.y)).toBeLessThanOrEqual(speed + 1e-9);
        for (const half of halves) expect(outsideBy(half, velocity)).toBeLessThan(1e-8);
        expect(fromWish(velocity, wish)).toBeLessThan(atMost + 1e-9);
        expect(fromWish(velocity, wish)).toBeGreaterThan(tryAll(halves, speed, wish, SLACK) - 1e-9);
      }),
      { numRuns: 3000 },
    );
    expect(found).toBeGreaterThan(1000);
  });

  test('if nothing is allowed, violates all but the walls by the least, and never the walls', () => {
    let none = 0;
    fc.assert(
      fc.property(
        fc.array(wall, { maxLength: 3 }),
        fc.array(half, { minLength: 1, maxLength: 5 }),
        speed,
        wish,
        (walls, others, speed, wish) => {
          const halves = [...walls, ...others];
          if (tryAll(halves, speed, wish, SLACK) < Number.POSITIVE_INFINITY) return;
          none++;
          const velocity = solved(planesOf(halves, walls.length), speed, wish);
          expect(Math.hypot(velocity.x, velocity.y)).toBeLessThanOrEqual(speed + 1e-9);
          for (const wall of walls) expect(outsideBy(wall, velocity)).toBeLessThan(1e-8);
          const depth = Math.max(...others.map((half) => outsideBy(half, velocity)));
          expect(depth).toBeLessThan(leastDepth(halves, walls.length, speed) + 1e-6);
        },
      ),
      { numRuns: 1500 },
    );
    expect(none).toBeGreaterThan(300);
  });

  test('never violates walls that can all hold, whatever the others demand', () => {
    fc.assert(
      fc.property(
        fc.array(wall, { minLength: 1, maxLength: 6 }),
        fc.array(half, { maxLength: 6 }),
        speed,
        wish,
        (walls, others, speed, wish) => {
          const velocity = solved(planesOf([...walls, ...others], walls.length), speed, wish);
          for (const wall of walls) expect(outsideBy(wall, velocity)).toBeLessThan(1e-8);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('returns the wish itself, bit by bit, if nothing is in the way, and shortens it to the speed', () => {
    const planes = planesOf([{ angle: 0, offset: -1 }]);
    expect(solved(planes, 1.3, { x: 0.1, y: 0.7 })).toEqual({ x: 0.1, y: 0.7 });
    expect(solved(planes, 1, { x: 3, y: 4 })).toEqual({ x: 3 * (1 / 5), y: 4 * (1 / 5) });
    expect(solved(planesOf([]), 0, { x: 3, y: 4 })).toEqual({ x: 0, y: 0 });
  });

  test('between two borders that exclude each other, meets in the middle, on the wish', () => {
    const east = { angle: 0, offset: 0.5 };
    const west = { angle: Math.PI, offset: 0.1 };
    const velocity = solved(planesOf([east, west]), 2, { x: 0, y: 0 });
    expect(velocity.x).toBeCloseTo(0.2, 12);
    // The wall stays where it is.
    expect(solved(planesOf([west, east], 1), 2, { x: 0, y: 0 }).x).toBeCloseTo(-0.1, 12);
  });

  test('between borders that leave a strip, violates neither', () => {
    const planes = planesOf([
      { angle: 0, offset: -0.25 },
      { angle: Math.PI, offset: -0.25 },
    ]);
    const velocity = solved(planes, 1, { x: 1, y: 0.5 });
    expect(velocity.x).toBeCloseTo(0.25, 12);
    expect(velocity.y).toBeCloseTo(0.5, 12);
  });

  test('at speed 0 stands, whatever is demanded', () => {
    fc.assert(
      fc.property(fc.array(half, { maxLength: 6 }), wish, (halves, wish) => {
        const { x, y } = solved(planesOf(halves), 0, wish);
        expect(Math.hypot(x, y)).toBeLessThan(1e-7);
      }),
    );
  });
});
