import { type Axis, drawPlot } from 'wend/draw';
import { type Acceptance, changeIn } from '../statistics/convergence.ts';
import { type ReportData, valueIn } from './data.ts';
import { type Level, levelsOf, meanIn } from './levels.ts';
import { curveColours, withUnit } from './styles.ts';

const DASHES = [undefined, '7 4', '3 2', '10 3 2 3', '5 2', '14 3', '12 5', '6 2 2 2'] as const;

/** A figure over each factor: the mean over all settings with a level, and the smallest and largest of them. */
export function mainEffects({ paths, settings }: ReportData, figure: string): string[] {
  return paths.flatMap((path, factor) => {
    const { isNumeric, levels } = levelsOf(settings, factor);
    const points = levels.map((level) => [level.at, meanIn(level.settings, figure)] as const).filter(isKnown);
    if (points.length < 2) return [];
    const edge = (pick: (...values: number[]) => number) =>
      levels
        .map(
          (level) =>
            [
              level.at,
              pick(...level.settings.map(({ means }) => means[figure]).filter(Number.isFinite)),
            ] as const,
        )
        .filter(isKnown);
    const [low, high] = [edge(Math.min), edge(Math.max)];
    return [
      drawPlot({
        title: `${figure} over ${path}`,
        x: axisOf(path, levels, isNumeric),
        y: rangeOf(
          withUnit(figure),
          [...low, ...high].map(([, y]) => y),
        ),
        bands: [{ label: 'all settings', low, high, colour: curveColours[0] }],
        curves: [{ label: 'mean of the settings', points, colour: curveColours[0] }],
        marks: points.map(([x, y]) => ({ x, y, symbol: 'filled' as const })),
      }),
    ];
  });
}

/** A figure over one factor for each level of another: curves that are not parallel show that the two act together. */
export function interactions({ paths, settings }: ReportData, figure: string, most = 6): string[] {
  const pairs = paths.flatMap((_, a) => paths.slice(a + 1).map((__, k) => [a, a + 1 + k] as const));
  return pairs.slice(0, most).flatMap(([a, b]) => {
    const { isNumeric, levels } = levelsOf(settings, a);
    const curves = levelsOf(settings, b)
      .levels.slice(0, 8)
      .map(({ label, settings: own }, k) => {
        const members = new Set(own);
        const points = levels
          .map(
            (level) =>
              [
                level.at,
                meanIn(
                  level.settings.filter((one) => members.has(one)),
                  figure,
                ),
              ] as const,
          )
          .filter(isKnown);
        return {
          label: `${paths[b]} = ${label}`,
          points,
          colour: curveColours[k % curveColours.length],
          dash: DASHES[k],
        };
      })
      .filter(({ points }) => points.length > 1)
      .map(({ dash, ...curve }) => (dash === undefined ? curve : { ...curve, dash }));
    if (curves.length < 2) return [];
    return [
      drawPlot({
        title: `${figure} over ${paths[a]}, by ${paths[b]}`,
        x: axisOf(paths[a], levels, isNumeric),
        y: rangeOf(
          withUnit(figure),
          curves.flatMap(({ points }) => points.map(([, y]) => y)),
        ),
        curves,
      }),
    ];
  });
}

/** The share of runs with at most a value, for the first settings. */
export function distributionsOf({ settings }: ReportData, figure: string): string[] {
  const curves = settings.flatMap(({ parameters, values }, k) => {
    const sorted = [...(values?.[figure] ?? [])].sort((a, b) => a - b);
    if (sorted.length < 2) return [];
    const points = sorted.flatMap((value, i) => [
      [value, i / sorted.length] as const,
      [value, (i + 1) / sorted.length] as const,
    ]);
    const dash = DASHES[k % DASHES.length];
    return [
      {
        label: shortLabel(parameters),
        points,
        colour: curveColours[k % curveColours.length],
        ...(dash && { dash }),
      },
    ];
  });
  if (curves.length === 0) return [];
  const values = curves.flatMap(({ points }) => points.map(([x]) => x));
  return [
    drawPlot({
      title: `Distribution of ${figure} over the seeds`,
      x: rangeOf(withUnit(figure), values),
      y: { label: 'share of the runs', min: 0, max: 1.03 },
      curves,
    }),
  ];
}

/** The measures of the functional analysis over the number of runs, as shares of their limits. */
export function convergencePlot({ slowest }: ReportData, acceptance: Acceptance): string[] {
  if (!slowest || slowest.convergence.steps.length < 2) return [];
  const { steps } = slowest.convergence;
  const measures = [
    ['total evacuation time (TET)', 'tet'],
    ['its standard deviation (SD)', 'sd'],
    ['Euclidean relative difference (ERD)', 'erd'],
    ['Euclidean projection coefficient (EPC)', 'epc'],
    ['secant cosine (SC)', 'sc'],
  ] as const;
  const top = 5;
  return [
    drawPlot({
      title: 'Change by one more run, as a share of what is acceptable',
      x: { label: 'runs', min: 2, max: Math.max(3, steps[steps.length - 1].runs) },
      y: { label: 'change / limit (5: or more)', min: 0, max: top },
      curves: [
        ...measures.map(([label, key], k) => {
          const dash = DASHES[k];
          const points = steps.map(
            (step) => [step.runs, Math.min(top, changeIn(step, key) / acceptance[key])] as const,
          );
          return { label, points, colour: curveColours[k % curveColours.length], ...(dash && { dash }) };
        }),
        {
          label: 'limit',
          points: [
            [2, 1],
            [steps[steps.length - 1].runs, 1],
          ] as const,
          colour: '#444',
          width: 1,
        },
      ],
    }),
  ];
}

/** The values alone: the page says which factors they belong to. */
function shortLabel(parameters: readonly unknown[]): string {
  return parameters.length === 0 ? 'the scenario' : parameters.map(valueIn).join(', ');
}

const isKnown = ([, y]: readonly [number, number]) => Number.isFinite(y);

function axisOf(label: string, levels: readonly Level[], isNumeric: boolean): Axis {
  const places = levels.map(({ at }) => at);
  if (isNumeric) return rangeOf(label, places);
  return {
    label,
    min: -0.5,
    max: levels.length - 0.5,
    ticks: levels.map(({ at, label: text }) => ({ at, label: text })),
  };
}

function rangeOf(label: string, values: readonly number[]): Axis {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  const room = max > min ? 0.06 * (max - min) : Math.abs(max) * 0.1 || 1;
  return { label, min: min - room, max: max + room };
}
