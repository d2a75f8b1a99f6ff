import { type Camera, project, type Spot } from '../../stage/camera.ts';
import { paintOf, type Theme } from '../../stage/theme.ts';
import { gridFor, type Handle } from '../hit.ts';
import { middleOf, numberAt, type Outline, type Point, pointAt, type Thing } from '../things.ts';
import { isSamePath, type Json, listAt, type Path, valueAt } from '../tree.ts';
import type { Plan } from './state.ts';

type Canvas = CanvasRenderingContext2D;

/** What the editor's stage shows. */
export type Picture = {
  scenario: Json;
  things: readonly Thing[];
  selection: readonly Path[];
  handles: readonly Handle[];
  /** The handle that turns the selected thing. */
  turn: { from: Point; at: Point } | undefined;
  /** What is being drawn. */
  sketch: Outline | undefined;
  plan: Plan | undefined;
  image: HTMLImageElement | undefined;
  hasWrong: (path: Path) => boolean;
};

const spot: Spot = { x: 0, y: 0, depth: 0 };
/** Strong enough on both grounds. */
const WRONG = '#c2410c';
const SELECTED = '#1f7ae0';

/** Draws the draft. */
export function paintDraft(canvas: Canvas, camera: Camera, theme: Theme, picture: Picture): void {
  canvas.fillStyle = theme.paper;
  canvas.fillRect(0, 0, camera.width, camera.height);
  canvas.lineJoin = 'round';
  canvas.lineCap = 'round';
  paintWorld(canvas, camera, theme, picture);
  for (const thing of picture.things) paintThing(canvas, camera, theme, picture, thing);
  for (const thing of picture.things) {
    if (picture.selection.some((path) => isSamePath(path, thing.path))) paintSelected(canvas, camera, thing);
  }
  for (const { at } of picture.handles) paintHandle(canvas, camera, theme, at);
  if (picture.turn) paintTurn(canvas, camera, theme, picture.turn);
  if (picture.sketch) paintSketch(canvas, camera, picture.sketch);
}

function paintWorld(canvas: Canvas, camera: Camera, theme: Theme, { scenario, plan, image }: Picture): void {
  const min = pointAt(scenario, ['bounds', 'min']) ?? [-10, -10];
  const max = pointAt(scenario, ['bounds', 'max']) ?? [10, 10];
  const box = (from: Point, to: Point): [number, number, number, number] => {
    const [left, top] = onScreen(camera, [from[0], to[1]]);
    const [right, bottom] = onScreen(camera, [to[0], from[1]]);
    return [left, top, right - left, bottom - top];
  };
  canvas.fillStyle = theme.ground;
  canvas.fillRect(...box(min, max));
  if (plan && image?.complete && image.naturalWidth > 0) {
    const high = (plan.width * image.naturalHeight) / image.naturalWidth;
    canvas.globalAlpha = plan.opacity;
    canvas.drawImage(image, ...box([plan.x, plan.y], [plan.x + plan.width, plan.y + high]));
    canvas.globalAlpha = 1;
  }
  paintGrid(canvas, camera, theme, min, max);
  for (const [k, rings] of listAt(scenario, ['area', 'polygons']).entries()) {
    for (const n of listAt(rings, []).keys())
      paintRing(canvas, camera, theme, scenario, ['area', 'polygons', k, n]);
  }
  canvas.strokeStyle = theme.line;
  canvas.lineWidth = valueAt(scenario, ['bounds', 'walls']) === true ? 3 : 1;
  canvas.strokeRect(...box(min, max));
}

function paintRing(canvas: Canvas, camera: Camera, theme: Theme, scenario: Json, path: Path): void {
  const corners = listAt(scenario, path).flatMap((_, k) => {
    const point = pointAt(scenario, [...path, k]);
    return point ? [point] : [];
  });
  if (corners.length < 3) return;
  trace(canvas, camera, { form: 'ring', points: corners, radius: 0 });
  if (path.at(-1) !== 0) {
    canvas.fillStyle = theme.body;
    canvas.fill();
  }
  canvas.strokeStyle = theme.line;
  canvas.lineWidth = 2;
  canvas.stroke();
}

