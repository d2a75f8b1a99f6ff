// Verdicts have reasons, and no test passes without a bound, without evidence or without anything having happened.
import { describe, expect, test } from 'vitest';
import { registerBuiltIn, type ScenarioInput } from 'wend/scenario';
import { type Context, judge, type Outcome, standardErrorOf } from './contract.ts';
import { netCrossings, timesThrough } from './crossings.ts';
import { highestMean } from './ground.ts';
import { standardTests, testsNamed } from './index.ts';
import { summaryIn, tableIn } from './table.ts';

registerBuiltIn();

function contextOf(seeds: number[], prepare: Context['prepare']): Context {
  const shared = new Map<string, Promise<unknown>>();
  return {
    seeds,
    once<Value>(key: string, compute: () => Promise<Value>): Promise<Value> {
      if (!shared.has(key)) shared.set(key, compute());
      return shared.get(key) as Promise<Value>;
    },
    pause: async () => {},
    prepare,
  };
}

const testOf = (id: string) => testsNamed(id)![0];
const straight = (input: ScenarioInput) =>
  ({ ...input, steering: { name: 'straight' } }) as unknown as ScenarioInput;

describe('lines that people cross twice', () => {
  const lineOf = (...crossings: [time: number, direction: 1 | -1][]) => ({
    crossings: {
      count: crossings.length,
      columns: {
        time: Float64Array.from(crossings, ([time]) => time),
        id: new Float64Array(crossings.length),
        group: new Float64Array(crossings.length),
        direction: Float64Array.from(crossings, ([, direction]) => direction),
      },
    },
  });

  test('a person who steps back is counted once, from the first time that so many are through', () => {
    const line = lineOf([1, 1], [2, -1], [3, 1], [4, 1], [5, 1], [6, -1], [7, 1]);
    expect(netCrossings(line as never)).toBe(3);
    expect(timesThrough(line as never)).toEqual([1, 4, 5]);
  });

  test('most may go against the direction of the line; rows need not be in the order of time', () => {
    const line = lineOf([4, -1], [1, -1], [2, 1], [3, -1]);
    expect(netCrossings(line as never)).toBe(2);
    expect(timesThrough(line as never)).toEqual([1, 4]);
    expect(timesThrough(lineOf() as never)).toEqual([]);
  });
});

test('the highest mean of some values in succession is that of all windows, by hand', () => {
  expect(highestMean([1, 5, 3, 0, 4, 4], 2)).toBe(4);
  expect(highestMean([2, 2, 2], 3)).toBe(2);
});

test('the standard error of the mean: by hand, and none for a single value', () => {
  expect(standardErrorOf([1, 2, 3, 4])).toBeCloseTo(Math.sqrt(5 / 3) / 2, 12);
  expect(standardErrorOf([1])).toBeNaN();
});

describe('tests without a bound and tests without evidence', () => {
  test.each(['rooms/c', 'rooms/e'])(
    '%s gives its figure and no verdict: no share is asked for',
    async (id) => {
      const outcome = await judge(testOf(id), contextOf([1, 2], straight));
      expect(outcome).toMatchObject({
        verdict: 'not applicable',
        because: 'there is no bound: the share is documented',
        seeds: 2,
        reference: '',
      });
      expect(outcome.figure).toMatch(/^\d of 2 rooms solved/);
      expect(outcome.values).toHaveLength(2);
      expect(tableIn([outcome])).toContain(`\n${' '.repeat(id.length + 8)}${outcome.figure}\n`);
      expect(summaryIn([outcome])).toBe('no test is applicable.');
    },
  );

  test.each(['rimea/13', 'imo/11', 'iso/10', 'nist/5.1', 'imo/12', 'iso/13'])(
    '%s needs several seeds: one has no standard error',
    async (id) => {
      const outcome = await judge(
        testOf(id),
        contextOf([1], () => {
          throw new Error('nothing is to be simulated');
        }),
      );
      expect(outcome.verdict).toBe('not applicable');
      expect(outcome.because).toMatch(
        /^it compares means by their standard errors and needs at least \d seeds$/,
      );
    },
  );
});

test('rimea/11 puts its people elsewhere with each seed', async () => {
  const stop = new Error('the plan is known');
  const placesBy = async (seed: number) => {
    let seen: ScenarioInput | undefined;
    const context = contextOf([seed], (input) => {
      seen = input;
      throw stop;
    });
    await expect(judge(testOf('rimea/11'), context)).rejects.toBe(stop);
    return seen!.agents!.map(({ at }) => at);
  };
  const [one, other] = [await placesBy(1), await placesBy(2)];
  expect(one).toHaveLength(1000);
  expect(one).not.toEqual(other);
  expect(await placesBy(1)).toEqual(one);
});

describe('where everything ends after one step', () => {
  const ended = (input: ScenarioInput) => ({ ...straight(input), duration: 0.05 });

  test.each(standardTests.map(({ id }) => id))('%s does not pass, and says why', async (id) => {
    const tried = testOf(id);
    const seeds = Array.from({ length: tried.leastSeeds ?? 1 }, (_, k) => k + 1);
    const { because, verdict } = await judge(tried, contextOf(seeds, ended));
    expect(verdict).not.toBe('pass');
    expect(because).toMatch(/^\S.{5,}/);
    expect(because).not.toMatch(/undefined|NaN|Infinity|refused/);
  });
});

describe('the table', () => {
  const outcome = (change: Partial<Outcome>): Outcome => ({
    id: 'imo/4',
    title: 'Maximum flow',
    source: 'source',
    criterion: 'criterion',
    verdict: 'fail',
    because: 'up to 2.26 people/s',
    figure: '2.20 people/s',
    reference: 'at most 1.33',
    seeds: 1,
    values: [2.2],
    mean: 2.2,
    deviation: 0,
    ...change,
  });

  test('a failed test says why, below what was expected', () => {
    const lines = tableIn([outcome({})]).split('\n');
    expect(lines[2]).toBe('             expected: at most 1.33');
    expect(lines[3]).toBe('             fails because up to 2.26 people/s');
  });

  test('where every test contradicts experiments, the sentence says so and counts no others', () => {
    const against = outcome({ conflict: 'experiments find more' });
    expect(summaryIn([against])).toBe(
      '1 test with criteria that contradict experiments, reported apart: imo/4 failed.',
    );
    expect(tableIn([against])).toMatch(/^Criteria that contradict experiments/);
    const passed = outcome({ conflict: 'experiments find more', verdict: 'pass', id: 'iso/11' });
    expect(summaryIn([passed, outcome({ id: 'imo/1' })])).toBe(
      '0 of 1 applicable tests pass; 0 are not applicable; failed: imo/1; 1 test with criteria that contradict experiments, reported apart: none failed.',
    );
    expect(summaryIn([])).toBe('no test was finished.');
  });
});
