import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SteeringInput } from '../contract.ts';
import { createNonlinearModel } from './model.ts';
import type { NonlinearParameters } from './parameters.ts';
import { standstillGap } from './personality.ts';
import { closedGate, inputOf, type Point, silent, situations } from './situations.fixture.ts';

describe('the speed of the model', () => {
  it('is the time-to-contact law, with the path ahead and behind measured by definition', () => {
    const tried = { braking: 0, retreating: 0, free: 0 };
    fc.assert(
      fc.property(situations, ({ situation, parameters }) => {
        const all: NonlinearParameters = { ...silent, ...parameters, massTime: [1e-9, 1e-9] };
        const input = inputOf(situation);
        createNonlinearModel(all).computeControls(input);
        const things = [...situation.others, ...situation.pillars];
        const closest = [
          ...things,
          ...situation.walls.map(([from, to]) => ({ at: closestOn(from, to), radius: 0 })),
        ];
        const forward = [Math.cos(situation.heading), Math.sin(situation.heading)];
        const along = (at: Point) => at[0] * forward[0] + at[1] * forward[1];
        const faithful = all.variant === 'faithful';
        let front = Number.POSITIVE_INFINITY;
        let back = Number.POSITIVE_INFINITY;
        for (const { at, radius } of closest) {
          const distance = Math.hypot(...at);
          const gap = Math.max(0, distance - radius - situation.radius);
          const across = Math.abs(at[0] * forward[1] - at[1] * forward[0]);
          const aside = Math.max(0, across - radius - situation.radius);
          const ahead = along(at) / distance;
          // On the border between front and back either answer is right.
          fc.pre(Math.abs(along(at)) > 1e-9);
          if (ahead > 0)
            front = Math.min(front, faithful ? gap : (gap + 3 * aside + 1 / 1024) / ahead - 1 / 1024);
          if (along(at) < 0) back = Math.min(back, gap);
        }
        const d1 = standstillGap(situation.aggressiveness, all.baseDistance, all.safetyDistance);
        const standstill = faithful ? d1 : Math.max(0, d1);
        const law = (gap: number) => (gap - standstill) / all.timeToContact;
        let speed = Math.min(1, law(front));
        tried[speed === 1 ? 'free' : speed > 0 ? 'braking' : 'retreating']++;
        if (speed < 0) speed = -Math.min(-speed, all.retreatSpeed, Math.max(0, law(back)));
        expect(forwardSpeedOf(input)).toBeCloseTo(speed, 9);
      }),
      { numRuns: 500 },
    );
    for (const count of Object.values(tried)) expect(count).toBeGreaterThan(10);
  });

  it('is the pace, whatever is ahead, if it is constant', () => {
    const input = inputOf(closedGate);
    const parameters: NonlinearParameters = { ...silent, speedLaw: 'constant', massTime: [1e-9, 1e-9] };
    createNonlinearModel(parameters).computeControls(input);
    expect(forwardSpeedOf(input)).toBeCloseTo(1, 12);
  });
});

/** The next speed of the first agent along its next heading. */
function forwardSpeedOf({ crowd: { next } }: SteeringInput): number {
  return next.velocityX[0] * next.headingX[0] + next.velocityY[0] * next.headingY[0];
}

/** The point of a segment that is closest to the origin. */
function closestOn(from: Point, to: Point): Point {
  const alongX = to[0] - from[0];
  const alongY = to[1] - from[1];
  const part = -(from[0] * alongX + from[1] * alongY) / (alongX * alongX + alongY * alongY);
  const kept = Math.max(0, Math.min(1, part));
  return [from[0] + kept * alongX, from[1] + kept * alongY];
}
