import { describe, expect, it } from 'vitest';
import type { HeadingPortrait } from '../steering/index.ts';
import { drawPortrait } from './portrait.ts';
import { checkXml } from './xml.fixture.ts';

/** A target straight ahead, and nothing else. */
const target: HeadingPortrait = {
  samples: Array.from({ length: 360 }, (_, i) => {
    const heading = (Math.PI * (i - 179)) / 180;
    return { heading, target: -Math.sin(heading), obstacles: 0, total: -Math.sin(heading) };
  }),
  weights: { target: 1, obstacles: 0 },
  gamma12: 0.135,
  gamma21: 0.05,
  alpha1: 0.4,
  alpha2: 0,
  fixedPoints: [
    { heading: 0, kind: 'attractor' },
    { heading: 2, kind: 'repeller' },
  ],
};

describe('the picture of a portrait', () => {
  it('has three curves, filled attractors, open repellers and the figures', () => {
    const svg = drawPortrait(target, 'agent 7');
    checkXml(svg);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    const curves = [...svg.matchAll(/<path d="M[^"]*L[^"]*"/g)];
    expect(curves).toHaveLength(3);
    for (const [curve] of curves) expect(curve.match(/L/g)).toHaveLength(360);
    // One of each in the legend, one of each on the plot.
    expect(svg.match(/r="5" fill="#1f2328"/g)).toHaveLength(2);
    expect(svg.match(/r="5" fill="#ffffff"/g)).toHaveLength(2);
    for (const text of [
      'agent 7',
      '0.135',
      '0.400',
      '1.000',
      'rad/s',
      '½π',
      'Attractor at 0.000 rad',
      'repeller at 2.000 rad',
    ]) {
      expect(svg).toContain(text);
    }
    expect(svg).not.toContain('present heading');
  });

  it('marks the present heading, wrapped, and writes degrees', () => {
    const svg = drawPortrait(target, 'agent 7', { heading: 5 * Math.PI, unit: 'degrees' });
    checkXml(svg);
    expect(svg).toContain('present heading');
    expect(svg).toContain('−135°');
    expect(svg).toContain('114.6°');
    expect(svg).toContain('M870 ');
  });

  it('marks a fixed point at π on both ends of the plot', () => {
    const svg = drawPortrait({ ...target, fixedPoints: [{ heading: Math.PI, kind: 'repeller' }] }, 'behind');
    expect(svg).toMatch(/cx="870"[^>]*fill="#ffffff"/);
    expect(svg).toMatch(/cx="78"[^>]*fill="#ffffff"/);
  });

  it('is drawn without fixed points and without any force', () => {
    const samples = target.samples.map(({ heading }) => ({ heading, target: 0, obstacles: 0, total: 0 }));
    const svg = drawPortrait({ ...target, samples, fixedPoints: [] }, 'nothing');
    checkXml(svg);
    expect(svg).toContain('No fixed points');
    expect(svg).not.toMatch(/NaN/);
  });

  it('escapes the title and is the same text for the same data', () => {
    const svg = drawPortrait(target, '<script>&"');
    checkXml(svg);
    expect(svg).not.toContain('<script');
    expect(svg).toContain('&lt;script&gt;&amp;&quot;');
    expect(drawPortrait(structuredClone(target), '<script>&"')).toBe(svg);
  });
});
