import { describe, expect, test } from 'vitest';
import { Status } from 'wend';
import { registerBuiltIn } from 'wend/scenario';
import { type Context, isSuccess, judge, type Outcome, type StandardTest } from './contract.ts';
import { orderOf } from './counterflow.ts';
import { standardTests, testsNamed } from './index.ts';
import { type Looks, watchLooks } from './looks.ts';
import { readRecording } from './prediction.ts';
import { bandAt, openingFits, rimea16, weidmann } from './references.ts';
import { createDraws, drawSpeed, SPEED, scatter } from './simulate.ts';
import { kolmogorov, normalLaw } from './speeds.ts';
import { tableIn } from './table.ts';

registerBuiltIn();

function contextOf(steering?: string): Context {
  return {
    seeds: [1],
    once: (_, compute) => compute(),
    pause: async () => {},
    prepare: (input) =>
      steering === undefined ? input : ({ ...input, steering: { name: steering } } as typeof input),
  };
}

const testOf = (id: string) => testsNamed(id)![0];

describe('references', () => {
  test("Weidmann's speeds are those of his figure, and none is negative", () => {
    const speeds = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4].map((density) => weidmann(density).toFixed(2));
    expect(speeds).toEqual(['1.30', '1.06', '0.81', '0.61', '0.45', '0.33', '0.23', '0.16']);
    expect(weidmann(6)).toBe(0);
  });

  test('the band of RiMEA 16 goes through its points, is straight between them and constant beyond', () => {
    for (const [density, low, , high] of rimea16) expect(bandAt(density)).toEqual([low, high]);
    const [low, high] = bandAt((0.8989 + 1.0989) / 2);
    expect(low).toBeCloseTo((0.4475 + 0.3157) / 2, 9);
    expect(high).toBeCloseTo((1.1008 + 0.8395) / 2, 9);
    expect(bandAt(0.01)).toEqual([0.9607, 1.483]);
    expect(bandAt(9)).toEqual([0.022, 0.2202]);
  });

  test('the fits of openings rise with the width, Kretz below Daamen', () => {
    for (const width of [0.8, 1.2, 1.6, 2.4]) {
      expect(openingFits.Kretz(width)).toBeLessThan(openingFits.Daamen(width));
    }
    expect(openingFits.Kretz(1)).toBeCloseTo(1.79, 9);
  });
});

describe('tools', () => {
  test('the order of lanes is 1 in lanes, 0 where half of a lane comes towards one, and knows no lone walkers', () => {
    const lane = (y: number, direction: number, count: number) =>
      Array.from({ length: count }, () => ({ y, direction }));
    expect(orderOf([...lane(0.5, 1, 5), ...lane(2, -1, 5)])).toBe(1);
    // Each meets two of its own direction and two opposite ones.
    expect(orderOf([...lane(1, 1, 3), ...lane(1, -1, 2)])).toBeCloseTo((3 * 0 + 2 * 0.25) / 5, 9);
    expect(orderOf([...lane(0, 1, 1), ...lane(1, -1, 1)])).toBeNaN();
  });

  test('four people per square metre find room, inside their box and apart', () => {
    const places = scatter(288, [0.2, 0.2, 19.8, 3.4], createDraws(5));
    let least = Number.POSITIVE_INFINITY;
    places.forEach(([x, y], k) => {
      expect(x >= 0.2 && x <= 19.8 && y >= 0.2 && y <= 3.4).toBe(true);
      for (const [otherX, otherY] of places.slice(k + 1))
        least = Math.min(least, Math.hypot(otherX - x, otherY - y));
    });
    expect(least).toBeGreaterThan(0.4);
  });

  test('desired speeds have the mean and the deviation of people, clipped at two deviations', () => {
    const draw = createDraws(3);
    const speeds = Array.from({ length: 20_000 }, () => drawSpeed(draw));
    const mean = speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length;
    expect(mean).toBeCloseTo(SPEED.mean, 2);
    expect(Math.min(...speeds)).toBeCloseTo(SPEED.mean - 2 * SPEED.deviation, 9);
    expect(Math.max(...speeds)).toBeCloseTo(SPEED.mean + 2 * SPEED.deviation, 9);
  });

  test('the distance of Kolmogorov and Smirnov: by hand, and small for draws of the law itself', () => {
    expect(kolmogorov([0.5], (value) => value)).toBeCloseTo(0.5, 12);
    expect(kolmogorov([0.1, 0.2, 0.3], (value) => value)).toBeCloseTo(0.7, 12);
    const law = normalLaw(1.2, 0.2);
    expect(law(1.2)).toBeCloseTo(0.5, 6);
    expect(law(1.4)).toBeCloseTo(0.841345, 5);
    expect(law(0.8)).toBeCloseTo(0.02275, 5);
  });

  test('looks: a turn of 3 rad/s is hasty and one of 1 rad/s is not; a body that walks to its left is aside', () => {
    const seen = (turnRate: number, facing: number): Looks => {
      const looks: Looks = { steps: 0, hasty: 0, aside: 0, rates: new Array(24).fill(0) };
      const watch = watchLooks(looks);
      const dt = 0.05;
      const motion = { x: [0], y: [0], headingX: [1], headingY: [0] };
      for (let step = 0; step < 12; step++) {
        const angle = turnRate * dt * step;
        motion.x[0] += dt * Math.cos(angle);
        motion.y[0] += dt * Math.sin(angle);
        motion.headingX[0] = Math.cos(angle + facing);
        motion.headingY[0] = Math.sin(angle + facing);
        watch({ dt, crowd: { count: 1, ids: [7], motion, plan: { status: [Status.walking] } } } as never);
      }
      return looks;
    };
    expect(seen(1, 0)).toMatchObject({ steps: 11, hasty: 0, aside: 0 });
    expect(seen(-3, 0)).toMatchObject({ steps: 11, hasty: 11, aside: 0 });
    expect(seen(1, 0.8)).toMatchObject({ steps: 11, hasty: 0, aside: 11 });
    expect(seen(1, -0.7)).toMatchObject({ steps: 11, hasty: 0, aside: 0 });
  });

  test('walkers turn calmly in rooms and face where they go', async () => {
    const { verdict } = await judge(testOf('looks/a'), { ...contextOf(), seeds: [1, 2, 3, 4, 5, 6] });
    expect(verdict).toBe('pass');
  });

  test('a recording is read with its own step, and a bad line is named', () => {
    const recording = readRecording('780 1 2 0 3 0 0 0\n786 1 2.5 0 3 0 0 0\n786 2 9 0 9 0 0 0\n', 'eth.txt');
    expect([...recording.keys()]).toEqual([130, 131]);
    expect(recording.get(131)!.get(1)).toEqual([2.5, 3]);
    expect(() => readRecording('1 2 3 4 5\n1 2 x 4 5\n', 'eth.txt')).toThrow(
      'eth.txt: line 2: expected the numbers',
    );
  });
});

