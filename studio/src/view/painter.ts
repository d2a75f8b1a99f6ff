import type { Point3, SceneShape } from '@wend/formats/playback';
import type { Session } from '../engine/session.ts';
import { type Camera, FROM_ABOVE, project, type Spot } from '../stage/camera.ts';
import { paintGround, paintName, paintRing, paintSolid, paintTarget } from '../stage/scene.ts';
import { paintOf, type Theme } from '../stage/theme.ts';
import type { Studio } from '../state/studio.ts';
import { type LiveFrame, rowIn } from './frame.ts';
import { paintGroundShapes } from './ground.ts';
import { type LayerInput, layers } from './layers.ts';
import { paintScale } from './scale.ts';
import { paintPast, paintTrails } from './trails.ts';

type Canvas = CanvasRenderingContext2D;

const spot: Spot = { x: 0, y: 0, depth: 0 };

/** In large crowds, discs below this radius in pixels are drawn as squares: several times faster, and hard to tell. */
const SMALL = 2.4;
const LARGE_CROWD = 3000;

/** Names of more targets than this would hide the stage. */
const MOST_NAMES = 24;

/** Draws the world at the shown time. */
export function paintStage(input: LayerInput): void {
  const { canvas, camera, theme, session, frame, studio } = input;
  paintBelow(input);
  for (const [k, shape] of session.scene.obstacles.entries()) {
    paintSolid(canvas, camera, theme, shape, placesOf(session, 'obstacles', k));
  }
  paintAgents(canvas, camera, theme, frame, studio, session.head.fastest);
  if (studio.look.colour === 'speed') {
    const { speeds } = theme;
    paintScale(input, speeds, ['0 m/s', `${session.head.fastest} m/s`], 1);
  }
  paintNames(input);
  paintLayers(input, 'above');
  paintSelection(input);
}

/** The floor of the view in three dimensions, on which obstacles and agents stand. */
export function paintFloor(input: LayerInput): void {
  const row = rowIn(input.frame, input.studio.selected);
  paintBelow(input);
  paintNames(input);
  paintLayers(input, 'above');
  if (input.studio.selected >= 0 && row >= 0) paintPast(input, row);
}

/** Ground, targets and trails, and overlays that lie below the agents. */
function paintBelow(input: LayerInput): void {
  const { canvas, camera, theme, session, studio } = input;
  canvas.fillStyle = theme.paper;
  canvas.fillRect(0, 0, camera.width, camera.height);
  canvas.lineJoin = 'round';
  canvas.lineCap = 'round';
  paintGround(canvas, camera, theme, session.head);
  paintGroundShapes(canvas, camera, theme, session.scene.ground);
  for (const [k, target] of session.scene.targets.entries()) {
    paintTarget(canvas, camera, theme, target, placesOf(session, 'targets', k));
  }
  paintLayers(input, 'below');
  if (studio.look.trail > 0) paintTrails(input);
}

function paintNames({ canvas, camera, theme, session }: LayerInput): void {
  const { targets } = session.scene;
  if (targets.length > MOST_NAMES) return;
  for (const [k, target] of targets.entries()) {
    paintName(canvas, camera, theme, target, placesOf(session, 'targets', k));
  }
}

/** Where an obstacle or a target is at the shown time. */
function placesOf(session: Session, list: 'obstacles' | 'targets', k: number): Point3[] {
  return placesBetween(session.previousScene[list][k], session.scene[list][k], partOf(session));
}

/** How far the shown time is from the earlier to the later state. */
function partOf({ shown, time }: Session): number {
  const span = shown.time - shown.previousTime;
  return span > 0 ? Math.max(0, Math.min(1, (time - shown.previousTime) / span)) : 1;
}

/** Things on a course move evenly, too. */
function placesBetween(before: SceneShape | undefined, { at = [] }: SceneShape, part: number): Point3[] {
  const from = before?.at;
  if (part === 1 || from?.length !== at.length || from === at) return at;
  return at.map(([x, y, z], k): Point3 => {
    const [x0, y0, z0] = from[k];
    return [x0 + part * (x - x0), y0 + part * (y - y0), z0 + part * (z - z0)];
  });
}

function paintLayers(input: LayerInput, place: 'below' | 'above'): void {
  for (const layer of layers) {
    if (layer.place !== place || !input.studio.look.overlays.includes(layer.name)) continue;
    input.canvas.save();
    layer.paint(input);
    input.canvas.restore();
  }
}

/** Rows by their paints, counted and put in order: one path for each paint. */
const buckets = { of: new Uint8Array(0), order: new Int32Array(0), starts: new Int32Array(0) };

function paintAgents(
  canvas: Canvas,
  camera: Camera,
  theme: Theme,
  frame: LiveFrame,
  { look, group }: Studio,
  fastest: number,
): void {
  const { speeds, groups } = theme;
  // Lone agents, the groups' colours full and as rings; or the colours of speeds. Twice: those that stand back.
  const kinds = look.colour === 'speed' ? speeds.length : 2 * groups.length + 1;
  const paintIn = (row: number): number => {
    const back = group >= 0 && frame.group[row] !== group ? kinds : 0;
    if (look.colour === 'speed') {
      const kind = Math.floor((frame.speed[row] / fastest) * speeds.length);
      return back + Math.max(0, Math.min(speeds.length - 1, kind));
    }
    return back + (frame.group[row] < 0 ? 0 : 1 + (frame.group[row] % (2 * groups.length)));
  };
  sortRows(frame, 2 * kinds, paintIn);
  const ringed: { path: Path2D; colour: string; alpha: number }[] = [];
  for (let kind = 0; kind < 2 * kinds; kind++) {
    const first = buckets.starts[kind];
    const end = buckets.starts[kind + 1];
    if (first === end) continue;
    const number = kind % kinds;
    const paint = paintOf(theme, number - 1);
    const colour = look.colour === 'speed' ? speeds[number] : paint.colour;
    const isRing = look.colour === 'group' && paint.ring;
    const path = discs(camera, frame, first, end);
    canvas.globalAlpha = kind >= kinds ? 0.18 : 1;
    canvas.fillStyle = isRing ? theme.ground : colour;
    canvas.fill(path);
    if (isRing) ringed.push({ path, colour, alpha: canvas.globalAlpha });
  }
  canvas.lineWidth = 2;
  for (const { path, colour, alpha } of ringed) {
    canvas.globalAlpha = alpha;
    canvas.strokeStyle = colour;
    canvas.stroke(path);
  }
  canvas.globalAlpha = 1;
  paintHeadings(canvas, camera, theme, frame);
}

