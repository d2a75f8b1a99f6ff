import type { World } from '../simulation/index.ts';
import type { ClassMarks } from './class-marks.ts';
import type { Colours } from './colours.ts';
import { drawLegend } from './scene-legend.ts';
import { decimal, fitText, ink, textAt, wholeNumber, widthOf, wrapSvg } from './svg.ts';
import { crosses, type Hindrance } from './target-names.ts';
import type { TrailRecorder } from './trails.ts';

/** Pixels: of the page around a plot, and how large plots may be. */
export const MARGIN = 32;
export const WIDEST = 1000 - 2 * MARGIN;
export const HIGHEST = 720;
const NARROWEST = 560 - 2 * MARGIN;

/** A drawing of the world with its size, and the content of the page around it. */
export type Plot = {
  width: number;
  height: number;
  body: string;
  /** Definitions before the drawing: clip paths and gradients. */
  definitions: string;
  /** Pixels per metre, for the scale bar, and text that the bar's label adds after the length. */
  scale: number;
  scaleNote?: string;
  /** Agents that the drawing does not show. */
  outside: number;
  /** Entries of the legend for classes of obstacles and targets, and for the trajectories of those that move. */
  classes: ClassMarks['legend'];
  /** Further parts of the line below the title. */
  notes?: string[];
};

/** The page: title, figures, the plot in the middle, and below it the scale bar and the legend of the colours. */
export function layOut(
  world: World,
  trails: TrailRecorder | undefined,
  colours: Colours,
  plot: Plot,
): string {
  const width = Math.max(plot.width, NARROWEST);
  const legend = drawLegend(plot.scale, width, colours, plot.scaleNote, plot.classes);
  const subtitle = describeWorld(world, plot, trails);
  const left = MARGIN + (width - plot.width) / 2;
  const top = 84;
  const foot = top + plot.height + 22;
  const { name } = world.scenario;
  const body = [
    textAt(MARGIN, 40, fitText(name, 21, width, 600), { size: 21, weight: 600 }),
    textAt(MARGIN, 63, fitText(subtitle, 13.5, width), { size: 13.5, colour: ink.quiet }),
    plot.definitions,
    `<g transform="translate(${decimal(left)} ${top})">`,
    plot.body,
    '</g>',
    `<g transform="translate(${MARGIN} ${decimal(foot)})">${legend.body}</g>`,
  ];
  const height = foot + legend.height + MARGIN - 8;
  return wrapSvg(width + 2 * MARGIN, height, name, subtitle, body.filter((part) => part !== '').join('\n'));
}

/** A note in a plot without agents and trails, in the middle or as near to it as walls leave room; else empty. */
export function describeEmptiness(
  world: World,
  trails: TrailRecorder | undefined,
  width: number,
  height: number,
  hindrances: readonly Hindrance[] = [],
): string {
  if (world.crowd.count > 0 || (trails?.trails.size ?? 0) > 0) return '';
  const style = { size: 15, colour: ink.quiet, anchor: 'middle', halo: ink.paper } as const;
  const text = world.parts.expectsAgents(world) ? 'no agents yet' : 'no agents';
  const half = widthOf(text, style.size) / 2;
  const isFree = (y: number) =>
    !hindrances.some((one) =>
      crosses({ left: width / 2 - half, right: width / 2 + half, top: y - 16, bottom: y + 6 }, one),
    );
  const middle = height / 2 + 5;
  const heights = Array.from({ length: 40 }, (_, k) => middle + (k % 2 === 0 ? 6 : -6) * Math.ceil(k / 2));
  return textAt(
    width / 2,
    heights.find((y) => y > 20 && y < height - 10 && isFree(y)) ?? middle,
    text,
    style,
  );
}

function describeWorld(
  { arrived, crowd, dt, step }: World,
  { outside, notes = [] }: Plot,
  trails: TrailRecorder | undefined,
): string {
  const time = step * dt;
  const parts = [
    `t = ${decimal(time, time < 1000 ? 2 : 0)} s`,
    `${wholeNumber(crowd.count)} ${crowd.count === 1 ? 'agent' : 'agents'}`,
    `${wholeNumber(arrived)} arrived`,
  ];
  if (outside > 0) parts.push(`${wholeNumber(outside)} outside the picture`);
  if (trails?.isFull) parts.push(`trails of the first ${wholeNumber(trails.trails.size)} agents`);
  return [...parts, ...notes].join('  ·  ');
}