function paintGrid(canvas: Canvas, camera: Camera, theme: Theme, min: Point, max: Point): void {
  const grid = gridFor(camera.scale, 28);
  const [left, top] = onScreen(camera, [min[0], max[1]]);
  const [right, bottom] = onScreen(camera, [max[0], min[1]]);
  canvas.beginPath();
  for (let k = Math.ceil(min[0] / grid); k * grid <= max[0]; k++) {
    const [x] = onScreen(camera, [k * grid, 0]);
    if (x < 0 || x > camera.width) continue;
    canvas.moveTo(x, Math.max(0, top));
    canvas.lineTo(x, Math.min(camera.height, bottom));
  }
  for (let k = Math.ceil(min[1] / grid); k * grid <= max[1]; k++) {
    const [, y] = onScreen(camera, [0, k * grid]);
    if (y < 0 || y > camera.height) continue;
    canvas.moveTo(Math.max(0, left), y);
    canvas.lineTo(Math.min(camera.width, right), y);
  }
  canvas.strokeStyle = theme.grid;
  canvas.lineWidth = 1;
  canvas.stroke();
}

function paintThing(canvas: Canvas, camera: Camera, theme: Theme, picture: Picture, thing: Thing): void {
  const { kind, outline, path } = thing;
  const value = valueAt(picture.scenario, path);
  const isWrong = picture.hasWrong(path);
  const colour = colourOf(theme, picture.scenario, thing);
  canvas.setLineDash(
    kind === 'group' || kind === 'target' || kind === 'area' || kind === 'ground' ? [6, 5] : [],
  );
  trace(canvas, camera, outline, kind === 'agent' ? 3 : 0);
  canvas.fillStyle = kind === 'obstacle' ? theme.body : colour;
  canvas.globalAlpha = kind === 'agent' || kind === 'obstacle' ? 1 : 0.13;
  if (outline.form !== 'path') canvas.fill();
  canvas.globalAlpha = kind === 'stroke' ? 0.35 : 1;
  canvas.strokeStyle = isWrong ? WRONG : kind === 'obstacle' || kind === 'wall' ? theme.line : colour;
  canvas.lineWidth = widthOf(thing, value, camera);
  if (kind !== 'agent' || isWrong) canvas.stroke();
  canvas.globalAlpha = 1;
  canvas.setLineDash([]);
  if (kind === 'agent' || kind === 'group') paintHeading(canvas, camera, theme, thing, value);
  if (kind === 'stroke') paintArrow(canvas, camera, colour, outline.points);
  if (kind === 'ground') paintDirection(canvas, camera, colour, thing, value);
  if (kind === 'ground') paintServers(canvas, camera, colour, thing, value);
  paintCourse(canvas, camera, theme, thing, value);
  if (kind !== 'agent' && kind !== 'obstacle' && kind !== 'wall' && kind !== 'stroke') {
    paintName(canvas, camera, theme, thing, value);
  }
}

function colourOf(theme: Theme, scenario: Json, { kind, path }: Thing): string {
  if (kind === 'group') return paintOf(theme, Number(path[1])).colour;
  if (kind === 'target') return theme.groups[2];
  if (kind === 'line' || kind === 'area') return theme.groups[3];
  if (kind === 'stroke' || kind === 'ground') return theme.groups[0];
  return listAt(scenario, ['groups']).length === 0 && kind === 'agent' ? theme.groups[0] : theme.lone;
}

function widthOf({ kind }: Thing, value: Json | undefined, camera: Camera): number {
  if (kind === 'stroke') return Math.max(3, numberAt(value, ['width'], 4) * camera.scale * 0.5);
  if (kind === 'wall' || kind === 'obstacle') return 2.5;
  const isLine = kind === 'line' || (kind === 'ground' && pointAt(value, ['from']) !== undefined);
  return isLine ? 3 : 1.6;
}

