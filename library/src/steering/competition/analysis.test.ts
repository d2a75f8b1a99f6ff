import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDice } from '../../crowd/crowd.fixture.ts';
import { analyseStability } from './analysis.ts';
import { eigenvaluesOf } from './eigenvalues.ts';
import {
  distanceOfSets,
  drawSystem,
  jacobianAt,
  ratesAt,
  referenceEigenvalues,
  referenceSquares,
} from './systems.fixture.ts';

describe('the eigenvalues', () => {
  test('of 3000 random matrices up to 10 × 10 are those of ml-matrix', () => {
    const dice = createDice(3);
    for (let draw = 0; draw < 3000; draw++) {
      const size = 1 + (draw % 10);
      const entry = () => (dice() < 0.2 ? 0 : 2 * dice() - 1);
      const matrix = Array.from({ length: size }, () => Array.from({ length: size }, entry));
      const found = eigenvaluesOf(matrix.flat(), size);
      expect(distanceOfSets(found, referenceEigenvalues(matrix))).toBeLessThan(1e-7 * size);
      for (let k = 1; k < size; k++) expect(found[k - 1].re).toBeGreaterThanOrEqual(found[k].re);
    }
  });

  test('are exact where they can be read off', () => {
    expect(eigenvaluesOf([0, 0, 0, 0], 2)).toEqual([
      { re: 0, im: 0 },
      { re: 0, im: 0 },
    ]);
    expect(eigenvaluesOf([1e200, 5, 0, -3], 2)).toEqual([
      { re: 1e200, im: 0 },
      { re: -3, im: 0 },
    ]);
    expect(eigenvaluesOf([0, -2, 2, 0], 2)).toEqual([
      { re: 0, im: 2 },
      { re: 0, im: -2 },
    ]);
    // A cyclic permutation of five: the fifth roots of 1. Plain QR would never converge.
    const cycle = Array.from({ length: 25 }, (_, k) => (k % 5 === (Math.floor(k / 5) + 1) % 5 ? 1 : 0));
    const roots = Array.from({ length: 5 }, (_, k) => ({
      re: Math.cos((2 * Math.PI * k) / 5),
      im: Math.sin((2 * Math.PI * k) / 5),
    }));
    expect(distanceOfSets(eigenvaluesOf(cycle, 5), roots)).toBeLessThan(1e-14);
  });
});

