import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createWorld, timeOf } from '../simulation/index.ts';
import { createRealtime } from './index.ts';

const walk = () =>
  createWorld({
    version: 1,
    name: 'walk',
    bounds: { min: [-9, -9], max: [9, 9] },
    duration: 60,
    agents: [{ at: [0, 0], goal: [8, 0] }],
  });

test('at any frame rate, the drawn time is the passed time and lies between the two states', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { maxLength: 30 }), (pauses) => {
      const world = walk();
      const clock = createRealtime(world);
      const begin = 12_345;
      expect(clock.advance(begin)).toBe(0);
      let passed = 0;
      for (const pause of pauses) {
        passed += pause;
        const time = clock.advance(begin + passed);
        expect(time).toBeCloseTo(passed / 1000, 9);
        expect(time).toBeLessThanOrEqual(clock.view.time);
        expect(time).toBeGreaterThanOrEqual(clock.view.previousTime);
        expect(clock.view.time).toBe(timeOf(world));
      }
    }),
    { numRuns: 30 },
  );
});

test('after an hour in the background the world takes five steps and goes on from there', () => {
  const world = walk();
  const clock = createRealtime(world);
  clock.advance(0);
  expect(clock.advance(3_600_000)).toBeCloseTo(0.25, 12);
  expect(world.step).toBe(5);
  expect(clock.advance(3_600_020)).toBeCloseTo(0.27, 12);
  expect(world.step).toBe(6);
});

test('a clock that goes back does not turn time back, and a time that is no number is refused', () => {
  const world = walk();
  const clock = createRealtime(world);
  clock.advance(1000);
  const time = clock.advance(1100);
  expect(clock.advance(500)).toBe(time);
  expect(() => clock.advance(Number.NaN)).toThrow('the time of a picture is NaN; expected milliseconds');
  expect(() => createRealtime(world, { mostSteps: 0 })).toThrow('mostSteps is 0; expected an integer');
});
