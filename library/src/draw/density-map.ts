import type { DensityMap } from '../measurement/survey/index.ts';
import type { World } from '../simulation/index.ts';
import { classMarks } from './class-marks.ts';
import { drawObstacles } from './scene-things.ts';
import { scaleEnd } from './speed-scale.ts';
import {
  attributes,
  decimal,
  fitText,
  ink,
  roundDown,
  roundTicks,
  textAt,
  tickLabel,
  wrapSvg,
} from './svg.ts';
import { createView } from './view.ts';

/** Pixels. */
const MARGIN = 32;
const WIDEST = 936;
const HIGHEST = 620;

/** From empty to crowded: light to dark, evenly for any colour vision. */
const shades = [
  '#f7f4d8',
  '#f8d58f',
  '#f9b15f',
  '#f18348',
  '#dd5544',
  '#b52f54',
  '#7d1a63',
  '#40104f',
] as const;

/** Mean number of agents per square metre over the samples of a survey, with walls and a scale. */
export function drawDensityMap(world: World, map: DensityMap): string {
  const view = createView(world, undefined, WIDEST, HIGHEST);
  const share = 1 / Math.max(1, map.samples) / (map.size * map.size);
  let most = 0;
  for (const count of map.counts) most = Math.max(most, count * share);
  const end = scaleEnd(most);
  const side = map.size * view.scale;
  const squares: string[] = [];
  for (let k = 0; k < map.counts.length; k++) {
    const density = map.counts[k] * share;
    if (density === 0) continue;
    const x = view.across(map.minX + (k % map.columns) * map.size);
    const y = view.down(map.minY + (Math.floor(k / map.columns) + 1) * map.size);
    const shade = shades[Math.min(shades.length - 1, Math.floor((density / end) * shades.length))];
    squares.push(
      `<path fill="${shade}" d="M${decimal(x)} ${decimal(y)}h${decimal(side)}v${decimal(side)}h-${decimal(side)}z"/>`,
    );
  }
  const { bounds, name } = world.scenario;
  const frame = {
    x: view.across(bounds.min[0]),
    y: view.down(bounds.max[1]),
    width: (bounds.max[0] - bounds.min[0]) * view.scale,
    height: (bounds.max[1] - bounds.min[1]) * view.scale,
  };
  const width = Math.max(view.width, 460);
  const title = `${name}: mean density`;
  const about = `${map.samples} samples, squares of ${decimal(map.size)} m`;
  const body = [
    textAt(MARGIN, 40, fitText(title, 21, width, 600), { size: 21, weight: 600 }),
    textAt(MARGIN, 63, about, { size: 13.5, colour: ink.quiet }),
    `<g transform="translate(${decimal(MARGIN + (width - view.width) / 2)} 84)">`,
    `<rect${attributes({ ...frame, fill: ink.ground })}/>`,
    `<g shape-rendering="crispEdges">${squares.join('')}</g>`,
    drawObstacles(world, view, classMarks(world)),
    `<rect${attributes({ ...frame, fill: 'none', stroke: ink.line, 'stroke-width': bounds.walls ? 2.5 : 1 })}/>`,
    '</g>',
    drawScale(end, MARGIN, 84 + view.height + 26),
    drawBar(view.scale, MARGIN + 340, 84 + view.height + 26),
  ];
  return wrapSvg(width + 2 * MARGIN, 84 + view.height + 84, title, about, body.join('\n'));
}

function drawScale(end: number, x: number, y: number): string {
  const width = 34;
  const ticks = roundTicks(0, end, 4);
  const step = ticks.length > 1 ? ticks[1] - ticks[0] : 1;
  const whole = shades.length * width;
  return [
    ...shades.map(
      (shade, k) => `<rect${attributes({ x: x + k * width, y, width, height: 12, fill: shade })}/>`,
    ),
    ...ticks.map((at) => textAt(x + (at / end) * whole, y + 29, tickLabel(at, step), { anchor: 'middle' })),
    textAt(x + whole + 8, y + 11, 'agents/m²'),
  ].join('');
}

function drawBar(scale: number, x: number, y: number): string {
  const metres = roundDown(160 / scale);
  const from = x + 40;
  return `<path d="M${decimal(from)} ${decimal(y)}v8h${decimal(metres * scale)}v-8" fill="none" stroke="${ink.line}" stroke-width="1.5"/>${textAt(from + (metres * scale) / 2, y + 29, `${metres} m`, { anchor: 'middle' })}`;
}
