import { describe, expect, test } from 'vitest';
import { createDice } from '../crowd/crowd.fixture.ts';
import { createWorld, readAgent, type ScenarioInput, stepWorld } from './index.ts';
import { openSquare } from './worlds.fixture.ts';

/** Filters so short that the controls are the laws themselves. */
const immediate = {
  massTime: [1e-4, 1e-4],
  agilityTime: [1e-4, 1e-4],
  noise: 0,
} satisfies ScenarioInput['steering'];

function stepsFor(seconds: number, dt: number): number {
  return Math.round(seconds / dt);
}

describe('the speed law', () => {
  test.each([0.05, 0.1, 0.25])(
    'keeps the gap to a still obstacle ahead at d1 or more for ever, dt = %f',
    (dt) => {
      for (const variant of ['smooth', 'faithful'] as const) {
        const world = createWorld({
          ...openSquare,
          dt,
          obstacles: [{ shape: 'circle', center: [10, 0], radius: 1 }],
          agents: [{ at: [0, 0], goal: [30, 0], speed: 5 }],
          steering: { ...immediate, variant, timeToContact: 0.25, safetyDistance: 0.3, attraction: 0.001 },
        });
        let least = Number.POSITIVE_INFINITY;
        for (let k = 0; k < stepsFor(30, dt); k++) {
          stepWorld(world);
          const { x, y } = readAgent(world, 0);
          least = Math.min(least, Math.hypot(x - 10, y) - 1.25);
        }
        // Straight ahead it comes as near as d1, and no nearer.
        expect(least, variant).toBeGreaterThanOrEqual(0.3 - 1e-9);
        expect(least, variant).toBeLessThan(0.31);
      }
    },
  );

  test('faithful: from any side, heading anywhere, the gap to a still disc stays at d1 or more', () => {
    const dice = createDice(12);
    let least = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 60; run++) {
      const angle = 6.283 * dice();
      const dt = 0.01 + 0.09 * dice();
      const world = createWorld({
        ...openSquare,
        dt,
        obstacles: [{ shape: 'circle', center: [0, 0], radius: 1 }],
        agents: [
          {
            at: [4 * Math.cos(angle), 4 * Math.sin(angle)],
            goal: [-4 * Math.cos(angle + dice() - 0.5), -4 * Math.sin(angle)],
            heading: 6.283 * dice(),
            speed: 2,
          },
        ],
        steering: {
          ...immediate,
          variant: 'faithful',
          timeToContact: 0.5,
          safetyDistance: 0.3,
          baseDistance: 0.05,
        },
      });
      for (let k = 0; k < stepsFor(15, dt); k++) {
        stepWorld(world);
        const { x, y } = readAgent(world, 0);
        least = Math.min(least, Math.hypot(x, y) - 1.25);
      }
    }
    // And some came as near as that.
    expect(least).toBeGreaterThanOrEqual(0.3 - 1e-9);
    expect(least).toBeLessThan(0.31);
  });

  test('too near, it retreats, no faster than the retreat speed, and stops where somebody is behind', () => {
    const scene = (behind: boolean): ScenarioInput => ({
      ...openSquare,
      dt: 0.05,
      agents: [
        { at: [0, 0], goal: [30, 0] },
        { at: [0.6, 0] },
        ...(behind ? [{ at: [-0.7, 0] as [number, number] }] : []),
      ],
      steering: { ...immediate, safetyDistance: 0.5, retreatSpeed: 0.2, attraction: 0.001 },
    });
    const free = createWorld(scene(false));
    stepWorld(free);
    const { headingX, headingY, velocityX, velocityY } = readAgent(free, 0);
    expect(velocityX * headingX + velocityY * headingY).toBeCloseTo(-0.2, 6);
    for (let k = 0; k < 100; k++) stepWorld(free);
    // It comes to rest at the gap d1 = 0.5 m.
    expect(0.6 - readAgent(free, 0).x - 0.5).toBeCloseTo(0.5, 2);

    const blocked = createWorld(scene(true));
    for (let k = 0; k < 100; k++) {
      stepWorld(blocked);
      expect(readAgent(blocked, 0).x).toBeGreaterThanOrEqual(-1e-9);
    }
  });

  test('constant: the speed is the desired one whatever is in front', () => {
    const world = createWorld({
      ...openSquare,
      agents: [{ at: [0, 0], goal: [30, 0], speed: 1.7 }, { at: [3, 0.1] }],
      steering: { ...immediate, speedLaw: 'constant' },
    });
    for (let k = 0; k < 30; k++) {
      stepWorld(world);
      expect(readAgent(world, 0).speed).toBeCloseTo(1.7, 9);
    }
  });
});

