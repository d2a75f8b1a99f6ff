import type { Playback, Point3, Scene, SceneShape } from '@wend/formats/playback';
import { type Camera, FROM_ABOVE, project, type Spot } from '../stage/camera.ts';
import type { Frame } from '../stage/frame.ts';
import { paintOf, speedColour, type Theme } from '../stage/theme.ts';
import { placesOf } from './tracks.ts';
import { paintPast, paintTrails } from './trails.ts';

/** What is drawn besides the frame. */
export type PaintOptions = {
  colour: 'group' | 'speed';
  /** Seconds of the past that trails show; 0 for none. */
  trail: number;
  /** The speed at the end of the colour scale. */
  fastest: number;
  /** The number of the selected agent and of the group that stands out, or −1. */
  selected: number;
  group: number;
};

type Canvas = CanvasRenderingContext2D;

const spot: Spot = { x: 0, y: 0, depth: 0 };

/** Draws the world at a time. */
export function paint(
  canvas: Canvas,
  camera: Camera,
  theme: Theme,
  playback: Playback,
  time: number,
  frame: Frame,
  options: PaintOptions,
): void {
  canvas.fillStyle = theme.paper;
  canvas.fillRect(0, 0, camera.width, camera.height);
  canvas.lineJoin = 'round';
  canvas.lineCap = 'round';
  paintGround(canvas, camera, theme, playback);
  const scene = sceneAt(playback, time);
  const places = (shape: SceneShape) => placesOf(playback, shape, time);
  for (const target of scene.targets) paintTarget(canvas, camera, theme, target, places(target));
  if (options.trail > 0) paintTrails(canvas, camera, theme, playback, time, frame, options);
  const isFlat = camera.pitch === FROM_ABOVE;
  const solids = scene.obstacles.map((shape) => ({ shape, places: places(shape), depth: 0 }));
  if (!isFlat) {
    for (const solid of solids) solid.depth = depthOf(camera, solid.places);
    solids.sort((a, b) => b.depth - a.depth);
    paintShadows(canvas, camera, theme, playback, frame);
  }
  const order = isFlat ? undefined : byDepth(camera, frame);
  let next = 0;
  // Far things first; agents between them where they belong.
  for (const { shape, places: corners, depth } of solids) {
    if (order) {
      while (next < order.length && order[next].depth > depth) {
        paintAgent(canvas, camera, theme, playback, frame, order[next++].row, options);
      }
    }
    paintSolid(canvas, camera, theme, shape, corners);
  }
  for (let k = next; k < frame.count; k++) {
    paintAgent(canvas, camera, theme, playback, frame, order ? order[k].row : k, options);
  }
  for (const target of scene.targets) {
    if (scene.targets.length <= 24) paintName(canvas, camera, theme, target, places(target));
  }
  paintSelection(canvas, camera, theme, playback, time, frame, options);
}

/** The scene of a time: the last that began before it. */
function sceneAt({ head }: Playback, time: number): Scene {
  const at = time / head.period;
  return head.scenes.findLast(({ frame }) => frame <= at + 1e-9) ?? head.scenes[0];
}

function trace(canvas: Canvas, camera: Camera, corners: readonly Point3[], isClosed = true): void {
  for (const [k, [x, y, z]] of corners.entries()) {
    project(camera, x, y, z, spot);
    if (k === 0) canvas.moveTo(spot.x, spot.y);
    else canvas.lineTo(spot.x, spot.y);
  }
  if (isClosed) canvas.closePath();
}

