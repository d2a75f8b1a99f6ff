import type { World } from '../simulation/index.ts';
import { type ClassMarks, classMarks } from './class-marks.ts';
import type { Colours } from './colours.ts';
import { courseLegend } from './courses.ts';
import { describeEmptiness, HIGHEST, type Plot, WIDEST } from './layout.ts';
import { createSpaceView, type ViewName } from './space-camera.ts';
import { addCourses } from './space-courses.ts';
import { type Face, facesOf } from './space-faces.ts';
import { drawAxes, drawFront, drawGround, labelRoomOf } from './space-frame.ts';
import { createLayers, drawLayer, type Layers } from './space-layers.ts';
import { createCover, sortFaces } from './space-order.ts';
import { drawShades, type Shades } from './space-shades.ts';
import { drawFace, largestFaces } from './space-solids.ts';
import { addAgents, addGoals, addTargets, drawShadows, drawTargetNames, shownRows } from './space-things.ts';
import { addTrails, drawTrailShadows } from './space-trails.ts';
import { drawSpaceWanderings } from './space-wander.ts';
import { attributes, decimal, wholeNumber } from './svg.ts';
import type { TrailRecorder } from './trails.ts';

/** Pixels around the view: bodies at its edge are drawn whole. */
const RIM = 12;
/** Meshes with fewer faces show them. */
const COARSE = 400;

/**
 * A picture of a world of three dimensions: a parallel projection, painted from far to near, with the ground below and
 * shadows on it, straight below what throws them.
 */
export function plotSpace(
  world: World,
  trails: TrailRecorder | undefined,
  colours: Colours,
  viewName: ViewName,
  size = { width: WIDEST, height: HIGHEST },
): Plot {
  const room = labelRoomOf(world);
  const [widest, highest] = [size.width - room.left - room.right, size.height - room.top - room.bottom];
  const view = createSpaceView(world, trails, viewName, widest, highest);
  const { walls } = world.scenario.bounds;
  const all = facesOf(world, view);
  const faces = sortFaces(largestFaces(all));
  const layers = createLayers(createCover(faces, view.width, view.height));
  const shades: Shades = new Map();
  addGoals(layers, world, view);
  const marks = classMarks(world);
  addTargets(layers, world, view, marks);
  const hasWays = trails ? addCourses(layers, trails, view) : false;
  if (trails) addTrails(layers, trails, view, colours);
  addAgents(layers, world, view, colours, shades);
  const parts = [
    `<g transform="translate(${decimal(room.left)} ${room.top})">`,
    drawAxes(view),
    '<g clip-path="url(#view)" stroke-linejoin="round" stroke-linecap="round">',
    drawGround(view, walls),
    trails ? drawTrailShadows(trails, view) : '',
    drawShadows(world, view),
    drawSpaceWanderings(world, view, colours),
    '<g class="space" fill="none">',
    paint(faces, layers, shades, marks),
    '</g>',
    drawFront(view, walls),
    '</g>',
    drawTargetNames(world, view),
    describeEmptiness(world, trails, view.width, view.height),
    '</g>',
  ];
  const clip = attributes({ x: -RIM, y: -RIM, width: view.width + 2 * RIM, height: view.height + 2 * RIM });
  const hidden = all.length - faces.length;
  return {
    width: view.width + room.left + room.right,
    height: view.height + room.top + room.bottom,
    scale: view.scale,
    ...(viewName === 'axonometric' ? { scaleNote: ' across the view' } : {}),
    definitions:
      `${marks.definitions}<clipPath id="view"><rect${clip}/></clipPath>\n${drawShades(shades)}`.trimEnd(),
    body: parts.filter((part) => part !== '').join('\n'),
    outside: world.crowd.count - shownRows(world.crowd, view).length,
    classes: [...marks.legend, ...courseLegend(hasWays)],
    notes: hidden > 0 ? [`without the smallest ${wholeNumber(hidden)} faces of obstacles`] : [],
  };
}

/** Faces from far to near, and between them the marks that the next face hides. */
function paint(faces: readonly Face[], layers: Layers, shades: Shades, marks: ClassMarks): string {
  const parts: string[] = [];
  let [style, data] = ['', ''];
  const endPath = () => {
    if (data !== '') parts.push(`<path class="solid"${style} d="${data}"/>`);
    data = '';
  };
  const coarse = faces.length <= COARSE;
  faces.forEach((face, number) => {
    const layer = drawLayer(layers, number);
    const drawn = drawFace(
      face,
      shades,
      coarse,
      marks.tellsObstacles ? marks.ofObstacle(face.className) : undefined,
    );
    if (layer !== '' || drawn.style !== style || drawn.style === '') endPath();
    if (layer !== '') parts.push(layer);
    if (drawn.style === '') parts.push(drawn.data);
    else data += drawn.data;
    style = drawn.style;
  });
  endPath();
  parts.push(drawLayer(layers, faces.length));
  return parts.filter((part) => part !== '').join('\n');
}
