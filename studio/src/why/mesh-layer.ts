import type { ShownTriangulation } from 'wend/kinetic';
import type { Session } from '../engine/session.ts';
import { project, type Spot } from '../stage/camera.ts';
import { rowIn } from '../view/frame.ts';
import type { LayerInput } from '../view/layers.ts';
import { latestInquiry } from './inquiry.ts';

const spot: Spot = { x: 0, y: 0, depth: 0 };

/** The most agents whose triangulation is drawn: more edges than pixels show nothing. */
const MOST_AGENTS = 6000;

type Known = { step: number; agent: number; isAsking: boolean; mesh: ShownTriangulation | undefined };
const meshes = new WeakMap<Session, Known>();

/** The triangulation of the last state that was asked about; one question at a time. */
function meshOf(session: Session, agent: number): ShownTriangulation | undefined {
  const known = meshes.get(session) ?? { step: -1, agent: -1, isAsking: false, mesh: undefined };
  meshes.set(session, known);
  if (known.isAsking || (known.step === session.step && known.agent === agent)) return known.mesh;
  Object.assign(known, { isAsking: true, step: session.step, agent });
  session.remote.ask('mesh', agent).then(
    (found) => {
      Object.assign(known, { isAsking: false, mesh: found });
      session.touch();
    },
    () => {},
  );
  return known.mesh;
}

/** Edges of the triangulation, walls as constraints, and for the selected agent its circle C_p with the edges that it crosses. */
export function paintMesh(input: LayerInput): void {
  const { canvas, frame, session, studio, theme } = input;
  if (session.head.dimension === 3 || frame.count > MOST_AGENTS) return;
  const mesh = meshOf(session, studio.selected);
  if (!mesh) return;
  const stroke = (edges: Float64Array, colour: string, width: number, alpha: number) => {
    canvas.strokeStyle = colour;
    canvas.lineWidth = width;
    canvas.globalAlpha = alpha;
    canvas.beginPath();
    for (let k = 0; k < edges.length; k += 4) {
      project(input.camera, edges[k], edges[k + 1], 0, spot);
      canvas.moveTo(spot.x, spot.y);
      project(input.camera, edges[k + 2], edges[k + 3], 0, spot);
      canvas.lineTo(spot.x, spot.y);
    }
    canvas.stroke();
  };
  stroke(mesh.edges, theme.quiet, 1, 0.4);
  stroke(mesh.constraints, theme.line, 3, 1);
  stroke(mesh.crossed, theme.groups[1], 1.75, 0.9);
  const row = rowIn(frame, studio.selected);
  const radius = latestInquiry(studio.selected)?.details?.traits.viewRadius;
  if (row < 0 || radius === undefined) return;
  project(input.camera, frame.x[row], frame.y[row], 0, spot);
  canvas.strokeStyle = theme.groups[1];
  canvas.globalAlpha = 1;
  canvas.lineWidth = 1.5;
  canvas.beginPath();
  canvas.arc(spot.x, spot.y, radius * input.camera.scale, 0, 2 * Math.PI);
  canvas.stroke();
}
