import { describe, expect, test } from 'vitest';
import { drawPlot, type Plot } from './plot.ts';

const plot: Plot = {
  title: 'Single file: speed over density',
  x: { label: 'density', min: 0, max: 4 },
  y: { label: 'speed', min: 0, max: 2 },
  bands: [{ label: 'RiMEA 16, 10 to 90 %', colour: '#d55e00', low: [[0, 0]], high: [[0, 1]] }],
  curves: [
    { label: 'Weidmann 1993', colour: '#3b4046', points: [[0, 1]] },
    { label: 'Jülich, median', colour: '#d55e00', points: [[0, 1]] },
  ],
  clouds: [{ label: 'simulated, by seed and density', colour: '#0072b2', points: [[1, 1]] }],
};

/** Widths of the letters of DejaVu Sans, the widest of the usual fonts, in 2048ths of the size: its own table. */
const WIDTHS: Record<string, number> = {
  ...{ ' ': 651, ',': 651, '.': 651, ':': 690, '%': 1946 },
  ...Object.fromEntries([...'0123456789'].map((digit) => [digit, 1303])),
  ...{ a: 1255, b: 1300, c: 1126, d: 1300, e: 1260, f: 721, g: 1300, h: 1298, i: 569, j: 569, k: 1186 },
  ...{ l: 569, m: 1995, n: 1298, o: 1253, p: 1300, q: 1300, r: 842, s: 1067, t: 803, u: 1298, v: 1212 },
  ...{ w: 1675, x: 1212, y: 1212, z: 1075, ü: 1298 },
  ...{ A: 1401, E: 1294, I: 604, J: 604, M: 1767, R: 1423, W: 2025 },
};
const widthOf = (text: string) => [...text].reduce((sum, sign) => sum + (13 * WIDTHS[sign]) / 2048, 0);

/** The legend's samples and texts, each with where it begins and ends. */
function legendOf(svg: string): { x: number; end: number; y: number; text?: string }[] {
  const [, legend] = /<g transform="translate\([\d.]+ \d+\)">(.*?)<\/g>/s.exec(svg)!;
  return [
    ...[...legend.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)</g)].map(([, x, y, text]) => ({
      x: Number(x),
      end: Number(x) + widthOf(text),
      y: Number(y) - 4.5,
      text,
    })),
    ...[...legend.matchAll(/d="M([\d.]+) ([\d.]+)h30"/g)].map(([, x, y]) => ({
      x: Number(x),
      end: Number(x) + 30,
      y: Number(y),
    })),
    ...[...legend.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"/g)].map(([, x, y, r]) => ({
      x: Number(x) - Number(r),
      end: Number(x) + Number(r),
      y: Number(y),
    })),
  ].sort((a, b) => a.y - b.y || a.x - b.x);
}

describe.each([undefined, 640, 400])('a plot of %s pixels', (width) => {
  const svg = drawPlot(plot, width === undefined ? {} : { width, plotHeight: 240 });

  test('has entries of the legend that do not touch each other or the edge, in a wide font too', () => {
    const parts = legendOf(svg);
    expect(parts.filter(({ text }) => text !== undefined)).toHaveLength(4);
    const left = Number(/translate\(([\d.]+) \d+\)/.exec(svg)![1]);
    parts.forEach(({ end, x, y }, k) => {
      const next = parts[k + 1];
      if (next?.y === y) expect(next.x - end).toBeGreaterThan(4);
      expect(left + end).toBeLessThan(width ?? 900);
      expect(x).toBeGreaterThanOrEqual(0);
    });
  });

  test('is as wide as asked for, and all its texts keep their size', () => {
    expect(svg).toContain(`width="${width ?? 900}"`);
    const sizes = [...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
    expect(Math.min(...sizes)).toBe(13);
    expect(svg).toContain('>Single file: speed over density</text>');
  });
});

test('a heading that is too long for one line has two, and the plot moves down by a line', () => {
  const title = 'Turns in random rooms a: share of the time above each rate';
  const [wide, narrow] = [900, 400].map((width) =>
    drawPlot({ ...plot, title, curves: [], bands: [] }, { width }),
  );
  expect(wide).toContain(`>${title}</text>`);
  const lines = [...narrow.matchAll(/<text x="12" y="(\d+)"[^>]*>([^<]*)</g)].map(([, y, text]) => [y, text]);
  expect(lines.map(([y]) => y)).toEqual(['38', '58']);
  expect(lines.map(([, text]) => text).join(' ')).toBe(title);
  const heightOf = (svg: string) => Number(/height="([\d.]+)"/.exec(svg)![1]);
  expect(heightOf(narrow)).toBe(heightOf(wide) + 20);
});
