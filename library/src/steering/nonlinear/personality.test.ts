import { expect, test } from 'vitest';
import { crowdOf } from '../../crowd/crowd.fixture.ts';
import { createClasses } from './classes.ts';
import { createDrives } from './drives.ts';
import { nonlinearDefaults } from './parameters.ts';
import { avoidanceDistance, characterize, speedTime, standstillGap, turnTime } from './personality.ts';

test('d0 is the base distance at aggressiveness ½, 0 at 1, and (base + 1)² − 1 at 0', () => {
  for (const base of [0.3, 1, 2, 6]) {
    expect(avoidanceDistance(0.5, base)).toBeCloseTo(base, 12);
    expect(avoidanceDistance(1, base)).toBe(0);
    expect(avoidanceDistance(0, base)).toBeCloseTo((base + 1) ** 2 - 1, 11);
    for (let k = 0; k < 20; k++) {
      expect(avoidanceDistance(k / 20, base)).toBeGreaterThan(avoidanceDistance((k + 1) / 20, base));
    }
  }
});

test.each(['faithful', 'smooth'] as const)(
  '%s: traits become drives, also for an agent like the one before',
  (variant) => {
    const faithful = variant === 'faithful';
    const traits = [0, 0.3, 0.3, 0.5, 1, 1, 0.2];
    const crowd = crowdOf(traits.map((_, x) => ({ x, y: 0 })));
    crowd.traits.aggressiveness.set(traits);
    crowd.traits.agility.set(traits.map((trait) => 1 - trait));
    crowd.traits.mass.set(traits);
    const drives = createDrives(8, createClasses({}), 2);
    characterize(
      crowd,
      1,
      7,
      { ...nonlinearDefaults, variant, baseDistance: 2, safetyDistance: 0.3 },
      0.05,
      drives,
    );
    traits.slice(1).forEach((trait, i) => {
      const at = i + 1;
      const distance = Math.max(faithful ? 1e-6 : 0.05, avoidanceDistance(trait, 2));
      expect(drives.decayRate[at] * distance).toBeCloseTo(1, 6);
      const gap = standstillGap(trait, 2, 0.3);
      expect(drives.standstill[at]).toBeCloseTo(faithful ? gap : Math.max(0, gap), 12);
      expect(drives.turnGain[at]).toBeCloseTo(1 - Math.exp(-0.05 / (0.05 + 0.95 * trait)), 9);
      expect(drives.speedGain[at]).toBeCloseTo(1 - Math.exp(-0.05 / (0.05 + 1.95 * trait)), 9);
    });
  },
);

test('d1 is the safety distance up to aggressiveness ½ and falls linearly by twice the base distance until 1', () => {
  expect(standstillGap(0, 2, 0.3)).toBeCloseTo(0.3, 12);
  expect(standstillGap(0.49, 2, 0.3)).toBeCloseTo(0.3, 12);
  expect(standstillGap(0.5, 2, 0.3)).toBeCloseTo(0.3, 12);
  expect(standstillGap(0.75, 2, 0.3)).toBeCloseTo(0.3 - 1, 12);
  expect(standstillGap(1, 2, 0.3)).toBeCloseTo(0.3 - 2, 12);
});

test('filter times are affine in agility and mass, and never leave their range', () => {
  expect(turnTime(1, [0.05, 1])).toBeCloseTo(0.05, 12);
  expect(turnTime(0, [0.05, 1])).toBeCloseTo(1, 12);
  expect(turnTime(0.5, [0.05, 1])).toBeCloseTo(0.525, 12);
  expect(speedTime(0, [0.05, 2])).toBeCloseTo(0.05, 12);
  expect(speedTime(1, [0.05, 2])).toBeCloseTo(2, 12);
  expect(speedTime(0.25, [0.05, 2])).toBeCloseTo(0.5375, 12);
});

test('two steps of half the length filter as much as one whole step', () => {
  const crowd = crowdOf([{ x: 0, y: 0 }]);
  const gains = (dt: number) => {
    const drives = createDrives(1, createClasses({}), 2);
    characterize(crowd, 0, 1, nonlinearDefaults, dt, drives);
    return [drives.turnGain[0], drives.speedGain[0]];
  };
  for (const trait of [0, 0.2, 0.7, 1]) {
    crowd.traits.agility[0] = trait;
    crowd.traits.mass[0] = trait;
    for (const dt of [0.02, 0.1, 1]) {
      const whole = gains(dt);
      gains(dt / 2).forEach((half, k) => {
        expect((1 - half) * (1 - half)).toBeCloseTo(1 - whole[k], 14);
      });
    }
  }
});
