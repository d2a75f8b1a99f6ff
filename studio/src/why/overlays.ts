import type { FieldArrows } from '../engine/agents.ts';
import type { Session } from '../engine/session.ts';
import { project, type Spot } from '../stage/camera.ts';
import { type LayerInput, registerLayer } from '../view/layers.ts';
import { paintDensity } from './density.ts';
import { paintWhy } from './why-layer.ts';

const spot: Spot = { x: 0, y: 0, depth: 0 };

/** Makes the overlays known to the stage. */
export function registerOverlays(): void {
  registerLayer({
    name: 'density',
    title: 'Density',
    hint: 'agents per square metre, as colour',
    place: 'below',
    paint: paintDensity,
  });
  registerLayer({
    name: 'field',
    title: 'Field of the planner',
    hint: 'directions in which the first group is led, as arrows',
    place: 'below',
    paint: paintField,
  });
  registerLayer({
    name: 'velocities',
    title: 'Velocities',
    hint: 'where each agent would be a second later',
    place: 'above',
    paint: paintVelocities,
  });
  registerLayer({
    name: 'why',
    title: 'Reasons of the selected agent',
    hint: 'what it perceives, wants and chooses, and what binds its choice',
    place: 'above',
    paint: paintWhy,
  });
}

function paintVelocities({ canvas, camera, theme, session, frame }: LayerInput): void {
  const { previous, current, previousTime, time } = session.shown;
  const span = time - previousTime;
  if (span <= 0) return;
  canvas.strokeStyle = theme.accent;
  canvas.globalAlpha = 0.75;
  canvas.lineWidth = 1.25;
  canvas.beginPath();
  for (let row = 0; row < frame.count; row++) {
    if (frame.ids[row] < 0) continue;
    const { [row]: x } = frame.x;
    const { [row]: y } = frame.y;
    const vx = (current.x[row] - previous.x[row]) / span;
    const vy = (current.y[row] - previous.y[row]) / span;
    project(camera, x, y, frame.z[row], spot);
    canvas.moveTo(spot.x, spot.y);
    project(camera, x + vx, y + vy, frame.z[row], spot);
    canvas.lineTo(spot.x, spot.y);
  }
  canvas.stroke();
}

/** The field of each session; asked for once. */
const fields = new WeakMap<Session, FieldArrows>();
const asked = new WeakSet<Session>();

function paintField({ canvas, camera, theme, session }: LayerInput): void {
  if (!asked.has(session)) {
    asked.add(session);
    session.remote.ask('field').then(
      (found) => void fields.set(session, found as FieldArrows),
      () => {},
    );
  }
  const field = fields.get(session);
  if (!field) return;
  if ('why' in field) {
    canvas.fillStyle = theme.quiet;
    canvas.font = '12px system-ui, sans-serif';
    canvas.fillText(`No field: ${field.why}.`, 16, camera.height - 16);
    return;
  }
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
