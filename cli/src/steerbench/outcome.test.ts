import { describe, expect, test } from 'vitest';
import { largeCases, smallCases, sourceOf } from './cases.ts';
import { figuresOf } from './figures.ts';
import { medianOf, outcomeOf } from './outcome.ts';
import type { Run, RunRecord } from './runs.ts';
import { stripOf } from './strip.ts';
import { tableIn } from './table.ts';

function recordOf(run: Partial<Run>): RunRecord {
  const whole: Run = {
    seed: 1,
    completed: true,
    arrived: 2,
    seriousCollisions: 0,
    collisions: 0,
    touches: 0,
    score: 400,
    time: 15,
    energy: 300,
    acceleration: 85,
    minimumClearance: null,
    walking: { energy: 60, distance: 20, stuck: 0, detour: 1.1 },
    duration: 20,
    stateHash: '0',
    ...run,
  };
  return { run: whole, agents: 2, world: undefined!, trails: undefined, milliseconds: 3, agentSteps: 600 };
}

const outcome = (name: string, runs: Partial<Run>[], allowed = 0) =>
  outcomeOf(name, 'straight', runs.map(recordOf), allowed);

describe('figures', () => {
  test('the figure to beat is the lower of published and measured; measured ones need all agents arrived and no collision', () => {
    // Its social force model left one or two agents behind with 711, 336 and 529.
    expect(figuresOf('doorway-one-way')).toEqual({ published: null, measured: 1476, toBeat: 1476 });
    expect(figuresOf('squeeze')).toEqual({ published: 432, measured: 470, toBeat: 432 });
    expect(figuresOf('surprise-2').toBeat).toBe(573);
    // Every frame 667, 4 Hz 625, static 647: all with collisions.
    expect(figuresOf('double-squeeze')).toEqual({ published: 411, measured: 702, toBeat: 411 });
    expect(figuresOf('frogger')).toEqual({ published: 274, measured: 273, toBeat: 273 });
    expect(figuresOf('3-way-confusion-1')).toEqual({ published: 350, measured: 370, toBeat: 350 });
    expect(figuresOf('crossing-2')).toEqual({ published: null, measured: null, toBeat: null });
  });

  test('are there for thirteen of the small cases', () => {
    expect(smallCases.filter((name) => figuresOf(name).toBeat !== null)).toHaveLength(13);
    expect(largeCases.filter((name) => figuresOf(name).toBeat !== null)).toHaveLength(0);
  });
});

describe('outcomes', () => {
  test('add up, and take median and worst', () => {
    const { collisions, completed, passed, runs, score, touches, verdict } = outcome('oncoming-1', [
      { score: 400, collisions: 1, touches: 2 },
      { score: 380 },
      { score: 390, touches: 2 },
    ]);
    expect({ collisions, completed, passed, runs, score, touches, verdict }).toEqual({
      collisions: 1,
      completed: 3,
      passed: true,
      runs: 3,
      score: { median: 390, worst: 400, best: 380 },
      touches: 4,
      verdict: 'below by 5',
    });
    expect(medianOf([4, 1, 3, 2])).toBe(2.5);
  });

  test.each([
    ['oncoming-1', [{ score: 407.2 }], 'above by 12', true],
    ['oncoming-1', [{ score: 395 }], 'equal', true],
    ['crossing-2', [{ score: 300 }], 'no figure', true],
    ['oncoming-1', [{ score: 1 }, { completed: false }], 'not completed', false],
    ['oncoming-1', [{ score: 1, seriousCollisions: 1 }], 'serious collisions', false],
  ])('of %s with %j: %s', (name, runs, verdict, passed) => {
    expect(outcome(name, runs)).toMatchObject({ verdict, passed });
  });

  test('allow as many serious collisions in a run as the case does', () => {
    const runs = [{ seriousCollisions: 3 }, { seriousCollisions: 3 }];
    expect(outcome('random-4000', runs, 3).passed).toBe(true);
    expect(outcome('random-4000', runs, 2).passed).toBe(false);
  });

  test('cost microseconds per agent and step', () => {
    expect(outcome('squeeze', [{}, {}]).microsecondsPerAgentStep).toBeCloseTo(5, 9);
  });

  test('make a table with a line each, and a sentence', () => {
    const text = tableIn([
      outcome('oncoming-1', [{ score: 390 }]),
      outcome('squeeze', [{ completed: false }]),
    ]);
    expect(text.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^case +agents +completed +serious +collisions +touches +median +worst/),
      expect.stringMatching(/^oncoming-1 +2 +1\/1 +0 +0 +0 +390 +390 +– +395 +below by 5$/),
      expect.stringMatching(/^squeeze +2 +0\/1 .* not completed$/),
      '',
      '1 of 2 cases with a figure are below it; not passed: squeeze.',
    ]);
  });
});

describe('the strip of scores', () => {
  test('has a dot for each run in the order of scores, the figure, and everything inside', () => {
    const scores = [400, 380, 500, 500, 500, 500, 391];
    const strip = stripOf(
      outcome(
        'oncoming-1',
        scores.map((score) => ({ score })),
      ),
    );
    const dots = [...strip.matchAll(/<circle class="run" cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, u]) =>
      Number(u),
    );
    expect(dots).toHaveLength(scores.length);
    const order = scores.map((_, k) => k).sort((a, b) => scores[a] - scores[b]);
    for (let k = 1; k < order.length; k++) {
      expect(dots[order[k]]).toBeGreaterThanOrEqual(dots[order[k - 1]]);
    }
    expect(Math.min(...dots)).toBeGreaterThan(0);
    expect(Math.max(...dots)).toBeLessThan(640);
    expect(strip).toContain('to beat: 395');
  });

  test('of one run without a figure is still a plot', () => {
    expect(stripOf(outcome('crossing-2', [{ score: 400 }]))).not.toMatch(/NaN|Infinity/);
  });
});

test('a case is known with and without its folder; anything else is a file', () => {
  expect(['squeeze', 'steerbench/squeeze', 'my.json', 'nonsense'].map(sourceOf)).toEqual([
    'steerbench/squeeze',
    'steerbench/squeeze',
    'my.json',
    'nonsense',
  ]);
});
