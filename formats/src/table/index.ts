/** Trajectories as comma-separated values: texts, for files and for pages. */
import type { Heights } from '../output.ts';

/** The first line: the names of the columns. */
export function trajectoryHeader(inSpace: boolean): string {
  const columns = ['time', 'id', 'x', 'y', ...(inSpace ? ['z'] : []), 'headingX', 'headingY'];
  if (inSpace) columns.push('headingZ');
  return `${columns.join()}\n`;
}

/** The lines of one frame: the first `count` entries of every column, in the order of the ids. */
export function trajectoryLines(
  time: number,
  count: number,
  ids: ArrayLike<number>,
  { x, y, headingX, headingY }: Record<'x' | 'y' | 'headingX' | 'headingY', Float64Array>,
  heights?: Heights,
): string {
  const order = Array.from({ length: count }, (_, row) => row).sort((a, b) => ids[a] - ids[b]);
  const lines = order.map((row) => {
    const place = [x[row], y[row], ...(heights ? [heights.z[row]] : [])];
    const heading = [headingX[row], headingY[row], ...(heights ? [heights.orientationZ[row]] : [])];
    return `${[time, ids[row], ...place, ...heading].join()}\n`;
  });
  return lines.join('');
}
