import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asin, cos, exp, sin } from '../../numerics/index.ts';
import type { HeadingPortrait } from '../portrait.ts';
import { clearDrives, createDrives } from './drives.ts';
import { createNonlinearModel } from './model.ts';
import type { NonlinearParameters } from './parameters.ts';
import { portrayHeading } from './portrait.ts';
import {
  createRepellers,
  createWindow,
  evaluateRepellers,
  halfAngleOf,
  repellerForce,
  windowOpening,
} from './repellers.ts';
import {
  type Body,
  closedGate,
  inputOf,
  type Point,
  rotate,
  type Situation,
  silent,
  situations,
} from './situations.fixture.ts';

/** Contributions with W·D below about this may be left out of the sums. */
const NEGLIGIBLE = 1e-5;

/** The fixed points that lie within `distance` of `heading`. */
function near(portrait: HeadingPortrait, heading: number, distance: number) {
  return portrait.fixedPoints.filter((point) => Math.abs(point.heading - heading) < distance);
}

/** Parameters that give the decay length d0 at aggressiveness ½. */
const decaying = (d0: number): NonlinearParameters => ({ ...silent, baseDistance: d0 });

/** One disc straight ahead that takes up 2Δψ in view at the gap r. */
function discAhead(halfAngle: number, gap: number): Situation {
  const share = sin(halfAngle);
  const bodies = (gap * share) / (1 - share);
  const radius = 0.25;
  const others: Body[] = [{ at: [bodies + gap, 0], radius: bodies - radius }];
  return { heading: 0, targetDirection: 0, radius, others };
}

