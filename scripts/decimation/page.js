// The plots of the study, and the page that shows them.
import { drawBars } from './bars.js';
import { phaseNames } from './profile.js';

const titles = { reference: '5 Hz reference', static: 'static', adaptive: 'adaptive' };
/** The same phases in the paper: Hz, µs per update; amortised µs per agent and frame. */
const paper = {
  reference: {
    total: 33.0,
    hertz: [null, null, 5, 5, 5, 20, 20],
    cost: [216, 427, 44.0, 65.0, 3.61, 3.54, 0.66],
  },
  static: {
    total: 8.1,
    hertz: [null, null, 0.2, 0.67, 3.33, 20, 20],
    cost: [185, 425, 45.6, 65.6, 3.6, 3.5, 0.66],
  },
  adaptive: {
    total: 6.3,
    hertz: [null, null, 0.168, 0.288, 3.33, 17.09, 20],
    cost: [318, 431, 42.6, 61.0, 3.66, 3.74, 0.67],
  },
};

const bar = ({ completed, runs }, value) => ({ value, share: completed / runs });

export function drawStatic({ extent, panels, staticReference }) {
  const missing = staticReference.filter(({ score }) => score === null).map(({ name }) => name);
  return drawBars({
    title: 'Scores at lower rates of prediction, perception and short-term planning',
    description: 'SteerBench scores of twelve cases as shares of those at 4 Hz, in clusters of bars.',
    clusters: extent.cases,
    panels: panels.map(({ title, settings, outcomes }) => ({
      title,
      axis: 'score / score at 4 Hz',
      top: 1.6,
      line: 1,
      series: settings.map(({ label }, k) => ({
        label,
        bars: outcomes[k].map((outcome) => bar(outcome, outcome.normalised)),
      })),
    })),
    caption: [
      `Median of ${extent.staticRuns} perturbed starts over that at 4 Hz; lower is better. No space-time planning. Open bars: not every run was`,
      `completed; a cross: fewer than half were${missing.length > 0 ? `, or so at 4 Hz (${missing.join(', ')})` : ''}. What is beyond the scale is given as a number.`,
    ],
  });
}

export function drawSchemes({ extent, schemes, schemeOutcomes }) {
  const costs = schemeOutcomes.flat().map(({ microseconds }) => microseconds);
  const series = (value) =>
    schemes.map(({ label }, k) => ({
      label,
      bars: schemeOutcomes[k].map((outcome) => value(outcome)),
    }));
  return drawBars({
    title: 'Four ways to run the phases: scores and cost',
    description:
      'SteerBench scores of twelve cases as shares of the 4 Hz reference, and the cost of an update.',
    clusters: extent.cases,
    panels: [
      {
        title: 'Score',
        axis: 'score / score at 4 Hz',
        top: 1.6,
        line: 1,
        series: series((outcome) => bar(outcome, outcome.normalised)),
      },
      {
        title: 'Cost of one update of one agent, all phases',
        axis: 'µs',
        top: 1.05 * Math.max(...costs),
        series: series(({ microseconds }) => ({ value: microseconds, share: 1 })),
      },
    ],
    caption: [
      `Median of ${extent.schemeRuns} perturbed starts, with space-time planning; lower is better. Open bars: not every run was completed; a cross:`,
      'fewer than half were. What is beyond the scale is given as a number.',
    ],
  });
}

export function drawPage(study) {
  const { extent, machine, schemes, schemeOutcomes, table } = study;
  return `# Phase decimation

Written by \`node scripts/study-decimation.js\`; do not edit by hand. One run on ${machine}, one thread. What the phases are and what follows from the figures is in [decimation](../../models/decimation.md); the paper is Singh et al., _A modular framework for adaptive agent-based steering_, I3D 2011, whose numbers stand in parentheses.

## What the phases cost

\`steerbench/random-4000\` with \`"steering": { "name": "pipeline" }\`: ${extent.agents} agents, ${extent.frames} frames of 0.05 s. Hz and µs per update are averages; the share is of all phases; the last two columns are per agent and frame.

${table.map(drawTable).join('\n\n')}

${drawRatios(table)}

As CSV: [phases.csv](phases.csv).

## Rates one by one

![Scores at lower rates](static.svg)

As CSV: [static.csv](static.csv).

## Reference, adaptive, static, matched

![Scores and cost of four schemes](schemes.svg)

${drawMeans(schemes, schemeOutcomes)}

As CSV: [schemes.csv](schemes.csv).
`;
}

function drawTable({ agentFrames, cadence, phases, rows, wholeStep }) {
  const each = (time) => ((1000 * time) / agentFrames).toFixed(3);
  const lines = phaseNames.map((name, k) => {
    const { runs, time } = rows[name];
    const { cost, hertz } = paper[cadence];
    const rate = ((20 * runs) / agentFrames).toPrecision(3);
    const shown = hertz[k] === null ? `on demand, ${Number(rate)}` : `${Number(rate)} (${hertz[k]})`;
    const update = runs > 0 ? `${((1000 * time) / runs).toPrecision(3)} (${cost[k]})` : `– (${cost[k]})`;
    return `| ${name} | ${shown} | ${((100 * time) / phases).toFixed(1)} | ${update} | ${each(time)} |`;
  });
  return [
    `| ${titles[cadence]} | Hz | share, % | µs per update | µs per agent and frame |`,
    '| --- | ---: | ---: | ---: | ---: |',
    ...lines,
    `| **all phases** | | | | **${each(phases)}** (${paper[cadence].total.toFixed(1)}) |`,
    `| whole step | | | | ${each(wholeStep)} |`,
  ].join('\n');
}

function drawRatios(table) {
  const cost = ({ agentFrames, phases, wholeStep }) => [phases / agentFrames, wholeStep / agentFrames];
  const [base, wholeBase] = cost(table[0]);
  const ratios = table.slice(1).map((row) => {
    const [phases, whole] = cost(row);
    const published = paper.reference.total / paper[row.cadence].total;
    return `${titles[row.cadence]} ${(base / phases).toFixed(1)} times (paper: ${published.toFixed(1)}), the whole step ${(wholeBase / whole).toFixed(1)} times`;
  });
  return `Cheaper than the reference: ${ratios.join('; ')}.`;
}

function drawMeans(schemes, outcomes) {
  const lines = schemes.map(({ label }, k) => {
    const all = outcomes[k];
    const scores = all.map(({ normalised }) => normalised).filter((value) => value !== null);
    const mean = scores.reduce((sum, value) => sum + value, 0) / scores.length;
    const cost = all.reduce((sum, { microseconds }) => sum + microseconds, 0) / all.length;
    const completed = all.reduce((sum, outcome) => sum + outcome.completed, 0);
    const runs = all.reduce((sum, outcome) => sum + outcome.runs, 0);
    return `| ${label} | ${mean.toFixed(3)} | ${cost.toFixed(2)} | ${completed} of ${runs} |`;
  });
  return [
    '| mean over the cases | normalised score | µs per update | runs completed |',
    '| --- | ---: | ---: | ---: |',
    ...lines,
  ].join('\n');
}
