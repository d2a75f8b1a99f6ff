import { timeOf } from 'wend';
import type { Plot } from 'wend/draw';
import type { ScenarioInput } from 'wend/scenario';
import { type Context, deviationOf, type Finding, meanOf, type StandardTest, unmet } from './contract.ts';
import { timesThrough } from './crossings.ts';
import { openingFits } from './references.ts';
import { RADIUS, simulate, speeds, untilArrived } from './simulate.ts';

const PEOPLE = 150;
/** The flow is measured from this passage to that one. */
const FIRST = 20;
const LAST = 130;
/** Seconds without an arrival after which a run is given up. */
const BLOCKED = 60;
/** A gap counts while more than this many wait. */
const WAITING = 20;

type Passage = { flow: number; gap: number; passed: number };

/** 150 people in a room of 10 × 10 m with an opening of 0.4 m depth in the middle of one wall. */
async function measureOpening(context: Context, width: number, seed: number): Promise<Passage> {
  const [low, high] = [5 - width / 2, 5 + width / 2];
  const input: ScenarioInput = {
    version: 1,
    name: `opening of ${width} m`,
    bounds: { min: [0, 0], max: [18, 10], walls: true },
    duration: 240,
    arrival: 'vanish',
    obstacles: [
      { shape: 'box', min: [10, 0], max: [10.4, low] },
      { shape: 'box', min: [10, high], max: [10.4, 10] },
    ],
    targets: [{ name: 'exit', region: { box: { min: [16.4, 0], max: [18, 10] } } }],
    groups: [
      {
        name: 'people',
        count: PEOPLE,
        region: { box: { min: [0.3, 0.3], max: [9.6, 9.7] } },
        radius: RADIUS,
        speed: speeds,
        targets: ['exit'],
      },
    ],
    measurements: { lines: [{ name: 'opening', from: [10.2, low], to: [10.2, high] }] },
  };
  // The run may end once all that counts has passed, or when the opening has been blocked for long.
  const { survey, world } = await simulate(context, input, seed, untilArrived(LAST + 2, BLOCKED));
  const times = timesThrough(survey.lines[0]);
  let gap = 0;
  for (let k = 1; k < times.length && PEOPLE - k > WAITING; k++) gap = Math.max(gap, times[k] - times[k - 1]);
  // A jam that never breaks up is a gap, too.
  if (times.length < PEOPLE - WAITING) gap = Math.max(gap, timeOf(world) - (times.at(-1) ?? 0));
  const flow = times.length >= LAST ? (LAST - FIRST) / (times[LAST - 1] - times[FIRST - 1]) : 0;
  return { flow, gap, passed: times.length };
}

async function openings(context: Context, width: number): Promise<Finding> {
  const runs = await context.once(`opening ${width} ${context.seeds}`, async () => {
    const all: Passage[] = [];
    for (const seed of context.seeds) all.push(await measureOpening(context, width, seed));
    return all;
  });
  const flows = runs.map(({ flow }) => flow);
  const gap = Math.max(...runs.map((run) => run.gap));
  const [low, high] = [0.9 * openingFits.Kretz(width), 1.1 * openingFits.Daamen(width)];
  const mean = meanOf(flows);
  const blocked = runs.filter(({ flow }) => flow === 0).length;
  return {
    failures: unmet(
      [blocked === 0, `blocked in ${blocked} of ${runs.length} runs`],
      [mean >= low, `${mean.toFixed(2)} people/s are fewer than ${low.toFixed(2)}`],
      [mean <= high, `${mean.toFixed(2)} people/s are more than ${high.toFixed(2)}`],
      [gap <= 5, `a gap of ${gap.toFixed(1)} s`],
    ),
    figure: `${mean.toFixed(2)} people/s${runs.length > 1 ? ` ± ${deviationOf(flows).toFixed(2)}` : ''}, longest gap ${gap.toFixed(1)} s`,
    reference: `${low.toFixed(2)} to ${high.toFixed(2)} people/s, gaps of at most 5 s`,
    values: flows,
    plot: plotOf(width, flows),
  };
}

function plotOf(width: number, flows: readonly number[]): Plot {
  const styles = [
    ['Kretz', '#0072b2'],
    ['Seyfried', '#009e73'],
    ['Daamen', '#d55e00'],
  ] as const;
  return {
    title: 'Flow through openings',
    x: { label: 'width, m', min: 0.6, max: 2.6 },
    y: { label: 'flow, people/s', min: 0, max: Math.max(8, ...flows.map((flow) => 1.1 * flow)) },
    curves: styles.map(([label, colour]) => ({
      label,
      colour,
      points: [0.6, 2.6].map((at): [number, number] => [at, openingFits[label](at)]),
    })),
    clouds: [
      {
        label: 'simulated, by seed',
        colour: '#1f2328',
        radius: 4,
        points: flows.map((flow): [number, number] => [width, flow]),
      },
    ],
  };
}

const WIDTHS = [0.8, 1, 1.2, 1.6, 2, 2.4];

export const openingTests: readonly StandardTest[] = WIDTHS.map((width) => ({
  id: `opening/${width}`,
  title: `Flow through an opening of ${width} m`,
  source: 'Kretz 2006 and Daamen 2012, linear fits',
  criterion:
    '0.9 × Kretz ≤ flow ≤ 1.1 × Daamen from the 20th to the 130th of 150; no gap above 5 s while more than 20 wait',
  run: (context) => openings(context, width),
}));
