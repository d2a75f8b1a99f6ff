// The formulas of docs/models/ are read from the pages and computed beside the code, so that page and code cannot part.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNonlinearModel } from '../library/src/steering/nonlinear/model.ts';
import type { NonlinearParameters } from '../library/src/steering/nonlinear/parameters.ts';
import {
  avoidanceDistance,
  speedTime,
  standstillGap,
  turnTime,
} from '../library/src/steering/nonlinear/personality.ts';
import { portrayHeading } from '../library/src/steering/nonlinear/portrait.ts';
import {
  inputOf,
  type Point,
  rotate,
  silent,
  situations,
} from '../library/src/steering/nonlinear/situations.fixture.ts';
import { page, readFormula, type Scope } from './latex.fixture.ts';

const heading = page('heading.md');
const weights = page('weights.md');
const walls = page('walls.md');
const speed = page('speed.md');
const personality = page('personality.md');

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });

/** The point of a segment that is closest to the origin. */
function closestOn([ax, ay]: Point, [bx, by]: Point): Point {
  const [dx, dy] = [bx - ax, by - ay];
  const part = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy)));
  return [ax + part * dx, ay + part * dy];
}

type Made = ReturnType<typeof situationOf>;
const situationOf = (situation: Parameters<typeof inputOf>[0]) => situation;

/** All that repels the agent at the origin, in the symbols of the pages. */
function thingsOf({ others = [], pillars = [], walls: segments = [], radius = 0.25 }: Made) {
  const body = { R_a: radius };
  return [
    ...others.map(({ at, radius: R }) => ({
      ...body,
      at,
      R,
      wall: false,
      obstacle: false,
      middle: at,
      half: 0,
    })),
    ...pillars.map(({ at, radius: R }) => ({
      ...body,
      at,
      R,
      wall: false,
      obstacle: true,
      middle: at,
      half: 0,
    })),
    ...segments.map(([from, to]) => ({
      ...body,
      at: closestOn(from, to),
      R: 0,
      wall: true,
      obstacle: true,
      middle: [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2] as Point,
      half: Math.hypot(to[0] - from[0], to[1] - from[1]) / 2,
    })),
  ];
}

