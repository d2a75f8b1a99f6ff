import type { HeadingPortrait } from '../steering/index.ts';
import { type Axis, drawPlot, type Mark, type Tick } from './plot.ts';
import { ink, palette } from './svg.ts';

type PortraitPictureOptions = {
  /** The agent's present heading, radians; marked if it is given. */
  heading?: number;
  /** The heading axis in `radians` (the default) or `degrees`. */
  unit?: 'radians' | 'degrees';
};

/** The plot of an agent's heading dynamics: f_tar, f_obs and their weighted sum over the heading. */
export function drawPortrait(
  portrait: HeadingPortrait,
  title: string,
  { heading, unit = 'radians' }: PortraitPictureOptions = {},
): string {
  const { weights, gamma12, alpha1, alpha2, fixedPoints, samples } = portrait;
  const figure = (value: number) => value.toFixed(3);
  const over = (read: (sample: HeadingPortrait['samples'][number]) => number) => closeCircle(samples, read);
  return drawPlot({
    title,
    x: headingAxis(unit),
    y: rateAxis(samples.flatMap(({ target, obstacles, total }) => [target, obstacles, total])),
    // The total is drawn first, so that a part that equals it stays visible on top.
    curves: [
      {
        label: 'turn rate w_{tar} f_{tar} + w_{obs} f_{obs}',
        points: over((s) => s.total),
        colour: ink.text,
        width: 3.25,
      },
      { label: 'target f_{tar}', points: over((s) => s.target), colour: palette[0], dash: '9 5' },
      {
        label: 'obstacles f_{obs}',
        points: over((s) => s.obstacles),
        colour: palette[1],
        dash: '2.5 3.5',
        width: 2.25,
      },
    ],
    marks: fixedPoints.flatMap(({ heading: at, kind }): Mark[] => {
      const mark: Mark = { x: at, y: 0, symbol: kind === 'attractor' ? 'filled' : 'open' };
      // π and −π are one heading.
      return Math.PI - Math.abs(at) < 1e-6
        ? [
            { ...mark, x: Math.PI },
            { ...mark, x: -Math.PI },
          ]
        : [mark];
    }),
    symbols: [
      { symbol: 'filled', label: 'attractor' },
      { symbol: 'open', label: 'repeller' },
    ],
    verticals: heading === undefined ? [] : [{ at: wrap(heading), label: 'present heading' }],
    caption: [
      `Weights w_{tar} = ${figure(weights.target)}, w_{obs} = ${figure(weights.obstacles)};  competition γ_{12} = ${figure(gamma12)}, α_{1} = ${figure(alpha1)}, α_{2} = ${figure(alpha2)}`,
      describePoints(fixedPoints, unit),
    ],
  });
}

/** (−π, π], with the last sample repeated at −π, where the curve comes round. */
function closeCircle(
  samples: HeadingPortrait['samples'],
  read: (sample: HeadingPortrait['samples'][number]) => number,
): (readonly [number, number])[] {
  const points = samples.map((sample) => [sample.heading, read(sample)] as const);
  const last = points.at(-1);
  return last ? [[last[0] - 2 * Math.PI, last[1]], ...points] : [];
}

function headingAxis(unit: 'radians' | 'degrees'): Axis {
  const quarters = ['−π', '−¾π', '−½π', '−¼π', '0', '¼π', '½π', '¾π', 'π'];
  const ticks = quarters.map((radians, i): Tick => {
    const degrees = `${(i - 4) * 45}°`.replace('-', '−');
    return { at: ((i - 4) * Math.PI) / 4, label: unit === 'radians' ? radians : degrees };
  });
  const label = `heading φ (${unit === 'radians' ? 'rad' : 'degrees'}, counter-clockwise from the x axis)`;
  return { label, min: -Math.PI, max: Math.PI, ticks };
}

/** The same range above and below zero, so that the side shows whether a turn is left or right. */
function rateAxis(values: readonly number[]): Axis {
  let largest = 0.1;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  return { label: 'turn rate φ̇ (rad/s, positive to the left)', min: -1.15 * largest, max: 1.15 * largest };
}

function describePoints(points: HeadingPortrait['fixedPoints'], unit: 'radians' | 'degrees'): string {
  if (points.length === 0) return 'No fixed points: the turn rate nowhere changes sign.';
  const at = (heading: number) =>
    (unit === 'radians' ? `${heading.toFixed(3)} rad` : `${((heading * 180) / Math.PI).toFixed(1)}°`).replace(
      '-',
      '−',
    );
  const list = (kind: 'attractor' | 'repeller') =>
    points.filter((point) => point.kind === kind).map(({ heading }) => at(heading));
  const name = (kind: 'attractor' | 'repeller') => {
    const places = list(kind);
    const shown = places.length > 5 ? [...places.slice(0, 5), `and ${places.length - 5} more`] : places;
    return places.length === 0
      ? `no ${kind}`
      : `${kind}${places.length > 1 ? 's' : ''} at ${shown.join(', ')}`;
  };
  const sentence = `${name('attractor')};  ${name('repeller')}`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function wrap(angle: number): number {
  const turned = angle - 2 * Math.PI * Math.floor((angle + Math.PI) / (2 * Math.PI));
  return turned === -Math.PI ? Math.PI : turned;
}