function paintHeading(
  canvas: Canvas,
  camera: Camera,
  theme: Theme,
  { outline, kind }: Thing,
  value: Json | undefined,
): void {
  const heading = valueAt(value, ['heading']);
  if (typeof heading !== 'number') return;
  const [x, y] = onScreen(camera, middleOf(outline));
  const length = kind === 'agent' ? Math.max(3, outline.radius * camera.scale) : 18;
  canvas.beginPath();
  canvas.moveTo(x, y);
  canvas.lineTo(x + length * Math.cos(heading), y - length * Math.sin(heading));
  canvas.strokeStyle = kind === 'agent' ? theme.heading : theme.text;
  canvas.lineWidth = 2;
  canvas.stroke();
}

function directionOf(value: Json | undefined): Point | undefined {
  return pointAt(value, ['direction']) ?? pointAt(value, ['up']) ?? pointAt(value, ['velocity']);
}

/** Where stairs go up, a belt carries and a gate lets agents through. */
function paintDirection(
  canvas: Canvas,
  camera: Camera,
  colour: string,
  { outline }: Thing,
  value: Json | undefined,
): void {
  const along = directionOf(value);
  const length = along ? Math.hypot(...along) : 0;
  if (!along || length === 0) return;
  const [x, y] = middleOf(outline);
  const metres = 22 / camera.scale / length;
  const to: Point = [x + metres * along[0], y + metres * along[1]];
  trace(canvas, camera, { form: 'path', points: [[x, y], to], radius: 0 });
  canvas.strokeStyle = colour;
  canvas.lineWidth = 2;
  canvas.stroke();
  paintArrow(canvas, camera, colour, [[x, y], to]);
}

/** Where a queue is served: at its servers, or at its front. */
function paintServers(
  canvas: Canvas,
  camera: Camera,
  colour: string,
  { outline }: Thing,
  value: Json | undefined,
): void {
  if (valueAt(value, ['kind']) !== 'queue') return;
  paintArrow(canvas, camera, colour, outline.points.toReversed());
  canvas.fillStyle = colour;
  for (const k of listAt(value, ['servers']).keys()) {
    const at = pointAt(value, ['servers', k]);
    if (!at) continue;
    trace(canvas, camera, { form: 'disc', points: [at], radius: 0.2 }, 4);
    canvas.fill();
  }
}

/** The path of a thing on a course, with an arrow. */
function paintCourse(
  canvas: Canvas,
  camera: Camera,
  theme: Theme,
  { outline }: Thing,
  value: Json | undefined,
): void {
  const course = valueAt(value, ['course']);
  if (course === undefined) return;
  const from = middleOf(outline);
  const along = pointAt(course, ['amplitude']) ?? pointAt(course, ['velocity']);
  const points: Point[] = [from];
  if (along) points.push([from[0] + along[0], from[1] + along[1]]);
  for (const k of listAt(course, ['points']).keys()) points.push(pointAt(course, ['points', k]) ?? from);
  if (valueAt(course, ['kind']) === 'oscillation' && along)
    points[0] = [from[0] - along[0], from[1] - along[1]];
  canvas.setLineDash([3, 5]);
  trace(canvas, camera, { form: 'path', points, radius: 0 });
  canvas.strokeStyle = theme.quiet;
  canvas.lineWidth = 1.6;
  canvas.stroke();
  canvas.setLineDash([]);
  paintArrow(canvas, camera, theme.quiet, points);
}

