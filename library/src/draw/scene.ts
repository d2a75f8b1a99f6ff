import type { World } from '../simulation/index.ts';
import { classMarks } from './class-marks.ts';
import { type Colours, colourByGroup, colourBySpeed } from './colours.ts';
import { courseLegend, drawCourses } from './courses.ts';
import { drawField, fieldLegend, type ShownField } from './field-layer.ts';
import { drawGround } from './ground-layer.ts';
import { describeEmptiness, HIGHEST, layOut, type Plot, WIDEST } from './layout.ts';
import { drawLabels, drawMeasured, drawSources } from './scene-notes.ts';
import {
  drawAgents,
  drawGoals,
  drawObstacles,
  drawTargetNames,
  drawTargets,
  hindrancesOf,
} from './scene-things.ts';
import type { ViewName } from './space-camera.ts';
import { plotSpace } from './space-scene.ts';
import { speedColours } from './speed-scale.ts';
import { attributes, ink } from './svg.ts';
import { densityLegend, drawTrailDensity, measureTrails, type TrailDensity } from './trail-density.ts';
import { flatly, speedPaths, thinningOf, trailPath } from './trail-paths.ts';
import type { Trail, TrailRecorder } from './trails.ts';
import { createView, shows, type View } from './view.ts';
import { drawWanderings } from './wander.ts';

/** What a picture of a world shows, and how. */
export type DrawOptions = {
  /** Where the agents have been, recorded with `recordTrails`. Default: no trails. */
  trails?: TrailRecorder | undefined;
  /** What the colours of agents and trails show. Default: `group`. */
  colour?: 'group' | 'speed';
  /** The viewpoint for a world of three dimensions. Default: `axonometric`. */
  view?: ViewName;
  /** A field to draw below everything that moves, in a world of two dimensions; see `chooseField`. */
  field?: ShownField | undefined;
};

/** Pixels around the view: bodies at its edge are drawn whole. */
const RIM = 12;

/**
 * Draws the world as it is now, as an SVG document: walls, obstacles, targets, agents with their headings, and their
 * trails. The same world and trails give the same text on every machine.
 */
export function drawWorld(
  world: World,
  { trails, colour = 'group', view = 'axonometric', field }: DrawOptions = {},
): string {
  const colours = colour === 'group' ? colourByGroup(world, trails) : colourBySpeed(world, trails);
  const plot =
    world.crowd.dimension === 3
      ? plotSpace(world, trails, colours, view)
      : plotPlane(world, trails, colours, createView(world, trails, WIDEST, HIGHEST), field);
  return layOut(world, trails, colours, plot);
}

/** A drawing of a world of two dimensions, without the page around it. */
function plotPlane(
  world: World,
  trails: TrailRecorder | undefined,
  colours: Colours,
  view: View,
  field?: ShownField,
): Plot {
  return preparePlane(world, trails, colours, view, field)(drawTrails(trails, view, colours));
}

