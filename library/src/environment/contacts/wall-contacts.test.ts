import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Body, createDice, crowdOf } from '../../crowd/crowd.fixture.ts';
import {
  createEvents,
  createObstacles,
  EventKind,
  type ObstacleSpecification,
  type Obstacles,
  placeObstacles,
} from '../../crowd/index.ts';
import { createSolids } from '../../crowd/solids.ts';
import { createBruteIndex } from '../brute/brute.ts';
import { createEnvironment, followObstacles } from '../index.ts';
import { createLead, keepOut } from './paths/lead-bodies.ts';
import { gapToElement, isInside, smallestGap } from './wall-contacts.fixture.ts';
import { walls } from './wall-contacts.ts';

type Point = [number, number];

/** Moves bodies among obstacles step by step, each by the displacement that `displacementOf` returns. */
function createWalk(bodies: readonly Body[], obstacles: Obstacles) {
  const crowd = crowdOf(bodies);
  const environment = createEnvironment(createBruteIndex());
  const lead = createLead();
  const events = createEvents();
  const solids = createSolids([]);
  return {
    crowd,
    events,
    step(displacementOf: (row: number) => Point, time = 0, dt = 0): void {
      placeObstacles(obstacles, time, dt);
      let longest = 0;
      for (let row = 0; row < crowd.count; row++) {
        const [x, y] = displacementOf(row);
        crowd.next.x[row] = crowd.motion.x[row] + x;
        crowd.next.y[row] = crowd.motion.y[row] + y;
        longest = Math.max(longest, Math.hypot(x, y));
      }
      events.count = 0;
      followObstacles(environment, crowd, obstacles, solids, longest);
      const { obstacleIndex, reach } = environment;
      keepOut(walls, lead, obstacleIndex, crowd, obstacles, reach, dt, events);
      [crowd.motion, crowd.next] = [crowd.next, crowd.motion];
      placeObstacles(obstacles, time + dt, dt);
    },
  };
}

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const place = fc.tuple(number(-6, 6), number(-6, 6));

/** A closed path around a middle: star-shaped, so that it does not cross itself. */
const ring = fc
  .tuple(place, fc.array(number(0.3, 4), { minLength: 3, maxLength: 9 }), number(0, 6))
  .map(([[x, y], radii, turn]) =>
    radii.map((radius, k): Point => {
      const angle = turn + (2 * Math.PI * k) / radii.length;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    }),
  );
const circle = fc.record({ shape: fc.constant('circle' as const), center: place, radius: number(0.05, 2) });
const segment = fc
  .record({ shape: fc.constant('segment' as const), from: place, to: place })
  .filter(({ from, to }) => Math.hypot(from[0] - to[0], from[1] - to[1]) > 1e-6);
const wanderers = fc.array(
  fc.record({ x: number(-7.4, 7.4), y: number(-7.4, 7.4), radius: number(0.05, 0.5) }),
  {
    minLength: 1,
    maxLength: 12,
  },
);

