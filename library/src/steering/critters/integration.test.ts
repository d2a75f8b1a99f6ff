import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  accelerationOf,
  createHabitat,
  endSpeedOf,
  type Habitat,
  type LivingHabitat,
  placeOf,
  quiet,
  stepHabitat,
  velocityOf,
} from './habitat.fixture.ts';
import type { CrittersParameters } from './index.ts';

const methods = ['semi-implicit', 'euler'] as const;

/** One critter on a spring: a goal at the origin that attracts by k × distance. */
function spring(
  method: CrittersParameters['method'],
  { k = 1, drag = 0, dt = 0.01, at = [1, 0], velocity = [0, 0] } = {},
): LivingHabitat {
  return createHabitat({
    critters: [{ at, velocity, goal: [0, 0] }],
    parameters: {
      ...quiet,
      method,
      drag,
      maximumStep: dt,
      maximumAcceleration: 100,
      targets: { strength: k, exponent: 1 },
    },
    dt,
  });
}

/** The position of the damped oscillator x″ = −k x − c x′, from x(0) and x′(0), in closed form. */
function oscillator(k: number, c: number, x0: number, v0: number, time: number): number {
  const root = c * c * 0.25 - k;
  const fading = Math.exp(-0.5 * c * time);
  const slope = v0 + 0.5 * c * x0;
  if (root === 0) return fading * (x0 + slope * time);
  const w = Math.sqrt(Math.abs(root));
  const [cosine, sine] =
    root < 0 ? [Math.cos(w * time), Math.sin(w * time)] : [Math.cosh(w * time), Math.sinh(w * time)];
  return fading * (x0 * cosine + (slope / w) * sine);
}

function energyOf(habitat: LivingHabitat, k: number): number {
  const [x, y] = placeOf(habitat);
  const [vx, vy] = velocityOf(habitat);
  return 0.5 * (vx * vx + vy * vy + k * (x * x + y * y));
}

describe('a critter on a spring', () => {
  describe.each(methods)('%s', (method) => {
    test.each([
      ['weak drag', 1, 0.3],
      ['no drag', 2, 0],
      ['critical drag', 0.25, 1],
      ['strong drag', 1, 5],
    ])('follows the closed form, with an error in proportion to the step: %s', (_, k, drag) => {
      const end = 5;
      const errorAt = (steps: number) => {
        const habitat = spring(method, { k, drag, dt: end / steps, at: [1, -0.5], velocity: [0.2, 0.7] });
        for (let step = 0; step < steps; step++) stepHabitat(habitat);
        const [x, y] = placeOf(habitat);
        return Math.hypot(x - oscillator(k, drag, 1, 0.2, end), y - oscillator(k, drag, -0.5, 0.7, end));
      };
      const errors = [2000, 4000, 8000].map(errorAt);
      expect(errors[0]).toBeLessThan(0.02);
      for (let finer = 1; finer < errors.length; finer++) {
        const order = Math.log2(errors[finer - 1] / errors[finer]);
        expect(order).toBeGreaterThan(0.95);
        expect(order).toBeLessThan(1.05);
      }
    });
  });

  test('euler without drag gains energy: by 1 + k dt² each step', () => {
    const [k, dt] = [1.5, 0.02];
    const habitat = spring('euler', { k, dt, velocity: [0, 0.5] });
    const start = energyOf(habitat, k);
    for (let step = 1; step <= 5000; step++) {
      stepHabitat(habitat);
      if (step % 1000 !== 0) continue;
      const gain = energyOf(habitat, k) / start;
      // Accelerations are rounded to 2^-30 m/s²: 5000 times by half of that, times dt, at speeds about 1 m/s.
      expect(Math.abs(gain / (1 + k * dt * dt) ** step - 1)).toBeLessThan(1e-7);
    }
  });

  test('semi-implicit without drag keeps its energy within √k dt, for 100 000 steps', () => {
    const [k, dt] = [1.5, 0.05];
    const habitat = spring('semi-implicit', { k, dt, velocity: [0, 0.5] });
    const start = energyOf(habitat, k);
    // This method conserves v² + k x² − k dt x·v.
    const kept = () => {
      const [x, y] = placeOf(habitat);
      const [vx, vy] = velocityOf(habitat);
      return 2 * energyOf(habitat, k) - k * dt * (x * vx + y * vy);
    };
    const before = kept();
    let worst = 0;
    for (let step = 1; step <= 100_000; step++) {
      stepHabitat(habitat);
      worst = Math.max(worst, Math.abs(energyOf(habitat, k) / start - 1));
    }
    expect(worst).toBeLessThan(Math.sqrt(k) * dt);
    expect(kept() / before).toBeCloseTo(1, 6);
  });
});

/** Everything that can act, around a critter in row 0; no other agent moves. */
function crowdedPlace(dt: number, method: CrittersParameters['method']): LivingHabitat {
  const habitat = createHabitat({
    critters: [{ at: [0.1, 0.2], velocity: [0.5, -0.3] }, { at: [1.5, 0.3] }, { at: [-1, 1.2] }],
    obstacles: [
      { shape: 'circle', center: [0, -2], radius: 0.5 },
      { shape: 'box', min: [2, 1], max: [3, 2] },
      { shape: 'segment', from: [-3, -1], to: [-2, 2] },
    ],
    objects: {
      agents: [
        {
          wander: {
            region: { circle: { center: [0, 0], radius: 2 } },
            interval: 0.5,
            strength: 2,
            exponent: 0.5,
          },
        },
      ],
    },
    parameters: { method, maximumStep: 0.01 },
    dt,
  });
  habitat.input.due.fill(0, 1);
  return habitat;
}