/** The same as a function of the drawn trails: how a sequence draws them is known only at its end. */
export function preparePlane(
  world: World,
  trails: TrailRecorder | undefined,
  colours: Colours,
  view: View,
  field?: ShownField,
): (drawn: DrawnTrails) => Plot {
  const { bounds } = world.scenario;
  const frame = attributes({
    x: view.across(bounds.min[0]),
    y: view.down(bounds.max[1]),
    width: (bounds.max[0] - bounds.min[0]) * view.scale,
    height: (bounds.max[1] - bounds.min[1]) * view.scale,
  });
  const border = bounds.walls
    ? `stroke="${ink.line}" stroke-width="2.5"`
    : `stroke="${ink.faint}" stroke-width="1" stroke-dasharray="5 4"`;
  const marks = classMarks(world);
  const names = drawTargetNames(world, view);
  const [minX, minY, maxX, maxY] = [bounds.min[0], bounds.min[1], bounds.max[0], bounds.max[1]];
  const streamlines = field ? drawField(field.direction, { ...view, minX, minY, maxX, maxY }) : '';
  const courses = trails ? drawCourses(trails, flatly(view), view) : '';
  const ground = [
    '<g clip-path="url(#view)">',
    `<rect${frame} fill="${ink.ground}"/>`,
    drawGround(world, view),
    drawSources(world, view, colours),
    drawMeasured(world, view),
  ];
  const things = [
    streamlines,
    drawWanderings(world, view, colours),
    courses,
    drawObstacles(world, view, marks),
    drawGoals(world, view),
    drawTargets(world, view, marks),
  ];
  const top = [
    `<rect${frame} fill="none" ${border}/>`,
    drawLabels(world, view),
    names.below,
    drawAgents(world, view, colours),
    '</g>',
    names.above,
    describeEmptiness(world, trails, view.width, view.height, hindrancesOf(world, view)),
  ];
  const outside = countOutside(world, view);
  return ({ above, below, legend }) => ({
    width: view.width,
    height: view.height,
    scale: view.scale,
    definitions: `${marks.definitions}<clipPath id="view"><rect${attributes({ x: -RIM, y: -RIM, width: view.width + 2 * RIM, height: view.height + 2 * RIM })}/></clipPath>`,
    body: [...ground, below, ...things, above, ...top].filter((part) => part !== '').join('\n'),
    outside,
    classes: [
      ...marks.legend,
      ...legend,
      ...courseLegend(courses !== ''),
      ...fieldLegend(streamlines === '' ? undefined : field),
    ],
  });
}

/** Trails below and above the walls, and what the legend says about them. */
export type DrawnTrails = { below: string; above: string; legend: Plot['classes'] };

/** Trails as lines; where too many lie on each other, as the density of agents that passed. */
function drawTrails(recorder: TrailRecorder | undefined, view: View, colours: Colours): DrawnTrails {
  const list = recorder ? [...recorder.trails.values()] : [];
  const density = measureTrails(list, view, colours);
  return density.isCrowded ? trailsAsCells(density, view) : trailsAsLines(list, view, colours);
}

/** The darkness of cells counts the agents that passed, below the walls. */
export function trailsAsCells(density: TrailDensity, view: View): DrawnTrails {
  return { below: drawTrailDensity(density, view), above: '', legend: densityLegend(density) };
}

export function trailsAsLines(list: readonly Trail[], view: View, colours: Colours): DrawnTrails {
  const above = list.length > 0 ? drawTrailLines(list, view, colours) : '';
  return { below: '', above, legend: [] };
}

function drawTrailLines(list: readonly Trail[], view: View, colours: Colours): string {
  const thinning = thinningOf(list);
  const dense = list.length > 600 ? 0.3 : list.length > 150 ? 0.4 : 0.55;
  // A colour scale is read by its lightness, which transparency would shift.
  const opacity = colours.by === 'speed' ? 0.85 : dense;
  const width = Math.max(0.7, Math.min(2, 0.16 * view.scale));
  const paths =
    colours.by === 'speed'
      ? speedPaths(list, flatly(view), thinning, colours.end).map((d, i) => ({
          d,
          stroke: speedColours[i] as string,
        }))
      : list.map((trail) => ({
          d: trailPath(trail, flatly(view), thinning),
          stroke: colours.ofGroup(trail.group).colour,
        }));
  const drawn = paths
    .filter(({ d }) => d !== '')
    .map(({ d, stroke }) => `<path class="trail" stroke="${stroke}" d="${d}"/>`);
  const style = attributes({
    fill: 'none',
    'stroke-width': width,
    opacity: undefined,
    'stroke-opacity': opacity,
  });
  return `<g${style} stroke-linejoin="round" stroke-linecap="round">\n${drawn.join('\n')}\n</g>`;
}

function countOutside({ crowd }: World, view: View): number {
  let outside = 0;
  for (let row = 0; row < crowd.count; row++) {
    if (!shows(view, crowd.motion.x[row], crowd.motion.y[row])) outside++;
  }
  return outside;
}
