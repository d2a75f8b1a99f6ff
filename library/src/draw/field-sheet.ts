import { lengthOf } from './arithmetic.ts';
import { drawField, FIELD_COLOUR } from './field-layer.ts';
import type { LineBounds } from './field-lines.ts';
import { attributes, decimal, ink, textAt, wrapSvg } from './svg.ts';

/** Velocities over the plane, m/s. */
type Sampler = { sample(x: number, y: number, out: Float64Array): void };

/** A field and what its picture shows of it. */
export type FieldSheet = {
  title: string;
  /** The part of the world that every panel shows, m. */
  bounds: LineBounds;
  /** One panel for each field. */
  panels: readonly { title: string; field: Sampler; note?: string }[];
  /** The speed that has the darkest shade, m/s. */
  fastest: number;
  /** Panels in a row. */
  columns: number;
};

const MARGIN = 32;
const GAP = 24;
const WIDTH = 300;
/** Squares of shade across a panel. */
const SHADES = 60;
const DARKEST = 0.55;

/** Fields side by side: streamlines show the direction, shades the speed. */
export function drawFieldSheet({ title, bounds, panels, fastest, columns }: FieldSheet): string {
  const scale = WIDTH / (bounds.maxX - bounds.minX);
  const height = (bounds.maxY - bounds.minY) * scale;
  const view = {
    ...bounds,
    scale,
    across: (x: number) => (x - bounds.minX) * scale,
    down: (y: number) => (bounds.maxY - y) * scale,
  };
  const vector = new Float64Array(2);
  const bodies = panels.map(({ title: name, field, note }, k) => {
    const left = MARGIN + (k % columns) * (WIDTH + GAP);
    const top = 92 + Math.floor(k / columns) * (height + 56);
    const lines = drawField((x, y, out) => {
      field.sample(x, y, out);
      return out[0] !== 0 || out[1] !== 0;
    }, view);
    const frame = attributes({ width: WIDTH, height });
    return [
      `<g transform="translate(${decimal(left)} ${decimal(top)})">`,
      textAt(0, -8, name, { size: 14, weight: 600 }),
      note === undefined ? '' : textAt(WIDTH, -8, note, { size: 12, colour: ink.quiet, anchor: 'end' }),
      `<rect${frame} fill="${ink.ground}"/>`,
      shades(field, bounds, scale, fastest, vector),
      lines,
      `<rect${frame} fill="none" stroke="${ink.faint}"/>`,
      '</g>',
    ].join('\n');
  });
  const rows = Math.ceil(panels.length / columns);
  const foot = 92 + rows * (height + 56) - 34;
  const width = 2 * MARGIN + columns * WIDTH + (columns - 1) * GAP;
  const body = [
    textAt(MARGIN, 44, title, { size: 21, weight: 600 }),
    ...bodies,
    scaleOf(foot, fastest, scale),
  ];
  return wrapSvg(
    width,
    foot + 40,
    title,
    `Fields: ${panels.map((panel) => panel.title).join(', ')}`,
    body.join('\n'),
  );
}

/** Squares that are darker where the field is faster; nearly still ones are left out. */
function shades(
  field: Sampler,
  { minX, minY, maxX, maxY }: LineBounds,
  scale: number,
  fastest: number,
  vector: Float64Array,
): string {
  const side = (maxX - minX) / SHADES;
  const classes = new Map<number, string>();
  for (let y = minY; y < maxY - 1e-9; y += side) {
    for (let x = minX; x < maxX - 1e-9; x += side) {
      field.sample(x + side / 2, y + side / 2, vector);
      const part = Math.round(10 * Math.min(1, lengthOf(vector[0], vector[1]) / fastest));
      if (part === 0) continue;
      const top = Math.min(y + side, maxY);
      const square = `M${decimal((x - minX) * scale, 1)} ${decimal((maxY - top) * scale, 1)}h${decimal(side * scale, 1)}v${decimal((top - y) * scale, 1)}h-${decimal(side * scale, 1)}z`;
      classes.set(part, `${classes.get(part) ?? ''}${square}`);
    }
  }
  return [...classes]
    .map(([part, d]) => `<path fill="${SHADE}" fill-opacity="${decimal(opacityOf(part / 10), 3)}" d="${d}"/>`)
    .join('\n');
}

const SHADE = '#d8c7a0';
const opacityOf = (part: number) => part * DARKEST;

/** The legend of lines and shades. */
function scaleOf(top: number, fastest: number, scale: number): string {
  const metres = 5;
  const bar = `<path d="M${MARGIN + 0.75} ${decimal(top + 4)}v8h${decimal(metres * scale - 1.5)}v-8" fill="none" stroke="${ink.text}" stroke-width="1.5"/>`;
  const blocksAt = MARGIN + metres * scale + 110;
  const blocks = Array.from(
    { length: 10 },
    (_, k) =>
      `<rect x="${decimal(blocksAt + 16 * k)}" y="${decimal(top + 2)}" width="16" height="12" fill="${SHADE}" fill-opacity="${decimal(opacityOf((k + 1) / 10), 3)}"/>`,
  ).join('');
  const lineAt = blocksAt + 260;
  return [
    bar,
    textAt(MARGIN + metres * scale + 8, top + 13, `${metres} m`),
    textAt(blocksAt - 8, top + 13, '0', { anchor: 'end' }),
    blocks,
    `<rect x="${decimal(blocksAt)}" y="${decimal(top + 2)}" width="160" height="12" fill="none" stroke="${ink.faint}"/>`,
    textAt(blocksAt + 168, top + 13, `${decimal(fastest, 2)} m/s`),
    `<path d="M${decimal(lineAt)} ${decimal(top + 8.5)}h26" stroke="${FIELD_COLOUR}" stroke-width="1"/>`,
    textAt(lineAt + 34, top + 13, 'streamline'),
  ].join('\n');
}
