import {
  attributes,
  decimal,
  fitText,
  ink,
  markedWidth,
  roundTicks,
  textAt,
  tickLabel,
  withoutMarks,
  wrapSvg,
} from './svg.ts';

/** Curves over one axis. In texts of a plot other than its title, `_{…}` is a subscript. */
export type Plot = {
  title: string;
  /** Lines below the plot. */
  caption?: readonly string[];
  x: Axis;
  y: Axis;
  curves: readonly Curve[];
  /** Areas between two curves over the same abscissas, below everything else. */
  bands?: readonly Band[];
  /** Clouds of small points. */
  clouds?: readonly Cloud[];
  marks?: readonly Mark[];
  /** Vertical lines with a text at their upper end. */
  verticals?: readonly { at: number; label: string }[];
  /** Entries of the legend besides the curves'. */
  symbols?: readonly { symbol: Mark['symbol']; label: string }[];
};

/** An axis of a plot. */
export type Axis = { label: string; min: number; max: number; ticks?: readonly Tick[] };
/** A mark on an axis. */
export type Tick = { at: number; label: string };

type Curve = {
  label: string;
  points: readonly (readonly [number, number])[];
  colour: string;
  /** Lengths of dashes and gaps: curves differ in black and white too. */
  dash?: string;
  width?: number;
};

type Band = {
  label: string;
  low: readonly (readonly [number, number])[];
  high: readonly (readonly [number, number])[];
  colour: string;
};

type Cloud = {
  label: string;
  points: readonly (readonly [number, number])[];
  colour: string;
  /** Pixels; 3 if absent. */
  radius?: number;
};

/** Something that a plot marks. */
export type Mark = { x: number; y: number; symbol: 'filled' | 'open'; label?: string };

type Scale = (value: number) => number;

/** Pixels of a picture and of its plot; texts have the same size in all pictures. */
export type PlotSize = { width?: number; plotHeight?: number };

/** Pixels around a plot and between its lines of text. */
type Frame = { width: number; plotHeight: number; left: number; right: number; plotWidth: number };

const LINE = 20;
/** Narrower pictures have smaller margins and headings, and their legend begins at the left edge. */
const NARROW = 600;

function frameOf({ plotHeight = 330, width = 900 }: PlotSize): Frame {
  const [left, right] = width < NARROW ? [62, 14] : [78, 30];
  return { width, plotHeight, left, right, plotWidth: width - left - right };
}

/** A plot as an SVG text. */
export function drawPlot(plot: Plot, pictureSize: PlotSize = {}): string {
  const size = frameOf(pictureSize);
  const { title, x, y, curves, caption = [], marks = [], verticals = [], symbols = [] } = plot;
  const { bands = [], clouds = [] } = plot;
  const isNarrow = size.width < NARROW;
  const [heading, from] = isNarrow ? [15, 12] : [19, size.left];
  const legend = layLegend(size.width - from - size.right, curves, bands, clouds, symbols);
  const titles = linesOf(title, heading, size.width - from - size.right);
  const legendTop = 56 + (titles.length - 1) * LINE;
  const top = legendTop + 8 + legend.height + (verticals.length > 0 ? 18 : 0);
  const bottom = top + size.plotHeight;
  const height = bottom + 66 + caption.length * LINE + (caption.length > 0 ? 8 : 0);
  const across = (value: number) => size.left + ((value - x.min) / (x.max - x.min)) * size.plotWidth;
  const down = (value: number) => bottom - ((value - y.min) / (y.max - y.min)) * size.plotHeight;
  const body = [
    ...titles.map((line, k) => textAt(from, 38 + k * LINE, line, { size: heading, weight: 600 })),
    `<g transform="translate(${from} ${legendTop})">${legend.body}</g>`,
    drawAxes(size, x, y, across, down, top, bottom),
    `<clipPath id="plot"><rect${attributes({ x: size.left, y: top - 6, width: size.plotWidth, height: size.plotHeight + 12 })}/></clipPath>`,
    '<g clip-path="url(#plot)">',
    ...bands.map((band) => drawBand(band, across, down)),
    ...clouds.map((cloud) => drawCloud(cloud, across, down)),
    ...curves.map((curve) => drawCurve(curve, across, down)),
    '</g>',
    ...verticals.map(({ at, label }) => drawVertical(size, across(at), label, top, bottom)),
    ...marks.map((mark) => drawMark(across(mark.x), down(mark.y), mark)),
    ...caption.map((line, i) => textAt(size.left, bottom + 70 + i * LINE, line, { colour: ink.quiet }, true)),
  ];
  const description = `${withoutMarks(y.label)} over ${withoutMarks(x.label)}: ${[...curves, ...bands, ...clouds].map(({ label }) => withoutMarks(label)).join(', ')}. ${caption.map(withoutMarks).join(' ')}`;
  return wrapSvg(size.width, height, title, description.trim(), body.join('\n'));
}

