import type { Survey } from 'wend/measure';

type Line = Survey['lines'][number];

/**
 * When the 1st, 2nd, … person is through a line, seconds. A person who steps back over the line is not through: a time counts
 * when more people than ever before are on the far side. The far side is where most go.
 */
export function timesThrough({ crossings: { columns, count } }: Pick<Line, 'crossings'>): number[] {
  const rows = Array.from({ length: count }, (_, k) => k).sort((a, b) => columns.time[a] - columns.time[b]);
  const forward = rows.reduce((sum, k) => sum + columns.direction[k], 0) >= 0 ? 1 : -1;
  const times: number[] = [];
  let beyond = 0;
  for (const k of rows) {
    beyond += forward * columns.direction[k];
    if (beyond > times.length) times.push(columns.time[k]);
  }
  return times;
}

/** How many more people crossed a line in the direction of most than in the other one. */
export function netCrossings({ crossings: { columns, count } }: Pick<Line, 'crossings'>): number {
  let sum = 0;
  for (let k = 0; k < count; k++) sum += columns.direction[k];
  return Math.abs(sum);
}
