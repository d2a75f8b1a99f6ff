import { cos, sin } from '../numerics/index.ts';
import type { CompetitionFixedPoint, StabilityAnalysis } from '../steering/competition/index.ts';
import { lengthOf, square } from './arithmetic.ts';
import { findBasins, type Pair, type Point, rateAt, traceSeparatrix } from './phase-flow.ts';
import {
  attributes,
  decimal,
  fitText,
  ink,
  markedWidth,
  palette,
  roundTicks,
  textAt,
  tickLabel,
  withoutMarks,
  wrapSvg,
} from './svg.ts';

/** What a picture of a phase plane shows. */
export type PhasePlane = {
  title: string;
  alpha: readonly [number, number];
  gamma12: number;
  gamma21: number;
  /** The result of `analyseStability` for these rates. */
  analysis: StabilityAnalysis;
  /** Names of the two classes. Default: class 1 and class 2. */
  names?: readonly [string, string];
};

type Kind = NonNullable<CompetitionFixedPoint['kind']>;
type Plotted = { at: Point; kind: Kind; support: readonly number[] };
type Scales = { across(w1: number): number; down(w2: number): number; extent: number };

const size = { left: 74, right: 30, plot: 560, line: 20, legendRow: 24 } as const;
const width = size.left + size.plot + size.right;
const ROWS = 280;
const ARROWS = 16;

/** Colours of basins by the classes that stay on: first, second, both. Tints of the palette on which dark lines show. */
const tints = { 0: '#d6e8f5', 1: '#fbe3d2', both: '#d5efe5' } as const;
const nullclines = [
  { colour: palette[0], dash: undefined },
  { colour: palette[1], dash: '9 5' },
] as const;

/** The phase plane of two competing weights: flow, basins and fixed points. */
export function drawPhasePlane(plane: PhasePlane): string {
  const { title, analysis, names = ['class 1', 'class 2'] } = plane;
  if (analysis.classes !== 2) throw new RangeError(`a phase plane has 2 classes, not ${analysis.classes}`);
  const points = analysis.fixedPoints.flatMap(({ weights, kind, support }): Plotted[] =>
    weights && kind ? [{ at: [weights[0], weights[1]], kind, support }] : [],
  );
  const stable = points.filter(({ kind }) => kind === 'stable');
  const extent = 1.2 * Math.max(1, ...points.flatMap(({ at }) => at));
  const separatrices = points
    .filter(({ kind, support }) => kind === 'saddle' && support.length === 2)
    .map(({ at }) => traceSeparatrix(plane, at, extent));
  const legend = layLegend(legendEntries(points, names, separatrices.length > 0));
  const top = 66 + legend.height;
  const bottom = top + size.plot;
  const scales: Scales = {
    across: (w1) => size.left + (w1 / extent) * size.plot,
    down: (w2) => bottom - (w2 / extent) * size.plot,
    extent,
  };
  const caption = describe(plane, points);
  const body = [
    textAt(size.left, 38, fitText(title, 19, size.plot, 600), { size: 19, weight: 600 }),
    `<g transform="translate(${size.left} 58)">${legend.body}</g>`,
    `<clipPath id="plane"><rect${attributes({ x: size.left, y: top, width: size.plot, height: size.plot })}/></clipPath>`,
    '<g clip-path="url(#plane)">',
    drawBasins(plane, stable, scales),
    drawArrows(plane, points, scales),
    ...separatrices.map((line) => drawLine(line, scales, { stroke: ink.text, 'stroke-width': 2.25 })),
    '</g>',
    drawFrame(names, scales, top, bottom),
    `<clipPath id="lines"><rect${attributes({ x: size.left - 2, y: top, width: size.plot + 2, height: size.plot + 2 })}/></clipPath>`,
    '<g clip-path="url(#lines)">',
    ...drawNullclines(plane, scales),
    '</g>',
    ...points.map(({ at, kind }) => drawPoint(scales.across(at[0]), scales.down(at[1]), kind)),
    ...caption.map((line, i) =>
      textAt(size.left, bottom + 74 + i * size.line, line, { colour: ink.quiet }, true),
    ),
  ];
  const height = bottom + 74 + caption.length * size.line;
  const description = `Phase plane of the weights ${names[0]} and ${names[1]}. ${caption.map(withoutMarks).join(' ')}`;
  return wrapSvg(width, height, title, description, body.filter((part) => part !== '').join('\n'));
}

function tintOf(support: readonly number[]): string {
  return support.length === 2 ? tints.both : tints[support[0] === 0 ? 0 : 1];
}