describe('the filters of personality do not depend on the step', () => {
  test.each([0.01, 0.05, 0.25])('mass: the speed after 1 s is v (1 − exp(−1/T)), dt = %f', (dt) => {
    const world = createWorld({
      ...openSquare,
      dt,
      agents: [{ at: [0, 0], goal: [40, 0], speed: 2, personality: { mass: 0.4 } }],
      steering: { noise: 0, massTime: [0.1, 2] },
    });
    for (let k = 0; k < stepsFor(1, dt); k++) stepWorld(world);
    expect(readAgent(world, 0).speed).toBeCloseTo(2 * (1 - Math.exp(-1 / (0.1 + 1.9 * 0.4))), 7);
  });

  test('agility: the heading turns towards the goal alike for dt 0.01 and 0.05', () => {
    const headingAt = (dt: number) => {
      const world = createWorld({
        ...openSquare,
        dt,
        agents: [{ at: [0, 0], goal: [0, 40], heading: 0, speed: 0.01, personality: { agility: 0.5 } }],
        steering: { noise: 0 },
      });
      for (let k = 0; k < stepsFor(1, dt); k++) stepWorld(world);
      const { headingX, headingY } = readAgent(world, 0);
      return Math.atan2(headingY, headingX);
    };
    // φ'' = (cos φ − φ')/T, T = 0.525, by Runge and Kutta in fine steps; nothing around, so w1 = 1.
    let [angle, rate] = [0, 0];
    const T = 0.525;
    const h = 1e-4;
    for (let k = 0; k < 10_000; k++) {
      const middleRate = rate + (h / 2) * ((Math.cos(angle) - rate) / T);
      const middleAngle = angle + (h / 2) * rate;
      rate += h * ((Math.cos(middleAngle) - middleRate) / T);
      angle += h * middleRate;
    }
    expect(Math.abs(headingAt(0.01) - angle)).toBeLessThan(0.01);
    expect(Math.abs(headingAt(0.05) - angle)).toBeLessThan(0.03);
  });
});

test.each([0.02, 0.05, 0.2])('noise: headings diffuse as noise × √time, dt = %f', (dt) => {
  const count = 900;
  const world = createWorld({
    ...openSquare,
    dt,
    bounds: { min: [0, 0], max: [300, 300] },
    agents: Array.from({ length: count }, (_, k) => ({
      at: [5 + 9 * (k % 30), 5 + 9 * Math.floor(k / 30)] as [number, number],
      goal: [299, 299] as [number, number],
      heading: 0,
      speed: 0.001,
    })),
    steering: { noise: 0.1, attraction: 0, agilityTime: [0.01, 1] },
  });
  for (let k = 0; k < stepsFor(8, dt); k++) stepWorld(world);
  let square = 0;
  for (let row = 0; row < count; row++) {
    square += Math.atan2(world.crowd.motion.headingY[row], world.crowd.motion.headingX[row]) ** 2;
  }
  const deviation = Math.sqrt(square / count);
  // The estimate's own deviation is 1/√(2 × 900) = 2.4 %; four of those, and the filter's short memory.
  expect(deviation / (0.1 * Math.sqrt(8))).toBeGreaterThan(0.89);
  expect(deviation / (0.1 * Math.sqrt(8))).toBeLessThan(1.11);
});
