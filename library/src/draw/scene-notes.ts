import type { World } from '../simulation/index.ts';
import type { Colours } from './colours.ts';
import { labelsOfGround } from './ground-layer.ts';
import { type Label, placeLabel } from './labels.ts';
import { attributes, decimal, ink } from './svg.ts';
import type { View } from './view.ts';

/** What is in a scenario and neither stands nor moves: where groups enter, and what is measured. Pale and thin, with names. */

type Point = readonly number[];

/** Pixels: of the arrow of a measured line. */
const ARROW = 6;

/** The regions where agents of sources enter, in the colours of their groups. */
export function drawSources({ scenario }: World, view: View, colours: Colours): string {
  const parts = scenario.groups.flatMap(({ region, source }, group) => {
    if (!source) return [];
    const colour = colours.by === 'group' ? colours.ofGroup(group).colour : ink.quiet;
    const style = { fill: colour, 'fill-opacity': 0.1, stroke: colour, 'stroke-opacity': 0.7 };
    if ('line' in region) {
      const { from, to } = region.line;
      return [`<path${attributes({ d: pathOf([from, to], view), ...style })}/>`];
    }
    if ('box' in region)
      return [`<path${attributes({ d: `${pathOf(cornersOf(region.box), view)}Z`, ...style })}/>`];
    const { center, radius } = discOf(region);
    const place = { cx: view.across(center[0]), cy: view.down(center[1]), r: radius * view.scale };
    return [`<circle${attributes({ ...place, ...style })}/>`];
  });
  return parts.length === 0 ? '' : `<g class="sources" stroke-width="1.25">\n${parts.join('\n')}\n</g>`;
}

/** Measured areas as dotted outlines; measured lines with an arrow to the side that counts as forward. */
export function drawMeasured({ scenario }: World, view: View): string {
  const { areas, lines } = scenario.measurements;
  const parts = [
    ...areas.map(({ box, polygon }) => `<path d="${pathOf(polygon ?? cornersOf(box!), view)}Z"/>`),
    ...lines.map(
      ({ from, to }) =>
        `<path d="${pathOf([from, to], view)}"/><path d="${arrowOf(from, to, view)}" stroke-dasharray="none"/>`,
    ),
  ];
  if (parts.length === 0) return '';
  const style = `fill="none" stroke="${ink.quiet}" stroke-width="1" stroke-dasharray="1.5 2.5"`;
  return `<g class="measured" ${style}>\n${parts.join('\n')}\n</g>`;
}

/** The names of all of these and of the ground, which are drawn above the trails. */
export function drawLabels(world: World, view: View): string {
  const { groups, measurements } = world.scenario;
  const labels = [
    ...labelsOfGround(world, view),
    ...groups.flatMap(({ name, region, source }) =>
      source ? [labelOfRegion(`source: ${name}`, region, view)] : [],
    ),
    ...measurements.areas.map(({ box, name, polygon }) =>
      inCorner(`area: ${name}`, polygon ?? cornersOf(box!), view),
    ),
    ...measurements.lines.map(({ from, name, to }) => besideLine(`line: ${name}`, from, to, view)),
  ];
  if (labels.length === 0) return '';
  return `<g class="labels">\n${labels.map((label) => placeLabel(label, view)).join('\n')}\n</g>`;
}

type SourceRegion = World['scenario']['groups'][number]['region'];

function labelOfRegion(text: string, region: SourceRegion, view: View): Label {
  if ('line' in region) return besideLine(text, region.line.from, region.line.to, view);
  if ('box' in region) return inCorner(text, cornersOf(region.box), view);
  const { center, radius } = discOf(region);
  // In its upper left part.
  return inCorner(text, [[center[0] - 0.7 * radius, center[1] + 0.6 * radius]], view);
}

function discOf(region: Exclude<SourceRegion, { line: unknown } | { box: unknown }>) {
  return 'circle' in region ? region.circle : 'ball' in region ? region.ball : region.ring;
}

function cornersOf({ max, min }: { min: Point; max: Point }): Point[] {
  return [min, [max[0], min[1]], max, [min[0], max[1]]];
}

function pathOf(points: readonly Point[], view: View): string {
  return `M${points.map(([x, y]) => `${decimal(view.across(x))} ${decimal(view.down(y))}`).join('L')}`;
}

/** From the middle of a line to its right, seen from its beginning. */
function arrowOf([ax, ay]: Point, [bx, by]: Point, view: View): string {
  const length = Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
  // The page has y down.
  const [x, y] = [(by - ay) / length, (bx - ax) / length];
  const [tipX, tipY] = [view.across((ax + bx) / 2) + 2 * ARROW * x, view.down((ay + by) / 2) + 2 * ARROW * y];
  const at = (along: number, side: number) =>
    `${decimal(tipX - ARROW * (along * x + side * y))} ${decimal(tipY - ARROW * (along * y - side * x))}`;
  return `M${at(2, 0)}L${at(0, 0)}M${at(1, 0.6)}L${at(0, 0)}L${at(1, -0.6)}`;
}

/** In the upper left corner of a region, or at its centre. */
function inCorner(text: string, corners: readonly Point[], view: View): Label {
  const left = Math.min(...corners.map(([x]) => view.across(x)));
  const top = Math.min(...corners.map(([, y]) => view.down(y)));
  return { text, left: left - 4, right: left + 4, y: top + 13 };
}

function besideLine(text: string, from: Point, to: Point, view: View): Label {
  const upper = view.down(from[1]) < view.down(to[1]) ? from : to;
  const x = view.across(upper[0]);
  return { text, left: x - 5, right: x + 5, y: view.down(upper[1]) + 12 };
}
