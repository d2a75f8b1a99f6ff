import type { SurveyLine } from '../../simulation/scenario/schema-measurements.ts';
import { createSeries, type Series, sortedOf } from './series.ts';

/** The crossings of a line, in the order in which they were seen: a row for each. */
export type LineRecord = {
  readonly line: SurveyLine;
  /** Metres. */
  readonly length: number;
  /** time (s, between two steps: where the straight line between two positions crosses), id, group (−1: none), direction (1 or −1). */
  readonly crossings: Series<'time' | 'id' | 'group' | 'direction'>;
};

/** What was measured at a line. Times in seconds; null where there were too few crossings. */
export type LineSummary = {
  name: string;
  /** Metres. */
  length: number;
  crossings: number;
  /** Forward is from the left of the line to its right, seen from its beginning to its end. */
  forward: number;
  backward: number;
  /** Crossings per second, from the first to the last. */
  flow: number | null;
  /** The same per metre of the line. */
  specificFlow: number | null;
  first: number | null;
  last: number | null;
  /** Between two crossings in succession. */
  meanGap: number | null;
  longestGap: number | null;
  groups: { name: string; forward: number; backward: number }[];
};

export function createLineRecord(line: SurveyLine): LineRecord {
  const dx = line.to[0] - line.from[0];
  const dy = line.to[1] - line.from[1];
  return {
    line,
    length: Math.sqrt(dx * dx + dy * dy),
    crossings: createSeries(['time', 'id', 'group', 'direction']),
  };
}

/**
 * Where a step from one point to another crosses a line: the share of the step, or −1. A point on the line counts as
 * right of it, so that an agent that stops there has crossed once.
 */
export function shareAtCrossing(
  { from, to }: SurveyLine,
  lastX: number,
  lastY: number,
  x: number,
  y: number,
): number {
  const [alongX, alongY] = [to[0] - from[0], to[1] - from[1]];
  const before = alongX * (lastY - from[1]) - alongY * (lastX - from[0]);
  const after = alongX * (y - from[1]) - alongY * (x - from[0]);
  if (before > 0 === after > 0) return -1;
  const share = before / (before - after);
  const atX = lastX + share * (x - lastX) - from[0];
  const atY = lastY + share * (y - lastY) - from[1];
  const along = atX * alongX + atY * alongY;
  return along >= 0 && along <= alongX * alongX + alongY * alongY ? share : -1;
}

/** 1 from left to right, −1 from right to left. */
export function directionOf({ from, to }: SurveyLine, lastX: number, lastY: number): number {
  return (to[0] - from[0]) * (lastY - from[1]) - (to[1] - from[1]) * (lastX - from[0]) > 0 ? 1 : -1;
}

/** The times of all crossings, rising. */
export function crossingTimes({ crossings }: LineRecord): Float64Array {
  return sortedOf(crossings, 'time');
}

export function summarizeLine(record: LineRecord, groups: readonly string[]): LineSummary {
  const { crossings, length, line } = record;
  const times = crossingTimes(record);
  const { columns, count } = crossings;
  const tally = (group: number | undefined, direction: number) => {
    let sum = 0;
    for (let k = 0; k < count; k++) {
      const isOf = group === undefined || columns.group[k] === group;
      if (isOf && columns.direction[k] === direction) sum++;
    }
    return sum;
  };
  const first = count > 0 ? times[0] : null;
  const last = count > 0 ? times[count - 1] : null;
  const span = count > 1 ? times[count - 1] - times[0] : 0;
  let longestGap = 0;
  for (let k = 1; k < count; k++) longestGap = Math.max(longestGap, times[k] - times[k - 1]);
  const flow = span > 0 ? (count - 1) / span : null;
  return {
    name: line.name,
    length,
    crossings: count,
    forward: tally(undefined, 1),
    backward: tally(undefined, -1),
    flow,
    specificFlow: flow === null ? null : flow / length,
    first,
    last,
    meanGap: count > 1 ? span / (count - 1) : null,
    longestGap: count > 1 ? longestGap : null,
    groups: groups.map((name, group) => ({ name, forward: tally(group, 1), backward: tally(group, -1) })),
  };
}
