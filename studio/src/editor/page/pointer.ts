import { type Camera, pan, placeAt, zoomAt } from '../../stage/camera.ts';
import {
  deleteSelection,
  movePlace,
  moveSelection,
  type Placed,
  select,
  turnSelection,
} from '../document.ts';
import { gridFor, handlesOf, hit, hitHandle, snap } from '../hit.ts';
import { middleOf, type Outline, type Point, thingAt, thingsIn } from '../things.ts';
import { isSamePath, type Path } from '../tree.ts';
import { apply, draft, editor, endStretch, placeThing, type ToolName } from './state.ts';

/** What the pointer is doing now. */
type Action =
  | { kind: 'pan'; x: number; y: number; isStill: boolean }
  | { kind: 'move'; last: Point }
  | { kind: 'corner'; path: Path }
  | { kind: 'turn'; middle: Point; angle: number }
  | { kind: 'span'; tool: ToolName; from: Point; to: Point }
  | { kind: 'freehand'; points: Point[] };

/** The pointer on the editor's stage. */
export type Pen = {
  action: Action | undefined;
  /** The corners of a polygon or a queue so far, and where the pointer is. */
  corners: Point[];
  at: Point;
};

export function createPen(): Pen {
  return { action: undefined, corners: [], at: [0, 0] };
}

/** Pixels within which the pointer hits a line or a handle, and how far the turning handle is from its thing. */
const REACH = 9;
const ARM = 34;
/** Tools that draw from one corner to the other. */
const LINES = new Set<ToolName>(['segment', 'line', 'door', 'gate']);
const BOXES = new Set<ToolName>(['group', 'region', 'area', 'box', 'rough', 'stairs', 'belt', 'smoke']);
const SPANS = new Set<ToolName>([...LINES, ...BOXES, 'circle']);

/** Where the handle that turns the selected thing is; only one thing can be turned by hand. */
export function turnHandle(camera: Camera): { from: Point; at: Point } | undefined {
  const { scenario, selection } = draft();
  const thing = selection.length === 1 ? thingAt(scenario, selection[0]) : undefined;
  if (!thing || thing.kind === 'target') return undefined;
  const isBox = thing.outline.form === 'ring' && (thing.kind === 'area' || thing.kind === 'group');
  if (isBox && thing.kind === 'area') return undefined;
  const [x, y] = middleOf(thing.outline);
  const top = Math.max(...thing.outline.points.map((point) => point[1])) + thing.outline.radius;
  return { from: [x, y], at: [x, top + ARM / camera.scale] };
}

/** What is being drawn, to show it. */
export function sketchOf({ action, at, corners }: Pen): Outline | undefined {
  if (corners.length > 0) return { form: 'path', points: [...corners, at], radius: 0 };
  if (action?.kind === 'freehand') return { form: 'path', points: action.points, radius: 0 };
  if (action?.kind !== 'span') return undefined;
  const { from, to, tool } = action;
  if (tool === 'circle') {
    return { form: 'disc', points: [from], radius: Math.hypot(to[0] - from[0], to[1] - from[1]) };
  }
  if (LINES.has(tool)) return { form: 'path', points: [from, to], radius: 0 };
  return { form: 'ring', points: [from, [to[0], from[1]], to, [from[0], to[1]]], radius: 0 };
}

/** A place for new corners: on corners of other things, or on the grid; with Alt as it is. */
function snapped(camera: Camera, point: Point, isFree: boolean, without: Path = []): Point {
  if (isFree || !editor.get().isSnapping) return point;
  const corners = thingsIn(draft().scenario)
    .filter(({ path }) => !isSamePath(path, without.slice(0, path.length)))
    .flatMap(({ outline }) => outline.points);
  return snap(point, corners, REACH / camera.scale, gridFor(camera.scale));
}

export function pointerDown(pen: Pen, camera: Camera, event: PointerEvent): void {
  const { x, y } = placeAt(camera, event.offsetX, event.offsetY);
  const { tool } = editor.get();
  const place = snapped(camera, [x, y], event.altKey);
  if (event.button !== 0) {
    pen.action = { kind: 'pan', x: event.offsetX, y: event.offsetY, isStill: false };
  } else if (tool === 'agent' || tool === 'target' || tool === 'source')
    placeThing({ kind: tool, at: place });
  else if (tool === 'polygon' || tool === 'queue') addCorner(pen, camera, place, tool);
  else if (tool === 'stroke') pen.action = { kind: 'freehand', points: [[x, y]] };
  else if (SPANS.has(tool)) pen.action = { kind: 'span', tool, from: place, to: place };
  else pen.action = grab(camera, [x, y], event);
}

/** With the selecting tool: a handle, a thing, or the picture itself. */
function grab(camera: Camera, at: Point, event: PointerEvent): Action {
  const reach = REACH / camera.scale;
  const { scenario, selection } = draft();
  const turn = turnHandle(camera);
  if (turn && Math.hypot(turn.at[0] - at[0], turn.at[1] - at[1]) <= reach) {
    return { kind: 'turn', middle: turn.from, angle: Math.atan2(at[1] - turn.from[1], at[0] - turn.from[0]) };
  }
  const handle = hitHandle(handlesOf(scenario, selection), at, reach);
  if (handle) return { kind: 'corner', path: handle.path };
  const thing = hit(thingsIn(scenario), at, reach / 2);
  if (!thing) return { kind: 'pan', x: event.offsetX, y: event.offsetY, isStill: true };
  const isIn = selection.some((path) => isSamePath(path, thing.path));
  if (event.shiftKey || !isIn) apply(select(draft(), thing.path, event.shiftKey));
  editor.set({ tab: 'thing' });
  return { kind: 'move', last: snapped(camera, at, event.altKey, thing.path) };
}

