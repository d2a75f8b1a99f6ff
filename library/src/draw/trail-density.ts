import type { Colours } from './colours.ts';
import type { Plot } from './layout.ts';
import { speedClass, speedColours } from './speed-scale.ts';
import { decimal, textAt, wholeNumber, widthOf } from './svg.ts';
import { FINENESS, flatly, followTrail } from './trail-paths.ts';
import type { Trail } from './trails.ts';
import type { View } from './view.ts';

/** Pixels: the side of a cell. */
const CELL = 4;
/** Trails are lines up to this many of them, and as long as the mean point of a trail shares its cell with no more. */
const FEW = 40;
const SHARED = 12;
/** How dark cells are, from one agent to the most. */
const OPACITIES = [0.12, 0.24, 0.4, 0.58, 0.8] as const;

/** The colour of cells where no group has more than half of the agents; the legend shows its shades. */
const MIXED = '#3b4046';

/** How many agents have passed each cell of a picture. */
export type TrailDensity = {
  columns: number;
  rows: number;
  count: Int32Array;
  /** The colour of each cell: of the group that more than half of its agents are of, else grey; or of their mean speed. */
  colour: string[];
  most: number;
  /** Whether too many trails lie on each other to be told apart as lines. */
  isCrowded: boolean;
};

/** Counts agents in cells. */
export function measureTrails(list: readonly Trail[], view: View, colours: Colours): TrailDensity {
  const columns = Math.max(1, Math.ceil(view.width / CELL));
  const rows = Math.max(1, Math.ceil(view.height / CELL));
  const count = new Int32Array(columns * rows);
  const last = new Int32Array(columns * rows).fill(-1);
  const speeds = new Float64Array(columns * rows);
  const groups = new Map<number, Int32Array>();
  list.forEach((trail, number) => {
    const own = groups.get(trail.group) ?? new Int32Array(columns * rows);
    groups.set(trail.group, own);
    visitCells(trail, view, columns, rows, (cell, speed) => {
      if (last[cell] === number) return;
      last[cell] = number;
      count[cell]++;
      own[cell]++;
      speeds[cell] += speed;
    });
  });
  let points = 0;
  let shared = 0;
  let most = 0;
  for (const agents of count) {
    points += agents;
    shared += agents * agents;
    most = Math.max(most, agents);
  }
  const isCrowded = list.length > FEW && shared > SHARED * points;
  const colour = Array.from(count, (agents, cell) => {
    if (agents === 0) return '';
    if (colours.by === 'speed') return speedColours[speedClass(speeds[cell] / agents, colours.end)] as string;
    for (const [group, own] of groups) if (2 * own[cell] > agents) return colours.ofGroup(group).colour;
    return MIXED;
  });
  return { columns, rows, count, colour, most, isCrowded };
}

/** Calls back for the cells along a trail, in steps of half a cell. */
function visitCells(
  trail: Trail,
  view: View,
  columns: number,
  rows: number,
  visit: (cell: number, speed: number) => void,
): void {
  let fromX = 0;
  let fromY = 0;
  followTrail(trail, flatly(view), 1, (u, v, speed) => {
    const x = u / FINENESS;
    const y = v / FINENESS;
    const [dx, dy] = speed === undefined ? [0, 0] : [x - fromX, y - fromY];
    const parts = Math.max(1, Math.ceil((2 * Math.max(Math.abs(dx), Math.abs(dy))) / CELL));
    for (let part = 1; part <= parts; part++) {
      const column = Math.floor((x - dx + (part / parts) * dx) / CELL);
      const row = Math.floor((y - dy + (part / parts) * dy) / CELL);
      if (column >= 0 && column < columns && row >= 0 && row < rows)
        visit(row * columns + column, speed ?? 0);
    }
    fromX = x;
    fromY = y;
  });
}

/** The most agents of a step: about even steps of the logarithm, as whole numbers. */
function boundOf(step: number, most: number): number {
  let low = 1;
  let high = most;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    // middle ** 5 > most ** step
    if (power(middle, OPACITIES.length) > power(most, step)) high = middle;
    else low = middle;
  }
  return low;
}

function power(base: number, exponent: number): number {
  let result = 1;
  for (let k = 0; k < exponent; k++) result *= base;
  return result;
}

/** One path for each colour and darkness; cells in a row are joined. */
export function drawTrailDensity({ columns, rows, count, colour, most }: TrailDensity, view: View): string {
  const paths = new Map<string, string>();
  const bounds = OPACITIES.map((_, step) => boundOf(step, most));
  const darkness = (agents: number) => {
    let step = 0;
    while (step < OPACITIES.length - 1 && agents > bounds[step + 1]) step++;
    return step;
  };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; ) {
      const cell = row * columns + column;
      const from = column++;
      if (count[cell] === 0) continue;
      const step = darkness(count[cell]);
      while (column < columns && colour[row * columns + column] === colour[cell]) {
        if (darkness(count[row * columns + column]) !== step || count[row * columns + column] === 0) break;
        column++;
      }
      const style = `fill="${colour[cell]}" fill-opacity="${OPACITIES[step]}"`;
      const width = decimal(Math.min(view.width, column * CELL) - from * CELL, 1);
      const height = decimal(Math.min(view.height, (row + 1) * CELL) - row * CELL, 1);
      paths.set(
        style,
        `${paths.get(style) ?? ''}M${from * CELL} ${row * CELL}h${width}v${height}h-${width}z`,
      );
    }
  }
  const drawn = [...paths].map(([style, d]) => `<path class="density" ${style} d="${d}"/>`);
  return `<g shape-rendering="crispEdges">\n${drawn.join('\n')}\n</g>`;
}

/** What the darkness means. */
export function densityLegend({ colour, most }: TrailDensity): Plot['classes'] {
  const blocks = OPACITIES.map(
    (opacity, k) =>
      `<rect x="${k * 18}" y="2" width="18" height="12" fill="${MIXED}" fill-opacity="${opacity}"/>`,
  );
  const mixed = colour.includes(MIXED) ? ', grey: of several groups' : '';
  const label = `trails of 1 to ${wholeNumber(most)} agents${mixed}`;
  const left = OPACITIES.length * 18 + 8;
  return [{ body: `${blocks.join('')}${textAt(left, 13, label)}`, width: left + widthOf(label, 13) }];
}
