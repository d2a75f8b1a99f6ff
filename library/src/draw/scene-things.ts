import { outlineOf, type Shape, shapeOfRegion } from '../geometry/index.ts';
import type { World } from '../simulation/index.ts';
import { coreOf } from '../simulation/steering.ts';
import { type ClassMarks, ring, type TargetMark } from './class-marks.ts';
import { type Colours, paintOfAgent } from './colours.ts';
import { attributes, decimal, fitText, ink, textAt } from './svg.ts';
import { type Box, covers, type Hindrance, NAME_SIZE, type Name, placeNames } from './target-names.ts';
import { shows, type View } from './view.ts';

/** Pixels. Smaller bodies are drawn with this radius, so that they stay visible. */
const SMALLEST_BODY = 1.6;
/** Below this radius a heading is only clutter. */
const SMALLEST_WITH_HEADING = 2.4;
/** From this radius on, the soft outline of a body is paler than its hard core. */
const SMALLEST_WITH_CORE = 6;
const SOFT_OPACITY = 0.4;
/** With more targets than this, names are left out; with more goals, their marks. */
const MAXIMUM_LABELS = 24;
const MAXIMUM_GOALS = 400;

/** Solid things filled, walls as lines; each where it is now. */
export function drawObstacles({ obstacles, scenario, shapes }: World, view: View, marks: ClassMarks): string {
  const { startX, startY, endX, endY, radius, owner, count } = obstacles;
  const solid: string[] = [];
  const walls = new Map<string, string>();
  for (let element = 0; element < count; ) {
    const number = owner[element];
    const outline = number < 0 ? undefined : outlineOf(shapes[number] as Shape);
    const mark = marks.ofObstacle(shapes[number]?.class);
    const addSolid = (start: string) => {
      // If classes are not distinguished, all have the fill of their group.
      solid.push(marks.tellsObstacles ? `${start} fill="${mark.fill}"/>` : `${start}/>`);
      if (mark.hatch) solid.push(`${start} fill="${mark.hatch}"/>`);
    };
    const x = view.across(startX[element]);
    const y = view.down(startY[element]);
    if (outline?.kind === 'disc') {
      addSolid(`<circle${attributes({ cx: x, cy: y, r: radius[element] * view.scale })}`);
      element++;
    } else if (outline?.kind === 'wall') {
      const style = `stroke="${mark.line}" stroke-width="2.5"${attributes({ 'stroke-dasharray': mark.dashes })}`;
      const line = `M${decimal(x)} ${decimal(y)}L${decimal(view.across(endX[element]))} ${decimal(view.down(endY[element]))}`;
      walls.set(style, `${walls.get(style) ?? ''}${line}`);
      element++;
    } else {
      // The edges of a ring are consecutive. The world's border is drawn as the frame.
      const corners: string[] = [];
      for (; element < count && owner[element] === number; element++) {
        corners.push(`${decimal(view.across(startX[element]))} ${decimal(view.down(startY[element]))}`);
      }
      if (outline) addSolid(`<path d="M${corners.join('L')}Z"`);
    }
  }
  const parts = [drawOutside(scenario, view)].filter((part) => part !== '');
  if (solid.length > 0) {
    parts.push(
      `<g fill="${ink.body}" stroke="${ink.line}" stroke-width="1.25" stroke-linejoin="round">\n${solid.join('\n')}\n</g>`,
    );
  }
  for (const [style, d] of walls) parts.push(`<path d="${d}" fill="none" ${style} stroke-linecap="round"/>`);
  return parts.join('\n');
}

/** The ground outside the polygons of the area, drawn like an obstacle; holes are obstacles themselves. */
function drawOutside({ area }: World['scenario'], view: View): string {
  if (!area || area.polygons.length === 0) return '';
  const path = (points: readonly (readonly [number, number])[]) =>
    `M${points.map(([x, y]) => `${decimal(view.across(x))} ${decimal(view.down(y))}`).join('L')}Z`;
  const rings = area.polygons.map(([outer]) => path(outer));
  const frame = `M0 0H${decimal(view.width)}V${decimal(view.height)}H0Z`;
  return `<path class="outside" d="${frame}${rings.join('')}" fill="${ink.body}" fill-rule="evenodd"/>`;
}

/** The agents' own goals, as small crosses. */
export function drawGoals({ crowd }: World, view: View): string {
  const half = Math.max(1.2, Math.min(2.5, 0.12 * view.scale));
  const side = decimal(2 * half, 1);
  const marks = new Set<string>();
  for (let row = 0; row < crowd.count && marks.size <= MAXIMUM_GOALS; row++) {
    const { targetSet, goalX, goalY } = crowd.plan;
    if (targetSet[row] !== -1 || !shows(view, goalX[row], goalY[row])) continue;
    const x = decimal(view.across(goalX[row]) - half, 1);
    const y = decimal(view.down(goalY[row]) - half, 1);
    marks.add(`M${x} ${y}l${side} ${side}m0-${side}l-${side} ${side}`);
  }
  if (marks.size === 0 || marks.size > MAXIMUM_GOALS) return '';
  return `<path class="goals" d="${[...marks].join('')}" fill="none" stroke="${ink.quiet}" stroke-width="1" stroke-opacity=".6"/>`;
}

