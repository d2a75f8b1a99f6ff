import { longer } from '../../crowd/index.ts';
import type { SurveyArea } from '../../simulation/scenario/schema-measurements.ts';
import { areaOf, type Convex, copyConvex, createConvex, cut } from './convex.ts';
import { type Ground, visitConnected, walkableArea } from './ground.ts';
import { addRow, createSeries, meanOf, type Series } from './series.ts';
import { cellOf, nearestAgent, type Voronoi } from './voronoi.ts';

/**
 * An area and its samples. Of each: time, s; count; density, 1/m²; voronoiDensity, 1/m²; speed, m/s, the mean over the
 * agents in the area, not a number where there is none; voronoiSpeed, m/s, weighted by the parts of the cells in
 * the area; flow, 1/(m s), density times speed. The columns of groups are sums over samples: agents, agents with a
 * speed, speeds.
 */
export type AreaRecord = {
  readonly area: SurveyArea;
  /** The convex region, its walkable part in square metres, and its smallest box. */
  readonly region: Convex;
  size: number;
  readonly box: readonly [number, number, number, number];
  readonly samples: Series<
    'time' | 'count' | 'density' | 'voronoiDensity' | 'speed' | 'voronoiSpeed' | 'flow'
  >;
  groupCounts: Float64Array;
  groupWalkers: Float64Array;
  groupSpeeds: Float64Array;
  /** Scratch. */
  readonly piece: Convex;
};

/** Means over the samples of an area; null where nothing was measured. */
export type AreaSummary = {
  name: string;
  /** Square metres that are walkable. */
  size: number;
  samples: number;
  /** Agents per square metre, and the most in a sample. */
  density: number | null;
  highestDensity: number | null;
  voronoiDensity: number | null;
  highestVoronoiDensity: number | null;
  /** Metres per second, over all agents in all samples. */
  speed: number | null;
  voronoiSpeed: number | null;
  /** 1/(m s): density times speed, over the samples. */
  flow: number | null;
  groups: { name: string; density: number | null; speed: number | null }[];
};

/** Corners of the region, counter-clockwise; check-measurements.ts has found them convex. */
function cornersOf({ box, polygon }: SurveyArea): readonly (readonly [number, number])[] {
  if (polygon) return polygon;
  const { min, max } = box!;
  return [
    [min[0], min[1]],
    [max[0], min[1]],
    [max[0], max[1]],
    [min[0], max[1]],
  ];
}

export function createAreaRecord(area: SurveyArea, ground: Ground, groups: number): AreaRecord {
  const region = createConvex();
  const corners = cornersOf(area);
  corners.forEach(([x, y], k) => {
    region.points[2 * k] = x;
    region.points[2 * k + 1] = y;
  });
  region.count = corners.length;
  if (areaOf(region) < 0) reverse(region);
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return {
    area,
    region,
    size: walkableArea(ground, region),
    box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
    samples: createSeries(['time', 'count', 'density', 'voronoiDensity', 'speed', 'voronoiSpeed', 'flow']),
    groupCounts: new Float64Array(groups),
    groupWalkers: new Float64Array(groups),
    groupSpeeds: new Float64Array(groups),
    piece: createConvex(),
  };
}

/** Makes room for groups that were added. */
export function makeRoomForGroups(record: AreaRecord, groups: number): void {
  for (const name of ['groupCounts', 'groupWalkers', 'groupSpeeds'] as const)
    record[name] = longer(record[name], groups);
}

/** The positions, groups and speeds of a sample, by row. */
export type Sample = {
  time: number;
  count: number;
  x: Float64Array;
  y: Float64Array;
  group: Int32Array;
  /** Displacement since the last sample over its time, m/s; not a number for an agent that was not there. */
  speedX: Float64Array;
  speedY: Float64Array;
};

export function sampleArea(record: AreaRecord, sample: Sample, voronoi: Voronoi, ground: Ground): void {
  const { area, groupCounts, groupSpeeds, groupWalkers, region, samples, size } = record;
  const { count, group, x, y } = sample;
  let inside = 0;
  let walkers = 0;
  let speeds = 0;
  for (let row = 0; row < count; row++) {
    if (!isInside(region, x[row], y[row])) continue;
    inside++;
    const speed = speedAlong(area, sample, row);
    if (group[row] >= 0) groupCounts[group[row]]++;
    if (Number.isNaN(speed)) continue;
    walkers++;
    speeds += speed;
    if (group[row] < 0) continue;
    groupWalkers[group[row]]++;
    groupSpeeds[group[row]] += speed;
  }
  const cells = area.voronoi ? sampleCells(record, sample, voronoi, ground) : undefined;
  const { columns } = samples;
  const k = addRow(samples);
  columns.time[k] = sample.time;
  columns.count[k] = inside;
  columns.density[k] = size > 0 ? inside / size : 0;
  columns.voronoiDensity[k] = cells ? cells.density : Number.NaN;
  columns.speed[k] = walkers > 0 ? speeds / walkers : Number.NaN;
  columns.voronoiSpeed[k] = cells ? cells.speed : Number.NaN;
  columns.flow[k] = inside === 0 ? 0 : columns.density[k] * columns.speed[k];
}

