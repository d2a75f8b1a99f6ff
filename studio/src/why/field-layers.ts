import type { ShownField } from '../engine/fields.ts';
import type { Session } from '../engine/session.ts';
import { project, type Spot } from '../stage/camera.ts';
import type { LayerInput } from '../view/layers.ts';
import { paintScale } from '../view/scale.ts';
import { colourAt, scaleColours } from './density.ts';

const spot: Spot = { x: 0, y: 0, depth: 0 };

/** Seconds of the run after which a field is asked for again: rerouting and doors change it. */
const PERIOD = 2;

type Known = { time: number; field: ShownField | undefined; picture: OffscreenCanvas | undefined };
const fields = new WeakMap<Session, Known>();

/** The field of a session, as it was not long ago. */
function fieldOf(session: Session): Known | undefined {
  const known = fields.get(session);
  if (known && Math.abs(session.time - known.time) < PERIOD) return known;
  const next: Known = { time: session.time, field: known?.field, picture: known?.picture };
  fields.set(session, next);
  session.remote.ask('field').then(
    (found) => {
      next.field = found as ShownField;
      next.picture = undefined;
      session.touch();
    },
    () => {},
  );
  return next;
}

/** What to draw; where there is no field, the reason is written instead. */
function shownField(input: LayerInput): Exclude<ShownField, { why: string }> | undefined {
  const { canvas, camera, isFloor, session, theme } = input;
  const field = fieldOf(session)?.field;
  if (!field || !('why' in field)) return field;
  if (isFloor) return undefined;
  canvas.fillStyle = theme.quiet;
  canvas.font = '12px system-ui, sans-serif';
  canvas.fillText(`No field: ${field.why}.`, 16, camera.height - 16);
  return undefined;
}

/** Metres left to the goal as colour: light near it, dark far away. */
export function paintLengths(input: LayerInput): void {
  const { canvas, camera, session } = input;
  const field = shownField(input);
  if (!field || session.head.dimension === 3) return;
  const { cell, columns, most, rows, values } = field.lengths;
  if (most === 0) return;
  const known = fields.get(session)!;
  known.picture ??= pictureOf(columns, rows, values, most);
  const { min } = session.head;
  project(camera, min[0], min[1] + rows * cell, 0, spot);
  canvas.imageSmoothingEnabled = true;
  canvas.globalAlpha = 0.55;
  canvas.drawImage(known.picture, spot.x, spot.y, columns * cell * camera.scale, rows * cell * camera.scale);
  canvas.globalAlpha = 1;
  paintScale(input, scaleColours, ['0 m', `${Math.round(most)} m to the goal`]);
}

function pictureOf(columns: number, rows: number, values: Float32Array, most: number): OffscreenCanvas {
  const picture = new OffscreenCanvas(columns, rows);
  const context = picture.getContext('2d')!;
  const image = context.createImageData(columns, rows);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const value = values[j * columns + i];
      const at = 4 * ((rows - 1 - j) * columns + i);
      if (Number.isNaN(value)) continue;
      image.data.set([...colourAt(value / most), 255], at);
    }
  }
  context.putImageData(image, 0, 0);
  return picture;
}

export function paintArrows(input: LayerInput): void {
  const { canvas, camera, theme } = input;
  const field = shownField(input);
  if (!field) return;
  const { arrows, spacing } = field;
  const half = 0.36 * spacing;
  canvas.strokeStyle = theme.quiet;
  canvas.globalAlpha = 0.6;
  canvas.lineWidth = 1;
  canvas.beginPath();
  for (let k = 0; k < arrows.length; k += 4) {
    const [x, y, dx, dy] = [arrows[k], arrows[k + 1], half * arrows[k + 2], half * arrows[k + 3]];
    const point = (px: number, py: number) => project(camera, px, py, 0, spot);
    point(x - dx, y - dy);
    canvas.moveTo(spot.x, spot.y);
    point(x + dx, y + dy);
    canvas.lineTo(spot.x, spot.y);
    point(x + 0.4 * dx - 0.4 * dy, y + 0.4 * dy + 0.4 * dx);
    canvas.lineTo(spot.x, spot.y);
  }
  canvas.stroke();
}

export function paintStreamlines(input: LayerInput): void {
  const { canvas, camera, theme } = input;
  const field = shownField(input);
  if (!field) return;
  canvas.strokeStyle = theme.groups[0];
  canvas.globalAlpha = 0.5;
  canvas.lineWidth = 1.1;
  canvas.beginPath();
  for (const line of field.lines) {
    for (let k = 0; k < line.length; k += 2) {
      project(camera, line[k], line[k + 1], 0, spot);
      if (k === 0) canvas.moveTo(spot.x, spot.y);
      else canvas.lineTo(spot.x, spot.y);
    }
  }
  canvas.stroke();
}
