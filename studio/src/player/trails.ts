import type { Playback, Point3, Track } from '@wend/formats/playback';
import { type Camera, project, type Spot } from '../stage/camera.ts';
import type { Frame } from '../stage/frame.ts';
import { paintOf, type Theme } from '../stage/theme.ts';
import { frameAt, metres } from './tracks.ts';

/** The most pieces of trails in a picture. */
const MAXIMUM_PIECES = 60_000;
const spot: Spot = { x: 0, y: 0, depth: 0 };

/** The paths of the last seconds, one stroke for each colour; they become fainter with age. */
export function paintTrails(
  canvas: CanvasRenderingContext2D,
  camera: Camera,
  theme: Theme,
  playback: Playback,
  time: number,
  frame: Frame,
  { trail, group, colour: by }: { trail: number; group: number; colour: 'group' | 'speed' },
): void {
  const { agents, head } = playback;
  const at = frameAt(playback, time);
  const oldest = at - trail / head.period;
  const frames = Math.min(at, trail / head.period);
  // A trail without end shows agents that have left, too.
  const isWhole = trail === Number.POSITIVE_INFINITY;
  const rowOf = new Map<number, number>();
  for (let row = 0; row < frame.count; row++) rowOf.set(frame.agent[row], row);
  const shown = isWhole ? agents.map((_, number) => number) : [...rowOf.keys()];
  const stride = Math.max(1, Math.ceil((shown.length * frames) / MAXIMUM_PIECES));
  const bands = isWhole ? 1 : 3;
  canvas.lineWidth = Math.max(0.8, Math.min(2.2, 0.16 * camera.scale));
  for (let band = 0; band < bands; band++) {
    const from = Math.max(0, isWhole ? 0 : oldest + ((at - oldest) * band) / bands);
    const to = isWhole ? at : oldest + ((at - oldest) * (band + 1)) / bands;
    const paths = new Map<string, Path2D>();
    for (const number of shown) {
      const track = agents[number];
      // Where colours tell speeds, those of groups would confuse.
      const colour = by === 'speed' ? theme.quiet : paintOf(theme, track.group).colour;
      const isFaint = group >= 0 && track.group !== group;
      const key = `${isFaint ? 'faint' : 'full'} ${colour}`;
      let path = paths.get(key);
      if (!path) {
        path = new Path2D();
        paths.set(key, path);
      }
      const row = to === at ? rowOf.get(number) : undefined;
      addPieces(
        path,
        camera,
        playback,
        track,
        from,
        to,
        stride,
        row === undefined ? undefined : [frame.x[row], frame.y[row], frame.z[row]],
      );
    }
    for (const [key, path] of paths) {
      canvas.strokeStyle = key.slice(key.indexOf(' ') + 1);
      const strength = isWhole ? 0.3 : 0.14 + (0.36 * (band + 1)) / bands;
      canvas.globalAlpha = key.startsWith('faint') ? 0.06 : strength;
      canvas.stroke(path);
    }
  }
  canvas.globalAlpha = 1;
}

function addPieces(
  path: Path2D,
  camera: Camera,
  playback: Playback,
  track: Track,
  from: number,
  to: number,
  stride: number,
  end: Point3 | undefined,
): void {
  // Multiples of the stride stay the same from picture to picture: trails do not tremble.
  const begin = Math.max(track.first, Math.floor(from / stride) * stride);
  const last = Math.min(track.first + track.x.length - 1, to);
  let isFirst = true;
  for (let k = begin; k <= last; k += stride - (k % stride)) {
    const local = k - track.first;
    const z = track.z.length === 0 ? 0 : metres(playback, 2, track.z[local]);
    project(camera, metres(playback, 0, track.x[local]), metres(playback, 1, track.y[local]), z, spot);
    if (isFirst) path.moveTo(spot.x, spot.y);
    else path.lineTo(spot.x, spot.y);
    isFirst = false;
  }
  if (isFirst || !end) return;
  project(camera, ...end, spot);
  path.lineTo(spot.x, spot.y);
}

/** The trajectory of one agent: what it has walked as a line, what it will walk as dots. */
export function paintPast(
  canvas: CanvasRenderingContext2D,
  camera: Camera,
  theme: Theme,
  playback: Playback,
  agent: number,
  now: Point3,
  time: number,
): void {
  const track = playback.agents[agent];
  const at = frameAt(playback, time);
  const past = new Path2D();
  addPieces(past, camera, playback, track, 0, at, 1, now);
  const future = new Path2D();
  addPieces(future, camera, playback, track, Math.ceil(at), Number.POSITIVE_INFINITY, 1, undefined);
  canvas.strokeStyle = theme.accent;
  canvas.lineWidth = 1.75;
  canvas.globalAlpha = 0.75;
  canvas.stroke(past);
  canvas.setLineDash([1, 5]);
  canvas.stroke(future);
  canvas.setLineDash([]);
  canvas.globalAlpha = 1;
}
