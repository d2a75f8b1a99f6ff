import { HEADINGS, type Playback, type Point3, type SceneShape, type Track } from '@wend/formats/playback';
import type { Frame } from '../stage/frame.ts';

const TURN = 2 * Math.PI;

/** The seconds that a playback lasts. */
export function durationOf({ head }: Playback): number {
  return (head.frames - 1) * head.period;
}

/** The frame number of a time, with its fraction. */
export function frameAt({ head }: Playback, time: number): number {
  return Math.max(0, Math.min(head.frames - 1, time / head.period));
}

/** Writes the agents that are there at a time, with places between the frames. */
export function sampleAgents(playback: Playback, time: number, frame: Frame): void {
  const at = frameAt(playback, time);
  let row = 0;
  for (const [number, track] of playback.agents.entries()) {
    const local = at - track.first;
    if (local < 0 || local > track.x.length - 1) continue;
    const first = Math.min(Math.floor(local), Math.max(0, track.x.length - 2));
    const part = local - first;
    frame.agent[row] = number;
    frame.x[row] = metres(playback, 0, curve(track.x, first, part));
    frame.y[row] = metres(playback, 1, curve(track.y, first, part));
    frame.z[row] = track.z.length === 0 ? 0 : metres(playback, 2, curve(track.z, first, part));
    frame.angle[row] = angleOf(track, first, part);
    frame.speed[row] = speedAt(playback, track, local);
    row++;
  }
  frame.count = row;
}

/** Metres per second at a local frame number: over the two frames around it. */
export function speedAt({ head }: Playback, { x, y, z }: Track, local: number): number {
  const before = Math.max(0, Math.ceil(local - 1));
  const after = Math.min(x.length - 1, Math.floor(local + 1));
  if (after <= before) return 0;
  const rise = z.length === 0 ? 0 : z[after] - z[before];
  const way = Math.hypot(x[after] - x[before], y[after] - y[before], rise);
  return (way * head.quantum) / ((after - before) * head.period);
}

/** The distance that an agent has walked until a local frame number, metres. */
export function distanceWalked({ head }: Playback, { x, y, z }: Track, local: number): number {
  let sum = 0;
  const last = Math.min(x.length - 1, Math.floor(local));
  for (let k = 1; k <= last; k++) {
    sum += Math.hypot(x[k] - x[k - 1], y[k] - y[k - 1], z.length === 0 ? 0 : z[k] - z[k - 1]);
  }
  return sum * head.quantum;
}

/** A coordinate in metres. */
export function metres({ head }: Playback, axis: 0 | 1 | 2, quanta: number): number {
  return head.min[axis] + quanta * head.quantum;
}

/** The places of a thing at a time. */
export function placesOf(playback: Playback, shape: SceneShape, time: number): Point3[] {
  if (!shape.tracks) return shape.at ?? [];
  const at = frameAt(playback, time);
  return shape.tracks.map((number): Point3 => {
    const track = playback.points[number];
    const local = Math.max(0, Math.min(track.x.length - 1, at - track.first));
    const first = Math.min(Math.floor(local), Math.max(0, track.x.length - 2));
    const part = local - first;
    return [
      metres(playback, 0, curve(track.x, first, part)),
      metres(playback, 1, curve(track.y, first, part)),
      track.z.length === 0 ? 0 : metres(playback, 2, curve(track.z, first, part)),
    ];
  });
}

/** The curve of Catmull and Rom through the values: smooth, and exact at the frames. */
function curve(values: readonly number[], first: number, part: number): number {
  const b = values[first];
  if (part === 0) return b;
  const c = values[first + 1];
  const a = values[first - 1] ?? 2 * b - c;
  const d = values[first + 2] ?? 2 * c - b;
  return b + 0.5 * part * (c - a + part * (2 * a - 5 * b + 4 * c - d + part * (3 * (b - c) + d - a)));
}

function angleOf({ heading }: Track, first: number, part: number): number {
  const from = heading[first];
  const turn = ((((heading[first + 1] ?? from) - from + 1.5 * HEADINGS) % HEADINGS) - HEADINGS / 2) * part;
  return ((from + turn) / HEADINGS) * TURN;
}
