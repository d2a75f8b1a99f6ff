import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SteeringInput } from '../contract.ts';
import { bindFrame } from './frame.ts';
import { moveBodies } from './locomotion.ts';
import { pipelineDefaults } from './parameters.ts';
import { inputOf, type Walker } from './scene.fixture.ts';

/** A gain at which the steps of a test are round numbers. */
const parameters = { ...pipelineDefaults, gain: 8 };

type Command = { turn?: number; speed?: number; scoot?: number };

/** Moves a lone walker by one command for some steps, with nothing in the way; returns the input. */
function walk(
  walker: Partial<Walker>,
  { turn = 0, speed = 0, scoot = 0 }: Command,
  steps: number,
  dt = 0.05,
) {
  const input = inputOf({ walkers: [{ at: [0, 0], speed: 0, ...walker }], dt });
  const { crowd } = input;
  for (let step = 0; step < steps; step++) {
    const frame = bindFrame(input);
    frame.own.commandTurn[0] = turn;
    frame.own.commandSpeed[0] = speed;
    frame.own.commandScoot[0] = scoot;
    const { motion, next } = crowd;
    moveBodies(frame, next, parameters);
    next.x[0] = motion.x[0] + dt * next.velocityX[0];
    next.y[0] = motion.y[0] + dt * next.velocityY[0];
    [crowd.motion, crowd.next] = [crowd.next, crowd.motion];
  }
  return stateOf(input);
}

/** Place and heading, and the velocity along the heading and to its left. */
function stateOf({ crowd: { motion } }: SteeringInput) {
  const [hx, hy] = [motion.headingX[0], motion.headingY[0]];
  const [vx, vy] = [motion.velocityX[0], motion.velocityY[0]];
  const [speed, scoot] = [vx * hx + vy * hy, vy * hx - vx * hy];
  return { x: motion.x[0], y: motion.y[0], angle: Math.atan2(hy, hx), speed, scoot };
}

describe('locomotion', () => {
  test('the missing velocity shrinks by 0.6 a step: gain 8, steps of 0.05 s', () => {
    for (const steps of [1, 2, 5, 20]) {
      expect(walk({}, { speed: 1.3 }, steps).speed).toBeCloseTo(1.3 * (1 - 0.6 ** steps), 12);
    }
    // x is the sum of the speeds times 0.05 s.
    expect(walk({}, { speed: 1.3 }, 2).x).toBeCloseTo(0.05 * 1.3 * (0.4 + 0.64), 12);
  });

  test('the force has a bound of 14: 0.7 m/s a step', () => {
    expect(walk({ speed: 2.4, pace: 3 }, { speed: -2.4 }, 1).speed).toBeCloseTo(1.7, 12);
  });

  test('no agent is faster than 2.6 m/s or than 1.15 times its pace', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 5, noNaN: true }),
        fc.double({ min: -9, max: 9, noNaN: true }),
        fc.double({ min: -9, max: 9, noNaN: true }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        (pace, speed, scoot, turn) => {
          const after = walk({ pace }, { speed, scoot, turn }, 12);
          const bound = Math.min(2.6, 1.15 * pace);
          expect(Math.hypot(after.speed, after.scoot)).toBeLessThanOrEqual(bound * (1 + 1e-12));
        },
      ),
    );
  });

  test('bodies turn on the spot, by the same angle whatever the step', () => {
    for (const [steps, dt] of [
      [10, 0.05],
      [20, 0.025],
      [5, 0.1],
    ]) {
      const { angle, x, y } = walk({}, { turn: 2 }, steps, dt);
      expect(angle).toBeCloseTo(1, 9);
      expect([x, y]).toEqual([0, 0]);
    }
  });

  test('stepping aside keeps the heading; to the left is positive', () => {
    const { angle, scoot, x, y } = walk({}, { scoot: 0.5 }, 1);
    expect([angle, x]).toEqual([0, 0]);
    expect(scoot).toBeCloseTo(0.2, 12);
    expect(y).toBeCloseTo(0.01, 12);
  });

  test('the velocity does not turn with the body: only a force changes it', () => {
    // 1 m/s ahead; the body turns by a quarter and keeps its direction of motion.
    const { scoot, speed, x, y } = walk({ speed: 1 }, { turn: Math.PI / 0.1, scoot: -1 }, 1);
    expect(speed).toBeCloseTo(0, 8);
    expect(scoot).toBeCloseTo(-1, 8);
    expect(x).toBeCloseTo(0.05, 9);
    expect(y).toBeCloseTo(0, 9);
  });
});
