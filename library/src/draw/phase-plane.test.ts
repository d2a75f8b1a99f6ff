import { describe, expect, it } from 'vitest';
import { analyseStability } from '../steering/competition/index.ts';
import { findBasins, findEnd, type Pair, traceSeparatrix } from './phase-flow.ts';
import { drawPhasePlane } from './phase-plane.ts';
import { checkXml } from './xml.fixture.ts';

function analyse({ alpha, gamma12, gamma21 }: Pair) {
  return analyseStability(
    [...alpha],
    [
      [0, gamma12],
      [gamma21, 0],
    ],
  );
}

const draw = (pair: Pair, title = 'Two classes') =>
  drawPhasePlane({ title, ...pair, analysis: analyse(pair) });

const both: Pair = { alpha: [0.4, 0.2], gamma12: 0.1, gamma21: 0.05 };
const bistable: Pair = { alpha: [0.3, 0.2], gamma12: 0.5, gamma21: 0.4 };
const alike: Pair = { alpha: [0.3, 0.3], gamma12: 0.5, gamma21: 0.5 };

/** Circles of fixed points in the plane, without the legend's. */
const marks = (svg: string) => svg.slice(svg.indexOf('</clipPath>')).match(/<circle [^>]*>/g) ?? [];
const filled = /fill="#1f2328"/;

describe('the flow of two classes', () => {
  it('parts two equal classes along the diagonal', () => {
    const ends = [
      [1, 0],
      [0, 1],
    ] as const;
    const runs = findBasins(alike, ends, 1.2, 40);
    expect(runs).toHaveLength(80);
    for (const { row, from, to, end } of runs) {
      // Larger w2 to the left of the diagonal.
      const diagonal = ((row + 0.5) / 40) * 1.2;
      expect(end === 1 ? to : from).toBeCloseTo(diagonal, 3);
      expect(end === 1 ? from : to).toBe(end === 1 ? 0 : 1.2);
    }
    const saddle = Math.sqrt(0.3 / 0.8);
    const line = traceSeparatrix(alike, [saddle, saddle], 1.2);
    for (const [x, y] of line) expect(y).toBeCloseTo(x, 9);
    expect(Math.min(...line.map(([x]) => x))).toBeLessThan(0.01);
    expect(Math.max(...line.map(([x]) => x))).toBeGreaterThan(1.19);
  });

  it('runs to different ends from the two sides of the separatrix', () => {
    const [none, first, second, saddle] = analyse(bistable).fixedPoints;
    expect([none.kind, first.kind, second.kind, saddle.kind]).toEqual([
      'unstable',
      'stable',
      'stable',
      'saddle',
    ]);
    const [x, y] = saddle.weights!;
    const ends = [
      [1, 0],
      [0, 1],
    ] as const;
    const line = traceSeparatrix(bistable, [x, y], 1.2).filter(
      ([w1, w2], i) => i % 8 === 0 && w1 > 0.02 && w2 > 0.02,
    );
    expect(line.length).toBeGreaterThan(20);
    for (const [w1, w2] of line) {
      expect(findEnd(bistable, [w1 + 2e-3, w2 - 2e-3], ends)).toBe(0);
      expect(findEnd(bistable, [w1 - 2e-3, w2 + 2e-3], ends)).toBe(1);
    }
  });

  it('has no end if classes help each other without limit', () => {
    expect(findEnd({ alpha: [0.3, 0.3], gamma12: -1, gamma21: -1 }, [0.5, 0.5], [[1, 0]])).toBe(-1);
  });
});

describe('the phase plane', () => {
  it('shows one basin, two nullclines of two parts each, and every fixed point by its kind', () => {
    const svg = draw(both);
    checkXml(svg);
    const points = marks(svg);
    expect(points).toHaveLength(4);
    expect(points.filter((point) => filled.test(point))).toHaveLength(1);
    // Both saddles are half filled, and one in the legend.
    expect(svg.match(/a6 6 0 0 1 0 12z/g)).toHaveLength(3);
    // (√0.8, √0.8) of a plane of 560 pixels over 0 … 1.2, from the left at 74.
    const across = 74 + (Math.sqrt(0.8) / 1.2) * 560;
    expect(points.find((point) => filled.test(point))).toContain(`cx="${across.toFixed(1)}"`);
    // Two parts of each nullcline, and a sample in the legend.
    expect(svg.match(/<path[^>]* stroke="#0072b2"/g)).toHaveLength(3);
    expect(svg.match(/<path[^>]* stroke="#d55e00"/g)).toHaveLength(3);
    expect(svg.match(/<path[^>]*shape-rendering/g)).toHaveLength(1);
    for (const text of ['ends with both on', 'stable', 'saddle', 'unstable', 'Saddles (1, 0) and (0, 1)']) {
      expect(svg.toLowerCase()).toContain(text.toLowerCase());
    }
    expect(svg).not.toContain('separatrix');
    expect(svg).not.toMatch(/NaN|Infinity/);
  });

  it('shows two basins and what parts them where the end depends on the start', () => {
    const svg = draw(bistable);
    checkXml(svg);
    expect(svg).toContain('separatrix');
    expect(svg.match(/<path[^>]*shape-rendering/g)).toHaveLength(2);
    expect(marks(svg).filter((point) => filled.test(point))).toHaveLength(2);
    expect(svg).toContain('ends with class 1 alone');
    expect(svg).toContain('ends with class 2 alone');
  });

  it('is drawn without competition, with help beyond 1, and where nothing is stable', () => {
    const apart = draw({ alpha: [0.4, 0.2], gamma12: 0, gamma21: 0 });
    checkXml(apart);
    expect(apart).toContain('ends with both on');
    const help = draw({ alpha: [0.4, 0.4], gamma12: -0.2, gamma21: 0 });
    checkXml(help);
    expect(help).toContain('= −0.2,');
    expect(help).toContain('(1.225, 1)');
    expect(help).toContain('>1.4<');
    const singular = draw({ alpha: [0.4, 0.2], gamma12: 0.4, gamma21: 0.2 });
    checkXml(singular);
    expect(singular).toContain('marginal');
    expect(singular).not.toContain('ends with');
    for (const svg of [apart, help, singular]) expect(svg).not.toMatch(/NaN|Infinity/);
  });

  it('takes names for the classes, escapes them, and is the same text for the same data', () => {
    const plane = { title: 'a<b', ...bistable, analysis: analyse(bistable) };
    const svg = drawPhasePlane({ ...plane, names: ['target', 'obstacles & walls'] });
    checkXml(svg);
    expect(svg).toContain('(target)');
    expect(svg).toContain('ends with obstacles &amp; walls alone');
    expect(drawPhasePlane({ ...plane, names: ['target', 'obstacles & walls'] })).toBe(svg);
    const three = analyseStability(
      [1, 1, 1],
      [0, 1, 2].map(() => [0, 0, 0]),
    );
    expect(() => drawPhasePlane({ ...plane, analysis: three })).toThrow('a phase plane has 2 classes, not 3');
  });
});