describe('no agent ends a step inside a wall', () => {
  test('any paths of up to 3 m among random rings, walls, discs and a border: gap ≥ 0, and no closed line is crossed', () => {
    fc.assert(
      fc.property(
        fc.array(ring, { maxLength: 4 }),
        fc.array(fc.oneof(circle, segment), { maxLength: 8 }),
        wanderers,
        fc.integer({ min: 1, max: 1e6 }),
        (rings, others, bodies, seed) => {
          const border: Point[] = [
            [-8, -8],
            [8, -8],
            [8, 8],
            [-8, 8],
          ];
          const obstacles = createObstacles(
            [...rings.map((points) => ({ shape: 'polygon' as const, points })), ...others],
            { min: border[0], max: border[2] },
          );
          const start = crowdOf(bodies);
          const free = bodies.filter((_, row) => smallestGap(start, row, obstacles) >= 0);
          const lines = [...rings, border];
          const before = free.map(({ x, y }) => lines.map((points) => isInside(points, x, y)));
          const { crowd, step } = createWalk(free, obstacles);
          const dice = createDice(seed);
          for (let k = 0; k < 30; k++) {
            step((row) => {
              // Some straight on for several steps, so that they press into corners.
              const angle = (row + (k >> 2) + (row % 2 === 0 ? 6 * dice() : 0)) * 2.4;
              const length = 3 * dice();
              return [length * Math.cos(angle), length * Math.sin(angle)];
            });
            for (let row = 0; row < crowd.count; row++) {
              const gap = smallestGap(crowd, row, obstacles);
              const [x, y] = [crowd.motion.x[row], crowd.motion.y[row]];
              const crossed = lines.findIndex((points, line) => isInside(points, x, y) !== before[row][line]);
              if (gap < 0 || crossed >= 0)
                throw new Error(`step ${k}, row ${row}: gap ${gap}, line ${crossed}`);
            }
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  test('a thin wall at 10 m/s × 0.25 s, at every angle and distance: the body stays on its side', () => {
    const wall = createObstacles([{ shape: 'segment', from: [-100, 0], to: [100, 0] }]);
    fc.assert(
      fc.property(number(0, 3), number(-Math.PI, 0), number(0.001, 2), (gap, angle, radius) => {
        const { crowd, step } = createWalk([{ x: 0, y: radius + gap, radius }], wall);
        for (let k = 0; k < 4; k++) {
          step(() => [2.5 * Math.cos(angle), 2.5 * Math.sin(angle)]);
          expect(crowd.motion.y[0]).toBeGreaterThanOrEqual(radius);
        }
        // It slides: along the wall it goes its full path.
        expect(crowd.motion.x[0]).toBeCloseTo(10 * Math.cos(angle), 4);
      }),
      { numRuns: 300 },
    );
  });

  test('a border as wide as the body, to the last micrometre: the skin of one wall never leads into the other', () => {
    for (const spare of [0, 1e-7, 5e-7, 1.9e-6]) {
      const border = createObstacles([], { min: [-9, -0.25], max: [9, 0.25 + spare] });
      const { crowd, step } = createWalk([{ x: 0, y: 0, radius: 0.25 }], border);
      for (const angle of [0, 0.7, -0.7, 1.5, -1.5]) {
        step(() => [2.5 * Math.cos(angle), 2.5 * Math.sin(angle)]);
        expect(crowd.motion.y[0]).toBeGreaterThanOrEqual(-1e-15);
        expect(crowd.motion.y[0]).toBeLessThanOrEqual(spare + 1e-15);
      }
    }
  });

  test('a body that is not hindered goes exactly where it wants', () => {
    const obstacles = createObstacles([{ shape: 'circle', center: [0, 10], radius: 1 }]);
    const { crowd, events, step } = createWalk([{ x: 0, y: 0 }], obstacles);
    step(() => [2, 0.5]);
    expect([crowd.motion.x[0], crowd.motion.y[0], events.count]).toEqual([2, 0.5, 0]);
  });

  test('corners: pressed into one from every direction, a body stays in, touching at most', () => {
    fc.assert(
      fc.property(
        number(0.02, Math.PI - 0.02),
        number(-Math.PI, Math.PI),
        number(0.05, 0.5),
        (opening, push, radius) => {
          const obstacles = createObstacles([
            { shape: 'segment', from: [0, 0], to: [60, 0] },
            { shape: 'segment', from: [0, 0], to: [60 * Math.cos(opening), 60 * Math.sin(opening)] },
          ]);
          // Where the body touches both walls, and a hair farther out.
          const reach = radius / Math.sin(opening / 2) + 0.01;
          const [x, y] = [reach * Math.cos(opening / 2), reach * Math.sin(opening / 2)];
          fc.pre(reach < 40);
          const { crowd, step } = createWalk([{ x, y, radius }], obstacles);
          for (let k = 0; k < 6; k++) {
            step(() => [2.5 * Math.cos(push), 2.5 * Math.sin(push)]);
            expect(smallestGap(crowd, 0, obstacles)).toBeGreaterThanOrEqual(0);
            if (Math.hypot(crowd.motion.x[0], crowd.motion.y[0]) > 40) return;
            const angle = Math.atan2(crowd.motion.y[0], crowd.motion.x[0]);
            expect(angle > 0 && angle < opening).toBe(true);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('a lane between parallel walls 2 r + ε wide: the body glides along it, however it is pushed', () => {
    fc.assert(
      fc.property(number(1e-9, 1e-3), number(-1.4, 1.4), (slack, angle) => {
        const radius = 0.25;
        const width = 2 * radius + slack;
        const obstacles = createObstacles([
          { shape: 'segment', from: [-50, 0], to: [50, 0] },
          { shape: 'segment', from: [-50, width], to: [50, width] },
        ]);
        const { crowd, step } = createWalk([{ x: 0, y: width / 2, radius }], obstacles);
        for (let k = 0; k < 5; k++) {
          step(() => [2 * Math.cos(angle), 2 * Math.sin(angle)]);
          expect(smallestGap(crowd, 0, obstacles)).toBeGreaterThanOrEqual(0);
        }
        // A lane with room for the skins lets it through; a narrower one may hold it.
        if (slack > 1e-5) expect(crowd.motion.x[0]).toBeGreaterThan(1.9 * Math.cos(angle));
      }),
      { numRuns: 200 },
    );
  });

  test('walls 100 km long and far from the origin hold as well', () => {
    const obstacles = createObstacles([{ shape: 'segment', from: [9e5, -1e5], to: [9.7e5, 1e5] }]);
    const normal: Point = [-2e5 / Math.hypot(7e4, 2e5), 7e4 / Math.hypot(7e4, 2e5)];
    const { crowd, step } = createWalk([{ x: 935000 + normal[0], y: normal[1], radius: 0.3 }], obstacles);
    for (let k = 0; k < 10; k++) {
      step(() => [-2.5 * normal[0] + 0.3, -2.5 * normal[1]]);
      expect(smallestGap(crowd, 0, obstacles)).toBeGreaterThanOrEqual(0);
      const side = (crowd.motion.x[0] - 9e5) * normal[0] + (crowd.motion.y[0] + 1e5) * normal[1];
      expect(side).toBeGreaterThan(0);
    }
  });

  test('each body that touches obstacles is one event, with its id and the obstacle’s number', () => {
    const obstacles = createObstacles(
      [
        { shape: 'circle', center: [5, 5], radius: 1 },
        { shape: 'box', min: [1, -1], max: [2, 1] },
      ],
      { min: [-3, -10], max: [10, 10] },
    );
    const { events, step } = createWalk(
      [
        { x: 0, y: 0 },
        { x: -2, y: 0 },
        { x: 0, y: 5 },
      ],
      obstacles,
    );
    step((row) => (row === 0 ? [2, 0] : row === 1 ? [-2, 0] : [0, 0]));
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

describe('moving obstacles', () => {
  const velocity = (speed: number, angle: number): ObstacleSpecification['course'] => ({
    kind: 'velocity',
    velocity: [speed * Math.cos(angle), speed * Math.sin(angle)],
  });

  test('a wall, a disc and a box on their path push a body along and never pass through it, up to 50 m/s', () => {
    fc.assert(
      fc.property(
        number(0.5, 50),
        number(-Math.PI, Math.PI),
        number(-1, 1),
        fc.constantFrom('wall', 'disc', 'box'),
        number(0.01, 0.25),
        (speed, angle, aside, kind, dt) => {
          const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
          const course = velocity(speed, angle);
          const shape: ObstacleSpecification =
            kind === 'wall'
              ? { shape: 'segment', from: [-4 * uy, 4 * ux], to: [4 * uy, -4 * ux], course }
              : kind === 'disc'
                ? { shape: 'circle', center: [0, 0], radius: 2, course }
                : { shape: 'box', min: [-2, -2], max: [2, 2], course };
          const obstacles = createObstacles([shape]);
          const distance = 4;
          const body = { x: distance * ux - aside * uy, y: distance * uy + aside * ux };
          const { crowd, step } = createWalk([body], obstacles);
          const steps = Math.min(60, Math.ceil(8 / (speed * dt)));
          for (let k = 0; k < steps; k++) {
            step(() => [0, 0], k * dt, dt);
            const time = (k + 1) * dt;
            expect(smallestGap(crowd, 0, obstacles)).toBeGreaterThanOrEqual(-1e-9);
            const [x, y] = [crowd.motion.x[0] - speed * time * ux, crowd.motion.y[0] - speed * time * uy];
            if (kind === 'box') expect(Math.abs(x) < 2 && Math.abs(y) < 2).toBe(false);
            // The wall is wider than the body is aside: it stays before it.
            if (kind === 'wall') expect(x * ux + y * uy).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test('a wall that swings fast through the open does not tunnel through a body', () => {
    const course = { kind: 'oscillation', amplitude: [3, 0], period: 0.5 } as const;
    const obstacles = createObstacles([{ shape: 'segment', from: [0, -50], to: [0, 50], course }]);
    const { crowd, step } = createWalk([{ x: 1, y: 0 }], obstacles);
    for (let k = 0; k < 200; k++) {
      step(() => [-0.2, 0.01], k * 0.11, 0.11);
      expect(crowd.motion.x[0] - obstacles.startX[0]).toBeGreaterThanOrEqual(0.25 - 1e-9);
    }
  });

  test('a body that is pressed against a still wall never enters the still one, however fast it is pressed', () => {
    fc.assert(
      fc.property(
        number(0.2, 50),
        number(0.02, 0.25),
        number(0.3, 6),
        number(-0.2, 0.2),
        (speed, dt, room, tilt) => {
          const obstacles = createObstacles([
            { shape: 'segment', from: [room + tilt, -20], to: [room - tilt, 20] },
            { shape: 'box', min: [-3, -2], max: [-0.5, 2], course: velocity(speed, 0) },
          ]);
          const { crowd, step } = createWalk([{ x: 0, y: 0 }], obstacles);
          for (let k = 0; k * dt * speed < 12; k++) {
            step(() => [0, 0], k * dt, dt);
            const gap = gapToElement(obstacles, 0, crowd.motion.x[0], crowd.motion.y[0], 0.25);
            expect(gap).toBeGreaterThanOrEqual(0);
            // On its own side of the still wall.
            expect(crowd.motion.x[0]).toBeLessThan(room);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test('two walls that close on a body leave it between them as long as there is room', () => {
    const obstacles = createObstacles([
      { shape: 'segment', from: [-5, -9], to: [-5, 9], course: velocity(8, 0) },
      { shape: 'segment', from: [5, -9], to: [5, 9], course: velocity(8, Math.PI) },
    ]);
    const { crowd, step } = createWalk([{ x: 3, y: 0 }], obstacles);
    for (let k = 0; k < 5; k++) {
      step(() => [0, 0], k * 0.1, 0.1);
      expect(smallestGap(crowd, 0, obstacles)).toBeGreaterThanOrEqual(-1e-9);
      expect(crowd.motion.x[0]).toBeGreaterThan(obstacles.startX[0]);
      expect(crowd.motion.x[0]).toBeLessThan(obstacles.startX[1]);
    }
  });

  test('a hollow plough, open to the front, keeps the body that it pushes out of its corner', () => {
    const course = velocity(20, 0);
    const points: Point[] = [
      [0, 0],
      [3, 3],
      [-1, 3],
      [-1, -3],
      [3, -3],
    ];
    fc.assert(
      fc.property(number(1.5, 6), number(-2.5, 2.5), number(0.02, 0.25), (x, y, dt) => {
        const obstacles = createObstacles([{ shape: 'polygon', points, course }]);
        const { crowd, step } = createWalk([{ x: x + 2, y }], obstacles);
        for (let k = 0; k * dt * 20 < 12; k++) {
          step(() => [0, 0], k * dt, dt);
          expect(isInside(points, crowd.motion.x[0] - 20 * (k + 1) * dt, crowd.motion.y[0])).toBe(false);
        }
      }),
      { numRuns: 100 },
    );
  });
});
