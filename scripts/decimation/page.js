// The plots of the study, and the page that shows them.
import { drawBars } from './bars.js';
import { phaseNames } from './profile.js';

const titles = {
  full: 'every phase in every step',
  reference: '5 Hz reference',
  static: 'static',
  adaptive: 'adaptive',
};
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

/** The cost of one run is not given for a phase that ran less often than this. */
const FEW = 100;

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

\`steerbench/random-4000\` with \`"steering": { "name": "pipeline" }\`: ${extent.agents} agents, ${extent.frames} frames of 0.05 s, processor time; the four run in turn, 20 frames at a time. Hz and µs per update are averages; the share is of all phases. A phase that ran less than ${FEW} times has no cost per update: its cost is that of checking whether any agent needs it.

${table.map(drawTable).join('\n\n')}

${drawRatios(table)}

As CSV: [phases.csv](phases.csv).

## Rates one by one

![Scores at lower rates](static.svg)

${drawStaticMeans(study)}

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
    const published = paper[cadence];
    const rate = Number(((20 * runs) / agentFrames).toPrecision(3));
    const isOnDemand = paper.reference.hertz[k] === null;
    const shown = isOnDemand ? `on demand: ${runs}` : `${rate}${inParentheses(published?.hertz[k])}`;
    const update = `${runs >= FEW ? ((1000 * time) / runs).toPrecision(3) : '–'}${inParentheses(published?.cost[k])}`;
    return `| ${name} | ${shown} | ${((100 * time) / phases).toFixed(1)} | ${update} | ${each(time)} |`;
  });
  return [
    `| ${titles[cadence]} | Hz | share, % | µs per update | µs per agent and frame |`,
    '| --- | ---: | ---: | ---: | ---: |',
    ...lines,
    `| **all phases** | | | | **${each(phases)}**${inParentheses(paper[cadence]?.total.toFixed(1))} |`,
    `| whole step | | | | ${each(wholeStep)} |`,
  ].join('\n');
}

function inParentheses(value) {
  return value === undefined ? '' : ` (${value})`;
}

function drawRatios(table) {
  const cost = ({ agentFrames, phases, wholeStep }) => [phases / agentFrames, wholeStep / agentFrames];
  const [full, reference, ...others] = table;
  const [base, wholeBase] = cost(reference);
  const [most] = cost(full);
  const ratios = others.map((row) => {
    const [phases, whole] = cost(row);
    const published = paper.reference.total / paper[row.cadence].total;
    return `- ${titles[row.cadence]}: ${(base / phases).toFixed(1)} times (paper: ${published.toFixed(1)}), the whole step ${(wholeBase / whole).toFixed(1)} times; all phases beside every phase in every step: ${(most / phases).toFixed(1)} times`;
  });
  return `Cheaper than the 5 Hz reference:\n\n${ratios.join('\n')}`;
}

/** The middle of the normalised scores, how many runs were completed, and the mean cost of an update. */
function summarizeOutcomes(outcomes) {
  const scores = outcomes.map(({ normalised }) => normalised).filter((value) => value !== null);
  scores.sort((a, b) => a - b);
  const middle = (scores[(scores.length - 1) >> 1] + scores[scores.length >> 1]) / 2;
  const sum = (value) => outcomes.reduce((total, outcome) => total + value(outcome), 0);
  return {
    middle: middle.toFixed(3),
    worst: scores[scores.length - 1].toFixed(2),
    cost: (sum(({ microseconds }) => microseconds) / outcomes.length).toFixed(2),
    completed: `${sum(({ completed }) => completed)} of ${sum(({ runs }) => runs)}`,
  };
}

function drawStaticMeans({ panels, reference, staticReference }) {
  const line = (title, label, outcomes) => {
    const { completed, middle, worst } = summarizeOutcomes(outcomes);
    return `| ${title} | ${label} | ${middle} | ${worst} | ${completed} |`;
  };
  return [
    '| over the cases | rate | median normalised score | worst | runs completed |',
    '| --- | --- | ---: | ---: | ---: |',
    line('reference', reference.label, staticReference),
    ...panels.flatMap(({ title, settings, outcomes }) =>
      settings.map(({ label }, k) => line(title, label, outcomes[k])),
    ),
  ].join('\n');
}

function drawMeans(schemes, outcomes) {
  const lines = schemes.map(({ label }, k) => {
    const { completed, cost, middle, worst } = summarizeOutcomes(outcomes[k]);
    return `| ${label} | ${middle} | ${worst} | ${cost} | ${completed} |`;
  });
  return [
    '| over the cases | median normalised score | worst | µs per update | runs completed |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...lines,
  ].join('\n');
}
