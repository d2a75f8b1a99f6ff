import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCrowd, enterAgent, reserveAgent } from '../../crowd/index.ts';
import { analyseStability } from '../competition/index.ts';
import { beginClasses, createClassCompetition, rateClasses, weighClasses } from './class-competition.ts';
import { createClasses } from './classes.ts';
import { nonlinearColumns } from './columns.ts';
import { createDrives } from './drives.ts';
import type { BehaviourClass, NonlinearParameters } from './parameters.ts';

const classes: BehaviourClass[] = [
  { name: 'food', kind: 'target', distance: 1, advantage: { nearby: { share: 0.5, length: 8 } } },
  { name: 'puddles', kind: 'obstacle', distance: 0.5 },
  { name: 'home', kind: 'target', distance: 1 },
  { name: 'dogs', kind: 'obstacle', distance: 3, advantage: { closeness: { scale: 2 } } },
  { name: 'calm', kind: 'obstacle', distance: 1, advantage: { constant: 0.07 } },
];

const competition: NonlinearParameters['competition'] = [
  { of: 'puddles', from: 'dogs', by: { constant: 0.3 } },
  { of: 'home', from: 'dogs', by: { conflict: { sharpness: 3 } } },
];

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const felt = fc.record({
  force: fc.array(number(-1, 1), { minLength: 3, maxLength: 3 }),
  slope: fc.array(number(-5, 5), { minLength: 3, maxLength: 3 }),
  window: fc.array(number(0, 3), { minLength: 3, maxLength: 3 }),
  closeness: fc.array(number(0.001, 1), { minLength: 3, maxLength: 3 }),
  targetForce: fc.array(number(-1, 1), { minLength: 2, maxLength: 2 }),
  targetSlope: fc.array(number(-1, 1), { minLength: 2, maxLength: 2 }),
  distance: fc.tuple(number(0.1, 40), number(0.1, 40)),
  hasHome: fc.boolean(),
  weights: fc.array(number(0, 1), { minLength: 5, maxLength: 5 }),
});

function compete(what: typeof felt extends fc.Arbitrary<infer Value> ? Value : never, faithful: boolean) {
  const prepared = createClasses({ classes, competition });
  const crowd = createCrowd(2, { dimension: 2, targetClasses: 2, memory: {}, steer: nonlinearColumns(5) });
  for (let k = 0; k < 2; k++) enterAgent(crowd, reserveAgent(crowd));
  const row = 1;
  const drives = createDrives(2, prepared, 2);
  for (let c = 0; c < 3; c++) {
    drives.force[3 * row + c] = what.force[c];
    drives.slope[3 * row + c] = what.slope[c];
    drives.window[3 * row + c] = what.window[c];
    drives.closeness[3 * row + c] = what.closeness[c];
  }
  for (let c = 0; c < 2; c++) {
    drives.targetForce[2 * row + c] = what.targetForce[c];
    drives.targetSlope[2 * row + c] = what.targetSlope[c];
  }
  crowd.plan.direction0X[row] = 1;
  crowd.plan.distance0[row] = what.distance[0];
  crowd.plan.direction1X[row] = what.hasHome ? 0.6 : 0;
  crowd.plan.direction1Y[row] = what.hasHome ? 0.8 : 0;
  crowd.plan.distance1[row] = what.hasHome ? what.distance[1] : 0;
  for (let k = 0; k < 5; k++) crowd.steer[`weight${k}`][row] = what.weights[k];
  const state = createClassCompetition(prepared);
  beginClasses(state, crowd);
  rateClasses(state, faithful, drives, 0, 2);
  weighClasses(state, row, row, false);
  return { state, weights: Array.from({ length: 5 }, (_, k) => crowd.steer[`weight${k}`][row]) };
}