function drawBasins(pair: Pair, stable: readonly Plotted[], { across, down, extent }: Scales): string {
  const ends = stable.map(({ at }) => at);
  const runs = findBasins(pair, ends, extent, ROWS);
  const rowHeight = size.plot / ROWS;
  return stable
    .map(({ support }, end) => {
      const pieces: string[] = [];
      for (let k = 0; k < runs.length; k++) {
        const { row, from, to } = runs[k];
        if (runs[k].end !== end) continue;
        // Equal rows are drawn as one piece: without a boundary a basin is one rectangle.
        let last = row;
        const next = () => runs.findIndex((run) => run.row === last + 1 && isSame(run, runs[k]));
        for (let found = next(); found >= 0; found = next()) {
          runs[found] = { ...runs[found], end: -1 };
          last++;
        }
        const left = across(from);
        const right = across(to);
        const high = down(((last + 1) / ROWS) * extent);
        const tall = (last - row + 1) * rowHeight;
        pieces.push(
          `M${decimal(left)} ${decimal(high)}H${decimal(right)}v${decimal(tall)}H${decimal(left)}z`,
        );
      }
      return pieces.length === 0
        ? ''
        : `<path d="${pieces.join('')}" fill="${tintOf(support)}" shape-rendering="crispEdges"/>`;
    })
    .filter((path) => path !== '')
    .join('\n');
}

type Extent = { from: number; to: number; end: number };
function isSame(some: Extent, other: Extent): boolean {
  return some.from === other.from && some.to === other.to && some.end === other.end;
}

/** Directions of the flow; arrows are longer where it is faster, and left out on the fixed points. */
function drawArrows(pair: Pair, points: readonly Plotted[], { across, down, extent }: Scales): string {
  const places: { x: number; y: number; rate: Point; speed: number }[] = [];
  for (let row = 0; row < ARROWS; row++) {
    for (let column = 0; column < ARROWS; column++) {
      const at: Point = [((column + 0.5) / ARROWS) * extent, ((row + 0.5) / ARROWS) * extent];
      const rate = rateAt(pair, at);
      places.push({ x: across(at[0]), y: down(at[1]), rate, speed: lengthOf(...rate) });
    }
  }
  const fastest = Math.max(...places.map(({ speed }) => speed));
  const paths = places.map(({ x, y, rate, speed }) => {
    const isOnPoint = points.some(({ at }) => lengthOf(across(at[0]) - x, down(at[1]) - y) < 13);
    if (isOnPoint || speed === 0) return '';
    const length = 9 + 15 * Math.sqrt(speed / fastest);
    const ux = rate[0] / speed;
    const uy = -rate[1] / speed;
    const tipX = x + (ux * length) / 2;
    const tipY = y + (uy * length) / 2;
    const wing = (side: number) =>
      `${decimal(tipX - 4.5 * ux + side * 2.6 * uy)} ${decimal(tipY - 4.5 * uy - side * 2.6 * ux)}`;
    const tip = `${decimal(tipX)} ${decimal(tipY)}`;
    return `M${decimal(x - (ux * length) / 2)} ${decimal(y - (uy * length) / 2)}L${tip}M${wing(1)}L${tip}L${wing(-1)}`;
  });
  return `<path d="${paths.join('')}" fill="none" stroke="#767c84" stroke-width="1.1" stroke-linecap="round" stroke-linejoin="round"/>`;
}

function drawLine(
  line: readonly Point[],
  { across, down }: Scales,
  style: Record<string, string | number | undefined>,
): string {
  const path = line.map(
    ([x, y], i) => `${i === 0 ? 'M' : 'L'}${decimal(across(x), 1)} ${decimal(down(y), 1)}`,
  );
  return `<path${attributes({ d: path.join(''), fill: 'none', ...style, 'stroke-linejoin': 'round' })}/>`;
}

/** Where a weight does not change: on the axis where it is zero, and on an arc of α (1 − w²) = γ times the other's square. */
function drawNullclines({ alpha, gamma12, gamma21 }: Pair, scales: Scales): string[] {
  const ratios = [gamma12 / alpha[0], gamma21 / alpha[1]];
  return nullclines.flatMap(({ colour, dash }, own) => {
    const style = { stroke: colour, 'stroke-width': 2.25, 'stroke-dasharray': dash };
    const turn = (along: number, other: number): Point => (own === 0 ? [along, other] : [other, along]);
    const arc: Point[] = [];
    for (let step = 0; step <= 180; step++) {
      const angle = (step / 180) * (Math.PI / 2);
      const inverse = square(cos(angle)) + ratios[own] * square(sin(angle));
      // Beyond the plane already, and with γ ≤ 0 on its way to infinity.
      if (inverse < 0.1 / square(scales.extent)) break;
      const radius = 1 / Math.sqrt(inverse);
      arc.push(turn(radius * cos(angle), radius * sin(angle)));
    }
    return [drawLine([turn(0, 0), turn(0, scales.extent)], scales, style), drawLine(arc, scales, style)];
  });
}

