import { BadInput } from './failure.ts';

/** The moments of `--snapshots`: a number of them, or times in seconds with commas between them. */
export function readMoments(text: string): number | number[] {
  const times = text.split(',').map(Number);
  if (times.length === 1 && Number.isInteger(times[0]) && times[0] >= 2 && times[0] <= 24) return times[0];
  if (times.length > 1 && times.length <= 24 && times.every((time) => time >= 0)) return times;
  throw new BadInput(
    `--snapshots ${text}: expected a number from 2 to 24, or as many times in seconds with commas between them`,
  );
}