function sortRows({ count, ids }: LiveFrame, kinds: number, paintIn: (row: number) => number): void {
  if (buckets.of.length < count) {
    buckets.of = new Uint8Array(2 * count);
    buckets.order = new Int32Array(2 * count);
  }
  const starts = new Int32Array(kinds + 1);
  for (let row = 0; row < count; row++) {
    if (ids[row] < 0) continue;
    const kind = paintIn(row);
    buckets.of[row] = kind;
    starts[kind + 1]++;
  }
  for (let kind = 0; kind < kinds; kind++) starts[kind + 1] += starts[kind];
  const next = starts.slice();
  for (let row = 0; row < count; row++) {
    if (ids[row] >= 0) buckets.order[next[buckets.of[row]]++] = row;
  }
  buckets.starts = starts;
}

function discs(camera: Camera, frame: LiveFrame, first: number, end: number): Path2D {
  const path = new Path2D();
  const small = frame.count > LARGE_CROWD ? SMALL : 0;
  // From above, places on the screen are linear: without the general projection, thousands cost a millisecond less.
  const isFlat = camera.pitch === FROM_ABOVE && camera.yaw === 0;
  const { scale, width, height } = camera;
  project(camera, 0, 0, 0, spot);
  const [originX, originY] = [spot.x, spot.y];
  for (let k = first; k < end; k++) {
    const row = buckets.order[k];
    if (isFlat) {
      spot.x = originX + frame.x[row] * scale;
      spot.y = originY - frame.y[row] * scale;
    } else project(camera, frame.x[row], frame.y[row], frame.z[row], spot);
    const radius = Math.max(1.4, frame.radius[row] * scale);
    const { x, y } = spot;
    if (x < -radius || y < -radius || x > width + radius || y > height + radius) continue;
    if (radius < small) path.rect(x - 0.9 * radius, y - 0.9 * radius, 1.8 * radius, 1.8 * radius);
    else {
      path.moveTo(x + radius, y);
      path.arc(x, y, radius, 0, 2 * Math.PI);
    }
  }
  return path;
}

/** A tick from each agent's middle to where it faces, where there is room for one. */
function paintHeadings(canvas: Canvas, camera: Camera, theme: Theme, frame: LiveFrame): void {
  const { count, ids, radius, x, y, z, headingX, headingY } = frame;
  const isFlat = camera.pitch === FROM_ABOVE;
  canvas.beginPath();
  let widest = 0;
  for (let row = 0; row < count; row++) {
    const pixels = radius[row] * camera.scale;
    if (ids[row] < 0 || pixels < 3) continue;
    project(camera, x[row], y[row], z[row], spot);
    const { x: fromX, y: fromY } = spot;
    if (fromX < -pixels || fromY < -pixels || fromX > camera.width + pixels) continue;
    if (isFlat) {
      spot.x = fromX + 0.9 * pixels * headingX[row];
      spot.y = fromY - 0.9 * pixels * headingY[row];
    } else {
      const length = 0.9 * radius[row];
      project(camera, x[row] + length * headingX[row], y[row] + length * headingY[row], z[row], spot);
    }
    canvas.moveTo(fromX + 0.1 * (spot.x - fromX), fromY + 0.1 * (spot.y - fromY));
    canvas.lineTo(spot.x, spot.y);
    widest = Math.max(widest, pixels);
  }
  canvas.strokeStyle = theme.heading;
  canvas.lineWidth = Math.max(1, Math.min(2.5, 0.22 * widest));
  canvas.stroke();
}

function paintSelection(input: LayerInput): void {
  const { canvas, camera, theme, frame, studio } = input;
  const row = rowIn(frame, studio.selected);
  if (studio.selected < 0 || row < 0) return;
  paintPast(input, row);
  project(camera, frame.x[row], frame.y[row], frame.z[row], spot);
  paintRing(canvas, theme, spot, Math.max(7, frame.radius[row] * camera.scale + 4));
}

/** The agent at a pixel, or −1. Small agents can be hit within a few pixels. */
export function agentAt(camera: Camera, frame: LiveFrame, pixelX: number, pixelY: number): number {
  let best = Number.POSITIVE_INFINITY;
  let found = -1;
  for (let row = 0; row < frame.count; row++) {
    if (frame.ids[row] < 0) continue;
    project(camera, frame.x[row], frame.y[row], frame.z[row], spot);
    const reach = Math.max(10, frame.radius[row] * camera.scale);
    const distance = Math.hypot(spot.x - pixelX, spot.y - pixelY);
    if (distance > reach || distance >= best) continue;
    best = distance;
    found = frame.ids[row];
  }
  return found;
}
