import { crossingTimes, type Survey } from '../measurement/survey/index.ts';
import { exp } from '../numerics/index.ts';
import type { World } from '../simulation/index.ts';
import { drawDensityMap } from './density-map.ts';
import { type Axis, drawPlot, type Plot } from './plot.ts';
import { scaleEnd } from './speed-scale.ts';
import { ink, palette } from './svg.ts';

type Point = [number, number];

const dashes = [undefined, '9 5', '2 4', '12 4 2 4'];
const styleOf = (k: number) => {
  const dash = dashes[Math.floor(k / palette.length) % dashes.length];
  return { colour: palette[k % palette.length], ...(dash !== undefined && { dash }) };
};

/**
 * The plots of a survey by file name: N–t and flow of its lines, density over time and speed over density of its areas,
 * the density map if it has one, and how many agents had arrived. What was not measured is left out.
 */
export function drawSurvey(world: World, survey: Survey): Record<string, string> {
  const { areas, lines, map, travel } = survey;
  const end = world.step * world.dt;
  const { name } = world.scenario;
  const time: Axis = { label: 'time, s', min: 0, max: Math.max(end, world.dt) };
  const plots: Record<string, string> = {};
  const add = (file: string, plot: Omit<Plot, 'title'> & { title: string }) => {
    plots[file] = drawPlot({ ...plot, title: `${name}: ${plot.title}` });
  };
  if (lines.length > 0) {
    const curves = lines.map((record, k) => ({
      label: record.line.name,
      points: countCurve(crossingTimes(record), end),
      ...styleOf(k),
    }));
    add('n-t.svg', { title: 'crossings over time', x: time, y: axisOf('crossings N', curves, 1), curves });
    const width = binWidth(end);
    const flows = lines.map((record, k) => ({
      label: record.line.name,
      points: flowCurve(crossingTimes(record), end, width),
      ...styleOf(k),
    }));
    const caption = [`Crossings in windows of ${width} s.`];
    add('flow.svg', {
      title: 'flow over time',
      x: time,
      y: axisOf('flow, 1/s', flows),
      curves: flows,
      caption,
    });
  }
  if (areas.length > 0) {
    const columnsOf = (record: (typeof areas)[number]) => {
      const { columns, count } = record.samples;
      return Array.from({ length: count }, (_, k) => ({
        time: columns.time[k],
        // Where cells are not measured, heads are counted.
        density: record.area.voronoi ? columns.voronoiDensity[k] : columns.density[k],
        speed: columns.speed[k],
      }));
    };
    const samples = areas.map(columnsOf);
    const curves = areas.map(({ area }, k) => ({
      label: area.name,
      points: samples[k].map(({ density, time: at }): Point => [at, density]),
      ...styleOf(k),
    }));
    const kind = areas.every(({ area }) => area.voronoi) ? 'Voronoi density, 1/m²' : 'density, 1/m²';
    add('density.svg', { title: 'density over time', x: time, y: axisOf(kind, curves), curves });
    const clouds = areas.map(({ area }, k) => ({
      label: area.name,
      colour: palette[k % palette.length],
      points: samples[k]
        .filter(({ speed }) => !Number.isNaN(speed))
        .map(({ density, speed }): Point => [density, speed]),
    }));
    const most = Math.max(1, ...clouds.flatMap(({ points }) => points.map(([x]) => x)));
    const fastest = Math.max(1.5, ...clouds.flatMap(({ points }) => points.map(([, y]) => y)));
    const slowest = Math.min(0, ...clouds.flatMap(({ points }) => points.map(([, y]) => y)));
    add('speed-density.svg', {
      title: 'speed over density',
      x: { label: kind, min: 0, max: scaleEnd(most) },
      y: { label: 'speed, m/s', min: slowest < 0 ? -scaleEnd(-slowest) : 0, max: scaleEnd(fastest) },
      curves: [
        { label: 'Weidmann (1993)', points: weidmannCurve(scaleEnd(most)), colour: ink.quiet, dash: '6 4' },
      ],
      clouds,
      caption: [`A point for each sample, ${survey.plan.interval} s apart.`],
    });
  }
  if (travel.count > 0) {
    const arrived = travel.columns.arrived.slice(0, travel.count).sort();
    const curves = [{ label: 'agents that have arrived', points: countCurve(arrived, end), ...styleOf(0) }];
    add('arrivals.svg', { title: 'arrivals over time', x: time, y: axisOf('agents', curves, 1), curves });
  }
  if (map && map.samples > 0) plots['density-map.svg'] = drawDensityMap(world, map);
  return plots;
}

function axisOf(label: string, curves: readonly { points: readonly Point[] }[], least = 0.1): Axis {
  const most = Math.max(least, ...curves.flatMap(({ points }) => points.map(([, y]) => y)));
  return { label, min: 0, max: scaleEnd(most) };
}

/** Steps: a count that rises by one at each time. */
function countCurve(times: Float64Array, end: number): Point[] {
  const points: Point[] = [[0, 0]];
  times.forEach((time, k) => {
    points.push([time, k], [time, k + 1]);
  });
  return [...points, [end, times.length]];
}

/** At most 24 windows, of a round number of seconds. */
function binWidth(end: number): number {
  return [1, 2, 5, 10, 20, 30, 60, 120, 300, 600].find((width) => end / width <= 24) ?? Math.ceil(end / 24);
}

function flowCurve(times: Float64Array, end: number, width: number): Point[] {
  const counts = new Float64Array(Math.max(1, Math.ceil(end / width)));
  for (const time of times) counts[Math.min(counts.length - 1, Math.floor(time / width))]++;
  return Array.from(counts).flatMap((count, k): Point[] => {
    const until = Math.min(end, (k + 1) * width);
    const flow = count / Math.max(until - k * width, 1e-9);
    return [
      [k * width, flow],
      [until, flow],
    ];
  });
}

/** Weidmann, Transporttechnik der Fussgänger (1993). */
function weidmannCurve(most: number): Point[] {
  return Array.from({ length: 60 }, (_, k): Point => {
    const density = Math.max(0.05, ((k + 1) / 60) * Math.min(most, 5.4));
    return [density, 1.34 * (1 - exp(-1.913 * (1 / density - 1 / 5.4)))];
  });
}