/** Sums over the Voronoi cells that reach into the area, per square metre of it. */
function sampleCells(
  { area, box, piece, region, size }: AreaRecord,
  sample: Sample,
  voronoi: Voronoi,
  ground: Ground,
): { density: number; speed: number } {
  const reach = area.cutOff ?? farthestOwner(voronoi, box);
  let agents = 0;
  let speeds = 0;
  for (let row = 0; row < sample.count; row++) {
    if (distanceToBox(box, sample.x[row], sample.y[row]) > reach) continue;
    const cell = cellOf(voronoi, row, area.cutOff);
    let whole = 0;
    let within = 0;
    visitConnected(ground, cell, sample.x[row], sample.y[row], (part) => {
      whole += areaOf(part);
      copyConvex(part, piece);
      cutByRegion(piece, region);
      if (piece.count > 0) within += areaOf(piece);
    });
    if (within <= 0) continue;
    agents += within / whole;
    const speed = speedAlong(area, sample, row);
    if (!Number.isNaN(speed)) speeds += speed * within;
  }
  return size > 0 ? { density: agents / size, speed: speeds / size } : { density: 0, speed: Number.NaN };
}

/**
 * No agent farther from the box than this has a cell that reaches into it: every point of the box is within half a
 * diagonal of a square of a point that was looked at, and so is its nearest agent, but for that.
 */
function farthestOwner(voronoi: Voronoi, [minX, minY, maxX, maxY]: AreaRecord['box']): number {
  const parts = 4;
  const [width, height] = [(maxX - minX) / parts, (maxY - minY) / parts];
  let most = 0;
  for (let u = 0; u < parts; u++) {
    for (let v = 0; v < parts; v++) {
      most = Math.max(most, nearestAgent(voronoi, minX + (u + 0.5) * width, minY + (v + 0.5) * height));
    }
  }
  return most + Math.sqrt(width * width + height * height) / 2;
}

function distanceToBox([minX, minY, maxX, maxY]: AreaRecord['box'], x: number, y: number): number {
  const dx = x < minX ? minX - x : x > maxX ? x - maxX : 0;
  const dy = y < minY ? minY - y : y > maxY ? y - maxY : 0;
  return Math.sqrt(dx * dx + dy * dy);
}

/** The speed along the direction of the area, or in any direction where it has none. */
function speedAlong({ along }: SurveyArea, { speedX, speedY }: Sample, row: number): number {
  const [x, y] = [speedX[row], speedY[row]];
  if (!along) return Math.sqrt(x * x + y * y);
  return (x * along[0] + y * along[1]) / Math.sqrt(along[0] * along[0] + along[1] * along[1]);
}

/** Points on the edge are inside. */
function isInside({ count, points }: Convex, x: number, y: number): boolean {
  for (let k = 0; k < count; k++) {
    const next = k + 1 === count ? 0 : k + 1;
    const [ax, ay] = [points[2 * k], points[2 * k + 1]];
    if ((points[2 * next] - ax) * (y - ay) - (points[2 * next + 1] - ay) * (x - ax) < 0) return false;
  }
  return true;
}

function cutByRegion(piece: Convex, { count, points }: Convex): void {
  for (let k = 0; k < count; k++) {
    const next = k + 1 === count ? 0 : k + 1;
    const [ax, ay] = [points[2 * k], points[2 * k + 1]];
    const [normalX, normalY] = [points[2 * next + 1] - ay, ax - points[2 * next]];
    cut(piece, normalX, normalY, normalX * ax + normalY * ay);
  }
}

function reverse({ count, points }: Convex): void {
  for (let k = 0; k < count >> 1; k++) {
    const other = count - 1 - k;
    for (const part of [0, 1]) {
      const value = points[2 * k + part];
      points[2 * k + part] = points[2 * other + part];
      points[2 * other + part] = value;
    }
  }
}

export function summarizeArea(
  { area, groupCounts, groupSpeeds, groupWalkers, samples, size }: AreaRecord,
  groups: readonly string[],
): AreaSummary {
  const { columns, count } = samples;
  const column = (name: keyof typeof columns) => columns[name].subarray(0, count);
  const highest = (name: keyof typeof columns) => {
    const most = column(name).reduce((a, b) => (b > a ? b : a), Number.NEGATIVE_INFINITY);
    return Number.isFinite(most) ? most : null;
  };
  let agents = 0;
  let speeds = 0;
  for (let k = 0; k < count; k++) {
    if (Number.isNaN(columns.speed[k])) continue;
    agents += columns.count[k];
    speeds += columns.count[k] * columns.speed[k];
  }
  return {
    name: area.name,
    size,
    samples: count,
    density: meanOf(column('density')),
    highestDensity: highest('density'),
    voronoiDensity: meanOf(column('voronoiDensity')),
    highestVoronoiDensity: highest('voronoiDensity'),
    speed: agents > 0 ? speeds / agents : null,
    voronoiSpeed: meanOf(column('voronoiSpeed')),
    flow: meanOf(column('flow')),
    groups: groups.map((name, group) => ({
      name,
      density: count > 0 ? groupCounts[group] / count / size : null,
      speed: groupWalkers[group] > 0 ? groupSpeeds[group] / groupWalkers[group] : null,
    })),
  };
}