function drawFrame(
  names: readonly [string, string],
  { across, down, extent }: Scales,
  top: number,
  bottom: number,
): string {
  const ticks = roundTicks(0, extent, 6);
  const right = size.left + size.plot;
  const label = (i: 0 | 1) => `w_{${i + 1}} (${fitText(names[i], 13, 220)})`;
  const step = ticks[1] - ticks[0];
  return [
    ...ticks.flatMap((tick) => [
      `<path d="M${decimal(across(tick))} ${bottom}v5M${size.left} ${decimal(down(tick))}h-5" stroke="${ink.line}"/>`,
      textAt(across(tick), bottom + 22, tickLabel(tick, step), { anchor: 'middle', colour: ink.quiet }),
      textAt(size.left - 10, down(tick) + 4.5, tickLabel(tick, step), { anchor: 'end', colour: ink.quiet }),
    ]),
    // The other two sides are nullclines.
    `<path d="M${size.left} ${top}H${right}V${bottom}" fill="none" stroke="${ink.faint}"/>`,
    textAt((size.left + right) / 2, bottom + 46, label(0), { anchor: 'middle' }, true),
    textAt(24, (top + bottom) / 2, label(1), { anchor: 'middle', rotate: -90 }, true),
  ].join('\n');
}

/** Stable filled, unstable open, saddles half; marginal ones grey. */
function drawPoint(x: number, y: number, kind: Kind): string {
  const fill = kind === 'stable' ? ink.text : kind === 'marginal' ? '#9aa0a6' : ink.paper;
  const circle = `<circle${attributes({ cx: x, cy: y, r: 6, fill, stroke: ink.text, 'stroke-width': 1.75 })}/>`;
  if (kind !== 'saddle') return circle;
  return `${circle}<path d="M${decimal(x)} ${decimal(y - 6)}a6 6 0 0 1 0 12z" fill="${ink.text}"/>`;
}

type Entry = { label: string; sample: number; draw(x: number, y: number): string };

function legendEntries(
  points: readonly Plotted[],
  names: readonly [string, string],
  isParted: boolean,
): Entry[] {
  const line = (stroke: string, dash?: string) => (x: number, y: number) =>
    `<path${attributes({ d: `M${decimal(x)} ${decimal(y)}h30`, stroke, 'stroke-width': 2.25, 'stroke-dasharray': dash })}/>`;
  const kinds = ['stable', 'saddle', 'unstable', 'marginal'] as const;
  return [
    ...nullclines.map(({ colour, dash }, i) => ({
      label: `ẇ_{${i + 1}} = 0`,
      sample: 30,
      draw: line(colour, dash),
    })),
    ...(isParted ? [{ label: 'separatrix', sample: 30, draw: line(ink.text) }] : []),
    ...kinds
      .filter((kind) => points.some((point) => point.kind === kind))
      .map((kind) => ({
        label: kind,
        sample: 13,
        draw: (x: number, y: number) => drawPoint(x + 6.5, y, kind),
      })),
    ...points
      .filter(({ kind }) => kind === 'stable')
      .map(({ support }) => ({
        label: `ends with ${nameSupport(support, names)}`,
        sample: 18,
        draw: (x: number, y: number) =>
          `<rect${attributes({ x: x + 0.5, y: y - 6.5, width: 17, height: 13, fill: tintOf(support), stroke: ink.faint })}/>`,
      })),
  ];
}

function nameSupport(support: readonly number[], names: readonly [string, string]): string {
  return support.length === 2 ? 'both on' : `${fitText(names[support[0]], 13, 180)} alone`;
}

function layLegend(entries: readonly Entry[]): { body: string; height: number } {
  let x = 0;
  let y = 0;
  const body = entries.map(({ label, sample, draw }) => {
    const wide = sample + 8 + markedWidth(label, 13);
    if (x > 0 && x + wide > size.plot + size.right) {
      x = 0;
      y += size.legendRow;
    }
    const drawn = `${draw(x, y + 8.5)}${textAt(x + sample + 8, y + 13, label, {}, true)}`;
    x += wide + 21;
    return drawn;
  });
  return { body: body.join(''), height: y + size.legendRow };
}

/** The rates, and the fixed points by kind. */
function describe({ alpha, gamma12, gamma21 }: Pair, points: readonly Plotted[]): string[] {
  const figure = (value: number) => decimal(value, 3);
  const rate = (value: number) => String(Number(value.toPrecision(4))).replaceAll('-', '−');
  const list = (kind: Kind) =>
    points.filter((point) => point.kind === kind).map(({ at }) => `(${figure(at[0])}, ${figure(at[1])})`);
  const kinds = (['stable', 'saddle', 'unstable', 'marginal'] as const).filter(
    (kind) => list(kind).length > 0,
  );
  const plural = (kind: Kind) => (kind === 'saddle' && list(kind).length > 1 ? 'saddles' : kind);
  const sentence = kinds.map((kind) => `${plural(kind)} ${list(kind).join(' and ')}`).join(';  ');
  return [
    `α_{1} = ${rate(alpha[0])}, α_{2} = ${rate(alpha[1])};  γ_{12} = ${rate(gamma12)}, γ_{21} = ${rate(gamma21)}`,
    sentence.charAt(0).toUpperCase() + sentence.slice(1),
  ];
}
