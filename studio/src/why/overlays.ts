import { project, type Spot } from '../stage/camera.ts';
import { type LayerInput, registerLayer } from '../view/layers.ts';
import { paintScale } from '../view/scale.ts';
import { paintDensity, scaleColours } from './density.ts';
import { paintArrows, paintLengths, paintStreamlines } from './field-layers.ts';
import { paintMesh } from './mesh-layer.ts';
import { paintWhy } from './why-layer.ts';

const spot: Spot = { x: 0, y: 0, depth: 0 };

/** Makes the overlays known to the stage. */
export function registerOverlays(): void {
  registerLayer({
    name: 'density',
    title: 'Density',
    hint: 'agents per square metre, as colour',
    place: 'below',
    paint: (input) => {
      paintDensity(input);
      paintScale(input, scaleColours, ['0', '4 agents/m²']);
    },
  });
  registerLayer({
    name: 'lengths',
    title: 'Field: metres to the goal',
    hint: 'the length of the path that the planner knows for the first group, as colour',
    place: 'below',
    paint: paintLengths,
  });
  registerLayer({
    name: 'field',
    title: 'Field: arrows',
    hint: 'directions in which the first group is led',
    place: 'below',
    paint: paintArrows,
  });
  registerLayer({
    name: 'streamlines',
    title: 'Field: streamlines',
    hint: 'paths that the field of the first group leads along',
    place: 'below',
    paint: paintStreamlines,
  });
  registerLayer({
    name: 'mesh',
    title: 'Triangulation',
    hint: 'the constrained Delaunay triangulation of agents and walls; with a selected agent, its circle and the edges that it crosses',
    place: 'below',
    paint: paintMesh,
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
