import { BadInput } from '../../failure.ts';
import { type RecordedPerson, SAMPLE, type Window } from '../runs/windows.ts';
import type { Track } from './recordings.ts';

/** Half the time, s, over which a velocity is measured. */
const HALF = SAMPLE / 2;

/** Below this speed, m/s, a person stands. */
const STANDING = 0.1;

/** Nearer than this, m, a person is where it will stop. */
const THERE = 0.2;

/** Most speeds that a scenario takes, m/s: faster ones are faults of the tracking. */
const FASTEST = 5;

/**
 * Cuts a recording into windows of equal length, one after another. All people that are seen at the beginning of a window are
 * simulated from there.
 */
export function cutWindows(tracks: readonly Track[], horizon: number, file: string): Window[] {
  const samples = Math.max(1, Math.round(horizon / SAMPLE));
  const begin = tracks.reduce((least, { times }) => Math.min(least, times[0]), Number.POSITIVE_INFINITY);
  const end = tracks.reduce((most, { times }) => Math.max(most, times[times.length - 1]), 0);
  const windows: Window[] = [];
  const described = tracks.map((track) => ({
    track,
    speed: meanSpeed(track),
    goal: goalOf(track, samples * SAMPLE),
  }));
  for (let k = 0; begin + k * samples * SAMPLE < end; k++) {
    const from = begin + k * samples * SAMPLE;
    const people = described.flatMap((person) => personAt(person, from, samples));
    if (people.length > 0) windows.push({ from, samples, people });
  }
  if (windows.length === 0)
    throw new BadInput(`${file}: expected people that are seen for ${SAMPLE} s at least`);
  return windows;
}

/** A person with what holds for all windows. */
type Described = { track: Track; speed: number; goal: readonly [number, number] };

function personAt({ goal, speed, track }: Described, from: number, samples: number): RecordedPerson[] {
  const { times } = track;
  const known = Math.min(samples, Math.floor((times[times.length - 1] - from) / SAMPLE + 1e-9));
  if (from < times[0] || known < 1) return [];
  const at = placeAt(track, from);
  const seen = Array.from({ length: known }, (_, k) => placeAt(track, from + (k + 1) * SAMPLE)).flat();
  const walks = speed >= STANDING && Math.hypot(goal[0] - at[0], goal[1] - at[1]) > THERE;
  return [{ at, velocity: velocityAt(track, from), speed, ...(walks && { goal }), seen }];
}

/** Where a person stopped; or, for one that left the picture walking, where it would have been after a window more. */
function goalOf(track: Track, horizon: number): readonly [number, number] {
  const { times, x, y } = track;
  const [velocityX, velocityY] = velocityAt(track, times[times.length - 1]);
  const ahead = Math.hypot(velocityX, velocityY) < STANDING ? 0 : horizon;
  return [x[x.length - 1] + ahead * velocityX, y[y.length - 1] + ahead * velocityY];
}

/** The velocity around a time, as far as it was seen. */
function velocityAt(track: Track, time: number): [number, number] {
  const { times } = track;
  const [before, after] = [Math.max(times[0], time - HALF), Math.min(times[times.length - 1], time + HALF)];
  if (after <= before) return [0, 0];
  const [a, b] = [placeAt(track, before), placeAt(track, after)];
  return limited((b[0] - a[0]) / (after - before), (b[1] - a[1]) / (after - before));
}

function limited(x: number, y: number): [number, number] {
  const speed = Math.hypot(x, y);
  const share = speed > FASTEST ? FASTEST / speed : 1;
  return [share * x, share * y];
}

/** Distance over time, from positions so far apart that the sway of heads does not count. */
function meanSpeed(track: Track): number {
  const [first, last] = [track.times[0], track.times[track.times.length - 1]];
  const pieces = Math.floor((last - first) / SAMPLE + 1e-9);
  if (pieces < 1) return 0;
  let walked = 0;
  let before = placeAt(track, first);
  for (let k = 1; k <= pieces; k++) {
    const place = placeAt(track, first + k * SAMPLE);
    walked += Math.hypot(place[0] - before[0], place[1] - before[1]);
    before = place;
  }
  return Math.min(FASTEST, walked / (pieces * SAMPLE));
}

/** The place at a time, on the line between the positions before and after it. */
function placeAt({ times, x, y }: Track, time: number): [number, number] {
  let [low, high] = [0, times.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  const span = times[high] - times[low];
  const share = span > 0 ? Math.min(1, Math.max(0, (time - times[low]) / span)) : 0;
  return [x[low] + share * (x[high] - x[low]), y[low] + share * (y[high] - y[low])];
}

/** Mean and final distance, m, of people that would keep the velocity of the first moment: what a model should beat. */
export function constantVelocity(windows: readonly Window[]): { mean: number; final: number } {
  let [sum, count, last, people] = [0, 0, 0, 0];
  for (const window of windows) {
    for (const { at, seen, velocity } of window.people) {
      people++;
      for (let k = 1; 2 * k <= seen.length; k++) {
        const apart = Math.hypot(
          at[0] + k * SAMPLE * velocity[0] - seen[2 * k - 2],
          at[1] + k * SAMPLE * velocity[1] - seen[2 * k - 1],
        );
        sum += apart;
        count++;
        if (2 * k === seen.length) last += apart;
      }
    }
  }
  return { mean: sum / count, final: last / people };
}
