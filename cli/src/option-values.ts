import { BadInput } from './failure.ts';

/** A whole number of an option; undefined where it is not given. */
export function wholeNumber(
  text: string | undefined,
  option: string,
  least: number,
  most: number,
): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new BadInput(`${option} ${text}: expected a whole number from ${least} to ${most}`);
}

/** Seconds of an option. */
export function seconds(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && value > 0 && value <= 1e7) return value;
  throw new BadInput(`${option} ${text}: expected seconds above 0`);
}