/** Adds a corner; the last one again ends a polygon or a queue, and the first one again closes a polygon. */
function addCorner(pen: Pen, camera: Camera, place: Point, tool: 'polygon' | 'queue'): void {
  const isNear = (corner: Point | undefined) =>
    corner && Math.hypot(corner[0] - place[0], corner[1] - place[1]) < (REACH + 3) / camera.scale;
  if ((tool === 'polygon' && isNear(pen.corners[0])) || isNear(pen.corners.at(-1))) finishCorners(pen);
  else pen.corners.push(place);
}

function finishCorners(pen: Pen): void {
  const points = pen.corners;
  pen.corners = [];
  const { tool } = editor.get();
  if (tool === 'queue' && points.length >= 2) placeThing({ kind: 'queue', points });
  if (tool === 'polygon' && points.length >= 3) placeThing({ kind: 'polygon', points });
}

export function pointerMove(pen: Pen, camera: Camera, event: PointerEvent): void {
  const { x, y } = placeAt(camera, event.offsetX, event.offsetY);
  pen.at = snapped(camera, [x, y], event.altKey);
  const { action } = pen;
  if (!action) return;
  if (action.kind === 'pan') {
    const [dx, dy] = [event.offsetX - action.x, event.offsetY - action.y];
    if (action.isStill && Math.abs(dx) + Math.abs(dy) < 5) return;
    pan(camera, dx, dy);
    pen.action = { kind: 'pan', x: event.offsetX, y: event.offsetY, isStill: false };
  } else if (action.kind === 'span') pen.action = { ...action, to: pen.at };
  else if (action.kind === 'freehand') {
    const last = action.points.at(-1)!;
    if (Math.hypot(x - last[0], y - last[1]) > 10 / camera.scale) action.points.push([x, y]);
  } else if (action.kind === 'corner') {
    apply(movePlace(draft(), action.path, snapped(camera, [x, y], event.altKey, action.path)), 'drag');
  } else if (action.kind === 'move') {
    const [selected = []] = draft().selection;
    const to = snapped(camera, [x, y], event.altKey, selected);
    const [dx, dy] = [to[0] - action.last[0], to[1] - action.last[1]];
    if (dx === 0 && dy === 0) return;
    apply(moveSelection(draft(), dx, dy), 'drag');
    pen.action = { kind: 'move', last: to };
  } else {
    const angle = Math.atan2(y - action.middle[1], x - action.middle[0]);
    apply(turnSelection(draft(), angle - action.angle), 'drag');
    pen.action = { ...action, angle };
  }
}

export function pointerUp(pen: Pen, camera: Camera): void {
  const { action } = pen;
  pen.action = undefined;
  endStretch();
  if (action?.kind === 'pan' && action.isStill) apply(select(draft(), undefined));
  if (action?.kind === 'freehand' && action.points.length > 1) {
    placeThing({ kind: 'stroke', points: action.points });
  }
  if (action?.kind === 'span') {
    const placed = placedBy(action, camera);
    if (placed) placeThing(placed);
  }
}

/** What a drag has drawn; a click alone draws something of a usual size. */
function placedBy(
  { from, to: end, tool }: Extract<Action, { kind: 'span' }>,
  camera: Camera,
): Placed | undefined {
  const isClick = Math.hypot(end[0] - from[0], end[1] - from[1]) * camera.scale < 4;
  const to: Point = isClick ? [from[0] + 2, LINES.has(tool) ? from[1] : from[1] + 2] : end;
  if (tool === 'circle') {
    return {
      kind: 'circle',
      center: from,
      radius: isClick ? 0.5 : Math.hypot(to[0] - from[0], to[1] - from[1]),
    };
  }
  if (LINES.has(tool)) return { kind: tool as 'line', from, to };
  const isFlat = Math.abs(to[0] - from[0]) < 1e-6 || Math.abs(to[1] - from[1]) < 1e-6;
  if (isFlat) return undefined;
  return BOXES.has(tool) ? { kind: tool as 'box', from, to } : undefined;
}

export function wheel(camera: Camera, event: WheelEvent): void {
  const pixels = event.deltaMode === 0 ? event.deltaY : event.deltaY * 30;
  zoomAt(camera, Math.exp(-pixels * 0.0016), event.offsetX, event.offsetY);
}

/** Arrow keys move by a cell of the grid; others turn and delete. Returns whether the key was used. */
export function pressKey(pen: Pen, camera: Camera, event: KeyboardEvent): boolean {
  const grid = gridFor(camera.scale) * (event.shiftKey ? 5 : 1);
  const steps: Record<string, Point> = {
    ArrowLeft: [-grid, 0],
    ArrowRight: [grid, 0],
    ArrowUp: [0, grid],
    ArrowDown: [0, -grid],
  };
  const step = steps[event.key];
  if (step) apply(moveSelection(draft(), ...step), 'arrows');
  else if (event.key === 'Delete' || event.key === 'Backspace') apply(deleteSelection(draft()));
  else if (event.key === 'Enter' && pen.corners.length > 0) finishCorners(pen);
  else if (event.key === 'Escape') {
    if (pen.corners.length === 0 && editor.get().tool === 'select') apply(select(draft(), undefined));
    pen.corners = [];
    pen.action = undefined;
    editor.set({ tool: 'select' });
  } else return false;
  return true;
}
