import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shuffledOrder } from '../../crowd/crowd.fixture.ts';
import { reorderRows } from '../../crowd/index.ts';
import type { SteeringInput } from '../contract.ts';
import { listAll, type Point } from '../scene.fixture.ts';
import { avoidAgents, avoidCorners, avoidWalls, createAvoidance, meetAgents, reachOf } from './avoidance.ts';
import { gatherAgents, gatherWalls, readPlaces } from './nearby.ts';
import type { HalfPlanes } from './program.ts';
import { inputOf, type Walker } from './scene.fixture.ts';

type Pillar = { at: Point; radius: number };

/** The half-planes of a row's neighbours, for a horizon. */
function halfPlanesOf(input: SteeringInput, row: number, horizon: number, margin = 0): HalfPlanes {
  const { near, planes } = createAvoidance();
  near.impatience = 0;
  near.horizon = horizon;
  near.desiredGap = margin;
  readPlaces(near, input.crowd);
  gatherAgents(near, input, row);
  meetAgents(near, input, row);
  avoidAgents(planes, near, input, row);
  return planes;
}

/** A velocity in half-plane k, given by its distances along the border and inside. */
const within = (planes: HalfPlanes, along: number, inside: number, k = 0): Point => [
  planes.pointX[k] + along * planes.directionX[k] - inside * planes.directionY[k],
  planes.pointY[k] + along * planes.directionY[k] + inside * planes.directionX[k],
];
const borderOf = (planes: HalfPlanes, k = 0) => within(planes, 0, 0, k);

const minus = ([ax, ay]: Point, [bx, by]: Point): Point => [ax - bx, ay - by];
const lengthOf = ([x, y]: Point) => Math.hypot(x, y);

/** The least distance of two agents at offset p, the first with the relative velocity v, up to a time. */
function leastDistance(p: Point, v: Point, time: number): number {
  const squared = v[0] * v[0] + v[1] * v[1];
  const closest = squared > 0 ? (p[0] * v[0] + p[1] * v[1]) / squared : 0;
  const t = Math.min(time, Math.max(0, closest));
  return Math.hypot(p[0] - t * v[0], p[1] - t * v[1]);
}

// In millionths, to avoid numbers so small that their squares are 0.
const number = (min: number, max: number) =>
  fc.integer({ min: Math.round(1e6 * min), max: Math.round(1e6 * max) }).map((k) => k / 1e6);
const share = number(0, 1);
const point = (most: number): fc.Arbitrary<Point> => fc.tuple(number(-most, most), number(-most, most));
const walker = fc.record({
  at: point(4),
  velocity: point(2),
  radius: number(0.1, 0.8),
  aggressiveness: share,
});
const pair = fc.tuple(walker, walker);
const touchOf = (walkers: readonly Walker[]) => walkers.reduce((sum, { radius = 0.5 }) => sum + radius, 0);
const apart = pair.filter(([a, b]) => lengthOf(minus(b.at, a.at)) > a.radius + b.radius + 0.01);
const overlapping = fc
  .tuple(walker, walker, number(0, 0.99), number(0, 7))
  .map(([a, b, depth, angle]): [Walker, Walker] => {
    const distance = depth * (a.radius + b.radius);
    return [a, { ...b, at: [a.at[0] + distance * Math.cos(angle), a.at[1] + distance * Math.sin(angle)] }];
  });
const horizon = number(0.5, 8);