function paintArrow(canvas: Canvas, camera: Camera, colour: string, points: readonly Point[]): void {
  if (points.length < 2) return;
  const [x, y] = onScreen(camera, points.at(-1)!);
  const [fromX, fromY] = onScreen(camera, points.at(-2)!);
  const angle = Math.atan2(y - fromY, x - fromX);
  canvas.beginPath();
  for (const side of [-2.6, 2.6]) {
    canvas.moveTo(x, y);
    canvas.lineTo(x + 11 * Math.cos(angle + side), y + 11 * Math.sin(angle + side));
  }
  canvas.strokeStyle = colour;
  canvas.lineWidth = 2.4;
  canvas.stroke();
}

function paintName(
  canvas: Canvas,
  camera: Camera,
  theme: Theme,
  thing: Thing,
  value: Json | undefined,
): void {
  const { name, outline } = thing;
  const count = valueAt(value, ['count']);
  const rate = valueAt(value, ['source', 'rate']);
  const size = typeof count === 'number' && count > 0 ? ` · ${count}` : '';
  const flow = typeof rate === 'number' ? ` · ${rate}/s` : '';
  const [x, y] = onScreen(camera, middleOf(outline));
  const below =
    outline.form === 'disc'
      ? outline.radius * camera.scale + 12
      : outline.form === 'path' || directionOf(value)
        ? 13
        : 0;
  canvas.font = '12px system-ui, sans-serif';
  canvas.textAlign = 'center';
  canvas.textBaseline = 'middle';
  canvas.lineWidth = 3.5;
  canvas.strokeStyle = theme.ground;
  canvas.fillStyle = theme.text;
  canvas.strokeText(name + size + flow, x, y + below);
  canvas.fillText(name + size + flow, x, y + below);
}

function paintSelected(canvas: Canvas, camera: Camera, { outline }: Thing): void {
  trace(canvas, camera, outline, 6);
  canvas.strokeStyle = SELECTED;
  canvas.lineWidth = 2.5;
  canvas.stroke();
}

function paintHandle(canvas: Canvas, camera: Camera, theme: Theme, at: Point): void {
  const [x, y] = onScreen(camera, at);
  canvas.beginPath();
  canvas.rect(x - 4.5, y - 4.5, 9, 9);
  canvas.fillStyle = theme.ground;
  canvas.fill();
  canvas.strokeStyle = SELECTED;
  canvas.lineWidth = 2;
  canvas.stroke();
}

function paintTurn(
  canvas: Canvas,
  camera: Camera,
  theme: Theme,
  { at, from }: { at: Point; from: Point },
): void {
  const [x, y] = onScreen(camera, at);
  canvas.beginPath();
  canvas.moveTo(...onScreen(camera, from));
  canvas.lineTo(x, y);
  canvas.strokeStyle = SELECTED;
  canvas.lineWidth = 1.2;
  canvas.stroke();
  canvas.beginPath();
  canvas.arc(x, y, 6, 0, 2 * Math.PI);
  canvas.fillStyle = theme.ground;
  canvas.fill();
  canvas.lineWidth = 2;
  canvas.stroke();
}

function paintSketch(canvas: Canvas, camera: Camera, outline: Outline): void {
  trace(canvas, camera, outline, 2);
  canvas.fillStyle = SELECTED;
  canvas.globalAlpha = 0.12;
  if (outline.form !== 'path') canvas.fill();
  canvas.globalAlpha = 1;
  canvas.strokeStyle = SELECTED;
  canvas.lineWidth = 2;
  canvas.stroke();
}

function trace(canvas: Canvas, camera: Camera, { form, points, radius }: Outline, least = 0): void {
  canvas.beginPath();
  if (form === 'disc') {
    const [x, y] = onScreen(camera, points[0]);
    canvas.arc(x, y, Math.max(least, radius * camera.scale), 0, 2 * Math.PI);
    return;
  }
  for (const point of points) canvas.lineTo(...onScreen(camera, point));
  if (form === 'ring') canvas.closePath();
}

function onScreen(camera: Camera, [x, y]: Point): [x: number, y: number] {
  project(camera, x, y, 0, spot);
  return [spot.x, spot.y];
}
