import type { GroundShape } from '../engine/ground.ts';
import { type Camera, project, type Spot } from '../stage/camera.ts';
import type { Theme } from '../stage/theme.ts';

type Canvas = CanvasRenderingContext2D;
const spot: Spot = { x: 0, y: 0, depth: 0 };

/** Pixels between two treads, chevrons or dots. */
const APART = 13;

/** Ground that changes walking: each kind has a sign of its own, besides its tint. Gates and doors are lines. */
export function paintGroundShapes(
  canvas: Canvas,
  camera: Camera,
  theme: Theme,
  ground: readonly GroundShape[],
): void {
  for (const shape of ground) {
    canvas.save();
    if (shape.kind === 'queue') paintQueue(canvas, camera, theme, shape.at);
    else if (shape.kind === 'gate' || shape.kind === 'door') paintLine(canvas, camera, theme, shape);
    else paintRegion(canvas, camera, theme, shape);
    canvas.restore();
  }
}

function paintRegion(
  canvas: Canvas,
  camera: Camera,
  theme: Theme,
  { at, direction, kind, name, radius }: GroundShape,
): void {
  canvas.beginPath();
  let [left, top] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [right, bottom] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [k, [x, y]] of at.entries()) {
    project(camera, x, y, 0, spot);
    const reach = (radius ?? 0) * camera.scale;
    [left, top] = [Math.min(left, spot.x - reach), Math.min(top, spot.y - reach)];
    [right, bottom] = [Math.max(right, spot.x + reach), Math.max(bottom, spot.y + reach)];
    if (radius !== undefined) canvas.arc(spot.x, spot.y, reach, 0, 2 * Math.PI);
    else if (k === 0) canvas.moveTo(spot.x, spot.y);
    else canvas.lineTo(spot.x, spot.y);
  }
  canvas.closePath();
  canvas.globalAlpha = kind === 'smoke' ? 0.45 : 0.22;
  canvas.fillStyle = kind === 'belt' ? theme.groups[0] : kind === 'speed' ? theme.groups[4] : theme.lone;
  canvas.fill();
  canvas.globalAlpha = 0.5;
  canvas.setLineDash([2, 2]);
  canvas.strokeStyle = theme.quiet;
  canvas.lineWidth = 1;
  canvas.stroke();
  canvas.setLineDash([]);
  canvas.clip();
  if (kind !== 'smoke') paintSigns(canvas, theme, kind, direction ?? [1, 0], { left, top, right, bottom });
  canvas.globalAlpha = 1;
  canvas.font = '11px system-ui, sans-serif';
  canvas.textAlign = 'left';
  canvas.fillStyle = theme.quiet;
  canvas.strokeStyle = theme.ground;
  canvas.lineWidth = 3;
  canvas.strokeText(name, left + 5, top + 14);
  canvas.fillText(name, left + 5, top + 14);
}

type Box = { left: number; top: number; right: number; bottom: number };

/** Treads across the stairs, chevrons along the belt, dots on rough ground. */
function paintSigns(canvas: Canvas, theme: Theme, kind: string, [ux, uy]: readonly number[], box: Box): void {
  const [middleX, middleY] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const reach = Math.hypot(box.right - box.left, box.bottom - box.top) / 2;
  canvas.save();
  canvas.translate(middleX, middleY);
  // The page has y down.
  canvas.rotate(Math.atan2(-uy, ux));
  canvas.strokeStyle = theme.quiet;
  canvas.fillStyle = theme.quiet;
  canvas.globalAlpha = 0.4;
  canvas.beginPath();
  for (let along = -reach; along < reach; along += APART) {
    if (kind === 'stairs') {
      canvas.moveTo(along, -reach);
      canvas.lineTo(along, reach);
      continue;
    }
    for (let across = -reach; across < reach; across += 2 * APART) {
      if (kind === 'belt') {
        canvas.moveTo(along, across - 4);
        canvas.lineTo(along + 4, across);
        canvas.lineTo(along, across + 4);
      } else canvas.rect(along, across, 1.5, 1.5);
    }
  }
  canvas.stroke();
  canvas.restore();
}

/** A door is green and open or red and shut, with a gap or without; a gate has an arrow through it. */
function paintLine(
  canvas: Canvas,
  camera: Camera,
  theme: Theme,
  { at, direction, isOpen, kind }: GroundShape,
): void {
  project(camera, at[0][0], at[0][1], 0, spot);
  const [x0, y0] = [spot.x, spot.y];
  project(camera, at[1][0], at[1][1], 0, spot);
  const [x1, y1] = [spot.x, spot.y];
  const isBarred = kind === 'door' && isOpen === false;
  canvas.strokeStyle = kind === 'gate' ? theme.groups[0] : isBarred ? theme.groups[1] : theme.groups[2];
  canvas.lineWidth = 3.5;
  canvas.setLineDash(isBarred ? [] : [3, 4]);
  canvas.beginPath();
  canvas.moveTo(x0, y0);
  canvas.lineTo(x1, y1);
  canvas.stroke();
  if (!direction) return;
  const [mx, my, ux, uy] = [(x0 + x1) / 2, (y0 + y1) / 2, direction[0], -direction[1]];
  canvas.setLineDash([]);
  canvas.lineWidth = 2;
  canvas.beginPath();
  canvas.moveTo(mx - 7 * ux, my - 7 * uy);
  canvas.lineTo(mx + 7 * ux, my + 7 * uy);
  canvas.moveTo(mx + 2 * ux - 4 * uy, my + 2 * uy + 4 * ux);
  canvas.lineTo(mx + 7 * ux, my + 7 * uy);
  canvas.lineTo(mx + 2 * ux + 4 * uy, my + 2 * uy - 4 * ux);
  canvas.stroke();
}

/** The line along which a queue stands, dotted. */
function paintQueue(canvas: Canvas, camera: Camera, theme: Theme, at: GroundShape['at']): void {
  canvas.strokeStyle = theme.quiet;
  canvas.lineWidth = 2;
  canvas.setLineDash([1, 5]);
  canvas.beginPath();
  for (const [x, y] of at) {
    project(camera, x, y, 0, spot);
    canvas.lineTo(spot.x, spot.y);
  }
  canvas.stroke();
}
