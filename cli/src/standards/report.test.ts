import { describe, expect, test } from 'vitest';
import type { Outcome } from './contract.ts';
import { mergePlots } from './merge-plots.ts';
import { openingFits } from './references.ts';
import { type ReportSubject, reportIn } from './report.ts';

const outcome = (verdict: Outcome['verdict'], change: Partial<Outcome> = {}): Outcome => ({
  id: `family/${verdict.replace(' ', '-')}`,
  title: 'a <test>',
  source: 'source',
  criterion: 'criterion',
  verdict,
  ...(verdict !== 'pass' && { because: 'stairs are <missing>' }),
  figure: '1.2 m/s',
  reference: '1.3 m/s',
  seeds: 5,
  values: [1, 2],
  mean: 1.5,
  deviation: 0.7,
  ...change,
});

const subject: ReportSubject = {
  steering: 'nonlinear',
  isDefault: false,
  version: '9.8.7',
  date: '2031-02-03',
  command: 'wend standards imo --first 3 --out "<report>.html"',
  firstSeed: 3,
};

const axis = (max: number) => ({ label: 'width, m', min: 0, max });

/** The plot of one width. */
const opening = (width: number, flows: readonly number[], top = 8) => ({
  title: 'Flow through openings',
  x: axis(2.6),
  y: axis(top),
  curves: [
    { label: 'Kretz', colour: '#0072b2', points: [0, 2.6].map((at) => [at, openingFits.Kretz(at)] as const) },
  ],
  clouds: [{ label: 'simulated', colour: '#1f2328', points: flows.map((flow) => [width, flow] as const) }],
});

describe('the page', () => {
  test('has a row for each test, escaped, and each plot once', () => {
    const plot = opening(1, [2]);
    const html = reportIn(
      [outcome('pass', { plot }), outcome('fail', { plot }), outcome('not applicable')],
      subject,
    );
    expect(html.match(/<tr id="[^"]+" class="[^"]+"><th scope="row">/g)).toHaveLength(3);
    expect(html).toContain('a &lt;test&gt;');
    expect(html).not.toContain('<test>');
    expect(html.match(/<svg/g)).toHaveLength(1);
    expect(html).toContain('family/pass, family/fail');
    expect(html).toContain('url(#plot-0)');
  });

  test('names the model, the version, the day, the command and the seeds', () => {
    const html = reportIn([outcome('pass'), outcome('pass', { id: 'a/b', seeds: 1 })], subject);
    expect(html).toContain('<h1>Standards and experiments: nonlinear</h1>');
    expect(html).toContain(
      'wend 9.8.7 · 2031-02-03 · <code>wend standards imo --first 3 --out &quot;&lt;report&gt;.html&quot;</code>',
    );
    expect(html).toContain('main figure 1.500 ± 0.700, seeds 3 to 7');
    expect(html).toContain('<span class="note">seed 3</span>');
    expect(reportIn([], { ...subject, isDefault: true })).toContain(': nonlinear, the default model</h1>');
  });

  test('marks a failure by a sign and a word, says why, and links to its row', () => {
    const html = reportIn(
      [outcome('pass'), outcome('fail', { id: 'opening/0.8' }), outcome('not applicable')],
      subject,
    );
    expect(html).toContain('<td class="verdict bad">✗ fail</td>');
    expect(html).toContain('<td class="verdict good">✓ pass</td>');
    expect(html).toContain('<td class="verdict plain">– not applicable</td>');
    expect(html).toContain('fails because stairs are &lt;missing&gt;');
    expect(html).toContain('not applicable, because stairs are &lt;missing&gt;');
    expect(html).toContain('failed: <a href="#test-opening-0.8">opening/0.8</a>.');
    expect(html).toContain('<tr id="test-opening-0.8" class="fail">');
    expect(html).not.toContain('href="#test-family');
  });

  test('leaves the sizes of texts to the plots, and calls nothing measured where nothing was', () => {
    const html = reportIn(
      [outcome('not applicable', { figure: '', reference: '', seeds: 0, values: [] })],
      subject,
    );
    expect(html).not.toMatch(/^(\.plots )?svg text \{/m);
    expect(html).not.toContain('data-name="measured"');
  });

  test('has no empty table where every test contradicts experiments', () => {
    const html = reportIn([outcome('fail', { id: 'imo/4', conflict: 'experiments find more' })], subject);
    expect(html.match(/<table/g)).toHaveLength(1);
    expect(html).toContain('reported apart: <a href="#test-imo-4">imo/4</a> failed.');
    expect(html).not.toContain('Plots beside');
  });

  test('its plots have the colours of the page, in light and in dark', () => {
    const [, plot] = /(<svg.*<\/svg>)/s.exec(
      reportIn([outcome('pass', { plot: opening(1, [2]) })], subject),
    )!;
    expect(plot).toContain('fill="var(--card)"');
    expect(plot).toContain('stroke="var(--a0)"');
    expect(plot).not.toMatch(/"#[0-9a-f]{6}"/);
  });
});

describe('plots with one title', () => {
  test('are one: references once, points of all tests, axes that hold them', () => {
    const [{ ids, plot }, ...rest] = mergePlots([
      { id: 'opening/1', plot: opening(1, [2, 2.1]) },
      { id: 'opening/2', plot: opening(2, [4], 9) },
      { id: 'rimea/1' },
    ]);
    expect(rest).toEqual([]);
    expect(ids).toEqual(['opening/1', 'opening/2']);
    expect(plot.curves).toHaveLength(1);
    expect(plot.clouds!.map(({ points }) => points)).toEqual([
      [
        [1, 2],
        [1, 2.1],
        [2, 4],
      ],
    ]);
    expect(plot.y.max).toBe(9);
  });

  test('of one run that two standards share have each point once', () => {
    const plot = opening(1, [2, 2.1]);
    const [shown] = mergePlots([
      { id: 'imo/8', plot },
      { id: 'iso/6', plot: opening(1, [2, 2.1]) },
    ]);
    expect(shown.plot.clouds![0].points).toEqual(plot.clouds[0].points);
  });

  test('other titles stay apart, and labels that only one has are kept', () => {
    const lanes = { ...opening(1, [0.5]), title: 'lanes' };
    const wide = { ...lanes, clouds: [{ ...lanes.clouds[0], label: 'simulated, 2 m' }] };
    const shown = mergePlots([
      { id: 'a', plot: opening(1, [2]) },
      { id: 'b', plot: lanes },
      { id: 'c', plot: wide },
    ]);
    expect(shown.map(({ ids }) => ids)).toEqual([['a'], ['b', 'c']]);
    expect(shown[1].plot.clouds!.map(({ label }) => label)).toEqual(['simulated', 'simulated, 2 m']);
  });
});