/** The outline of a region, where its target is now. */
function drawRegion(
  region: NonNullable<World['scenario']['targets'][number]['region']>,
  targets: World['targets'],
  target: number,
  view: View,
  mark: TargetMark,
): string {
  const movedX = targets.x[target] - targets.restX[target];
  const movedY = targets.y[target] - targets.restY[target];
  const across = (x: number) => view.across(x + movedX);
  const down = (y: number) => view.down(y + movedY);
  const outline = outlineOf(shapeOfRegion(region));
  if (outline.kind === 'disc') {
    const [x, y] = outline.center;
    return ring(across(x), down(y), outline.radius * view.scale, mark, ink.paper, 0.7);
  }
  const corners = outline.kind === 'ring' ? outline.points : [];
  const style = {
    fill: ink.paper,
    'fill-opacity': 0.7,
    stroke: ink.line,
    'stroke-width': mark.width,
    'stroke-dasharray': mark.dashes,
  };
  const points = corners.map(([x, y]) => `${decimal(across(x))} ${decimal(down(y))}`);
  return `<path class="region" d="M${points.join('L')}Z"${attributes(style)}/>`;
}

/** Targets: a ring within which an agent has arrived, and a cross at the centre. */
export function drawTargets({ scenario, targets }: World, view: View, marks: ClassMarks): string {
  const parts: string[] = [];
  for (let target = 0; target < targets.count; target++) {
    const x = view.across(targets.x[target]);
    const y = view.down(targets.y[target]);
    const r = targetRadius(targets.radius[target], view);
    const mark = marks.ofTarget(scenario.targets[target].class);
    const { region } = scenario.targets[target];
    parts.push(
      region ? drawRegion(region, targets, target, view, mark) : ring(x, y, r, mark, ink.paper, 0.7),
      `<path d="M${decimal(x - 4)} ${decimal(y)}h8M${decimal(x)} ${decimal(y - 4)}v8" stroke="${ink.line}" stroke-width="1.5"/>`,
    );
  }
  return parts.length === 0 ? '' : `<g class="targets">\n${parts.join('\n')}\n</g>`;
}

/**
 * The names of targets, above everything that moves, where they cover no wall and no other name if there is such a place.
 * Near the border a name extends inwards. Names that would cover a body are drawn below the bodies.
 */
export function drawTargetNames(world: World, view: View): { below: string; above: string } {
  const { crowd, targets, scenario } = world;
  if (targets.count > MAXIMUM_LABELS) return { below: '', above: '' };
  const bodies = Array.from({ length: crowd.count }, (_, row) => ({
    x: view.across(crowd.motion.x[row]),
    y: view.down(crowd.motion.y[row]),
    radius: Math.max(SMALLEST_BODY, crowd.traits.radius[row] * view.scale),
  }));
  const choices: Name[][] = [];
  const boxes: Box[] = [];
  for (let target = 0; target < targets.count; target++) {
    if (!shows(view, targets.x[target], targets.y[target])) continue;
    const text = fitText(scenario.targets[target].name, NAME_SIZE, 160);
    const box = targetBox(world, target, view);
    boxes.push(box);
    choices.push(placesAround(box, text, view.width));
  }
  const below: string[] = [];
  const above: string[] = [];
  for (const name of placeNames(choices, boxes, hindrancesOf(world, view), bodies, view.width, view.height)) {
    const style = { size: NAME_SIZE, halo: ink.ground, anchor: name.anchor };
    (covers(name, bodies) ? below : above).push(textAt(name.x, name.y, name.text, style));
  }
  return { below: below.join('\n'), above: above.join('\n') };
}

/** What the ring or the region of a target takes up, pixels. */
function targetBox({ scenario, targets }: World, target: number, view: View): Box {
  const { region } = scenario.targets[target];
  const outline = region ? outlineOf(shapeOfRegion(region)) : undefined;
  const x = view.across(targets.x[target]);
  const y = view.down(targets.y[target]);
  if (outline?.kind !== 'ring') {
    const r = targetRadius(outline?.kind === 'disc' ? outline.radius : targets.radius[target], view);
    return { left: x - r, right: x + r, top: y - r, bottom: y + r };
  }
  const across = outline.points.map(([px]) => x + (px - targets.restX[target]) * view.scale);
  const down = outline.points.map(([, py]) => y - (py - targets.restY[target]) * view.scale);
  return {
    left: Math.min(...across),
    right: Math.max(...across),
    top: Math.min(...down),
    bottom: Math.max(...down),
  };
}