/** A heading in one line, or in two where it is too long for one; what two do not hold is left out. */
function linesOf(text: string, fontSize: number, width: number): string[] {
  const fits = (line: string) => fitText(line, fontSize, width, 600) === line;
  if (fits(text)) return [text];
  const words = text.split(' ');
  let first = words.length - 1;
  while (first > 1 && !fits(words.slice(0, first).join(' '))) first--;
  const lines = [words.slice(0, first).join(' '), words.slice(first).join(' ')];
  return lines.filter((line) => line !== '').map((line) => fitText(line, fontSize, width, 600));
}

/** Ticks at round numbers, for an axis without given ticks. */
function ticksOf(axis: Axis, wanted: number): readonly Tick[] {
  if (axis.ticks) return axis.ticks;
  const values = roundTicks(axis.min, axis.max, wanted);
  const step = values.length > 1 ? values[1] - values[0] : 1;
  return values.map((at) => ({ at, label: tickLabel(at, step) }));
}

function drawAxes(
  { left, plotWidth, width }: Frame,
  x: Axis,
  y: Axis,
  across: (value: number) => number,
  down: (value: number) => number,
  top: number,
  bottom: number,
): string {
  const right = left + plotWidth;
  const ticks = Math.min(8, Math.round(plotWidth / 55));
  const middle = (top + bottom) / 2;
  const lines: string[] = [];
  for (const { at, label } of ticksOf(y, 6)) {
    const zero = at === 0;
    lines.push(
      `<path d="M${left} ${decimal(down(at))}H${right}" stroke="${zero ? ink.line : ink.faint}" stroke-width="${zero ? 1 : 0.75}"/>`,
      textAt(left - 10, down(at) + 4.5, label, { anchor: 'end', colour: ink.quiet }),
    );
  }
  for (const { at, label } of ticksOf(x, ticks)) {
    lines.push(
      `<path d="M${decimal(across(at))} ${top}V${bottom + 5}" stroke="${ink.faint}" stroke-width="0.75"/>`,
      textAt(across(at), bottom + 22, label, { anchor: 'middle', colour: ink.quiet }),
    );
  }
  return [
    ...lines,
    `<path d="M${left} ${top}V${bottom}H${right}" fill="none" stroke="${ink.line}" stroke-width="1"/>`,
    textAt((left + right) / 2, bottom + 44, x.label, { anchor: 'middle' }, true),
    textAt(width < NARROW ? 16 : 24, middle, y.label, { anchor: 'middle', rotate: -90 }, true),
  ].join('\n');
}

