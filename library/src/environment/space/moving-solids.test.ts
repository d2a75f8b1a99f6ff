import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDice } from '../../crowd/crowd.fixture.ts';
import type { SolidSpecification } from '../../crowd/index.ts';
import { createSolids } from '../../crowd/solids.ts';
import { registerSpace } from '../../simulation/scenario/space.ts';
import { createWalk, directionOf, times } from './solid-walk.fixture.ts';
import { boxMesh, smallestSolidGap } from './space.fixture.ts';

registerSpace();

const number = (min: number, max: number) =>
  fc.integer({ min: 0, max: 1_000_000_000 }).map((part) => min + ((max - min) * part) / 1_000_000_007);
describe('moving solids', () => {
  test('a sphere, a box and a mesh on their path push a ball along and never pass through it, up to 50 m/s', () => {
    fc.assert(
      fc.property(
        number(0.5, 50),
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom('sphere', 'box', 'mesh'),
        number(0.01, 0.25),
        (speed, seed, kind, dt) => {
          const dice = createDice(seed);
          const direction = directionOf(dice);
          const course = { kind: 'velocity' as const, velocity: times(direction, speed) };
          const shape: SolidSpecification =
            kind === 'sphere'
              ? { shape: 'sphere', center: [0, 0, 0], radius: 2, course }
              : kind === 'box'
                ? { shape: 'box', min: [-2, -2, -2], max: [2, 2, 2], course }
                : { ...boxMesh([-2, -2, -2], [2, 2, 2]), course };
          const solids = createSolids([shape]);
          const [x, y, z] = times(direction, 4.5).map((value) => value + 2 * (dice() - 0.5));
          const { crowd, step } = createWalk([{ x, y, z }], solids);
          const steps = Math.min(60, Math.ceil(8 / (speed * dt)));
          for (let k = 0; k < steps; k++) {
            step(() => [0, 0, 0], k * dt, dt);
            expect(smallestSolidGap(crowd, 0, solids)).toBeGreaterThanOrEqual(-1e-9);
            const [mx, my, mz] = times(direction, speed * (k + 1) * dt);
            const off = [crowd.motion.x[0] - mx, crowd.motion.y[0] - my, crowd.motion.z[0] - mz];
            if (kind !== 'sphere') expect(Math.max(...off.map(Math.abs))).toBeGreaterThan(2);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  test('a ball that is pressed against a still plane never enters it, however fast it is pressed', () => {
    fc.assert(
      fc.property(
        number(0.2, 50),
        number(0.02, 0.25),
        number(0.3, 6),
        number(-0.2, 0.2),
        (speed, dt, room, tilt) => {
          const solids = createSolids([
            { shape: 'plane', point: [room, 0, 0], normal: [-1, tilt, -tilt] },
            {
              ...boxMesh([-3, -2, -2], [-0.5, 2, 2]),
              course: { kind: 'velocity', velocity: [speed, 0, 0] },
            },
          ]);
          const { placeOf, step } = createWalk([{ x: 0, y: 0, z: 0 }], solids);
          const length = Math.hypot(1, tilt, tilt);
          for (let k = 0; k < 200 && k * dt * speed < 12; k++) {
            step(() => [0, 0, 0], k * dt, dt);
            const [x, y, z] = placeOf(0);
            expect((room - x + tilt * y - tilt * z) / length).toBeGreaterThanOrEqual(0.25);
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  test('a floor that rises carries what stands on it, and lets it walk', () => {
    const solids = createSolids([
      {
        shape: 'plane',
        point: [0, 0, 0],
        normal: [0, 0, 1],
        course: { kind: 'velocity', velocity: [0, 0, 3] },
      },
    ]);
    const { crowd, step } = createWalk([{ x: 0, y: 0, z: 0.25 }], solids);
    for (let k = 0; k < 20; k++) {
      step(() => [0.1, 0, 0], k * 0.1, 0.1);
      expect(crowd.motion.z[0]).toBeGreaterThanOrEqual((k + 1) * 0.3 + 0.25 - 1e-9);
      expect(crowd.motion.z[0]).toBeLessThan((k + 1) * 0.3 + 0.25001);
    }
    expect(crowd.motion.x[0]).toBeCloseTo(2, 6);
  });
});
