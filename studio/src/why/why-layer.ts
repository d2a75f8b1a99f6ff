import type { AgentDetails, Why } from '../engine/agents.ts';
import { project, type Spot } from '../stage/camera.ts';
import { type LiveFrame, rowIn } from '../view/frame.ts';
import type { LayerInput } from '../view/layers.ts';
import { latestInquiry } from './inquiry.ts';

/** Pixels of an arrow for each metre per second, at the least. */
const SHORTEST_ARROW = 28;
const spot: Spot = { x: 0, y: 0, depth: 0 };

/** What the selected agent perceives, wants and chooses, and what binds its choice. */
export function paintWhy(input: LayerInput): void {
  const { canvas, camera, theme, frame, studio } = input;
  const inquiry = latestInquiry(studio.selected);
  const row = rowIn(frame, studio.selected);
  if (!inquiry?.details || input.session !== studio.session || row < 0 || camera.scale < 2) return;
  const { details, why } = inquiry;
  const place: [number, number] = [frame.x[row], frame.y[row]];
  canvas.lineWidth = 1;
  canvas.strokeStyle = theme.quiet;
  canvas.setLineDash([3, 4]);
  canvas.globalAlpha = 0.6;
  circle(input, place, details.traits.viewRadius);
  canvas.setLineDash([]);
  paintPath(input, place, details);
  paintNeighbours(input, place, frame, details);
  canvas.globalAlpha = 1;
  if (why) {
    paintForesight(input, place, why);
    paintChoice(input, place, why);
  }
}

/** The path to its goal, from where the agent is drawn. */
function paintPath(input: LayerInput, place: [number, number], { path }: AgentDetails): void {
  const { canvas, camera, theme } = input;
  canvas.strokeStyle = theme.groups[0];
  canvas.globalAlpha = 0.8;
  canvas.lineWidth = 1.75;
  canvas.setLineDash([7, 4]);
  canvas.beginPath();
  for (const [k, [x, y]] of [place, ...path.points.slice(1)].entries()) {
    project(camera, x, y, 0, spot);
    if (k === 0) canvas.moveTo(spot.x, spot.y);
    else canvas.lineTo(spot.x, spot.y);
  }
  canvas.stroke();
  canvas.setLineDash([]);
  canvas.lineWidth = 1;
}

/** Lines to the agents that are near: full to those in sight, dotted to those that something hides. */
function paintNeighbours(
  input: LayerInput,
  place: [number, number],
  frame: LiveFrame,
  { near, visible }: AgentDetails,
): void {
  const { canvas, theme } = input;
  canvas.strokeStyle = theme.quiet;
  const seen = new Set(visible);
  const wanted = new Set(near);
  for (let row = 0; row < frame.count; row++) {
    const { [row]: id } = frame.ids;
    if (!wanted.has(id)) continue;
    canvas.globalAlpha = seen.has(id) ? 0.45 : 0.3;
    canvas.setLineDash(seen.has(id) ? [] : [1, 4]);
    line(input, place, [frame.x[row], frame.y[row]]);
  }
  canvas.setLineDash([]);
}

/** What the agent foresees: threats with their times, feelers, the free distance ahead, and who of two goes first. */
function paintForesight(input: LayerInput, place: [number, number], { explanation }: Why): void {
  const { canvas, frame, theme } = input;
  const [x, y] = place;
  const { constraints, headway, heading, radius, rightOfWay } = explanation;
  canvas.globalAlpha = 0.9;
  for (const { at, interval, kind } of constraints) {
    if (!kind.endsWith('feeler') && !interval) continue;
    canvas.strokeStyle = theme.groups[3];
    canvas.lineWidth = kind.endsWith('feeler') ? 2 : 1.5;
    line(input, place, [at.x, at.y]);
    if (interval) {
      label(input, [at.x, at.y], `threat: ${interval.begin.toFixed(1)} to ${interval.end.toFixed(1)} s`);
    }
  }
  if (headway?.freeDistance !== undefined && headway.freeDistance < 50) {
    const [ahead, far] = [radius, radius + Math.max(0, headway.freeDistance)];
    const [endX, endY] = [x + far * heading.x, y + far * heading.y];
    canvas.strokeStyle = theme.groups[2];
    canvas.lineWidth = 3;
    line(input, [x + ahead * heading.x, y + ahead * heading.y], [endX, endY]);
    const half = 0.3;
    line(
      input,
      [endX - half * heading.y, endY + half * heading.x],
      [endX + half * heading.y, endY - half * heading.x],
    );
    label(input, [endX, endY], `${headway.freeDistance.toFixed(1)} m free`);
  }
  for (const [ids, text] of [
    [rightOfWay?.over ?? [], 'gives way'],
    [rightOfWay?.yieldsTo ?? [], 'goes first'],
  ] as const) {
    for (const id of ids) {
      const row = rowIn(frame, id);
      if (row >= 0) label(input, [frame.x[row], frame.y[row]], text, 14);
    }
  }
}

