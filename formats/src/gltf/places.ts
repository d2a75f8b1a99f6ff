import type { PlaybackHead, Point3, Track } from '../playback/index.ts';
import type { Keys } from './keys.ts';
import { yUp } from './meshes.ts';

/** The places of a track in metres, y up. */
export function placesOf({ first, x, y, z }: Track, { min, period, quantum }: PlaybackHead): Keys {
  const placeAt = (k: number): Point3 => [
    min[0] + x[k] * quantum,
    min[1] + y[k] * quantum,
    z.length === 0 ? 0 : min[2] + z[k] * quantum,
  ];
  return { times: x.map((_, k) => (first + k) * period), rows: x.map((_, k) => yUp(placeAt(k))) };
}
