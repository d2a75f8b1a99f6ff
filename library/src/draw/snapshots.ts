import type { World } from '../simulation/index.ts';
import { type Colours, colourByGroup, colourBySpeed } from './colours.ts';
import { MARGIN, type Plot } from './layout.ts';
import { type DrawnTrails, preparePlane, trailsAsCells, trailsAsLines } from './scene.ts';
import { drawLegend } from './scene-legend.ts';
import type { ViewName } from './space-camera.ts';
import { plotSpace } from './space-scene.ts';
import { decimal, fitText, ink, textAt, wholeNumber, wrapSvg } from './svg.ts';
import { measureTrails, type TrailDensity } from './trail-density.ts';
import type { TrailRecorder } from './trails.ts';
import { createView, type View } from './view.ts';

/** What a sequence of snapshots shows. */
export type SnapshotOptions = {
  /** How many snapshots, evenly spread over the run, the last at its end; or their times, seconds. */
  moments: number | readonly number[];
  /** What the colours of agents and trails show. Default: `group`. */
  colour?: 'group' | 'speed';
  /** The viewpoint for a world of three dimensions. Default: `axonometric`. */
  view?: ViewName;
};

/** A snapshot, with its trails as lines and as a density: all panels of a page show them in the same way. */
type Panel = {
  step: number;
  label: string;
  lines: DrawnTrails;
  density: TrailDensity | undefined;
  plotWith: (drawn: DrawnTrails) => Plot;
};

/**
 * Snapshots of a run. How long a run takes is known only at its end, so that more panels are kept than are shown: always
 * at multiples of a stride, which doubles when there are too many. Make it with `createSnapshots`.
 */
export type Snapshots = {
  readonly options: SnapshotOptions;
  readonly count: number;
  readonly columns: number;
  readonly size: { width: number; height: number };
  readonly flat: View | undefined;
  panels: Panel[];
  /** Steps between two panels that are kept, when times are not given. */
  stride: number;
};

/** Pixels: the page, the room between panels, and the line above each. */
const WIDEST = 1200;
const HIGHEST = 1000;
const GAP = 20;
const LINE = 22;
/** Pixels from a panel's letter to its label. */
const LETTER = 20;
/** Panels that are kept for each that is shown. */
const SPARE = 4;
/** Seconds between the first panels. */
const FIRST_STRIDE = 0.5;

/** Begins a sequence of snapshots at the start of a run. */
export function createSnapshots(world: World, options: SnapshotOptions): Snapshots {
  const { moments } = options;
  const count = typeof moments === 'number' ? moments : moments.length;
  if (!Number.isInteger(count) || count < 1) {
    throw new RangeError(`a sequence has 1 snapshot or more, not ${count}`);
  }
  const { bounds } = world.scenario;
  const ratio =
    world.crowd.dimension === 3 ? 1.2 : (bounds.max[0] - bounds.min[0]) / (bounds.max[1] - bounds.min[1]);
  const { columns, size } = arrange(count, ratio);
  const flat =
    world.crowd.dimension === 3 ? undefined : createView(world, undefined, size.width, size.height);
  const stride = Math.max(1, Math.round(FIRST_STRIDE / world.dt));
  return { options, count, columns, size, flat, panels: [], stride };
}

/** The number of columns with which panels of a ratio of width to height are largest. */
function arrange(count: number, ratio: number) {
  let best = { columns: 1, size: { width: 0, height: 0 } };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const room = (WIDEST - 2 * MARGIN - (columns - 1) * GAP) / columns;
    const width = Math.min(room, ratio * (HIGHEST / rows - LINE - GAP));
    if (width > best.size.width + 1) best = { columns, size: { width, height: width / ratio } };
  }
  return best;
}

/** Keeps a panel of the world where the sequence may need it. Call it after each step, after `recordTrails`. */
export function recordSnapshot(snapshots: Snapshots, world: World, trails?: TrailRecorder): void {
  const { moments } = snapshots.options;
  if (typeof moments !== 'number') {
    if (moments.some((time) => Math.round(time / world.dt) === world.step))
      addPanel(snapshots, world, trails);
    return;
  }
  if (world.step % snapshots.stride !== 0) return;
  if (snapshots.panels.length >= SPARE * snapshots.count) {
    snapshots.stride *= 2;
    snapshots.panels = snapshots.panels.filter(({ step }) => step % snapshots.stride === 0);
    if (world.step % snapshots.stride !== 0) return;
  }
  addPanel(snapshots, world, trails);
}

function coloursOf(
  { options: { colour } }: Snapshots,
  world: World,
  trails: TrailRecorder | undefined,
): Colours {
  return colour === 'speed' ? colourBySpeed(world, trails) : colourByGroup(world, trails);
}

