import type { Playback, Point3, Scene, SceneShape } from '@wend/formats/playback';
import { type Camera, FROM_ABOVE, project, type Spot } from '../stage/camera.ts';
import type { Frame } from '../stage/frame.ts';
import { paintGround, paintName, paintRing, paintSolid, paintTarget } from '../stage/scene.ts';
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
  paintGround(canvas, camera, theme, playback.head);
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
  paintRing(canvas, theme, spot, Math.max(7, playback.agents[selected].radius * camera.scale + 4));
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