describe('sub-steps', () => {
  test.each(methods)('a step of 0.1 s is ten of 0.01 s, apart from rounding: %s', (method) => {
    const coarse = crowdedPlace(0.1, method);
    const fine = crowdedPlace(0.01, method);
    for (let step = 0; step < 100; step++) {
      stepHabitat(coarse);
      for (let part = 0; part < 10; part++) stepHabitat(fine);
      for (let row = 0; row < coarse.input.crowd.count; row++) {
        const difference = (a: number[], b: number[]) =>
          Math.max(...a.map((part, axis) => Math.abs(part - b[axis])));
        expect(difference(placeOf(coarse, row), placeOf(fine, row))).toBeLessThan(1e-9);
        expect(difference(velocityOf(coarse, row), velocityOf(fine, row))).toBeLessThan(1e-9);
      }
    }
    expect(placeOf(coarse)).not.toEqual(placeOf(crowdedPlace(0.1, method)));
  });

  test('are as many as the longest step requires, and none longer than the time constant of the drag', () => {
    // A critter that only brakes keeps 1 − drag·h of its speed in each of n sub-steps of h = dt/n.
    const brake = (dt: number, maximumStep: number, drag: number) => {
      const habitat = createHabitat({
        critters: [{ at: [0, 0], velocity: [1, 0] }],
        parameters: { ...quiet, drag, maximumStep, maximumAcceleration: 1e6 },
        dt,
      });
      stepHabitat(habitat);
      return velocityOf(habitat)[0];
    };
    for (const [dt, longest, count] of [
      [0.05, 0.05, 1],
      [0.05, 1, 1],
      [0.05, 0.049, 2],
      [0.1, 0.03, 4],
      [0.15, 0.05, 3],
      [0.14, 0.02, 7],
    ]) {
      expect(brake(dt, longest, 2)).toBeCloseTo((1 - (2 * dt) / count) ** count, 12);
    }
    expect(brake(0.1, 1, 50)).toBeCloseTo((1 - 5 / 5) ** 5, 12);
    expect(brake(0.1, 1, 45)).toBeCloseTo((1 - 4.5 / 5) ** 5, 12);
  });
});

const coordinate = fc.double({ min: -3, max: 3, noNaN: true });
const place = fc.tuple(coordinate, coordinate);
const someField = fc.record({
  strength: fc.double({ min: -20, max: 20, noNaN: true }),
  exponent: fc.double({ min: -4, max: 4, noNaN: true }),
});

const someHabitat: fc.Arbitrary<Habitat> = fc
  .record({
    others: fc.array(place, { maxLength: 5 }),
    pillars: fc.array(place, { maxLength: 3 }),
    velocity: place,
    fields: fc.tuple(someField, someField, someField),
    drag: fc.double({ min: 0, max: 10, noNaN: true }),
    maximumAcceleration: fc.double({ min: 0.1, max: 20, noNaN: true }),
    method: fc.constantFrom(...methods),
  })
  .map(({ drag, fields, maximumAcceleration, method, others, pillars, velocity }) => ({
    critters: [{ at: [0, 0], velocity, goal: [1, 2] }, ...others.map((at) => ({ at }))],
    obstacles: pillars.map((center) => ({ shape: 'circle' as const, center, radius: 0.4 })),
    parameters: {
      method,
      drag,
      maximumAcceleration,
      agents: fields[0],
      obstacles: fields[1],
      targets: fields[2],
    },
  }));

describe('bounds', () => {
  test('no acceleration exceeds the largest', () => {
    fc.assert(
      fc.property(someHabitat, (habitat) => {
        const size = Math.hypot(...accelerationOf(habitat));
        expect(size).toBeLessThanOrEqual(habitat.parameters!.maximumAcceleration! * (1 + 1e-9));
      }),
      { numRuns: 500 },
    );
  });

  test('a critter that starts slower than maximumAcceleration/drag stays slower, whatever pushes it', () => {
    fc.assert(
      fc.property(someHabitat, (habitat) => {
        const { drag = 0, maximumAcceleration = 0 } = habitat.parameters!;
        const alive = createHabitat({ ...habitat, dt: 0.2 });
        const { count, motion } = alive.input.crowd;
        const fastest = maximumAcceleration / drag;
        for (let row = 0; row < count; row++) {
          const part = Math.min(1, fastest / endSpeedOf(alive, row));
          if (part < 1) motion.velocityX[row] *= part;
          if (part < 1) motion.velocityY[row] *= part;
        }
        let seen = 0;
        for (let step = 0; step < 50; step++) {
          stepHabitat(alive);
          for (let row = 0; row < count; row++) seen = Math.max(seen, endSpeedOf(alive, row));
        }
        expect(seen).toBeLessThanOrEqual(fastest * (1 + 1e-9));
      }),
    );
  });
});