describe('two agents that are apart', () => {
  test('do not touch within the horizon, whichever velocities of their half-planes they take', () => {
    const choice = fc.tuple(number(-4, 4), number(0, 4));
    fc.assert(
      fc.property(apart, horizon, choice, choice, (walkers, horizon, first, second) => {
        const input = inputOf({ walkers });
        const own = within(halfPlanesOf(input, 0, horizon), ...first);
        const other = within(halfPlanesOf(input, 1, horizon), ...second);
        const p = minus(walkers[1].at, walkers[0].at);
        expect(leastDistance(p, minus(own, other), horizon)).toBeGreaterThan(touchOf(walkers) - 1e-7);
      }),
      { numRuns: 500 },
    );
  });

  test('just touch if both take the nearest velocity, and it is the nearest one', () => {
    fc.assert(
      fc.property(apart, horizon, (walkers, horizon) => {
        const input = inputOf({ walkers });
        const p = minus(walkers[1].at, walkers[0].at);
        const touch = touchOf(walkers);
        const present = minus(walkers[0].velocity, walkers[1].velocity);
        const taken = minus(
          borderOf(halfPlanesOf(input, 0, horizon)),
          borderOf(halfPlanesOf(input, 1, horizon)),
        );
        expect(leastDistance(p, taken, horizon)).toBeCloseTo(touch, 6);
        // No velocity nearer to the present one is on the other side of the border between contact and no contact.
        const touches = leastDistance(p, present, horizon) < touch;
        const change = lengthOf(minus(taken, present)) - 1e-6;
        for (let k = 0; k < 32 && change > 0; k++) {
          const angle = (k * Math.PI) / 16;
          const nearer: Point = [
            present[0] + change * Math.cos(angle),
            present[1] + change * Math.sin(angle),
          ];
          const distance = leastDistance(p, nearer, horizon);
          if (touches) expect(distance).toBeLessThan(touch);
          else expect(distance).toBeGreaterThan(touch - 1e-9);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('keep the desired gap if there is room for it, else the gap that there is', () => {
    fc.assert(
      fc.property(apart, horizon, (walkers, horizon) => {
        const input = inputOf({ walkers });
        const p = minus(walkers[1].at, walkers[0].at);
        const [own, other] = [0, 1].map((row) => borderOf(halfPlanesOf(input, row, horizon, 0.5)));
        const kept = Math.min(touchOf(walkers) + 0.5, lengthOf(p) - 0.001);
        expect(leastDistance(p, minus(own, other), horizon)).toBeCloseTo(kept, 6);
      }),
    );
  });
});

describe('two agents that overlap', () => {
  /** Seconds within which they separate. */
  const PARTING = 0.25;

  test('are apart a quarter of a second later', () => {
    const choice = fc.tuple(number(-4, 4), number(0, 4));
    fc.assert(
      fc.property(overlapping, choice, choice, (walkers, first, second) => {
        const input = inputOf({ walkers });
        const own = within(halfPlanesOf(input, 0, 4), ...first);
        const other = within(halfPlanesOf(input, 1, 4), ...second);
        const p = minus(walkers[1].at, walkers[0].at);
        const v = minus(own, other);
        const then = lengthOf([p[0] - PARTING * v[0], p[1] - PARTING * v[1]]);
        expect(then).toBeGreaterThan(touchOf(walkers) - 1e-7);
      }),
      { numRuns: 500 },
    );
  });

  test('separate even if they stand in the same place', () => {
    const input = inputOf({ walkers: [{ at: [1, 2] }, { at: [1, 2] }] });
    const [own, other] = [0, 1].map((row) => borderOf(halfPlanesOf(input, row, 4)));
    expect(PARTING * lengthOf(minus(own, other))).toBeCloseTo(1, 9);
  });
});

describe('shares', () => {
  const shareOf = (walkers: readonly Walker[], row: number) => {
    const planes = halfPlanesOf(inputOf({ walkers }), row, 4);
    return lengthOf(minus(borderOf(planes), walkers[row].velocity ?? [0, 0]));
  };
  const meeting = (own: Partial<Walker>, other: Partial<Walker>): Walker[] => [
    { at: [0, 0], velocity: [1, 0], ...own },
    { at: [4, 0.3], velocity: [-1, 0], ...other },
  ];
  const whole = shareOf(meeting({}, { walks: false }), 0);

  test('add up to the whole, and the more aggressive agent has the smaller share', () => {
    fc.assert(
      fc.property(share, share, (own, other) => {
        const walkers = meeting({ aggressiveness: own }, { aggressiveness: other });
        const [first, second] = [shareOf(walkers, 0), shareOf(walkers, 1)];
        expect(first + second).toBeCloseTo(whole, 9);
        expect(first / whole).toBeCloseTo(0.5 + (other - own) / 2, 9);
      }),
    );
  });

  test('are the whole if the other avoids no agent: it stands, or follows a plan', () => {
    expect(whole).toBeGreaterThan(0.1);
    expect(shareOf(meeting({ aggressiveness: 1 }, { walks: false }), 0)).toBeCloseTo(whole, 12);
    expect(shareOf(meeting({}, { plans: true }), 0)).toBeCloseTo(whole, 12);
    expect(shareOf(meeting({}, { plans: true }), 1)).toBeCloseTo(0.5 * whole, 12);
  });
});

describe('walls', () => {
  const wall = fc.tuple(point(3), point(3));
  const pillar = fc.record({ at: point(3), radius: number(0.1, 1) });
  /** The distance of a point to a segment. */
  const distanceTo = ([from, to]: readonly [Point, Point], at: Point) => {
    const [ex, ey] = minus(to, from);
    const [px, py] = minus(at, from);
    const squared = ex * ex + ey * ey;
    const t = squared > 0 ? Math.min(1, Math.max(0, (px * ex + py * ey) / squared)) : 0;
    return Math.hypot(px - t * ex, py - t * ey);
  };

  test('are not reached within their horizon by what their half-planes allow', () => {
    fc.assert(
      fc.property(
        fc.array(wall, { minLength: 1, maxLength: 3 }),
        fc.array(pillar, { maxLength: 2 }),
        number(0.1, 2),
        point(2),
        (walls, pillars, horizon, velocity) => {
          const radius = 0.4;
          const { near, planes } = createAvoidance();
          const input = inputOf({ walkers: [{ at: [0, 0], radius }], walls, pillars });
          near.reach = reachOf(lengthOf(velocity), horizon);
          gatherWalls(near, input, 0);
          avoidWalls(planes, near, input, horizon);
          expect(planes.hard).toBe(planes.count);
          const isAllowed = Array.from({ length: planes.count }).every((_, k) => {
            const { directionX, directionY, pointX, pointY } = planes;
            return directionX[k] * (velocity[1] - pointY[k]) - directionY[k] * (velocity[0] - pointX[k]) >= 0;
          });
          const gapsAt = (t: number) => {
            const at: Point = [t * velocity[0], t * velocity[1]];
            return [
              ...walls.map((wall) => distanceTo(wall, at) - radius),
              ...pillars.map((pillar) => lengthOf(minus(pillar.at, at)) - pillar.radius - radius),
            ];
          };
          if (Math.min(...gapsAt(0)) < 0) return;
          const least = Math.min(
            ...Array.from({ length: 41 }, (_, k) => Math.min(...gapsAt((k / 40) * horizon))),
          );
          if (isAllowed) expect(least).toBeGreaterThan(-1e-9);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('may be approached as fast as the gap lasts for the horizon, and not at all on contact', () => {
    const walls = [
      [
        [-9, 1],
        [9, 1],
      ] as const,
    ];
    for (const [y, fastest] of [
      [0, 0.5 / 0.25],
      [0.3, 0.2 / 0.25],
      [0.5, 0],
      [0.7, 0],
    ]) {
      const { near, planes } = createAvoidance();
      const input = inputOf({ walkers: [{ at: [0, y] }], walls });
      near.reach = 1;
      gatherWalls(near, input, 0);
      avoidWalls(planes, near, input, 0.25);
      expect(planes.count).toBe(1);
      expect(borderOf(planes)[0]).toBeCloseTo(0, 12);
      expect(borderOf(planes)[1]).toBeCloseTo(fastest, 9);
      expect(within(planes, 0, 1)[1]).toBeCloseTo(fastest - 1, 9);
    }
  });

  test('the nearest twelve count, in any order of the list, and those out of reach do not', () => {
    fc.assert(
      fc.property(
        fc.array(wall, { minLength: 1, maxLength: 20 }),
        number(0, 3),
        fc.nat(99),
        (walls, reach, seed) => {
          const { near } = createAvoidance();
          const input = inputOf({ walkers: [{ at: [0, 0], radius: 0.2 }], walls: [...walls, ...walls] });
          const count = 2 * walls.length;
          const order = shuffledOrder(count, seed);
          input.perception.obstacles = listAll(1, () => [...order]);
          near.reach = reach;
          gatherWalls(near, input, 0);
          const gaps = [...walls, ...walls].map((wall) => distanceTo(wall, [0, 0]) - 0.2);
          const sorted = gaps
            .map((gap, element) => ({ gap, element }))
            .filter(({ gap }) => gap <= reach)
            .sort((a, b) => a.gap - b.gap || a.element - b.element);
          expect(near.walls).toBe(Math.min(12, sorted.length));
          for (let k = 0; k < near.walls; k++) expect(near.gap[k]).toBeCloseTo(sorted[k].gap, 9);
          const again = createAvoidance().near;
          input.perception.obstacles = listAll(1, () => [...order].reverse());
          again.reach = reach;
          gatherWalls(again, input, 0);
          expect([...again.element]).toEqual([...near.element]);
        },
      ),
    );
  });

  test('discs and the ends of walls ahead are avoided like standing agents', () => {
    const { near, planes } = createAvoidance();
    const cornersOf = (
      velocity: Point,
      scene: { walls?: [Point, Point][]; pillars?: Pillar[] },
      horizon: number,
    ) => {
      const input = inputOf({ walkers: [{ at: [0, 0], velocity }], ...scene });
      planes.count = 0;
      near.reach = 20;
      gatherWalls(near, input, 0);
      near.horizon = horizon;
      avoidCorners(planes, near, input, 0);
      return Array.from({ length: planes.count }, (_, k) => borderOf(planes, k));
    };
    const standersOf = (velocity: Point, pillars: readonly Pillar[], horizon: number) =>
      pillars
        .filter(({ at: [x, y] }) => x * velocity[0] + y * velocity[1] > 0)
        .map(({ at, radius }) => {
          const walkers = [
            { at: [0, 0] as const, velocity },
            { at, radius, walks: false },
          ];
          return borderOf(halfPlanesOf(inputOf({ walkers }), 0, horizon, 0.05));
        });
    const far = point(4).filter((at) => lengthOf(at) > 1.6);
    fc.assert(
      fc.property(far, far, point(2), number(0.1, 1), (at, to, velocity, radius) => {
        expect(cornersOf(velocity, { pillars: [{ at, radius }] }, 8)).toEqual(
          standersOf(velocity, [{ at, radius }], 2.5),
        );
        const ends = [to, at].map((at) => ({ at, radius: 0 }));
        expect(cornersOf(velocity, { walls: [[at, to]] }, 1)).toEqual(standersOf(velocity, ends, 1));
      }),
    );
  });
});

describe('the agents that an agent avoids', () => {
  // On a grid, so that many are at equal distances.
  const cell = fc.integer({ min: -3, max: 3 });
  const crowd = fc.array(fc.tuple(cell, cell), { minLength: 2, maxLength: 40 });

  test('the nearest twelve, eight of more, of equally far ones those with the smallest ids, in any order of rows and lists', () => {
    fc.assert(
      fc.property(crowd, fc.nat(999), (places, seed) => {
        const input = inputOf({ walkers: places.map((at) => ({ at })) });
        const { crowd } = input;
        const order = shuffledOrder(places.length, seed);
        reorderRows(crowd, order);
        const row = order.indexOf(0);
        const others = [...shuffledOrder(places.length, seed + 1)].filter((other) => other !== row);
        input.perception.agents = listAll(places.length, () => others);
        const { near } = createAvoidance();
        readPlaces(near, crowd);
        gatherAgents(near, input, row);
        const sorted = places
          .map(([x, y], id) => ({ id, squared: (x - places[0][0]) ** 2 + (y - places[0][1]) ** 2 }))
          .slice(1)
          .sort((a, b) => a.squared - b.squared || a.id - b.id);
        const found = [...near.row.subarray(0, near.agents)].map((row) => crowd.ids[row]);
        expect(found).toEqual(sorted.slice(0, sorted.length > 12 ? 8 : 12).map(({ id }) => id));
        expect(near.crowd).toBe(sorted.filter(({ squared }) => squared < 16).length);
      }),
    );
  });
});
