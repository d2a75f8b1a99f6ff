import { describe, expect, it } from 'vitest';
import {
  decimal,
  escapeText,
  fitText,
  roundDown,
  roundTicks,
  textAt,
  tickLabel,
  wholeNumber,
  widthOf,
} from './svg.ts';

describe('the pieces of pictures', () => {
  it('escape what XML reads as its own, and replace what it cannot write', () => {
    expect(escapeText('<script>&"\'')).toBe('&lt;script&gt;&amp;&quot;&#39;');
    expect(escapeText('a\u0000b\u000Bc\uD800d\uFFFEe')).toBe('a\uFFFDb\uFFFDc\uFFFDd\uFFFDe');
    expect(escapeText('廊下 🚶\tπ')).toBe('廊下 🚶\tπ');
  });

  it('write numbers short, without exponent or −0, and refuse what is none', () => {
    expect([1, 1.5, -0.001, 1e-9, 123456789.125, -2.5].map((value) => decimal(value))).toEqual([
      '1',
      '1.5',
      '0',
      '0',
      '123456789.13',
      '-2.5',
    ]);
    expect(decimal(100, 0)).toBe('100');
    expect(() => decimal(Number.NaN)).toThrow(RangeError);
    expect(wholeNumber(1234567)).toBe('1\u202F234\u202F567');
  });

  it('cut texts between characters', () => {
    expect(fitText('short', 13, 500)).toBe('short');
    const cut = fitText('🚶🚶🚶🚶🚶🚶', 10, 45);
    expect(cut).toMatch(/^(🚶)+…$/u);
    expect(widthOf(cut, 10)).toBeLessThanOrEqual(45);
  });

  it('set subscripts in our own texts only', () => {
    expect(textAt(0, 0, 'f_{tar}', {}, true)).toContain('>tar</tspan>');
    expect(textAt(0, 0, 'f_{tar}')).toContain('f_{tar}');
    expect(textAt(0, 0, 'a_{<b>}', {}, true)).not.toContain('<b>');
  });

  it('find round numbers', () => {
    expect([0.7, 1, 3, 5, 99, 0.05].map(roundDown)).toEqual([0.5, 1, 2, 5, 50, 0.05]);
    expect(roundTicks(0, 1, 10)).toHaveLength(11);
    expect(roundTicks(-1.15, 1.15, 6)).toEqual([-1, -0.5, 0, 0.5, 1]);
    for (const range of [1e-3, 0.3, 1, 7, 1234, 9e6]) {
      const { length } = roundTicks(0, range, 6);
      expect(length).toBeGreaterThan(2);
      expect(length).toBeLessThanOrEqual(9);
    }
    expect(tickLabel(-0.5, 0.5)).toBe('−0.5');
    expect(tickLabel(20, 10)).toBe('20');
  });
});
