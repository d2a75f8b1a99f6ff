import type { View } from 'wend/view';

/** Where agents have been, at some times of a run. */
export type Trails = { samples: Sample[]; bytes: number };

type Sample = { time: number; ids: Float64Array; x: Float32Array; y: Float32Array; z: Float32Array };

/** Seconds between two samples. */
export const TRAIL_PERIOD = 0.2;
/** Bytes that samples may take; the oldest go first. */
const MOST_BYTES = 96e6;

export function createTrails(): Trails {
  return { samples: [], bytes: 0 };
}

/** Stores the present state of a view, if one is due. */
export function recordTrails(trails: Trails, { count, current, ids, time }: View): void {
  const last = trails.samples.at(-1);
  if (last && time < last.time + TRAIL_PERIOD - 1e-9) return;
  const sample = {
    time,
    ids: ids.slice(0, count),
    x: Float32Array.from(current.x.subarray(0, count)),
    y: Float32Array.from(current.y.subarray(0, count)),
    z: Float32Array.from(current.z.subarray(0, count)),
  };
  trails.samples.push(sample);
  trails.bytes += 20 * count;
  while (trails.bytes > MOST_BYTES && trails.samples.length > 2) {
    trails.bytes -= 20 * trails.samples.shift()!.ids.length;
  }
}

/** Forgets what was after a time: another future has begun. */
export function forgetTrails(trails: Trails, time: number): void {
  while (trails.samples.length > 0 && trails.samples.at(-1)!.time > time) {
    trails.bytes -= 20 * trails.samples.pop()!.ids.length;
  }
}

/** The samples of a span of time, the oldest first. */
export function samplesBetween({ samples }: Trails, from: number, to: number): Sample[] {
  return samples.filter(({ time }) => time >= from && time < to);
}
