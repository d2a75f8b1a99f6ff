import type { Point2, Point3, Scene, SceneShape } from '@wend/formats/playback';
import { type Camera, project, type Spot } from './camera.ts';
import type { Theme } from './theme.ts';

type Canvas = CanvasRenderingContext2D;

/** Bounds and walkable area of a world, metres. */
export type Ground = { min: Point3; max: Point3; walls: boolean; area: Point2[][] };

const spot: Spot = { x: 0, y: 0, depth: 0 };

/** Adds corners to the path. */
function trace(canvas: Canvas, camera: Camera, corners: readonly Point3[], isClosed = true): void {
  for (const [k, [x, y, z]] of corners.entries()) {
    project(camera, x, y, z, spot);
    if (k === 0) canvas.moveTo(spot.x, spot.y);
    else canvas.lineTo(spot.x, spot.y);
  }
  if (isClosed) canvas.closePath();
}

/** The ground that a world covers: bounds, walkable area, and a grid of round metres. */
export function paintGround(canvas: Canvas, camera: Camera, theme: Theme, head: Ground): void {
  const [x0, y0, z] = head.min;
  const [x1, y1] = head.max;
  const frame: Point3[] = [
    [x0, y0, z],
    [x1, y0, z],
    [x1, y1, z],
    [x0, y1, z],
  ];
  canvas.beginPath();
  trace(canvas, camera, frame);
  canvas.fillStyle = head.area.length > 0 ? theme.body : theme.ground;
  canvas.fill();
  if (head.area.length > 0) {
    canvas.beginPath();
    for (const ring of head.area) {
      trace(
        canvas,
        camera,
        ring.map(([x, y]): Point3 => [x, y, z]),
      );
    }
    canvas.fillStyle = theme.ground;
    canvas.fill();
  }
  paintGrid(canvas, camera, theme, head.min, head.max);
  canvas.beginPath();
  trace(canvas, camera, frame);
  canvas.strokeStyle = theme.line;
  canvas.lineWidth = head.walls ? 2 : 1;
  canvas.setLineDash(head.walls ? [] : [5, 4]);
  canvas.globalAlpha = head.walls ? 1 : 0.5;
  canvas.stroke();
  canvas.globalAlpha = 1;
  canvas.setLineDash([]);
}

/** The distance between two lines of the grid, metres: 1, 2 or 5 times a power of ten. */
export function gridStep({ scale }: Camera): number {
  const wanted = 70 / scale;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= wanted) ?? 10 * power;
}

function paintGrid(canvas: Canvas, camera: Camera, theme: Theme, min: Point3, max: Point3): void {
  const step = gridStep(camera);
  canvas.beginPath();
  for (let x = Math.ceil(min[0] / step) * step; x < max[0]; x += step) {
    trace(canvas, camera, [[x, min[1], min[2]], [x, max[1], min[2]]], false); // biome-ignore format: one line
  }
  for (let y = Math.ceil(min[1] / step) * step; y < max[1]; y += step) {
    trace(canvas, camera, [[min[0], y, min[2]], [max[0], y, min[2]]], false); // biome-ignore format: one line
  }
  canvas.strokeStyle = theme.grid;
  canvas.lineWidth = 1;
  canvas.stroke();
}

export function paintTarget(
  canvas: Canvas,
  camera: Camera,
  theme: Theme,
  target: SceneShape,
  places: Point3[],
): void {
  canvas.beginPath();
  if (target.kind === 'disc') {
    project(camera, ...places[0], spot);
    canvas.arc(spot.x, spot.y, Math.max(4, (target.radius ?? 0) * camera.scale), 0, 2 * Math.PI);
  } else trace(canvas, camera, places);
  canvas.fillStyle = theme.paper;
  canvas.globalAlpha = 0.55;
  canvas.fill();
  canvas.globalAlpha = 0.8;
  canvas.setLineDash([4, 3]);
  canvas.strokeStyle = theme.quiet;
  canvas.lineWidth = 1.25;
  canvas.stroke();
  canvas.setLineDash([]);
  canvas.globalAlpha = 1;
}

export function paintName(
  canvas: Canvas,
  camera: Camera,
  theme: Theme,
  target: Scene['targets'][number],
  places: Point3[],
): void {
  const top = places.reduce((high, one) => (one[1] > high[1] ? one : high));
  project(camera, ...top, spot);
  const radius = target.kind === 'disc' ? Math.max(4, (target.radius ?? 0) * camera.scale) : 0;
  const text = target.name.length > 28 ? `${target.name.slice(0, 27)}…` : target.name;
  const isRight = spot.x > camera.width - camera.insetRight - 120;
  canvas.font = '12px system-ui, sans-serif';
  canvas.textAlign = isRight ? 'right' : 'left';
  canvas.lineWidth = 3;
  canvas.strokeStyle = theme.ground;
  const x = spot.x + (isRight ? radius : -radius);
  canvas.strokeText(text, x, spot.y - radius - 6);
  canvas.fillStyle = theme.quiet;
  canvas.fillText(text, x, spot.y - radius - 6);
}

export function paintSolid(
  canvas: Canvas,
  camera: Camera,
  theme: Theme,
  shape: SceneShape,
  places: Point3[],
): void {
  canvas.beginPath();
  canvas.strokeStyle = theme.line;
  canvas.fillStyle = theme.body;
  if (shape.kind === 'wall') {
    trace(canvas, camera, places, false);
    canvas.lineWidth = 2.5;
    canvas.stroke();
    return;
  }
  if (shape.kind === 'disc') {
    project(camera, ...places[0], spot);
    canvas.arc(spot.x, spot.y, (shape.radius ?? 0) * camera.scale, 0, 2 * Math.PI);
  } else trace(canvas, camera, places);
  if (shape.kind === 'face') canvas.globalAlpha = 0.82;
  canvas.fill();
  canvas.globalAlpha = 1;
  canvas.lineWidth = 1.25;
  canvas.stroke();
}

/** A ring around the selected agent, that stands out from any ground. */
export function paintRing(canvas: Canvas, theme: Theme, at: Spot, radius: number): void {
  canvas.beginPath();
  canvas.arc(at.x, at.y, radius, 0, 2 * Math.PI);
  canvas.strokeStyle = theme.ground;
  canvas.lineWidth = 4.5;
  canvas.stroke();
  canvas.strokeStyle = theme.accent;
  canvas.lineWidth = 2;
  canvas.stroke();
}
