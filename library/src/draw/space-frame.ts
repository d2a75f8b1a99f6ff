import type { World } from '../simulation/index.ts';
import { lengthOf } from './arithmetic.ts';
import { cornersOf, pointOf, type SpaceView } from './space-camera.ts';
import { attributes, decimal, ink, roundTicks, textAt, tickLabel, widthOf } from './svg.ts';

type Vector = readonly [number, number, number];
type Line = [Vector, Vector];
type Axis = 0 | 1 | 2;

/** Pixels from the frame: the tick's end, and its number. */
const TICK = 5;
const NUMBER = 18;
const NUMBER_SIZE = 12;
const NAME_SIZE = 13;

/** Pixels around the plot that the numbers and names of the axes need. */
export function labelRoomOf({ scenario }: World): {
  left: number;
  right: number;
  bottom: number;
  top: number;
} {
  const numbers = numberWidth(pointOf(scenario.bounds.min), pointOf(scenario.bounds.max));
  return { left: 38 + numbers, right: 24 + numbers, bottom: 46, top: 6 };
}

/** Width of the widest number beside an axis, about. */
function numberWidth(min: Vector, max: Vector): number {
  const widths = [0, 1, 2].flatMap((axis) =>
    [min[axis], max[axis]].map((end) => widthOf(tickLabel(end, (max[axis] - min[axis]) / 10), NUMBER_SIZE)),
  );
  return Math.max(...widths);
}

const GRID = '#e2e0d9';
const WALL_GRID = '#efeeea';

/** The edge of the box that carries the numbers of an axis, and the outward direction there. */
type Scale = { axis: Axis; at: Vector; outward: Vector };

function scalesOf({ name, min, max }: SpaceView): Scale[] {
  const x: Scale = { axis: 0, at: min, outward: name === 'side' ? [0, 0, -1] : [0, -1, 0] };
  const z: Scale = { axis: 2, at: min, outward: [-1, 0, 0] };
  if (name === 'side') return [x, z];
  if (name === 'top') return [x, { axis: 1, at: min, outward: [-1, 0, 0] }];
  return [x, { axis: 1, at: [max[0], min[1], min[2]], outward: [1, 0, 0] }, z];
}

/** The background: the ground, the walls at the back, and their grids. */
export function drawGround(view: SpaceView, walls: boolean): string {
  const { min, max, name } = view;
  const [x0, y0, z0] = min;
  const [x1, y1, z1] = max;
  const at = (x: number, y: number, z: number): Vector => [x, y, z];
  const floor = [at(x0, y0, z0), at(x1, y0, z0), at(x1, y1, z0), at(x0, y1, z0)];
  const back = [at(x0, y1, z0), at(x1, y1, z0), at(x1, y1, z1), at(x0, y1, z1)];
  const isSide = name === 'side';
  const parts = [`<path d="${outline(view, isSide ? back : floor)}" fill="${ink.ground}"/>`];
  const ticks = ticksOf(view);
  const wallLines: Line[] = [];
  for (const z of name === 'top' ? [] : ticks[2]) {
    wallLines.push([at(x0, y1, z), at(x1, y1, z)]);
    if (!isSide) wallLines.push([at(x0, y0, z), at(x0, y1, z)]);
  }
  if (wallLines.length > 0) parts.push(strokes(view, wallLines, isSide ? GRID : WALL_GRID, 1));
  const groundLines = ticks[0].map(
    (x): Line => (isSide ? [at(x, y1, z0), at(x, y1, z1)] : [at(x, y0, z0), at(x, y1, z0)]),
  );
  if (!isSide) groundLines.push(...ticks[1].map((y): Line => [at(x0, y, z0), at(x1, y, z0)]));
  parts.push(strokes(view, groundLines, GRID, 1), edges(view, walls, 'behind'));
  return parts.join('\n');
}

/** The edges of the box that are in front, thin. */
export function drawFront(view: SpaceView, walls: boolean): string {
  return view.name === 'axonometric' ? edges(view, walls, 'before') : '';
}