describe('the portrait of a heading', () => {
  it('runs over (−π, π] in equal steps and ends at π', () => {
    const { samples } = portrayHeading(inputOf(closedGate), 0, silent);
    expect(samples).toHaveLength(360);
    expect(samples[179].heading).toBe(0);
    expect(samples[359].heading).toBe(Math.PI);
    samples.forEach(({ heading }, i) => {
      expect(heading).toBeCloseTo((Math.PI * (i - 179)) / 180, 12);
    });
    expect(portrayHeading(inputOf(closedGate), 0, silent, { samples: 8 }).samples).toHaveLength(8);
  });

  it('has the published repeller: extrema ±0.607 at ±Δψ for Δψ = π/10, r = 3, d0 = 6, δ = 0.8', () => {
    const halfAngle = Math.PI / 10;
    const portrait = portrayHeading(inputOf(discAhead(halfAngle, 3)), 0, decaying(6), { samples: 3600 });
    const { samples } = portrait;
    const highest = samples.reduce((best, sample) => (sample.obstacles > best.obstacles ? sample : best));
    const lowest = samples.reduce((best, sample) => (sample.obstacles < best.obstacles ? sample : best));
    // The window is not fully open at Δψ: it takes a thousandth off and moves the peak as little.
    expect(highest.obstacles).toBeCloseTo(exp(-0.5), 3);
    expect(lowest.obstacles).toBeCloseTo(-exp(-0.5), 3);
    expect(highest.heading).toBeCloseTo(halfAngle, 2);
    expect(lowest.heading).toBeCloseTo(-halfAngle, 2);
    for (const { heading, obstacles } of samples) {
      const difference = obstacles - repellerForce(heading, halfAngle, 3, 6, 0.8);
      expect(Math.abs(difference)).toBeLessThan(NEGLIGIBLE);
    }
  });

  it('has a target without obstacles as attractor ahead and repeller behind', () => {
    const targetDirection = 1;
    const portrait = portrayHeading(inputOf({ heading: 0, targetDirection }), 0, silent);
    expect(portrait.fixedPoints).toHaveLength(2);
    expect(portrait.fixedPoints[0]).toMatchObject({ kind: 'repeller' });
    expect(portrait.fixedPoints[0].heading).toBeCloseTo(targetDirection - Math.PI, 9);
    expect(portrait.fixedPoints[1]).toMatchObject({ kind: 'attractor' });
    expect(portrait.fixedPoints[1].heading).toBeCloseTo(targetDirection, 9);
    expect(portrait.weights).toEqual({ target: 1, obstacles: 0 });
  });

  it('has a spurious attractor between two close discs in the plain sum, and none with the weights', () => {
    const sum = portrayHeading(inputOf(closedGate), 0, silent, { weights: 'sum' });
    expect(near(sum, 0, 0.05)).toEqual([{ heading: 0, kind: 'attractor' }]);
    expect(sum.weights).toEqual({ target: 1, obstacles: 1 });
    for (const variant of ['smooth', 'faithful'] as const) {
      const weighted = portrayHeading(inputOf(closedGate), 0, { ...silent, variant });
      expect(near(weighted, 0, 0.05), variant).toEqual([{ heading: 0, kind: 'repeller' }]);
      expect(weighted.weights).toEqual({ target: 0, obstacles: 1 });
    }
  });

  it('lets the agent pass between two discs that are far enough apart', () => {
    const others: Body[] = [
      { at: [2, 1.2], radius: 0.5 },
      { at: [2, -1.2], radius: 0.5 },
    ];
    const portrait = portrayHeading(inputOf({ ...closedGate, others }), 0, silent);
    expect(near(portrait, 0, 0.05)).toEqual([{ heading: 0, kind: 'attractor' }]);
  });

  it('agrees with the present weights at the present heading if each heading has its own', () => {
    const own = portrayHeading(inputOf(closedGate), 0, silent, { weights: 'own' });
    const present = portrayHeading(inputOf(closedGate), 0, silent);
    expect(own.samples[179]).toEqual(present.samples[179]);
    expect(own.weights).toEqual(present.weights);
    expect(own.samples.some(({ total }, i) => total !== present.samples[i].total)).toBe(true);
  });

  it('has its fixed points in order, each within 1e-9 of a change of sign', () => {
    fc.assert(
      fc.property(situations, ({ situation, parameters: some }) => {
        const parameters = { ...silent, ...some };
        const portrait = portrayHeading(inputOf(situation), 0, parameters);
        const points = portrait.fixedPoints;
        points.forEach(({ heading, kind }, i) => {
          expect(heading).toBeGreaterThan(-Math.PI);
          expect(heading).toBeLessThanOrEqual(Math.PI);
          if (i > 0) expect(heading).toBeGreaterThan(points[i - 1].heading);
          const totalAt = (turn: number) => {
            // The world is rotated so that the given heading is the sample at 0.
            const turned = inputOf(rotate(situation, -(heading + turn)));
            const { target, obstacles } = portrayHeading(turned, 0, parameters, { samples: 4 }).samples[1];
            return portrait.weights.target * target + portrait.weights.obstacles * obstacles;
          };
          // Tolerance for negligible contributions that are left out.
          const sign = kind === 'attractor' ? 1 : -1;
          expect(sign * totalAt(-2e-9)).toBeGreaterThan(-17 * NEGLIGIBLE);
          expect(sign * totalAt(2e-9)).toBeLessThan(17 * NEGLIGIBLE);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('rejects rows that do not exist and too few samples', () => {
    expect(() => portrayHeading(inputOf(closedGate), 3, silent)).toThrow(/no row 3 in a crowd of 3/);
    expect(() => portrayHeading(inputOf(closedGate), 0, silent, { samples: 3 })).toThrow(/4 samples or more/);
  });
});

describe('the portrait and the model', () => {
  it('have the same weights to the bit, and the same turn rate at the present heading', () => {
    fc.assert(
      fc.property(situations, ({ situation, parameters }) => {
        // With so short a filter the gain is exactly 1.
        const all: NonlinearParameters = { ...silent, ...parameters, agilityTime: [1e-9, 1e-9] };
        const input = inputOf(situation);
        const portrait = portrayHeading(input, 0, all);
        createNonlinearModel(all).computeControls(input);
        const { steer } = input.crowd;
        expect(portrait.weights.target).toBe(steer.weight0[0]);
        expect(portrait.weights.obstacles).toBe(steer.weight1[0]);
        const here = portrait.samples.find(({ heading }) => heading === situation.heading);
        expect(here?.total).toBe(steer.turnRate[0]);
      }),
      { numRuns: 300 },
    );
  });

  it('leave the world unchanged', () => {
    const input = inputOf(closedGate);
    const before = structuredClone(input);
    portrayHeading(input, 0, silent, { weights: 'own' });
    expect(input).toEqual(before);
  });
});

/** f_obs of an agent at the origin, over the heading. */
function obstaclesOf(situation: Omit<Situation, 'heading' | 'targetDirection'>) {
  return portrayHeading(inputOf({ heading: 0, targetDirection: 0, ...situation }), 0, silent).samples;
}

describe('a wall', () => {
  it('turns the agent away from its normal when it is near, wherever its middle is', () => {
    for (const [low, high] of [
      [-6, 6],
      [-1, 9],
    ]) {
      const wall: [Point, Point] = [
        [0.5, low],
        [0.5, high],
      ];
      for (const { heading, obstacles } of obstaclesOf({ walls: [wall] })) {
        if (Math.abs(heading) > 0.2 && Math.abs(heading) < 3.1)
          expect(obstacles * heading).toBeGreaterThan(0);
      }
    }
  });

  it('is a body about its middle when it is far relative to its length', () => {
    const halfLength = 0.1;
    const wall: [Point, Point] = [
      [3, -halfLength],
      [3, halfLength],
    ];
    const halfAngle = asin((halfLength + 0.25) / 3);
    for (const { heading, obstacles } of obstaclesOf({ walls: [wall] })) {
      // The near form still has a share of (0.1/2.75)² = 0.0013.
      const far = repellerForce(heading, halfAngle, 2.75, silent.baseDistance, silent.margin);
      expect(Math.abs(obstacles - far)).toBeLessThan(0.0015 * exp(-2.75) + NEGLIGIBLE);
    }
  });

  it('never makes the force jump as it comes closer, from 6 m to contact in steps of 2 mm', () => {
    let before: number[] | undefined;
    for (let distance = 6; distance > 0.25; distance -= 0.002) {
      const wall: [Point, Point] = [
        [distance, -1],
        [distance, 0.5],
      ];
      const situation = inputOf({ heading: 0, targetDirection: 0, walls: [wall] });
      const { samples } = portrayHeading(situation, 0, silent, { samples: 6 });
      const now = samples.map(({ obstacles }) => obstacles);
      // Except straight behind, where the near form changes sign.
      for (let i = 0; before && i < 5; i++) expect(Math.abs(now[i] - before[i])).toBeLessThan(0.008);
      before = now;
    }
  });
});

describe('the repeller', () => {
  it('has the slope of central differences of its definition', () => {
    const drives = createDrives(1);
    fc.assert(
      fc.property(
        fc.double({ min: -3, max: 3, noNaN: true }).filter((a) => Math.abs(a) > 1e-3),
        fc.double({ min: 0.05, max: 1.1, noNaN: true }),
        fc.double({ min: 0, max: 4, noNaN: true }),
        fc.double({ min: 0.2, max: 6, noNaN: true }),
        fc.double({ min: 0.2, max: 1.2, noNaN: true }),
        (a, half, gap, decayLength, margin) => {
          const window = createWindow(margin);
          const halfAngle = Math.min(half, asin(window.largestSineHalf));
          const repellers = createRepellers(window, 8);
          repellers.count = 1;
          repellers.cosine[0] = cos(a);
          repellers.sine[0] = sin(a);
          repellers.sineHalf[0] = sin(halfAngle);
          repellers.fading[0] = -gap / decayLength;
          repellers.share[0] = 1;
          clearDrives(drives, 1);
          evaluateRepellers(repellers, true, false, drives);
          const forceAt = (angle: number) => repellerForce(angle, halfAngle, gap, decayLength, margin);
          const h = 1e-5;
          const difference = (forceAt(a + h) - forceAt(a - h)) / (2 * h);
          const opening = windowOpening(a, halfAngle, margin);
          const decay = exp(-gap / decayLength);
          if (opening * decay > NEGLIGIBLE) {
            expect(drives.force[0]).toBeCloseTo(forceAt(a), 7);
            expect(drives.slope[0]).toBeCloseTo(difference, 5);
            expect(drives.window[0]).toBeCloseTo(opening, 7);
          } else {
            // Far, or well outside the window: left out, or too small to matter.
            expect(Math.abs(drives.force[0])).toBeLessThan(2 * NEGLIGIBLE);
            expect(Math.abs(drives.slope[0])).toBeLessThan(200 * NEGLIGIBLE);
          }
          expect(drives.closeness[0]).toBeCloseTo(decay, 7);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('keeps its window open ahead, however close the obstacle is', () => {
    for (const distance of [0.3, 0.5, 0.75, 0.76, 1, 2]) {
      const halfAngle = halfAngleOf(0.75, distance, 0.8);
      expect(windowOpening(0, halfAngle, 0.8)).toBeGreaterThan(0.99);
      expect(windowOpening(Math.PI, halfAngle, 0.8)).toBeLessThanOrEqual(0.5);
    }
  });
});