function addPanel(snapshots: Snapshots, world: World, trails: TrailRecorder | undefined): void {
  const { flat, options, panels, size } = snapshots;
  const colours = coloursOf(snapshots, world, trails);
  const { arrived, crowd, dt, step } = world;
  const label = `t = ${decimal(step * dt, 2)} s · ${wholeNumber(crowd.count)} ${crowd.count === 1 ? 'agent' : 'agents'}, ${wholeNumber(arrived)} arrived`;
  if (flat) {
    const list = trails ? [...trails.trails.values()] : [];
    const lines = trailsAsLines(list, flat, colours);
    const density = measureTrails(list, flat, colours);
    panels.push({ step, label, lines, density, plotWith: preparePlane(world, trails, colours, flat) });
    return;
  }
  const plot = plotSpace(world, trails, colours, options.view ?? 'axonometric', size);
  panels.push({ step, label, lines: noTrails, density: undefined, plotWith: () => plot });
}

const noTrails: DrawnTrails = { below: '', above: '', legend: [] };

/** The plots of the panels: trails as lines, or in all of them as densities of one scale if they are crowded in one. */
function plotPanels({ flat }: Snapshots, panels: readonly Panel[]): Plot[] {
  const isCrowded = panels.some(({ density }) => density?.isCrowded);
  const most = Math.max(0, ...panels.map(({ density }) => density?.most ?? 0));
  return panels.map(({ density, lines, plotWith }) =>
    plotWith(isCrowded && flat && density ? trailsAsCells({ ...density, most }, flat) : lines),
  );
}

/** The page with all snapshots, at the end of the run. */
export function drawSnapshots(snapshots: Snapshots, world: World, trails?: TrailRecorder): string {
  const { columns, options } = snapshots;
  const isSpread = typeof options.moments === 'number';
  if (isSpread && snapshots.panels.at(-1)?.step !== world.step) addPanel(snapshots, world, trails);
  const panels = isSpread ? spread(snapshots, world.step) : snapshots.panels;
  const plots = plotPanels(snapshots, panels);
  const { name } = world.scenario;
  const cellWidth = Math.max(220, ...plots.map((plot) => plot.width));
  const cellHeight = Math.max(0, ...plots.map((plot) => plot.height)) + LINE + GAP;
  const width = columns * cellWidth + (columns - 1) * GAP;
  const top = 62;
  const drawn = plots.map((plot, k) => {
    const { label } = panels[k];
    const left = MARGIN + (k % columns) * (cellWidth + GAP);
    const down = top + Math.floor(k / columns) * cellHeight;
    const inner = [
      textAt(0, 13, letterOf(k), { size: 12.5, weight: 600 }),
      textAt(LETTER, 13, fitText(label, 12.5, cellWidth - LETTER), { size: 12.5, colour: ink.quiet }),
      plot.definitions,
      `<g transform="translate(0 ${LINE})">`,
      plot.body,
      '</g>',
    ].join('\n');
    return `<g transform="translate(${decimal(left)} ${decimal(down)})">\n${withOwnNames(inner, k)}\n</g>`;
  });
  const foot = top + Math.ceil(panels.length / columns) * cellHeight;
  const last = plots.at(-1);
  const colours = coloursOf(snapshots, world, trails);
  const legend = drawLegend(last?.scale ?? 1, width, colours, last?.scaleNote, last?.classes);
  const body = [
    textAt(MARGIN, 40, fitText(name, 21, width, 600), { size: 21, weight: 600 }),
    ...drawn,
    `<g transform="translate(${MARGIN} ${decimal(foot)})">${last ? withOwnNames(legend.body, panels.length - 1) : ''}</g>`,
  ];
  const description = panels.map(({ label }) => label).join('; ');
  return wrapSvg(width + 2 * MARGIN, foot + legend.height + MARGIN - 8, name, description, body.join('\n'));
}

/** The kept panels nearest to even parts of the run. */
function spread({ count, panels }: Snapshots, lastStep: number): Panel[] {
  const chosen = new Set<Panel>();
  for (let k = 1; k <= count; k++) {
    const wanted = (k * lastStep) / count;
    const distance = ({ step }: Panel) => Math.abs(step - wanted);
    chosen.add(panels.reduce((best, panel) => (distance(panel) < distance(best) ? panel : best)));
  }
  return panels.filter((panel) => chosen.has(panel));
}

function letterOf(k: number): string {
  return k < 26 ? String.fromCharCode(97 + k) : String(k + 1);
}

/** The same text with names of its own for clip paths, patterns and gradients: the panels are one document. */
function withOwnNames(text: string, panel: number): string {
  return text
    .replace(/ id="([^"]*)"/g, ` id="p${panel}-$1"`)
    .replace(/url\(#([^)]*)\)/g, `url(#p${panel}-$1)`);
}
