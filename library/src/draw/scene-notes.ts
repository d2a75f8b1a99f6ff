import type { World } from '../simulation/index.ts';
import type { Colours } from './colours.ts';
import { attributes, decimal, fitText, ink, textAt } from './svg.ts';
import type { View } from './view.ts';

/** What is in a scenario and neither stands nor moves: where groups enter, and what is measured. Pale and thin, with names. */

type Point = readonly number[];

/** Pixels: of labels, of the longest one, and of the arrow of a measured line. */
const LABEL = 10;
const LONGEST = 150;
const ARROW = 6;

/** The regions where agents of sources enter, in the colours of their groups. */
export function drawSources({ scenario }: World, view: View, colours: Colours): string {
  const parts = scenario.groups.flatMap(({ name, region, source }, group) => {
    if (!source) return [];
    const colour = colours.by === 'group' ? colours.ofGroup(group).colour : ink.quiet;
    const style = { fill: colour, 'fill-opacity': 0.1, stroke: colour, 'stroke-opacity': 0.7 };
    const label = `source: ${name}`;
    if ('line' in region) {
      const { from, to } = region.line;
      return [
        `<path${attributes({ d: pathOf([from, to], view), ...style })}/>`,
        besideLine(label, from, to, view),
      ];
    }
    if ('box' in region) {
      const corners = cornersOf(region.box);
      return [
        `<path${attributes({ d: `${pathOf(corners, view)}Z`, ...style })}/>`,
        inCorner(label, corners, view),
      ];
    }
    const { center, radius } =
      'circle' in region ? region.circle : 'ball' in region ? region.ball : region.ring;
    // In its upper left part.
    const edge = [center[0] - 0.7 * radius, center[1] + 0.6 * radius];
    const place = { cx: view.across(center[0]), cy: view.down(center[1]), r: radius * view.scale };
    return [`<circle${attributes({ ...place, ...style })}/>`, inCorner(label, [edge], view)];
  });
  return parts.length === 0 ? '' : `<g class="sources" stroke-width="1.25">\n${parts.join('\n')}\n</g>`;
}

/** Measured areas as dotted outlines; measured lines with an arrow to the side that counts as forward. */
export function drawMeasured({ scenario }: World, view: View): string {
  const { areas, lines } = scenario.measurements;
  const parts = [
    ...areas.flatMap(({ box, name, polygon }) => {
      const corners = polygon ?? cornersOf(box!);
      return [`<path d="${pathOf(corners, view)}Z"/>`, inCorner(`area: ${name}`, corners, view)];
    }),
    ...lines.flatMap(({ from, name, to }) => [
      `<path d="${pathOf([from, to], view)}"/><path d="${arrowOf(from, to, view)}" stroke-dasharray="none"/>`,
      besideLine(`line: ${name}`, from, to, view),
    ]),
  ];
  if (parts.length === 0) return '';
  const style = `fill="none" stroke="${ink.quiet}" stroke-width="1" stroke-dasharray="1.5 2.5"`;
  return `<g class="measured" ${style}>\n${parts.join('\n')}\n</g>`;
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
function inCorner(text: string, corners: readonly Point[], view: View): string {
  const left = Math.min(...corners.map(([x]) => view.across(x)));
  const top = Math.min(...corners.map(([, y]) => view.down(y)));
  return label(text, left + 4, top + LABEL + 3);
}

function besideLine(text: string, from: Point, to: Point, view: View): string {
  const upper = view.down(from[1]) < view.down(to[1]) ? from : to;
  return label(text, view.across(upper[0]) + 5, view.down(upper[1]) + LABEL + 2);
}

function label(text: string, x: number, y: number): string {
  return `<g stroke="none">${textAt(x, y, fitText(text, LABEL, LONGEST), { size: LABEL, colour: ink.quiet, halo: ink.ground })}</g>`;
}