function paintGround(canvas: Canvas, camera: Camera, theme: Theme, { head }: Playback): void {
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

function paintTarget(
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

function paintName(
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

function paintSolid(canvas: Canvas, camera: Camera, theme: Theme, shape: SceneShape, places: Point3[]): void {
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

function paintAgent(
  canvas: Canvas,
  camera: Camera,
  theme: Theme,
  playback: Playback,
  frame: Frame,
  row: number,
  { colour: by, fastest, group }: PaintOptions,
): void {
  const track = playback.agents[frame.agent[row]];
  project(camera, frame.x[row], frame.y[row], frame.z[row], spot);
  const radius = Math.max(1.6, track.radius * camera.scale);
  const isSeen = spot.x > -radius && spot.x < camera.width + radius && spot.y > -radius;
  if (!isSeen || spot.y > camera.height + radius) return;
  const paint = paintOf(theme, track.group);
  const colour = by === 'speed' ? speedColour(theme, frame.speed[row], fastest) : paint.colour;
  const isRing = paint.ring && by === 'group';
  canvas.globalAlpha = group >= 0 && track.group !== group ? 0.18 : 1;
  canvas.beginPath();
  canvas.arc(spot.x, spot.y, radius, 0, 2 * Math.PI);
  canvas.fillStyle = isRing ? theme.ground : colour;
  canvas.fill();
  if (isRing) {
    canvas.strokeStyle = colour;
    canvas.lineWidth = Math.min(2.5, 0.35 * radius);
    canvas.stroke();
  }
  if (radius >= 3) {
    // The heading is projected too: seen from the side, agents that come near show a short tick.
    const { x, y } = spot;
    const length = track.radius * 0.95;
    project(
      camera,
      frame.x[row] + length * Math.cos(frame.angle[row]),
      frame.y[row] + length * Math.sin(frame.angle[row]),
      frame.z[row],
      spot,
    );
    canvas.beginPath();
    canvas.moveTo(x + 0.1 * (spot.x - x), y + 0.1 * (spot.y - y));
    canvas.lineTo(spot.x, spot.y);
    canvas.strokeStyle = isRing ? theme.line : theme.heading;
    canvas.lineWidth = Math.max(1, Math.min(2.5, 0.22 * radius));
    canvas.stroke();
  }
  canvas.globalAlpha = 1;
}

/** In space, the place below each agent on the ground. */
function paintShadows(
  canvas: Canvas,
  camera: Camera,
  theme: Theme,
  { agents, head }: Playback,
  frame: Frame,
): void {
  canvas.fillStyle = theme.line;
  canvas.globalAlpha = 0.16;
  const flat = Math.sin(camera.pitch);
  for (let row = 0; row < frame.count; row++) {
    project(camera, frame.x[row], frame.y[row], head.min[2], spot);
    const radius = Math.max(1.2, agents[frame.agent[row]].radius * camera.scale);
    canvas.beginPath();
    canvas.ellipse(spot.x, spot.y, radius, radius * flat, 0, 0, 2 * Math.PI);
    canvas.fill();
  }
  canvas.globalAlpha = 1;
}

function byDepth(camera: Camera, frame: Frame): { row: number; depth: number }[] {
  const rows = Array.from({ length: frame.count }, (_, row) => ({
    row,
    depth: project(camera, frame.x[row], frame.y[row], frame.z[row], spot).depth,
  }));
  return rows.sort((a, b) => b.depth - a.depth);
}

function depthOf(camera: Camera, places: readonly Point3[]): number {
  return places.reduce((sum, place) => sum + project(camera, ...place, spot).depth, 0) / places.length;
}

function paintSelection(
  canvas: Canvas,
  camera: Camera,
  theme: Theme,
  playback: Playback,
  time: number,
  frame: Frame,
  { selected }: PaintOptions,
): void {
  const row = frame.agent.subarray(0, frame.count).indexOf(selected);
  if (row < 0) return;
  paintPast(canvas, camera, theme, playback, selected, [frame.x[row], frame.y[row], frame.z[row]], time);
  project(camera, frame.x[row], frame.y[row], frame.z[row], spot);
  const radius = Math.max(7, playback.agents[selected].radius * camera.scale + 4);
  canvas.beginPath();
  canvas.arc(spot.x, spot.y, radius, 0, 2 * Math.PI);
  canvas.strokeStyle = theme.ground;
  canvas.lineWidth = 4.5;
  canvas.stroke();
  canvas.strokeStyle = theme.accent;
  canvas.lineWidth = 2;
  canvas.stroke();
}

/** The agent at a pixel, or −1. Small agents can be hit within a few pixels. */
export function agentAt(
  camera: Camera,
  { agents }: Playback,
  frame: Frame,
  pixelX: number,
  pixelY: number,
): number {
  let best = Number.POSITIVE_INFINITY;
  let found = -1;
  for (let row = 0; row < frame.count; row++) {
    project(camera, frame.x[row], frame.y[row], frame.z[row], spot);
    const reach = Math.max(10, agents[frame.agent[row]].radius * camera.scale);
    const distance = Math.hypot(spot.x - pixelX, spot.y - pixelY);
    if (distance > reach || distance >= best) continue;
    best = distance;
    found = frame.agent[row];
  }
  return found;
}