/** What the pages on heading, walls, speed, weights and personality say about a situation. */
function byThePages(situation: Made, parameters: NonlinearParameters) {
  const { heading: phi, targetDirection, aggressiveness = 0.5 } = situation;
  const smooth = parameters.variant === 'smooth';
  const base = {
    'd_{0\\mathrm{base}}': parameters.baseDistance,
    'd_\\mathrm{safe}': parameters.safetyDistance,
  };
  const k = personality('k')(base);
  const d0 = personality('d_0')({ k, c: aggressiveness });
  const shared = { '\\delta': parameters.margin, d_0: Math.max(smooth ? 0.05 : 1e-6, d0) };
  const angle = ([x, y]: Point) => {
    const a = phi - Math.atan2(y, x);
    return Math.atan2(Math.sin(a), Math.cos(a));
  };
  const forms: Scope[] = [];
  const ahead: Scope[] = [];
  for (const { at, R, R_a, wall, obstacle, middle, half } of thingsOf(situation)) {
    const d = Math.hypot(...at);
    const r = wall ? walls('r')({ d, R_a }) : heading('r')({ d, R_a, R_o: R });
    const a = angle(at);
    ahead.push({ r, a, d, R, R_a, obstacle: obstacle ? 1 : 0 });
    const add = (a: number, halfAngle: number, s: number) => {
      const scope = { ...shared, a, r, '\\Delta\\psi': halfAngle };
      const h = heading('h')(scope);
      const W = heading('W')({ ...scope, h });
      const D = heading('D')(scope);
      const shape = heading('R')(scope);
      const slope = heading('\\frac{\\partial}{\\partial\\varphi}(RWD)')({ ...scope, h, W, D });
      forms.push({ s, R: shape, W, D, slope });
    };
    const largest = heading('\\Delta\\psi')({ ...shared, R_o: 1e9, R_a: 0, d: 1 });
    if (!wall) add(a, heading('\\Delta\\psi')({ ...shared, R_o: R, R_a, d }), 1);
    else {
      const n = walls('n')({ r, '\\ell': half });
      const across = Math.hypot(...middle);
      add(a, largest, n);
      add(angle(middle), heading('\\Delta\\psi')({ ...shared, R_o: half, R_a, d: across }), 1 - n);
    }
  }
  const column = (list: Scope[], name: string) => list.map((each) => each[name] as number);
  const sums = {
    s_i: column(forms, 's'),
    R_i: column(forms, 'R'),
    W_i: column(forms, 'W'),
    D_i: column(forms, 'D'),
  };
  const force = heading('f_\\mathrm{obs}')(sums);
  const slope = forms.reduce((sum, form) => sum + (form.s as number) * (form.slope as number), 0);
  const target = {
    k: parameters.attraction,
    a: angle([Math.cos(targetDirection), Math.sin(targetDirection)]),
  };
  const targetForce = heading('f_\\mathrm{tar}')(target);
  const targetSlope = heading('\\frac{\\partialf_\\mathrm{tar}}{\\partial\\varphi}')(target);
  // Distances in the way and beside: speed.md and weights.md.
  const epsilon = { '\\varepsilon': speed('\\varepsilon')({}) };
  const distance = (counted: Scope[], text: ReturnType<typeof speed>, index: string) => {
    if (counted.length === 0) return Number.POSITIVE_INFINITY;
    const scope: Record<string, number | number[]> = { ...epsilon, R_a: counted[0].R_a as number };
    for (const name of ['r', 'a', 'd', 'R']) scope[`${name}_${index}`] = column(counted, name);
    scope[`b_${index}`] = counted.map((thing) =>
      speed('b_i')({
        d_i: thing.d as number,
        a_i: thing.a as number,
        R_i: thing.R as number,
        R_a: thing.R_a as number,
      }),
    );
    return text(scope);
  };
  const inFront = ahead.filter(({ a }) => Math.cos(a as number) > 0);
  const beside = ahead.filter(({ a, obstacle }) => obstacle === 1 && Math.cos(a as number) > -0.3);
  const front = smooth
    ? distance(inFront, speed('r_\\mathrm{front}'), 'i')
    : Math.min(Number.POSITIVE_INFINITY, ...column(inFront, 'r'));
  const C = smooth
    ? weights('C')({
        ...shared,
        'r_\\mathrm{front}': front,
        'r_\\mathrm{beside}': distance(beside, weights('r_\\mathrm{beside}'), 'o'),
      })
    : sums.D_i.reduce((sum, D, i) => sum + D * sums.s_i[i], 0);
  const sign = smooth ? (x: number) => Math.tanh(5 * x) : Math.sign;
  const P = { s: sign, c_1: 2 };
  const windows = sums.W_i.map((W, i) => W * sums.s_i[i]);
  const targetDetector = weights('P_\\mathrm{tar}')({
    ...P,
    'f_\\mathrm{tar}': targetForce,
    '\\partial f_\\mathrm{tar}': targetSlope,
  });
  const obstacleDetector = weights('P_\\mathrm{obs}')({
    ...P,
    'f_\\mathrm{obs}': force,
    '\\partial f_\\mathrm{obs}': slope,
    W_i: windows,
  });
  const flipped = smooth && targetDetector > 0 && obstacleDetector < 0;
  const gamma12 = weights('\\gamma_{12}')({
    c_2: 2,
    'P_\\mathrm{tar}': flipped ? 0 : targetDetector,
    'P_\\mathrm{obs}': obstacleDetector,
  });
  const alpha2 = weights('\\alpha_2')({ C });
  const alpha1 = weights('\\alpha_1')({ '\\alpha_2': alpha2 });
  return { force, gamma12, alpha1, alpha2, front, targetForce };
}

describe('a formula in a text', () => {
  test('is read with the precedence of mathematics', () => {
    const value = (text: string, scope: Scope = {}) => readFormula(text)(scope);
    expect(value('1 - 2 \\cdot 3^2/4')).toBe(-3.5);
    expect(value('\\tfrac12 x^2 - |y/z|', { x: 4, y: -6, z: 3 })).toBe(6);
    expect(value('\\frac{1}{1 + r^2/\\ell^2}', { r: 2, '\\ell': 1 })).toBe(0.2);
    expect(value('\\cos 2\\Delta\\psi - 1', { '\\Delta\\psi': Math.PI / 2 })).toBe(-2);
    expect(
      value('\\begin{cases} d & c < \\tfrac12 \\\\ 2d(1 - c) & c \\ge \\tfrac12 \\end{cases}', {
        c: 0.75,
        d: 4,
      }),
    ).toBe(2);
    expect(value('\\max(0,\\; \\min_i r_i - 1)', { r_i: [5, 3, 4] })).toBe(2);
    expect(
      value('|\\mathbf a \\times \\mathbf b| + \\mathbf a^2', {
        '\\mathbfa': [3, 0, 0],
        '\\mathbfb': [0, 2, 0],
      }),
    ).toBe(15);
    expect(() => value('x + y', { x: 1 })).toThrow(/no number for y/);
    expect(() => readFormula('x + )')).toThrow(/cannot read/);
  });
});

