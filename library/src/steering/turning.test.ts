import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCrowd, enterAgent, reserveAgent } from '../crowd/index.ts';
import { readForwardSpeeds, type TurnColumns, turnAndGo, turnColumns } from './turning.ts';

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const vector = fc.tuple(number(-1, 1), number(-1, 1), number(-1, 1));

/** The unit quaternion of a rotation turns a vector: q v q*, an independent way. */
function rotate(v: number[], axis: number[], angle: number): number[] {
  const length = Math.hypot(...axis);
  const s = length > 0 ? Math.sin(angle / 2) / length : 0;
  const [w, x, y, z] = [Math.cos(angle / 2), s * axis[0], s * axis[1], s * axis[2]];
  const [a, b, c] = v;
  const t = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [
    a + w * t[0] + y * t[2] - z * t[1],
    b + w * t[1] + z * t[0] - x * t[2],
    c + w * t[2] + x * t[1] - y * t[0],
  ];
}

test('in space a heading is rotated about its angular velocity, and the velocity is along it', () => {
  fc.assert(
    fc.property(vector, vector, number(0, 60), number(-2, 5), (towards, axis, rate, speed) => {
      const length = Math.hypot(...towards);
      const size = Math.hypot(...axis);
      fc.pre(length > 0.01 && size > 0.01);
      const dt = 0.05;
      const crowd = createCrowd(4, { dimension: 3, targetClasses: 1, memory: {}, steer: turnColumns });
      const row = enterAgent(crowd, reserveAgent(crowd));
      const { motion, next } = crowd;
      const heading = towards.map((part) => part / length);
      const turn = axis.map((part) => (part / size) * rate);
      [motion.headingX[row], motion.headingY[row], motion.headingZ[row]] = heading;
      const turns = crowd.steer as TurnColumns;
      [turns.turnX[row], turns.turnY[row], turns.turnRate[row]] = turn;
      turnAndGo(crowd, turns, Float64Array.of(speed), dt);
      const expected = rotate(heading, turn, Math.min(Math.PI, rate * dt));
      const got = [next.headingX[row], next.headingY[row], next.headingZ[row]];
      for (let k = 0; k < 3; k++) expect(got[k]).toBeCloseTo(expected[k], 8);
      expect(Math.hypot(...got)).toBeCloseTo(1, 14);
      const velocity = [next.velocityX[row], next.velocityY[row], next.velocityZ[row]];
      for (let k = 0; k < 3; k++) expect(velocity[k]).toBeCloseTo(speed * got[k], 12);
      // Read back, it is the speed along the heading.
      const read = new Float64Array(1);
      readForwardSpeeds({ ...crowd, motion: next }, read);
      expect(read[0]).toBeCloseTo(speed, 12);
    }),
  );
});
