import { expect, test } from 'vitest';
import { drawFieldSheet } from './field-sheet.ts';
import { checkXml } from './xml.fixture.ts';

const wind = (speed: number) => ({
  sample: (_x: number, _y: number, out: Float64Array) => {
    out[0] = speed;
    out[1] = 0;
  },
});

test('a sheet of fields has a panel with title, lines and shades for each; what stands still has neither', () => {
  const svg = drawFieldSheet({
    title: 'Winds <&>',
    bounds: { minX: 0, minY: 0, maxX: 12, maxY: 7 },
    panels: [
      { title: 'calm', field: wind(0) },
      { title: 'breeze', field: wind(0.5), note: 'half' },
      { title: 'storm', field: wind(9) },
    ],
    fastest: 1,
    columns: 2,
  });
  checkXml(svg);
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  for (const text of ['Winds &lt;&amp;&gt;', 'calm', 'breeze', 'half', 'storm', '5 m', '1 m/s']) {
    expect(svg).toContain(`>${text}<`);
  }
  expect(svg.match(/class="streamlines"/g)).toHaveLength(2);
  // Half the speed has half the shade, and no speed is darker than the darkest shade.
  const shades = [...svg.matchAll(/<path fill="#d8c7a0" fill-opacity="([\d.]+)"/g)].map(
    ([, opacity]) => opacity,
  );
  expect(shades).toEqual(['0.275', '0.55']);
});
