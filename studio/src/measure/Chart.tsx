import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import type { Theme } from '../stage/theme.ts';
import type { Curve } from './curves.ts';

type ChartProps = {
  title: string;
  unit: string;
  /** One curve, or two of runs side by side. */
  curves: readonly Curve[];
  /** Seconds: the end of the axis of time, and the moment that is shown. */
  duration: number;
  theme: Theme;
};

const HEIGHT = 104;

/** A small chart that follows the run. */
export function Chart({ title, unit, curves, duration, theme }: ChartProps) {
  const reference = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const count = curves.length;
  useEffect(() => {
    const place = reference.current!;
    const axis = {
      stroke: theme.quiet,
      grid: { stroke: theme.grid, width: 1 },
      ticks: { show: false },
      font: '10.5px system-ui, sans-serif',
    };
    const lines = Array.from({ length: count }, (_, k) => ({ stroke: theme.groups[k], width: 1.75 }));
    const options: uPlot.Options = {
      width: place.clientWidth,
      height: HEIGHT,
      padding: [6, 18, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: [0, duration] },
        y: { range: (_, __, most) => [0, most > 0 ? 1.08 * most : 1] },
      },
      series: [{}, ...lines],
      axes: [
        {
          ...axis,
          size: 20,
          gap: 2,
          values: (_, splits) => splits.map((time) => (time === 0 ? '' : `${time} s`)),
        },
        { ...axis, size: 38, gap: 2, splits: (_, __, ___, most) => [0, most / 2, most].map(roundly) },
      ],
    };
    plot.current = new uPlot(options, [[0], ...lines.map(() => [0])] as uPlot.AlignedData, place);
    return () => plot.current?.destroy();
  }, [count, duration, theme]);
  useEffect(() => {
    const longest = curves.reduce((one, other) => (other.times.length > one.times.length ? other : one));
    const values = curves.map((curve) => longest.times.map((_, k) => curve.values[k] ?? null));
    plot.current?.setData([longest.times, ...values] as uPlot.AlignedData);
  });
  const now = curves.map(({ values }) => (values.at(-1) ?? 0).toFixed(2).replace(/\.?0+$/, '')).join(' and ');
  return (
    <figure className="chart">
      <figcaption>
        {title} <output>{now}</output> <small>{unit}</small>
      </figcaption>
      <div ref={reference} role="img" aria-label={`${title} over time: now ${now} ${unit}`} />
    </figure>
  );
}

/** Two digits are enough for an axis. */
function roundly(value: number): number {
  return Number(value.toPrecision(2));
}