function drawCurve(
  { points, colour, dash, width = 2 }: Curve,
  across: (value: number) => number,
  down: (value: number) => number,
): string {
  const path = points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${decimal(across(x))} ${decimal(down(y))}`);
  return `<path${attributes({ d: path.join(''), fill: 'none', stroke: colour, 'stroke-width': width, 'stroke-dasharray': dash, 'stroke-linejoin': 'round', 'stroke-linecap': dash ? undefined : 'round' })}/>`;
}

function drawBand({ low, high, colour }: Band, across: Scale, down: Scale): string {
  const points = [...high, ...[...low].reverse()];
  const path = points.map(([x, y]) => `${decimal(across(x))} ${decimal(down(y))}`).join('L');
  return points.length === 0 ? '' : `<path d="M${path}Z" fill="${colour}" fill-opacity="0.18"/>`;
}

function drawCloud({ points, colour, radius = 3 }: Cloud, across: Scale, down: Scale): string {
  const dots = points.map(([x, y]) => `<circle${attributes({ cx: across(x), cy: down(y), r: radius })}/>`);
  return `<g fill="${colour}" fill-opacity="0.55">${dots.join('')}</g>`;
}

/** The text is on the side with room for it. */
function drawVertical(
  { left, plotWidth }: Frame,
  x: number,
  label: string,
  top: number,
  bottom: number,
): string {
  const width = markedWidth(label, 13) / 2;
  const place = Math.max(left + width, Math.min(left + plotWidth - width, x));
  return [
    `<path d="M${decimal(x)} ${top - 4}V${bottom}" stroke="${ink.quiet}" stroke-width="1" stroke-dasharray="2 3"/>`,
    textAt(place, top - 10, label, { anchor: 'middle', colour: ink.quiet }, true),
  ].join('\n');
}

function drawMark(x: number, y: number, { symbol, label }: Pick<Mark, 'symbol' | 'label'>): string {
  const fill = symbol === 'filled' ? ink.text : ink.paper;
  const circle = `<circle${attributes({ cx: x, cy: y, r: 5, fill, stroke: ink.text, 'stroke-width': 1.75 })}/>`;
  if (label === undefined) return circle;
  return `${circle}${textAt(x, y + 21, label, { size: 11.5, anchor: 'middle', halo: ink.paper }, true)}`;
}

/** Room for an entry of a legend, for the widest of the usual fonts: entries must not touch. */
function roomFor(label: string): number {
  let room = 0;
  for (const sign of withoutMarks(label)) {
    if (sign.codePointAt(0)! > 0x2e80) room += 1;
    else if (/[mwMW%@—]/.test(sign)) room += 0.98;
    else if (/[A-Z]/.test(sign)) room += 0.74;
    else room += /[ilj.,:;|'!() ]/.test(sign) ? 0.39 : 0.64;
  }
  return 13 * room;
}

/** The legend's entries in rows of a width. */
function layLegend(
  rowWidth: number,
  curves: readonly Curve[],
  bands: readonly Band[],
  clouds: readonly Cloud[],
  symbols: Plot['symbols'] = [],
) {
  const row = 22;
  let x = 0;
  let y = 0;
  const place = (label: string, sampleWidth: number, draw: (x: number, y: number) => string) => {
    const width = sampleWidth + 8 + roomFor(label) + 16;
    if (x > 0 && x + width - 16 > rowWidth) {
      x = 0;
      y += row;
    }
    const text = textAt(x + sampleWidth + 8, y + 13, label, {}, true);
    const drawn = `${draw(x, y + 8.5)}${text}`;
    x += width;
    return drawn;
  };
  const body = [
    ...curves.map(({ label, colour, dash, width = 2 }) =>
      place(
        label,
        30,
        (sx, sy) =>
          `<path${attributes({ d: `M${decimal(sx)} ${decimal(sy)}h30`, stroke: colour, 'stroke-width': width, 'stroke-dasharray': dash })}/>`,
      ),
    ),
    ...bands.map(({ label, colour }) =>
      place(
        label,
        30,
        (sx, sy) =>
          `<rect${attributes({ x: sx, y: sy - 6, width: 30, height: 12, fill: colour })} fill-opacity="0.18"/>`,
      ),
    ),
    ...clouds.map(({ label, colour, radius = 3 }) =>
      place(
        label,
        12,
        (sx, sy) => `<circle${attributes({ cx: sx + 6, cy: sy, r: radius + 1, fill: colour })}/>`,
      ),
    ),
    ...symbols.map(({ symbol, label }) => place(label, 12, (sx, sy) => drawMark(sx + 6, sy, { symbol }))),
  ];
  return { body: body.join(''), height: y + row };
}
