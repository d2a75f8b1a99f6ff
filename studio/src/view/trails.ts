import { samplesBetween } from '../engine/trails.ts';
import { type Camera, project, type Spot } from '../stage/camera.ts';
import { paintOf } from '../stage/theme.ts';
import type { LayerInput } from './layers.ts';

/** The most pieces of trails in a picture, and the most agents that have any. */
const MOST_PIECES = 24_000;
export const MOST_TRAILED = 4000;
const spot: Spot = { x: 0, y: 0, depth: 0 };
const BANDS = 3;

/** The paths of the last seconds, one stroke for each colour; they become fainter with age. */
export function paintTrails({ canvas, camera, theme, session, frame, studio }: LayerInput): void {
  if (frame.count > MOST_TRAILED) return;
  const { look, group } = studio;
  const all = samplesBetween(session.trails, session.time - look.trail, session.time);
  const stride = Math.max(1, Math.ceil((all.length * frame.count) / MOST_PIECES));
  // Every stride-th of all samples of the run: the corners of trails stay where they are.
  const samples = all.filter(({ time }) => Math.round(time * 5) % stride === 0);
  canvas.lineWidth = Math.max(0.8, Math.min(2.2, 0.16 * camera.scale));
  for (let band = 0; band < BANDS; band++) {
    const first = Math.floor((samples.length * band) / BANDS);
    const last = Math.floor((samples.length * (band + 1)) / BANDS);
    const paths = new Map<string, Path2D>();
    for (let row = 0; row < frame.count; row++) {
      const id = frame.ids[row];
      if (id < 0) continue;
      const isBack = group >= 0 && frame.group[row] !== group;
      // Where colours tell speeds, those of groups would confuse.
      const colour = look.colour === 'speed' ? theme.quiet : paintOf(theme, frame.group[row]).colour;
      const key = `${isBack ? 'back ' : 'full '}${colour}`;
      let path = paths.get(key);
      if (!path) {
        path = new Path2D();
        paths.set(key, path);
      }
      addPieces(path, camera, samples, first, Math.min(last, samples.length - 1), id, row);
      if (band === BANDS - 1 && samples.at(-1)?.ids[row] === id) {
        project(camera, frame.x[row], frame.y[row], frame.z[row], spot);
        path.lineTo(spot.x, spot.y);
      }
    }
    for (const [key, path] of paths) {
      canvas.strokeStyle = key.slice(5);
      canvas.globalAlpha = key.startsWith('back') ? 0.06 : 0.14 + (0.36 * (band + 1)) / BANDS;
      canvas.stroke(path);
    }
  }
  canvas.globalAlpha = 1;
}

type Samples = ReturnType<typeof samplesBetween>;

function addPieces(
  path: Path2D,
  camera: Camera,
  samples: Samples,
  first: number,
  last: number,
  id: number,
  row: number,
): void {
  let isFirst = true;
  for (let k = first; k <= last; k++) {
    const { ids, x, y, z } = samples[k];
    if (ids[row] !== id) continue;
    project(camera, x[row], y[row], z[row], spot);
    if (isFirst) path.moveTo(spot.x, spot.y);
    else path.lineTo(spot.x, spot.y);
    isFirst = false;
  }
}

/** All that the selected agent has walked. */
export function paintPast({ canvas, camera, theme, session, frame }: LayerInput, row: number): void {
  const path = new Path2D();
  const samples = samplesBetween(session.trails, 0, session.time);
  addPieces(path, camera, samples, 0, samples.length - 1, frame.ids[row], row);
  project(camera, frame.x[row], frame.y[row], frame.z[row], spot);
  path.lineTo(spot.x, spot.y);
  canvas.strokeStyle = theme.accent;
  canvas.lineWidth = 1.75;
  canvas.globalAlpha = 0.75;
  canvas.stroke(path);
  canvas.globalAlpha = 1;
}
