import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Feel, Touch, Whisker } from './columns.ts';
import { pipelineDefaults } from './parameters.ts';
import { feelAround } from './reaction.ts';
import { frameOf, type Point, pairsOf, type Scene } from './scene.fixture.ts';

const { feeler, sideFeeler, whisker } = pipelineDefaults;
const RADIUS = 0.5;

function feel(scene: Scene) {
  const frame = frameOf(scene);
  feelAround(frame, pipelineDefaults, pairsOf(frame));
  const { own } = frame;
  return {
    feels: [own.feelLeft[0], own.feelCentre[0], own.feelRight[0]],
    gaps: [own.nearLeft[0], own.nearCentre[0], own.nearRight[0]],
    whiskers: own.whiskers[0],
    touched: own.touched[0],
    felt: own.felt[0],
    hits: frame.hits[0],
  };
}

/** The first point of a ray, from the body's middle line, inside a disc, by small steps; infinite if there is none. */
function firstInside(ray: number, reach: number, discs: readonly { at: Point; radius: number }[]): number {
  for (let k = 0; k <= 4000; k++) {
    const t = (k / 4000) * reach;
    if (discs.some(({ at, radius }) => Math.hypot(at[0] - t, at[1] - ray) <= radius)) return t;
  }
  return Number.POSITIVE_INFINITY;
}

const discs = fc.array(
  fc.record({
    at: fc.tuple(
      fc.double({ min: 0.7, max: 2.6, noNaN: true }),
      fc.double({ min: -1.6, max: 1.6, noNaN: true }),
    ) as fc.Arbitrary<Point>,
    radius: fc.double({ min: 0.15, max: 0.6, noNaN: true }),
  }),
  { minLength: 1, maxLength: 4 },
);

describe('feelers', () => {
  test('touch the pillars and agents that rays drawn point by point do, as far away', () => {
    fc.assert(
      fc.property(discs, fc.boolean(), (bodies, areAgents) => {
        const own = { at: [0, 0] as const, radius: RADIUS };
        const found = feel(areAgents ? { walkers: [own, ...bodies] } : { walkers: [own], pillars: bodies });
        for (const [k, ray] of [RADIUS, 0, -RADIUS].entries()) {
          const reach = RADIUS + (k === 1 ? feeler : sideFeeler);
          const expected = firstInside(ray, reach, bodies);
          // Grazing hits are shorter than a step of the oracle.
          const grazes = bodies.some(({ at, radius }) => Math.abs(Math.abs(at[1] - ray) - radius) < 0.01);
          const atEnd = Math.abs(expected - reach) < 0.002;
          if (grazes || atEnd) continue;
          if (expected === Number.POSITIVE_INFINITY) {
            // The oracle sees nothing; a hit may lie in its last step.
            if (found.feels[k] !== Feel.nothing)
              expect(found.gaps[k]).toBeGreaterThan(reach - RADIUS - 0.002);
            continue;
          }
          expect(found.feels[k]).toBe(areAgents ? Feel.same : Feel.wall);
          expect(Math.abs(found.gaps[k] - Math.max(0, expected - RADIUS))).toBeLessThan(0.001);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('touch walls where they cross them, whichever way the body faces', () => {
    for (const heading of [0, 1, 2.5, -2]) {
      const turn = ([x, y]: Point): Point => [
        x * Math.cos(heading) - y * Math.sin(heading),
        x * Math.sin(heading) + y * Math.cos(heading),
      ];
      // From 1 m ahead on the left to 1.8 m ahead on the right: 1.2, 1.4 and 1.6 m ahead of the three.
      const { feels, gaps, touched } = feel({
        walkers: [{ at: [0, 0], heading }],
        walls: [[turn([1, 1]), turn([1.8, -1])]],
      });
      // The right one is 1.5 m long from the middle.
      expect(feels).toEqual([Feel.wall, Feel.wall, Feel.nothing]);
      expect(gaps[0]).toBeCloseTo(0.7, 9);
      expect(gaps[1]).toBeCloseTo(0.9, 9);
      expect(touched).toBe(Touch.nothing);
    }
  });

  test('tell the kind of a meeting, and of two equally far agents the one with the smaller id', () => {
    const at = (heading: number) => feel({ walkers: [{ at: [0, 0] }, { at: [1.5, 0], heading }] }).feels;
    const { oncoming, crossing, same } = Feel;
    expect(at(Math.PI)).toEqual([oncoming, oncoming, oncoming]);
    expect(at(Math.PI / 2)).toEqual([crossing, crossing, crossing]);
    expect(at(0.1)).toEqual([same, same, same]);
    // Both at the same distance from the middle ray.
    const tie = [
      { at: [1.5, 0.25] as Point, heading: 0 },
      { at: [1.5, -0.25] as Point, heading: Math.PI },
    ];
    for (const others of [tie, [...tie].reverse()]) {
      const { feels, felt } = feel({ walkers: [{ at: [0, 0] }, ...others] });
      expect(feels[1]).toBe(others[0].heading === 0 ? same : oncoming);
      expect(felt).toBe(1);
    }
  });

  test('a wall alone counts only when near, together with an agent at once', () => {
    const wall = (x: number) =>
      [
        [
          [x, -2],
          [x, 2],
        ],
      ] as const;
    expect(feel({ walkers: [{ at: [0, 0] }], walls: wall(1.5) }).touched).toBe(Touch.nothing);
    expect(feel({ walkers: [{ at: [0, 0] }], walls: wall(0.7) }).touched).toBe(Touch.wall);
    const both = feel({ walkers: [{ at: [0, 0] }, { at: [1.2, 1] }], walls: wall(1.5) });
    expect([both.touched, both.hits]).toEqual([Touch.agent, 1]);
    expect(feel({ walkers: [{ at: [0, 0] }] }).hits).toBe(0);
  });
});

describe('whiskers', () => {
  test('touch what is beside the body, nearer than their length', () => {
    const beside = (gap: number, side: number) =>
      feel({ walkers: [{ at: [0, 0] }, { at: [0, side * (1 + gap)] }] }).whiskers;
    expect(beside(whisker - 0.01, 1)).toBe(Whisker.left);
    expect(beside(whisker - 0.01, -1)).toBe(Whisker.right);
    expect(beside(whisker + 0.01, 1)).toBe(0);
    const walls = (gap: number) =>
      feel({
        walkers: [{ at: [0, 0] }],
        walls: [
          [
            [-1, 0.5 + gap],
            [1, 0.5 + gap],
          ],
          [
            [-1, -0.5 - gap],
            [1, -0.5 - gap],
          ],
        ],
      }).whiskers;
    expect(walls(whisker - 0.01)).toBe(Whisker.left | Whisker.right);
    expect(walls(whisker + 0.01)).toBe(0);
  });
});
