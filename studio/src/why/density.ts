import { project, type Spot } from '../stage/camera.ts';
import type { LayerInput } from '../view/layers.ts';

/** Metres: cells are this large, and an agent counts within this distance. */
const REACH = 1.5;
const MOST_CELLS = 200;
/** Agents per square metre at the end of the scale, and the colours up to it: light to dark, safe for all colour vision. */
const FULL = 4;
const SCALE: readonly (readonly [number, number, number])[] = [
  [253, 231, 37],
  [94, 201, 98],
  [33, 145, 140],
  [59, 82, 139],
  [68, 1, 84],
];

let picture: OffscreenCanvas | undefined;
const spot: Spot = { x: 0, y: 0, depth: 0 };

/** Density as colour: each agent is spread over the cells around it, so that the sum is the number of agents. */
export function paintDensity({ canvas, camera, session, frame }: LayerInput): void {
  const { min, max, dimension } = session.head;
  if (dimension === 3) return;
  const cell = Math.max(0.5, Math.max(max[0] - min[0], max[1] - min[1]) / MOST_CELLS);
  const columns = Math.max(1, Math.ceil((max[0] - min[0]) / cell));
  const rows = Math.max(1, Math.ceil((max[1] - min[1]) / cell));
  const density = new Float32Array(columns * rows);
  const reach = Math.max(REACH, cell);
  // A cone of this height at the agent has the volume 1.
  const top = 3 / (Math.PI * reach * reach);
  for (let row = 0; row < frame.count; row++) {
    if (frame.ids[row] < 0) continue;
    const x = (frame.x[row] - min[0]) / cell;
    const y = (frame.y[row] - min[1]) / cell;
    const span = reach / cell;
    for (let j = Math.max(0, Math.floor(y - span)); j < Math.min(rows, y + span); j++) {
      for (let i = Math.max(0, Math.floor(x - span)); i < Math.min(columns, x + span); i++) {
        const away = Math.hypot(i + 0.5 - x, j + 0.5 - y) / span;
        if (away < 1) density[j * columns + i] += top * (1 - away);
      }
    }
  }
  if (picture?.width !== columns || picture.height !== rows) picture = new OffscreenCanvas(columns, rows);
  const context = picture.getContext('2d')!;
  const image = context.createImageData(columns, rows);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const share = Math.min(1, density[j * columns + i] / FULL);
      const [red, green, blue] = colourAt(share);
      image.data.set(
        [red, green, blue, share > 0.02 ? 60 + 150 * share : 0],
        4 * ((rows - 1 - j) * columns + i),
      );
    }
  }
  context.putImageData(image, 0, 0);
  project(camera, min[0], min[1] + rows * cell, 0, spot);
  canvas.imageSmoothingEnabled = true;
  canvas.drawImage(picture, spot.x, spot.y, columns * cell * camera.scale, rows * cell * camera.scale);
}

/** The colour of a share from 0 to 1. */
export function colourAt(share: number): [number, number, number] {
  const at = share * (SCALE.length - 1);
  const first = Math.min(SCALE.length - 2, Math.floor(at));
  const part = at - first;
  const mix = (k: 0 | 1 | 2) => Math.round(SCALE[first][k] + part * (SCALE[first + 1][k] - SCALE[first][k]));
  return [mix(0), mix(1), mix(2)];
}

/** The colours from 0 to 1, in small steps. */
export const scaleColours: readonly string[] = Array.from(
  { length: 36 },
  (_, k) => `rgb(${colourAt(k / 35).join(' ')})`,
);
