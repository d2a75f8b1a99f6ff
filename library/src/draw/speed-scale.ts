import { roundDown } from './svg.ts';
import { displacementLength, type Trail } from './trails.ts';

/**
 * Colours of speed in steps, dark for slow: jams stand out on light ground. From viridis without its pale end; its
 * lightness increases evenly for any colour vision.
 */
export const speedColours = [
  '#440154',
  '#472777',
  '#3e4a89',
  '#31678e',
  '#26828e',
  '#1f9e89',
  '#35b779',
  '#6dcd59',
] as const;

/** A round speed, metres per second, that is not below the fastest seen. */
export function scaleEnd(fastest: number): number {
  if (!(fastest > 0)) return 1;
  const step = roundDown(fastest) / 2;
  return Math.ceil(fastest / step - 1e-9) * step;
}

/** The step that a speed belongs to; backwards counts as forwards. */
export function speedClass(speed: number, end: number): number {
  const place = Math.floor((Math.abs(speed) / end) * speedColours.length);
  return Math.min(speedColours.length - 1, Math.max(0, place));
}

/** The fastest piece of the trails, metres per second. */
export function fastestOf(trails: Iterable<Trail>): number {
  let fastest = 0;
  for (const { x, y, z, time } of trails) {
    for (let i = 1; i < x.length; i++) {
      const length = displacementLength(x[i] - x[i - 1], y[i] - y[i - 1], z[i] - z[i - 1]);
      if (time[i] > time[i - 1]) fastest = Math.max(fastest, length / (time[i] - time[i - 1]));
    }
  }
  return fastest;
}
