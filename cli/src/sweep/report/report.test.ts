import { expect, test } from 'vitest';
import type { RunRow } from '../runs/run-one.ts';
import { addSetting, createReportData, figuresIn } from './data.ts';
import { levelsOf, meanIn } from './levels.ts';
import { reportPage } from './page.ts';

const cost = { wallSeconds: 0, stepSeconds: 0, microsecondsPerAgentStep: 0 };
const row = (index: number, time: number, status: RunRow['status'] = 'done'): RunRow => ({
  index,
  key: '',
  seed: index,
  status,
  figures: status === 'done' ? { 'travel.evacuationTime': time, arrived: 5, steps: index } : {},
  cost,
});

/** Evacuation time 10 a + b, with a of three levels and b of two. */
function example() {
  const data = createReportData(['a', 'b']);
  for (const a of [1, 2, 3]) {
    for (const b of ['x', 'y']) {
      const time = 10 * a + (b === 'y' ? 1 : 0);
      addSetting(
        data,
        [a, b],
        [row(0, time - 0.5), row(1, time + 0.5), row(2, 0, 'failed')],
        undefined,
        undefined,
      );
    }
  }
  return data;
}

test('main effects are means over the settings with a level', () => {
  const { settings } = example();
  const { isNumeric, levels } = levelsOf(settings, 0);
  expect(isNumeric).toBe(true);
  expect(levels.map((level) => [level.at, meanIn(level.settings, 'travel.evacuationTime')])).toEqual([
    [1, 10.5],
    [2, 20.5],
    [3, 30.5],
  ]);
  expect(levelsOf(settings, 1).levels.map(({ label }) => label)).toEqual(['x', 'y']);
});

test('a factor that was drawn is put into ranges of as many settings', () => {
  const settings = Array.from({ length: 80 }, (_, k) => ({ parameters: [k * k], means: { f: k } }));
  const { levels } = levelsOf(settings, 0);
  expect(levels.map((level) => level.settings.length)).toEqual(Array(8).fill(10));
  expect(levels.map((level) => meanIn(level.settings, 'f'))).toEqual([
    4.5, 14.5, 24.5, 34.5, 44.5, 54.5, 64.5, 74.5,
  ]);
});

test('shows figures that vary, those of evacuations first', () => {
  expect(figuresIn(example(), undefined)).toEqual(['travel.evacuationTime']);
  expect(figuresIn(example(), ['arrived', 'unknown'])).toEqual(['arrived']);
});

test('the page is whole, needs nothing else, and escapes names', () => {
  const subject = { scenario: '<door>', version: '1.0.0', runs: 18, failed: 6, seeds: 3 };
  const page = reportPage(subject, example());
  expect(page).toContain('<title>Sweep of &lt;door&gt;</title>');
  expect(page).toContain('6 settings with 3 seeds: 18 runs; 6 failed');
  expect(page).toContain('travel.evacuationTime (s)');
  // Two main effects, one pair, one plot of distributions.
  expect(page.match(/<svg /g)?.length).toBe(4);
  expect(page).not.toMatch(/<(script|link|img)|https?:\/\/(?!www\.w3\.org)/);
  const ids = [...page.matchAll(/ id="(plot-\d+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