describe('tests with known answers', () => {
  test.each(['rimea/1', 'imo/1', 'iso/2', 'nist/2.1'])('%s: agents that walk straight pass', async (id) => {
    const outcome = await judge(testOf(id), contextOf('straight'));
    expect(outcome.verdict).toBe('pass');
    expect(outcome.values).toHaveLength(1);
  });

  test('imo/1: 40 m at 1 m/s take 40 s', async () => {
    const { mean } = await judge(testOf('imo/1'), contextOf('straight'));
    expect(mean).toBeCloseTo(40, 6);
  });

  test('rimea/6: agents that walk straight without contacts cross the wall, and the test says so', async () => {
    const through: Context = {
      ...contextOf('straight'),
      prepare: (input) => {
        const { area: _, ...open } = input;
        return { ...open, steering: { name: 'straight' }, contacts: 'none' } as typeof input;
      },
    };
    const outcome = await judge(testOf('rimea/6'), through);
    expect(outcome.verdict).toBe('fail');
    expect(outcome.figure).toMatch(/^\d+ positions behind a wall/);
  });

  test('prediction without a file is not applicable, and says what to give', async () => {
    const outcome = await judge(testOf('prediction/eth'), contextOf());
    expect(outcome).toMatchObject({ verdict: 'not applicable', seeds: 0, values: [] });
    expect(outcome.because).toContain('no file was given');
  });
});

describe('verdicts', () => {
  const outcome = (verdict: Outcome['verdict'], conflict?: string): Outcome => ({
    id: `family/${verdict}`,
    title: 'a <test>',
    source: 'source',
    criterion: 'criterion',
    verdict,
    ...(verdict === 'not applicable' && { because: 'stairs are missing' }),
    figure: '1.2 m/s',
    reference: '1.3 m/s',
    ...(conflict !== undefined && { conflict }),
    seeds: 5,
    values: [1, 2],
    mean: 1.5,
    deviation: 0.7,
  });

  test('a failed test fails the command; one that contradicts experiments, or is not applicable, does not', () => {
    expect(isSuccess([outcome('pass'), outcome('not applicable')])).toBe(true);
    expect(isSuccess([outcome('pass'), outcome('fail')])).toBe(false);
    expect(isSuccess([outcome('pass'), outcome('fail', 'experiments find more')])).toBe(true);
  });

  test('the table hides nothing and reports contradictions apart', () => {
    const text = tableIn([
      outcome('pass'),
      outcome('fail'),
      outcome('not applicable'),
      outcome('fail', 'experiments find more'),
    ]);
    expect(text).toContain('not applicable, because stairs are missing');
    expect(text).toMatch(/contradict experiments.*\n.*fail/);
    expect(text).toContain('  experiments find more');
    expect(text).toContain(
      '1 of 2 applicable tests pass; 1 are not applicable; failed: family/fail; 1 test with',
    );
  });

  test('a scenario that the engine refuses fails its test, with the reason', async () => {
    const refused: StandardTest = {
      ...testOf('rimea/6'),
      run: async (context) => {
        const { simulate } = await import('./simulate.ts');
        await simulate(
          context,
          { version: 1, name: 'none', bounds: { min: [0, 0], max: [0, 1] }, duration: 1 },
          1,
        );
        return { because: 'never' };
      },
    };
    const { because, verdict } = await judge(refused, contextOf());
    expect(verdict).toBe('fail');
    expect(because).toMatch(/^the scenario is refused: bounds/);
  });
});

describe('the catalogue', () => {
  test('names are unique; each test has a source, and a criterion unless it is missing', () => {
    const ids = standardTests.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(standardTests.every(({ source }) => source.length > 3)).toBe(true);
  });

  test('every test of the four standards is there', () => {
    const numbersOf = (family: string) =>
      testsNamed(family)!.map(({ id }) => Number.parseInt(id.split('/')[1], 10));
    const upTo = (last: number) => Array.from({ length: last }, (_, k) => k + 1);
    expect([...new Set(numbersOf('rimea'))].sort((a, b) => a - b)).toEqual(upTo(16));
    expect([...new Set(numbersOf('imo'))].sort((a, b) => a - b)).toEqual(upTo(12));
    expect([...new Set(numbersOf('iso'))].sort((a, b) => a - b)).toEqual(upTo(19));
    expect(testsNamed('nist')!).toHaveLength(17);
    expect(testsNamed('imo/8')!).toHaveLength(1);
    expect(testsNamed('im')).toBeUndefined();
  });
});
