import { lengthOf } from './arithmetic.ts';
import { type DirectionSampler, type LineBounds, type Streamline, traceStreamlines } from './field-lines.ts';
import { attributes, fitText, textAt, widthOf } from './svg.ts';
import { FINENESS, lineTo, tenths } from './trail-paths.ts';

/** A field that a picture shows below the trails, and its name in the legend. */
export type ShownField = { direction: DirectionSampler; label: string };

/** Pixels: between two lines, and between two arrowheads of a line. */
const APART = 20;
const ARROWS_APART = 130;
const ARROW = 4.2;

/** Light enough to stay below the palest trail, dark enough to be seen on the ground: 2.1 : 1. */
export const FIELD_COLOUR = '#9aabbf';

const fieldLineStyle = `fill="none"${attributes({ stroke: FIELD_COLOUR, 'stroke-width': 1 })} stroke-linecap="round" stroke-linejoin="round"`;

/** From metres to pixels of a plot, and how large a metre is. */
export type FieldView = LineBounds & {
  scale: number;
  across(x: number): number;
  down(y: number): number;
};

/** Streamlines of a field with small arrowheads; empty if the field has no direction anywhere. */
export function drawField(direction: DirectionSampler, view: FieldView): string {
  const lines = traceStreamlines(direction, view, APART / view.scale);
  if (lines.length === 0) return '';
  const paths = lines.map((line) => linePath(line, view)).join('');
  const arrows = lines.map((line) => arrowHeads(line, view)).join('');
  return `<g class="field">\n<path class="streamlines" ${fieldLineStyle} d="${paths}"/>\n<path class="arrowheads" fill="${FIELD_COLOUR}" d="${arrows}"/>\n</g>`;
}

/** The entry of the legend. */
export function fieldLegend(field: ShownField | undefined): { body: string; width: number }[] {
  if (!field) return [];
  const label = fitText(field.label, 13, 320);
  const line = `<path ${fieldLineStyle} d="M0 8.5h22"/><path fill="${FIELD_COLOUR}" d="${arrowAt(14, 8.5, 1, 0)}"/>`;
  return [{ body: `${line}${textAt(30, 13, label)}`, width: 30 + widthOf(label, 13) }];
}

/** Every second point, in differences of tenths of a pixel. */
function linePath({ x, y, isClosed }: Streamline, view: FieldView): string {
  let path = '';
  let [fromX, fromY] = [0, 0];
  let points = 0;
  for (let k = 0; k < x.length; k++) {
    if (k % 2 === 1 && k + 1 < x.length) continue;
    const u = Math.round(view.across(x[k]) * FINENESS);
    const v = Math.round(view.down(y[k]) * FINENESS);
    if (points > 0 && u === fromX && v === fromY) continue;
    path += points === 0 ? `M${tenths(u)} ${tenths(v)}l` : lineTo(u - fromX, v - fromY, points === 1);
    points++;
    [fromX, fromY] = [u, v];
  }
  return points < 2 ? '' : `${path}${isClosed ? 'z' : ''}`;
}

/** One in the middle of a line; on a long line, others at even distances from it. */
function arrowHeads({ x, y }: Streamline, view: FieldView): string {
  const step = lengthOf(x[1] - x[0], y[1] - y[0]) * view.scale;
  const every = Math.max(2, Math.round(ARROWS_APART / step));
  const middle = Math.floor(x.length / 2);
  let arrows = '';
  for (let k = middle % every; k + 1 < x.length; k += every) {
    if (k === 0) continue;
    const [dx, dy] = [x[k + 1] - x[k - 1], y[k - 1] - y[k + 1]];
    const length = lengthOf(dx, dy);
    if (length > 0) arrows += arrowAt(view.across(x[k]), view.down(y[k]), dx / length, dy / length);
  }
  return arrows;
}

/** A triangle with its point ahead; (ux, uy) in pixels, y down. */
function arrowAt(x: number, y: number, ux: number, uy: number): string {
  const corner = (ahead: number, aside: number) =>
    `${tenths(Math.round((x + ahead * ux - aside * uy) * FINENESS))} ${tenths(Math.round((y + ahead * uy + aside * ux) * FINENESS))}`;
  return `M${corner(ARROW, 0)}L${corner(-0.8 * ARROW, 0.75 * ARROW)} ${corner(-0.8 * ARROW, -0.75 * ARROW)}z`;
}