/** Where a target's name can stand, the best first: above, below, at the sides, inside, farther off. */
function placesAround({ left, right, top, bottom }: Box, text: string, width: number): Name[] {
  const x = (left + right) / 2;
  const y = (top + bottom) / 2;
  const r = (right - left) / 2;
  const anchors: Name['anchor'][] = x < width / 2 ? ['start', 'end'] : ['end', 'start'];
  const heights = [
    [top > 18 ? top - 6 : bottom + 15, 0],
    [top > 18 ? bottom + 15 : top - 6, 0],
    [y + 4, r + 6],
    [y + 4, 8 - r],
    [top - 20, 0],
    [bottom + 30, 0],
  ];
  return heights.flatMap(([height, beside]) =>
    anchors.map((anchor): Name => {
      const side = anchor === 'start' ? 1 : -1;
      const at = beside === 0 ? x - side * r : x + side * beside;
      return { x: Math.max(4, Math.min(width - 4, at)), y: height, text, anchor };
    }),
  );
}

/** Walls and obstacles where they are now, in pixels. */
export function hindrancesOf({ obstacles }: World, view: View): Hindrance[] {
  const { startX, startY, endX, endY, radius, count } = obstacles;
  return Array.from({ length: count }, (_, k) => ({
    x: view.across(startX[k]),
    y: view.down(startY[k]),
    endX: view.across(endX[k]),
    endY: view.down(endY[k]),
    radius: radius[k] * view.scale,
  }));
}

function targetRadius(radius: number, view: View): number {
  return Math.max(4, radius * view.scale);
}

/**
 * Discs with a line along the heading, in order of the ids: the order of rows has no meaning. The outlines of bodies may
 * overlap, their hard cores do not: where there is room, the outline is pale and the core has the full colour.
 */
export function drawAgents(
  { crowd, models }: World,
  view: View,
  colours: Colours,
  isDrawn: (id: number) => boolean = () => true,
): string {
  const { motion, traits, ids } = crowd;
  const rows = Array.from({ length: crowd.count }, (_, row) => row)
    .filter((row) => isDrawn(ids[row]) && shows(view, motion.x[row], motion.y[row]))
    .sort((a, b) => ids[a] - ids[b]);
  const discs: string[] = [];
  const onColour: string[] = [];
  const onPaper: string[] = [];
  for (const row of rows) {
    const paint = paintOfAgent(colours, crowd, row);
    const x = view.across(motion.x[row]);
    const y = view.down(motion.y[row]);
    const r = Math.max(SMALLEST_BODY, traits.radius[row] * view.scale);
    const model = models[traits.steering[row]];
    const isSoft = model.hardCore < 1 && r >= SMALLEST_WITH_CORE;
    const core = isSoft ? (coreOf(model, traits.radius[row]) / traits.radius[row]) * r : r;
    const edge = Math.min(2.5, 0.35 * core);
    if (isSoft) {
      const outline = { cx: x, cy: y, r, fill: paint.colour, 'fill-opacity': SOFT_OPACITY };
      discs.push(`<circle class="outline"${attributes(outline)}/>`);
    }
    const coreStroke = isSoft ? { 'stroke-width': 0 } : {};
    discs.push(
      paint.ring
        ? `<circle${attributes({ cx: x, cy: y, r: core - edge / 2, fill: ink.paper, stroke: paint.colour, 'stroke-width': edge })}/>`
        : `<circle${attributes({ cx: x, cy: y, r: core, fill: paint.colour, ...coreStroke })}/>`,
    );
    if (r < SMALLEST_WITH_HEADING) continue;
    const headingX = motion.headingX[row] * r;
    const headingY = -motion.headingY[row] * r;
    if (!Number.isFinite(headingX) || !Number.isFinite(headingY)) continue;
    const tick = `M${decimal(x + 0.1 * headingX)} ${decimal(y + 0.1 * headingY)}l${decimal(0.9 * headingX)} ${decimal(0.9 * headingY)}`;
    (paint.ring ? onPaper : onColour).push(tick);
  }
  if (discs.length === 0) return '';
  const fine = Math.max(0.4, Math.min(1, 0.05 * view.scale));
  const ticks = (list: string[], colour: string) =>
    list.length === 0
      ? ''
      : `<path class="headings" d="${list.join('')}" fill="none" stroke="${colour}" stroke-width="${decimal(Math.max(0.9, Math.min(2.5, 0.08 * view.scale)))}" stroke-linecap="round"/>`;
  return [
    `<g class="agents" stroke="${ink.line}" stroke-width="${decimal(fine)}">\n${discs.join('\n')}\n</g>`,
    ticks(onColour, ink.paper),
    ticks(onPaper, ink.line),
  ]
    .filter((part) => part !== '')
    .join('\n');
}
