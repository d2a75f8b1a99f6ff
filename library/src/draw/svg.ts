/** The parts that every picture is made of. A picture is a text computed from data: the same data give the same text. */

import { decimalExponentOf, powerOfTen } from './arithmetic.ts';

/** Characters that XML 1.0 cannot represent, among them halves of surrogate pairs. */
const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Text escaped for use between tags and in attributes. */
export function escapeText(text: string): string {
  return text
    .replace(UNWRITABLE, '\uFFFD')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}

/** A whole number with separated thousands. */
export function wholeNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, '\u202F');
}

/** A number with at most `decimals` decimals, never with an exponent, never −0. */
export function decimal(value: number, decimals = 2): string {
  if (!Number.isFinite(value)) throw new RangeError(`a picture has no place for ${value}`);
  const text = value.toFixed(decimals);
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return short === '-0' ? '0' : short;
}

/** `name="value"` for every attribute, each after a space; undefined ones are left out. */
export function attributes(values: Record<string, string | number | undefined>): string {
  return Object.entries(values)
    .map(([name, value]) => {
      if (value === undefined) return '';
      return ` ${name}="${typeof value === 'number' ? decimal(value) : escapeText(value)}"`;
    })
    .join('');
}

export type TextStyle = {
  size?: number;
  colour?: string;
  weight?: number;
  anchor?: 'start' | 'middle' | 'end';
  /** A rim in the colour of the ground, so that the text can be read on anything. */
  halo?: string;
  rotate?: number;
};

/** A line of text; `_{…}` is set as a subscript when the text is one of ours. */
export function textAt(
  x: number,
  y: number,
  text: string,
  style: TextStyle = {},
  subscripts = false,
): string {
  const { size = 13, colour = ink.text, weight, anchor, halo, rotate } = style;
  const turn = rotate === undefined ? undefined : `rotate(${decimal(rotate)} ${decimal(x)} ${decimal(y)})`;
  const list = attributes({
    x,
    y,
    'font-size': size,
    fill: colour,
    'font-weight': weight,
    'text-anchor': anchor === 'start' ? undefined : anchor,
    transform: turn,
    ...(halo ? { stroke: halo, 'stroke-width': 3, 'stroke-linejoin': 'round', 'paint-order': 'stroke' } : {}),
  });
  return `<text${list}>${subscripts ? setSubscripts(text, size) : escapeText(text)}</text>`;
}

/** Approximate width of a line of text with `_{…}` marks. */
export function markedWidth(text: string, size: number): number {
  const lows = [...text.matchAll(/_\{([^}]*)\}/g)].map(([, low]) => low).join('');
  return widthOf(text.replace(/_\{([^}]*)\}/g, ''), size) + widthOf(lows, 0.75 * size);
}

/** The plain text of a line with `_{…}` marks. */
export function withoutMarks(text: string): string {
  return text.replace(/_\{([^}]*)\}/g, '$1');
}

function setSubscripts(text: string, size: number): string {
  const drop = decimal(size * 0.22);
  return escapeText(text).replace(
    /_\{([^}]*)\}(.?)/gu,
    (_, low: string, next: string) =>
      `<tspan dy="${drop}" font-size="${decimal(size * 0.75)}">${low}</tspan><tspan dy="-${drop}">${next || '\u200B'}</tspan>`,
  );
}

/** Approximate width of a line of text: fonts differ, so layouts leave room. Wide scripts take a square for each sign. */
export function widthOf(text: string, size: number, weight = 400): number {
  let width = 0;
  for (const sign of text)
    width += sign.codePointAt(0)! > 0x2e80 ? 1 : /[ilj.,:;|'!() ]/.test(sign) ? 0.34 : 0.58;
  return width * size * (weight >= 600 ? 1.22 : 1.04);
}

/** The text, or as much of it as fits, with an ellipsis. */
export function fitText(text: string, size: number, width: number, weight = 400): string {
  if (widthOf(text, size, weight) <= width) return text;
  let fitting = '';
  for (const sign of text) {
    if (widthOf(`${fitting}${sign}…`, size, weight) > width) break;
    fitting += sign;
  }
  return `${fitting.trimEnd()}…`;
}

/** A whole document. The title and the description are for readers who do not see the picture. */
export function wrapSvg(
  width: number,
  height: number,
  title: string,
  description: string,
  body: string,
): string {
  const size = `width="${decimal(width)}" height="${decimal(height)}" viewBox="0 0 ${decimal(width)} ${decimal(height)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" font-family="${fonts}">`,
    `<title>${escapeText(title)}</title>`,
    `<desc>${escapeText(description)}</desc>`,
    `<rect width="100%" height="100%" fill="${ink.paper}"/>`,
    body,
    '</svg>',
    '',
  ].join('\n');
}

const fonts =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'DejaVu Sans', Arial, sans-serif";

/** Neutral colours. Text has a contrast of 7:1 and more on paper. */
export const ink = {
  paper: '#ffffff',
  ground: '#f6f5f2',
  text: '#1f2328',
  quiet: '#4f565e',
  line: '#3b4046',
  faint: '#c9c8c3',
  body: '#cfcdc6',
} as const;

/**
 * Okabe and Ito's palette, distinguishable with any colour vision, without its yellow, which is too pale on light
 * ground, and its black, which walls have.
 */
export const palette = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'] as const;

/** 1, 2 or 5 times a power of ten: the largest that is not above the value. */
export function roundDown(value: number): number {
  if (!(value > 0)) return 0;
  const power = powerOfTen(decimalExponentOf(value * (1 + 1e-12)));
  const leading = value / power;
  return (leading >= 5 - 1e-9 ? 5 : leading >= 2 - 1e-9 ? 2 : 1) * power;
}

/** Ticks at round numbers over [low, high], about `wanted` of them and at most a third more. */
export function roundTicks(low: number, high: number, wanted: number): number[] {
  const least = (0.75 * (high - low)) / Math.max(1, wanted);
  const down = roundDown(least);
  const step = [1, 2, 2.5, 5, 10]
    .map((times) => roundDown(down * times))
    .find((size) => size >= least * (1 - 1e-9))!;
  const ticks: number[] = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) ticks.push(i * step + 0);
  return ticks;
}

/** A tick's number with the decimals that its step needs. */
export function tickLabel(value: number, step: number): string {
  const decimals = Math.max(0, Math.min(12, -decimalExponentOf(step * (1 + 1e-9))));
  return decimal(value, decimals).replace('-', '−');
}