describe('classes of a scenario', () => {
  test.each([true, false])(
    'advantages and rivalries are their named functions (faithful: %s)',
    (faithful) => {
      fc.assert(
        fc.property(felt, (what) => {
          const { alpha, gamma } = compete(what, faithful).state;
          const { closeness, distance, force, hasHome, slope, targetForce, targetSlope, window } = what;
          const together = faithful ? closeness.reduce((a, b) => a + b) : Math.max(...closeness);
          expect(alpha[0]).toBeCloseTo(0.5 * Math.exp(-distance[0] / 8), 8);
          expect(alpha[1]).toBeCloseTo(hasHome ? 0.4 * (1 - Math.tanh(together)) : 0, 8);
          expect(alpha[2]).toBeCloseTo(Math.tanh(closeness[0]), 8);
          expect(alpha[3]).toBeCloseTo(Math.tanh(2 * closeness[1]), 8);
          expect(alpha[4]).toBe(0.07);

          const sign = faithful ? Math.sign : (x: number) => Math.tanh(5 * x);
          const ofTarget = (c: number) => sign(targetSlope[c]) * Math.exp(-2 * Math.abs(targetForce[c]));
          const ofObstacle = (c: number) =>
            sign(slope[c]) * Math.exp(-2 * Math.abs(force[c])) * Math.min(1, window[c]);
          const conflict = (target: number, obstacle: number, sharpness: number) => {
            const product = ofTarget(target) * ofObstacle(obstacle);
            const flipped = !faithful && ofTarget(target) > 0 && ofObstacle(obstacle) < 0;
            return Math.exp(-sharpness * ((flipped ? 0 : product) + 1));
          };
          const at = (of: number, from: number) => gamma[5 * of + from];
          // Targets come first: food, home, puddles, dogs, calm.
          expect(at(0, 2)).toBeCloseTo(conflict(0, 0, 2), 8);
          expect(at(1, 4)).toBeCloseTo(conflict(1, 2, 2), 8);
          expect(at(1, 3)).toBeCloseTo(conflict(1, 1, 3), 8);
          expect(at(0, 1)).toBeCloseTo(1.5 * alpha[1], 12);
          expect(at(1, 0)).toBeCloseTo(1.5 * alpha[0], 12);
          expect([at(2, 0), at(3, 1), at(2, 3), at(3, 2), at(2, 4)]).toEqual([0.05, 0.05, 0.3, 0, 0]);
        }),
      );
    },
  );

  test('the weights are a stable fixed point, and an absent target has none', () => {
    fc.assert(
      fc.property(felt, (what) => {
        const { state, weights } = compete(what, false);
        if (!what.hasHome) expect(weights[1]).toBe(0);
        const on = [0, 1, 2, 3, 4].filter((k) => state.alpha[k] > 0);
        const { fixedPoints } = analyseStability(
          on.map((k) => state.alpha[k]),
          on.map((i) => on.map((j) => state.gamma[5 * i + j])),
        );
        const stable = fixedPoints.filter((point) => point.stable);
        fc.pre(stable.length > 0);
        const nearest = Math.min(
          ...stable.map((point) =>
            Math.max(...on.map((k, place) => Math.abs((point.weights?.[place] ?? 9) - weights[k]))),
          ),
        );
        expect(nearest).toBeLessThan(1e-6);
      }),
    );
  });

  test('of two exclusive targets one is pursued, until the other is clearly better', () => {
    const alone: BehaviourClass[] = [
      { name: 'left', kind: 'target', distance: 1, advantage: { nearby: { share: 0.4, length: 10 } } },
      { name: 'right', kind: 'target', distance: 1, advantage: { nearby: { share: 0.4, length: 10 } } },
      { name: 'obstacles', kind: 'obstacle', distance: 1 },
    ];
    const prepared = createClasses({ classes: alone });
    const crowd = createCrowd(1, { dimension: 2, targetClasses: 2, memory: {}, steer: nonlinearColumns(3) });
    enterAgent(crowd, reserveAgent(crowd));
    const drives = createDrives(1, prepared, 2);
    const state = createClassCompetition(prepared);
    crowd.plan.direction0X[0] = 1;
    crowd.plan.direction1Y[0] = 1;
    for (let k = 0; k < 3; k++) crowd.steer[`weight${k}`][0] = 0.5;
    const pursued = (left: number, right: number) => {
      crowd.plan.distance0[0] = left;
      crowd.plan.distance1[0] = right;
      beginClasses(state, crowd);
      rateClasses(state, false, drives, 0, 1);
      weighClasses(state, 0, 0, false);
      const [a, b] = [crowd.steer.weight0[0], crowd.steer.weight1[0]];
      // The planner pursues the class with the larger weight.
      expect([crowd.plan.preference0[0], crowd.plan.preference1[0]]).toEqual([a, b]);
      expect(Math.min(a, b)).toBe(0);
      expect(Math.max(a, b)).toBeCloseTo(1, 9);
      return a > b ? 'left' : 'right';
    };
    // The advantages are 1.5 to 1 if the distances differ by 10 ln 1.5 = 4.05 m.
    expect(pursued(9, 10)).toBe('left');
    expect(pursued(10, 7)).toBe('left');
    expect(pursued(10, 6)).toBe('left');
    expect(pursued(10, 5.9)).toBe('right');
    expect(pursued(7, 10)).toBe('right');
    expect(pursued(5.9, 10)).toBe('left');
  });
});