describe('the analysis', () => {
  test.each([2, 3, 4, 5, 6])(
    'agrees with ml-matrix on every fixed point of 2000 random systems of %i classes',
    (classes) => {
      const dice = createDice(11 + classes);
      const seen = { absent: 0, stable: 0, saddle: 0, unstable: 0, oscillating: 0 };
      for (let draw = 0; draw < 2000; draw++) {
        const system = drawSystem(dice, classes);
        const { fixedPoints } = analyseStability(system.alpha, system.gamma);
        expect(fixedPoints).toHaveLength(2 ** classes);
        for (const { support, exists, weights, eigenvalues, stable, kind } of fixedPoints) {
          const squares = support.length === 0 ? [] : referenceSquares(system, support);
          // Signs decide existence; neither computation can determine them for squares this small.
          if (Math.min(...squares.map(Math.abs)) < 1e-9) continue;
          const expected = squares.every((square) => square > 0);
          if (exists !== expected)
            throw new Error(`${JSON.stringify(system)}: support ${support}: ${exists}`);
          if (weights === null) {
            seen.absent++;
            continue;
          }
          const off = weights.map((weight, i) => {
            const m = support.indexOf(i);
            return Math.abs(weight - (m < 0 ? 0 : Math.sqrt(squares[m])));
          });
          const rates = ratesAt(system, weights).map(Math.abs);
          if (Math.max(...off) > 1e-7 || Math.max(...rates) > 1e-9) {
            throw new Error(`${JSON.stringify(system)}: support ${support}: ${weights}`);
          }
          const reference = referenceEigenvalues(jacobianAt(system, weights));
          const scale = Math.max(...reference.map(({ re, im }) => Math.hypot(re, im)));
          const distance = distanceOfSets(eigenvalues, reference);
          if (distance > 1e-7 * scale)
            throw new Error(`${JSON.stringify(system)}: support ${support}: ${distance}`);
          const largest = Math.max(...reference.map(({ re }) => re));
          if (Math.abs(largest) < 1e-9 * scale) continue;
          if (stable !== largest < 0)
            throw new Error(`${JSON.stringify(system)}: support ${support}: ${stable}`);
          if (kind !== null && kind !== 'marginal') seen[kind]++;
          if (eigenvalues.some(({ im }) => im !== 0)) seen.oscillating++;
        }
      }
      // Every kind occurred often; two classes that take from each other never oscillate.
      const { oscillating, ...others } = seen;
      expect(Math.min(...Object.values(others))).toBeGreaterThan(400);
      if (classes === 2) expect(oscillating).toBe(0);
      else expect(oscillating).toBeGreaterThan(100);
    },
  );

  test('finds for two classes what the corrected table says, and the eigenvalues in closed form', () => {
    const dice = createDice(4);
    const seen = { target: 0, obstacles: 0, both: 0, absent: 0 };
    for (let draw = 0; draw < 5000; draw++) {
      const [a1, a2, g12, g21] = [dice(), dice(), 1.5 * dice(), 1.5 * dice()];
      const { fixedPoints } = analyseStability([a1, a2], pairOf(g12, g21));
      const [none, target, obstacles, both] = fixedPoints;
      expect(none).toMatchObject({ weights: [0, 0], kind: 'unstable' });
      expect(target).toMatchObject({ weights: [1, 0], stable: g21 > a2 });
      expect(obstacles).toMatchObject({ weights: [0, 1], stable: g12 > a1 });
      expect(distanceOfSets(target.eigenvalues, [-2 * a1, a2 - g21].map(real))).toBeLessThan(1e-14);
      expect(distanceOfSets(obstacles.eigenvalues, [a1 - g12, -2 * a2].map(real))).toBeLessThan(1e-14);
      const determinant = a1 * a2 - g12 * g21;
      if (Math.abs(determinant) < 1e-6) continue;
      const square1 = (a2 * (a1 - g12)) / determinant;
      const square2 = (a1 * (a2 - g21)) / determinant;
      expect(both.exists).toBe(square1 > 0 && square2 > 0);
      expect(both.stable).toBe(a1 > g12 && a2 > g21);
      seen.target += Number(target.stable);
      seen.obstacles += Number(obstacles.stable);
      seen.both += Number(both.stable);
      if (both.weights === null) {
        seen.absent++;
        continue;
      }
      expect(both.weights[0]).toBeCloseTo(Math.sqrt(square1), 8);
      expect(both.weights[1]).toBeCloseTo(Math.sqrt(square2), 8);
      // From trace and determinant of the Jacobian.
      const trace = -2 * (a1 * square1 + a2 * square2);
      const product = 4 * square1 * square2 * determinant;
      const root = Math.sqrt(trace * trace - 4 * product);
      const closed = [(trace + root) / 2, (trace - root) / 2].map(real);
      expect(distanceOfSets(both.eigenvalues, closed)).toBeLessThan(1e-6 * Math.abs(trace));
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(500);
  });

  test('contradicts (28) of 1999 and the conditions on signs that 1999 draws from it; (29) holds for all signs', () => {
    const dice = createDice(9);
    const count = { stable: 0, textSaysNot: 0, tableSaysNot: 0, printed28: 0, printed29: 0 };
    for (let draw = 0; draw < 10_000; draw++) {
      const [a1, a2] = [0.05 + dice(), 0.05 + dice()];
      // Below α in size, of either sign: the point exists and α1 > γ12, α2 > γ21 hold.
      const [g12, g21] = [a1 * (2 * dice() - 1), a2 * (2 * dice() - 1)];
      const system = { alpha: [a1, a2], gamma: pairOf(g12, g21) };
      const both = analyseStability(system.alpha, system.gamma).fixedPoints[3];
      const [w1, w2] = both.weights!;
      const m = a1 * a2;
      const determinant = m - g12 * g21;
      const d1 = a1 - g12;
      const d2 = a2 - g21;
      const halves = (radicand: number) => {
        const sum = -m * (d1 + d2);
        const root = Math.sqrt(Math.abs(radicand));
        const values = radicand < 0 ? [sum, sum] : [sum + root, sum - root];
        return values.map((value, k) => ({
          re: value / determinant,
          im: radicand < 0 ? ((k === 0 ? 1 : -1) * root) / determinant : 0,
        }));
      };
      const square = m * m * (d1 + d2) ** 2;
      const printed28 = halves(square + 4 * m * d1 * d2 * g12 * g21);
      const printed29 = halves(square - 4 * m * determinant * (m + g12 * g21 - a2 * g12 - a1 * g21));
      const tolerance = 1e-7 * Math.abs(both.eigenvalues[1].re);
      let isStable = both.stable;
      for (const [sign1, sign2] of signPatterns) {
        const values = referenceEigenvalues(jacobianAt(system, [sign1 * w1, sign2 * w2]));
        isStable &&= Math.max(...values.map(({ re }) => re)) < 0;
        isStable &&= distanceOfSets(values, both.eigenvalues) < tolerance;
      }
      count.stable += Number(isStable);
      count.textSaysNot += Number(!(g12 * g21 < 0));
      count.tableSaysNot += Number(!(g12 * g21 < 0 || (g12 > 0 && g21 > 0)));
      count.printed28 += Number(distanceOfSets(printed28, both.eigenvalues) < tolerance);
      count.printed29 += Number(distanceOfSets(printed29, both.eigenvalues) < tolerance);
    }
    expect(count).toEqual({
      stable: 10_000,
      textSaysNot: 4963,
      tableSaysNot: 2456,
      printed28: 0,
      printed29: 10_000,
    });
  });

  test('does not depend on the order of the classes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 31 - 2 }),
        fc.integer({ min: 2, max: 5 }),
        (seed, classes) => {
          const { alpha, gamma } = drawSystem(createDice(seed), classes);
          const order = alpha.map((_, i) => (i + 1) % classes);
          const turned = analyseStability(
            order.map((i) => alpha[i]),
            order.map((i) => order.map((j) => gamma[i][j])),
          );
          const named = new Map(
            turned.fixedPoints.map((point) => [
              point.support
                .map((m) => order[m])
                .sort()
                .join(),
              point,
            ]),
          );
          for (const point of analyseStability(alpha, gamma).fixedPoints) {
            const other = named.get(point.support.join())!;
            const doubtful = point.eigenvalues.some(({ re }) => Math.abs(re) < 1e-9);
            if (doubtful || other.exists !== point.exists) continue;
            expect(other.kind).toBe(point.kind);
          }
        },
      ),
    );
  });

  test('lists the empty support first, then by size and class', () => {
    const gamma = [
      [9, 0, 0],
      [0, 9, 0],
      [0, 0, 9],
    ];
    const { classes, fixedPoints } = analyseStability([1, 0.5, 0.25], gamma);
    expect(classes).toBe(3);
    expect(fixedPoints.map(({ support }) => support.join(''))).toEqual([
      '',
      '0',
      '1',
      '2',
      '01',
      '02',
      '12',
      '012',
    ]);
    // Without competition everything is on, and the diagonal is ignored.
    expect(fixedPoints.filter(({ stable }) => stable)).toEqual([
      {
        support: [0, 1, 2],
        exists: true,
        reason: null,
        weights: [1, 1, 1],
        eigenvalues: [-0.5, -1, -2].map(real),
        stable: true,
        kind: 'stable',
      },
    ]);
  });

  test('says why a point does not exist, and where the linear terms do not decide', () => {
    const at = (alpha: number[], g12: number, g21: number) =>
      analyseStability(alpha, pairOf(g12, g21)).fixedPoints;
    expect(at([0.4, 0.2], 0.5, 0.1)[3]).toMatchObject({
      exists: false,
      reason: 'negative square',
      kind: null,
    });
    expect(at([0.4, 0.2], 0.4, 0.1)[3]).toMatchObject({ exists: false, reason: 'zero square' });
    expect(at([0.4, 0.2], 0.4, 0.1)[2]).toMatchObject({ weights: [0, 1], kind: 'marginal', stable: false });
    expect(at([0.4, 0.2], 0.4, 0.2)[3]).toMatchObject({ exists: false, reason: 'singular' });
    // Two classes that help each other end above 1.
    const [w1, w2] = at([0.4, 0.4], -0.2, -0.2)[3].weights!;
    expect([w1, w2]).toEqual([expect.closeTo(Math.SQRT2, 12), expect.closeTo(Math.SQRT2, 12)]);
    // May and Leonard's cycle of three: no class, no pair and not all three are stable.
    const circle = analyseStability(
      [1, 1, 1],
      [
        [0, 0.8, 1.6],
        [1.6, 0, 0.8],
        [0.8, 1.6, 0],
      ],
    );
    expect(circle.fixedPoints.filter(({ exists }) => exists).map(({ kind }) => kind)).toEqual([
      'unstable',
      'saddle',
      'saddle',
      'saddle',
      'saddle',
    ]);
    expect(circle.fixedPoints[7].eigenvalues.map(({ im }) => im !== 0)).toEqual([true, true, false]);
  });

  test('rejects invalid rates, and names the entry', () => {
    const pair = [
      [0, 0.1],
      [0.1, 0],
    ];
    const refused = (alpha: unknown, gamma: unknown = pair) => {
      try {
        analyseStability(alpha as number[], gamma as number[][]);
      } catch (error) {
        return `${(error as Error).name}: ${(error as Error).message}`;
      }
      return 'accepted';
    };
    expect(refused([0.4, 0])).toBe(
      'RangeError: alpha[1] is 0: with α ≤ 0 the state (0, 0) can be stable, and everything would be switched off',
    );
    expect(refused([Number.NaN, 1])).toBe('RangeError: alpha[0] is NaN: expected a finite number');
    expect(refused(['1', 1])).toBe('TypeError: alpha[0] is 1: expected a number');
    expect(refused([1, 1e101])).toBe('RangeError: alpha[1] is 1e+101: expected at most 1e+100 in size');
    expect(refused([1, 1e-320])).toContain('alpha[1] is 1e-320: expected at least');
    expect(refused([1e100, 1e-100])).toBe('accepted');
    expect(refused([])).toBe('RangeError: alpha has 0 entries: an analysis takes 1 to 10 classes');
    expect(refused(Array.from({ length: 11 }, () => 1))).toContain('alpha has 11 entries');
    expect(refused([1, 1, 1])).toContain('gamma has 2 rows, alpha has 3 entries');
    expect(refused([1, 1], [[0, 1], [1]])).toBe('RangeError: gamma[1] has 1 entries: expected 2');
    expect(
      refused(
        [1, 1],
        [
          [0, Number.POSITIVE_INFINITY],
          [1, 0],
        ],
      ),
    ).toBe('RangeError: gamma[0][1] is Infinity: expected a finite number');
    expect(
      refused(
        [1, 1],
        [
          [Number.NaN, 1],
          [1, Number.NaN],
        ],
      ),
    ).toBe('accepted');
  });
});

const real = (re: number) => ({ re, im: 0 });
const pairOf = (g12: number, g21: number) => [
  [0, g12],
  [g21, 0],
];
const signPatterns = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const;