/** A word beside a place. */
function label(
  { canvas, camera, theme }: LayerInput,
  [x, y]: [number, number],
  text: string,
  below = -8,
): void {
  project(camera, x, y, 0, spot);
  canvas.font = '11.5px system-ui, sans-serif';
  canvas.textAlign = 'left';
  canvas.lineWidth = 3;
  canvas.strokeStyle = theme.ground;
  canvas.strokeText(text, spot.x + 8, spot.y + below);
  canvas.fillStyle = theme.text;
  canvas.fillText(text, spot.x + 8, spot.y + below);
}

/** Half-planes and other constraints that bind, the plan, and the velocities: wanted in grey, chosen in full. */
function paintChoice(input: LayerInput, place: [number, number], { explanation }: Why): void {
  const { canvas, theme } = input;
  const [x, y] = place;
  const length = arrowLength(input);
  for (const { at, binds, halfPlane } of explanation.constraints) {
    if (!binds) continue;
    canvas.strokeStyle = '#d55e00';
    canvas.globalAlpha = 0.8;
    canvas.lineWidth = 1.5;
    line(input, place, [at.x, at.y]);
    if (halfPlane) paintHalfPlane(input, place, halfPlane);
  }
  for (const { at, binds } of explanation.constraints.length > 0 ? [] : explanation.influences) {
    if (!binds) continue;
    canvas.strokeStyle = '#d55e00';
    canvas.globalAlpha = 0.8;
    canvas.lineWidth = 1.5;
    line(input, place, [at.x, at.y]);
  }
  canvas.globalAlpha = 1;
  if (explanation.plan) {
    canvas.fillStyle = theme.accent;
    for (const point of explanation.plan.points) {
      project(input.camera, point.x, point.y, 0, spot);
      canvas.beginPath();
      canvas.arc(spot.x, spot.y, 2, 0, 2 * Math.PI);
      canvas.fill();
    }
  }
  const { desired, chosen } = explanation;
  arrow(input, place, [x + length * desired.velocity.x, y + length * desired.velocity.y], theme.quiet, 2);
  arrow(input, place, [x + length * chosen.x, y + length * chosen.y], theme.accent, 3);
}

/** Metres of an arrow for each metre per second. */
function arrowLength({ camera }: LayerInput): number {
  return Math.max(1, SHORTEST_ARROW / camera.scale);
}

type HalfPlane = { pointX: number; pointY: number; normalX: number; normalY: number };

/** The border of the allowed velocities, with strokes on the forbidden side. */
function paintHalfPlane(
  input: LayerInput,
  [x, y]: [number, number],
  { pointX, pointY, normalX, normalY }: HalfPlane,
): void {
  const length = arrowLength(input);
  const [middleX, middleY] = [x + length * pointX, y + length * pointY];
  const along = (metres: number): [number, number] => [
    middleX - metres * normalY,
    middleY + metres * normalX,
  ];
  line(input, along(-1.5 * length), along(1.5 * length));
  for (let k = -6; k <= 6; k++) {
    const [fromX, fromY] = along((k / 4) * length);
    line(input, [fromX, fromY], [fromX - 0.12 * length * normalX, fromY - 0.12 * length * normalY]);
  }
}

function line({ canvas, camera }: LayerInput, from: [number, number], to: [number, number]): void {
  canvas.beginPath();
  project(camera, ...from, 0, spot);
  canvas.moveTo(spot.x, spot.y);
  project(camera, ...to, 0, spot);
  canvas.lineTo(spot.x, spot.y);
  canvas.stroke();
}

function circle({ canvas, camera }: LayerInput, at: [number, number], radius: number): void {
  project(camera, ...at, 0, spot);
  canvas.beginPath();
  canvas.arc(spot.x, spot.y, radius * camera.scale, 0, 2 * Math.PI);
  canvas.stroke();
}

function arrow(
  { canvas, camera }: LayerInput,
  from: [number, number],
  to: [number, number],
  colour: string,
  width: number,
): void {
  project(camera, ...from, 0, spot);
  const [x0, y0] = [spot.x, spot.y];
  project(camera, ...to, 0, spot);
  const [dx, dy] = [spot.x - x0, spot.y - y0];
  const length = Math.hypot(dx, dy);
  if (length < 3) return;
  const [ux, uy] = [dx / length, dy / length];
  canvas.strokeStyle = colour;
  canvas.fillStyle = colour;
  canvas.lineWidth = width;
  canvas.beginPath();
  canvas.moveTo(x0, y0);
  canvas.lineTo(spot.x - 5 * ux, spot.y - 5 * uy);
  canvas.stroke();
  canvas.beginPath();
  canvas.moveTo(spot.x, spot.y);
  canvas.lineTo(spot.x - 9 * ux - 4 * uy, spot.y - 9 * uy + 4 * ux);
  canvas.lineTo(spot.x - 9 * ux + 4 * uy, spot.y - 9 * uy - 4 * ux);
  canvas.fill();
}