/** The numbers and names of the axes, metres. */
export function drawAxes(view: SpaceView): string {
  const ticks = ticksOf(view);
  const widest = numberWidth(view.min, view.max);
  const parts: string[] = [];
  for (const { axis, at, outward } of scalesOf(view)) {
    // The numbers of an upright axis are to its left, whatever the slope of the adjoining lines is.
    const isUpright = axis === 2 || (axis === 1 && view.name === 'top');
    const [du, dv] = isUpright ? [-1, 0] : unit(view.turn(...outward));
    const values = ticks[axis];
    const step = values.length > 1 ? values[1] - values[0] : 1;
    // The numbers of a slanting axis are more below it than beside it, clear of those of the upright axis.
    const [awayU, awayV] = isUpright
      ? [-TICK - 6, 0]
      : [(du < -0.3 ? 11 : NUMBER) * du, NUMBER * dv + (du < -0.3 ? 5 : 0)];
    const marks = values.map((value) => {
      const [u, v] = spotAt(view, at, axis, value);
      parts.push(numberAt(u + awayU, v + awayV, tickLabel(value, step), du));
      return `M${decimal(u, 1)} ${decimal(v, 1)}l${decimal(TICK * du, 1)} ${decimal(TICK * dv, 1)}`;
    });
    if (marks.length === 0) continue;
    parts.push(`<path d="${marks.join('')}" fill="none" stroke="${ink.quiet}" stroke-width="1"/>`);
    const [u, v] = spotAt(view, at, axis, (view.min[axis] + view.max[axis]) / 2);
    const style = { size: NAME_SIZE, colour: ink.text } as const;
    const name = `${'xyz'[axis]} (m)`;
    if (isUpright) {
      parts.push(textAt(u + awayU - widest - 10, v, name, { ...style, anchor: 'middle', rotate: -90 }));
    } else {
      const beyond = du > 0.3 ? NUMBER + widest + 8 : 42;
      const anchor = du > 0.3 ? 'start' : du < -0.3 ? 'end' : 'middle';
      parts.push(textAt(u + beyond * du, v + beyond * dv + 4.5, name, { ...style, anchor }));
    }
  }
  return `<g class="axes">\n${parts.join('\n')}\n</g>`;
}

function numberAt(u: number, v: number, text: string, du: number): string {
  const anchor = du < -0.3 ? 'end' : du > 0.3 ? 'start' : 'middle';
  return textAt(u, v + 0.36 * NUMBER_SIZE, text, { size: NUMBER_SIZE, colour: ink.quiet, anchor });
}

/** Round numbers within the bounds, as many as the edge has room for; one step for all that share the ground. */
function ticksOf(view: SpaceView): [number[], number[], number[]] {
  const { min, max } = view;
  const pixels = ([0, 1, 2] as Axis[]).map((axis) => {
    const [du, dv] = view.turn(...along(axis, max[axis] - min[axis]));
    return lengthOf(du, dv);
  });
  return ([0, 1, 2] as Axis[]).map((axis) =>
    pixels[axis] < 24 ? [] : roundTicks(min[axis], max[axis], Math.max(1, Math.min(8, pixels[axis] / 62))),
  ) as [number[], number[], number[]];
}

/** The edges of the box behind everything, or those that meet in the corner nearest to the viewer. */
function edges(view: SpaceView, walls: boolean, which: 'behind' | 'before'): string {
  const corners = cornersOf(view.min, view.max);
  const nears = corners.map((corner) => view.near(...corner));
  const nearest = nears.indexOf(Math.max(...nears));
  const lines: Line[] = [];
  for (let a = 0; a < 8; a++) {
    for (const bit of [1, 2, 4]) {
      const b = a | bit;
      if (b === a) continue;
      const isBefore = view.name === 'axonometric' && (a === nearest || b === nearest);
      if (isBefore === (which === 'before')) lines.push([corners[a], corners[b]]);
    }
  }
  const colour = walls ? ink.line : '#a9a8a2';
  const width = (walls ? 1.4 : 1) * (which === 'before' ? 0.7 : 1);
  return strokes(view, lines, colour, width, walls ? undefined : '5 4', which === 'before' ? 0.4 : 1);
}

function strokes(
  view: SpaceView,
  lines: readonly Line[],
  stroke: string,
  width: number,
  dashes?: string,
  opacity = 1,
): string {
  const d = lines.map(([a, b]) => `M${place(view, a)}L${place(view, b)}`).join('');
  return `<path${attributes({ d, fill: 'none', stroke, 'stroke-width': width, 'stroke-dasharray': dashes, 'stroke-opacity': opacity === 1 ? undefined : opacity, 'stroke-linecap': 'round' })}/>`;
}

function outline(view: SpaceView, corners: readonly Vector[]): string {
  return `M${corners.map((corner) => place(view, corner)).join('L')}Z`;
}

function place(view: SpaceView, corner: Vector): string {
  return `${decimal(view.across(...corner), 1)} ${decimal(view.down(...corner), 1)}`;
}

function spotAt(view: SpaceView, at: Vector, axis: Axis, value: number): [number, number] {
  const point = [...at] as [number, number, number];
  point[axis] = value;
  return [view.across(...point), view.down(...point)];
}

function along(axis: Axis, length: number): Vector {
  return [axis === 0 ? length : 0, axis === 1 ? length : 0, axis === 2 ? length : 0];
}

function unit([du, dv]: Vector): [number, number] {
  const length = lengthOf(du, dv);
  return length > 0 ? [du / length, dv / length] : [0, 0];
}
