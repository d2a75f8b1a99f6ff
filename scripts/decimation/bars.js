// Clusters of bars, one panel below the other.
import { palette } from '../../library/dist/draw/index.js';
import {
  attributes,
  fitText,
  ink,
  roundTicks,
  textAt,
  tickLabel,
  widthOf,
  wrapSvg,
} from '../../library/dist/draw/svg.js';

const size = { width: 1000, left: 76, right: 20, head: 62, panel: 150, legend: 60, gap: 16 };
const plotWidth = size.width - size.left - size.right;

/**
 * @param {{
 *   title: string, description: string, caption: string[], clusters: { letter: string, name: string }[],
 *   panels: { title: string, axis: string, top: number, line?: number, colours?: string[],
 *     series: { label: string, bars: { value: number | null, share: number }[] }[] }[],
 * }} figure share: how many of the runs were completed. Bars beyond `top` are cut and carry their number.
 */
export function drawBars({ title, description, caption, clusters, panels }) {
  const names = 62;
  const each = size.legend + size.panel + size.gap;
  const height = size.head + panels.length * each + names + caption.length * 19 + 8;
  const body = [textAt(size.left, 38, fitText(title, 19, plotWidth, 600), { size: 19, weight: 600 })];
  for (const [k, panel] of panels.entries()) body.push(drawPanel(panel, clusters, size.head + k * each));
  const bottom = size.head + panels.length * each - size.gap;
  body.push(drawNames(clusters, bottom));
  for (const [k, line] of caption.entries()) {
    body.push(textAt(size.left, bottom + names + 22 + k * 19, line, { size: 13, colour: ink.quiet }));
  }
  return wrapSvg(size.width, height, title, description, body.join('\n'));
}

function drawPanel({ title, axis, series, top: limit, line, colours = palette }, clusters, top) {
  const above = top + size.legend;
  const bottom = above + size.panel;
  const down = (value) => bottom - (Math.min(value, limit) / limit) * size.panel;
  const ticks = roundTicks(0, limit, 4);
  const body = [
    textAt(size.left, top + 16, title, { size: 14, weight: 600 }),
    drawLegend(series, colours, top + 36),
    textAt(22, (above + bottom) / 2, axis, { size: 13, colour: ink.quiet, anchor: 'middle', rotate: -90 }),
  ];
  for (const tick of ticks) {
    body.push(
      drawLine(size.left, down(tick), size.width - size.right, down(tick), ink.faint, 1),
      textAt(size.left - 8, down(tick) + 4.5, tickLabel(tick, ticks[1] - ticks[0]), {
        size: 13,
        colour: ink.quiet,
        anchor: 'end',
      }),
    );
  }
  const clusterWidth = plotWidth / clusters.length;
  const barWidth = (clusterWidth - 16) / series.length;
  for (let cluster = 0; cluster < clusters.length; cluster++) {
    for (const [k, { bars }] of series.entries()) {
      const left = size.left + cluster * clusterWidth + 8 + k * barWidth;
      body.push(drawBar(bars[cluster], left, barWidth, bottom, above, down, limit, colours[k]));
    }
  }
  if (line !== undefined)
    body.push(drawLine(size.left, down(line), size.width - size.right, down(line), ink.line, 1.5, '6 4'));
  body.push(drawLine(size.left, bottom, size.width - size.right, bottom, ink.line, 1.5));
  return body.join('\n');
}

/** A bar; hatched if not every run was completed, and a cross if fewer than half were. */
function drawBar({ value, share }, left, width, bottom, above, down, limit, colour) {
  const middle = left + width / 2;
  if (value === null) {
    const [x, y, arm] = [middle, bottom - 10, 4.5];
    return [
      drawLine(x - arm, y - arm, x + arm, y + arm, colour, 2.5),
      drawLine(x - arm, y + arm, x + arm, y - arm, colour, 2.5),
    ].join('');
  }
  const y = down(value);
  const box = { x: left + 0.75, y, width: width - 1.5, height: bottom - y };
  const parts = [
    `<rect${attributes({ ...box, fill: share < 1 ? ink.paper : colour, stroke: colour, 'stroke-width': 1.5 })}/>`,
  ];
  if (value > limit) {
    parts.push(
      textAt(middle, above - 3, value.toFixed(1), { size: 11, anchor: 'middle', colour: ink.quiet }),
    );
  }
  return parts.join('');
}

function drawLegend(series, colours, y) {
  let x = size.left;
  return series
    .map(({ label }, k) => {
      const entry = [
        `<rect${attributes({ x, y: y - 10, width: 12, height: 12, fill: colours[k] })}/>`,
        textAt(x + 18, y, label, { size: 13 }),
      ].join('');
      x += 18 + widthOf(label, 13) + 22;
      return entry;
    })
    .join('\n');
}

function drawNames(clusters, bottom) {
  const width = plotWidth / clusters.length;
  return clusters
    .map(({ letter, name }, k) => {
      const x = size.left + (k + 0.5) * width;
      // A long name breaks at its first hyphen, or at its second if the first word is a number.
      const words = name.length > 11 ? name.split('-') : [name];
      const first = words.length > 2 && words[0].length < 3 ? 2 : 1;
      const lines = [words.slice(0, first).join('-'), words.slice(first).join('-')].filter(Boolean);
      return [`(${letter})`, ...lines]
        .map((line, row) => textAt(x, bottom + 20 + 16 * row, line, { size: 12.5, anchor: 'middle' }))
        .join('');
    })
    .join('\n');
}

function drawLine(x1, y1, x2, y2, stroke, width, dash) {
  return `<line${attributes({ x1, y1, x2, y2, stroke, 'stroke-width': width, 'stroke-dasharray': dash })}/>`;
}