describe('the pages of the model nonlinear', () => {
  test('give the forces, rates and competition of the code in random scenes of agents, circles and walls', () => {
    fc.assert(
      fc.property(situations, ({ situation, parameters }) => {
        const all: NonlinearParameters = { ...silent, ...parameters };
        // Straight behind a form changes its sign, and beside an agent one thing more or less is in front.
        for (const { at, middle } of thingsOf(situation)) {
          for (const [x, y] of [at, middle]) {
            const cosine = Math.cos(situation.heading - Math.atan2(y, x));
            fc.pre(cosine > -0.9999 && Math.abs(cosine) > 1e-6 && Math.abs(cosine + 0.3) > 1e-6);
          }
        }
        const portrait = portrayHeading(inputOf(rotate(situation, -situation.heading)), 0, all, {
          samples: 4,
        });
        // The scene is turned so that the heading is 0, one of the four samples.
        const here = portrait.samples.find(({ heading }) => heading === 0);
        const page = byThePages(situation, all);
        fc.pre(Math.abs(page.force) > 1e-3 || all.variant === 'smooth');
        expect(here?.target).toBeCloseTo(page.targetForce, 9);
        // Contributions below 5e-5 may be left out.
        expect(Math.abs((here?.obstacles ?? Number.NaN) - page.force)).toBeLessThan(5e-4);
        expect(portrait.alpha2).toBeCloseTo(page.alpha2, 6);
        expect(portrait.alpha1).toBeCloseTo(page.alpha1, 6);
        expect(Math.abs(portrait.gamma12 - page.gamma12)).toBeLessThan(5e-3);
      }),
      { numRuns: 400 },
    );
  });

  test('give the stable weights, the filters and the speed', () => {
    fc.assert(
      fc.property(situations, ({ situation, parameters }) => {
        const all: NonlinearParameters = {
          ...silent,
          ...parameters,
          solver: 'closed',
          massTime: [1e-9, 1e-9],
        };
        const { weights: found, ...rates } = portrayHeading(
          inputOf(rotate(situation, -situation.heading)),
          0,
          all,
          { samples: 4 },
        );
        const scope = {
          '\\alpha_1': rates.alpha1,
          '\\alpha_2': rates.alpha2,
          '\\gamma_{12}': rates.gamma12,
          '\\gamma_{21}': weights('\\gamma_{21}')({}),
        };
        if (rates.alpha1 > rates.gamma12 && rates.alpha2 > 0.05) {
          expect(found.target ** 2).toBeCloseTo(weights('A_1^2')(scope), 9);
          expect(found.obstacles ** 2).toBeCloseTo(weights('A_2^2')(scope), 9);
          const at = { ...scope, w_1: found.target, w_2: found.obstacles };
          expect(weights('\\dotw_1')(at)).toBeCloseTo(0, 9);
          expect(weights('\\dotw_2')(at)).toBeCloseTo(0, 9);
        }
        const { front } = byThePages(situation, all);
        const d1 = standstillGap(situation.aggressiveness, all.baseDistance, all.safetyDistance);
        const law = speed('v')({
          'v_\\mathrm{pace}': 1,
          'r_\\mathrm{front}': front,
          d_1: all.variant === 'smooth' ? Math.max(0, d1) : d1,
          't_{2c}': all.timeToContact,
        });
        fc.pre(
          law > 0 &&
            thingsOf(situation).every(
              ({ at }) => Math.abs(Math.cos(situation.heading - Math.atan2(at[1], at[0]))) > 1e-6,
            ),
        );
        const input = inputOf(situation);
        createNonlinearModel(all).computeControls(input);
        expect(Math.hypot(input.crowd.next.velocityX[0], input.crowd.next.velocityY[0])).toBeCloseTo(law, 6);
      }),
      { numRuns: 200 },
    );
  });

  test('give the distances and times of a personality', () => {
    fc.assert(
      fc.property(number(0, 1), number(0.1, 3), number(0, 0.5), (trait, base, safe) => {
        const scope = { c: trait, 'd_{0\\mathrm{base}}': base, 'd_\\mathrm{safe}': safe, T_0: 0.1, T_1: 2 };
        const k = personality('k')(scope);
        expect(personality('d_0')({ ...scope, k })).toBeCloseTo(avoidanceDistance(trait, base), 9);
        const vel = personality('d_\\mathrm{vel}')(scope);
        expect(personality('d_1')({ ...scope, 'd_\\mathrm{vel}': vel })).toBeCloseTo(
          standstillGap(trait, base, safe),
          9,
        );
        expect(personality('T_\\mathrm{speed}')({ ...scope, '\\mathrm{mass}': trait })).toBeCloseTo(
          speedTime(trait, [0.1, 2]),
          12,
        );
        const turning = { T_1: 0.1, T_0: 2, '\\mathrm{agility}': trait };
        expect(personality('T_\\mathrm{turn}')(turning)).toBeCloseTo(turnTime(trait, [0.1, 2]), 12);
      }),
    );
  });
});
