// The figures of docs/models/harmonic.md, drawn from the library itself; name → SVG.

import { createObstacles } from '../../library/dist/crowd/index.js';
import { drawPlot, palette } from '../../library/dist/draw/index.js';
import { attributes, decimal, ink, markedWidth, textAt, wrapSvg } from '../../library/dist/draw/svg.js';
import { advanceField, beginField, createHarmonicField } from '../../library/dist/planning/harmonic/field.js';
import { sampleField } from '../../library/dist/planning/harmonic/sample.js';
import { cellAt, createMap, createTerrain } from '../../library/dist/planning/map/index.js';

const [BLUE, ORANGE, GREEN] = palette;
const BOUNDS = { minX: 0, minY: 0, maxX: 16, maxY: 10 };
const SCALE = 50;
const LEFT = 32;
const TOP = 100;
const ROOM = 0.35;

/** A trap like that of figure 7 of the paper, and a few more obstacles. */
const obstacles = [
  { shape: 'box', min: [6, 2.5], max: [9.4, 2.9] },
  { shape: 'box', min: [6, 7.1], max: [9.4, 7.5] },
  { shape: 'box', min: [9, 2.9], max: [9.4, 7.1] },
  { shape: 'circle', center: [12.2, 7.4], radius: 0.7 },
  { shape: 'circle', center: [3.4, 2.2], radius: 0.6 },
];
const target = [14, 5];

function solve(terrain, cell) {
  const field = createHarmonicField(terrain);
  beginField(field, { cells: Int32Array.of(cell), labels: Int32Array.of(0) });
  advanceField(field, Number.MAX_SAFE_INTEGER);
  return field;
}

/** The places that a point passes, in small steps down the field. */
function streamline(field, x, y) {
  const out = new Float64Array(2);
  const places = [[x, y]];
  for (let step = 0; step < 2000; step++) {
    if (!sampleField(field, cellAt(field.terrain.map, x, y), x, y, out)) break;
    x += 0.05 * out[0];
    y += 0.05 * out[1];
    if (step % 4 === 3) places.push([x, y]);
  }
  places.push([x, y]);
  return places;
}

const across = (x) => LEFT + x * SCALE;
const down = (y) => TOP + (BOUNDS.maxY - y) * SCALE;
const pathOf = (places) =>
  places.map(([x, y], k) => `${k === 0 ? 'M' : 'L'}${decimal(across(x))} ${decimal(down(y))}`).join('');
const sample = (style) => `<path${attributes({ d: 'M0 0h30', fill: 'none', ...style })}/>`;

function drawTrap() {
  const map = createMap(BOUNDS, 0.1, 1, createObstacles(obstacles));
  const terrain = createTerrain(map, ROOM);
  const field = solve(terrain, cellAt(map, ...target));
  const starts = [];
  for (let y = 0.8; y < 10; y += 1.2) for (const x of [0.8, 4.8, 7.4]) starts.push([x, y]);
  const joined = starts.filter(([x, y]) => field.label[cellAt(map, x, y)] >= 0);
  const lines = joined.map(([x, y]) => pathOf(streamline(field, x, y)));
  const closed = [];
  for (let row = 0; row < map.rows; row++) {
    for (let column = 0; column < map.columns; column++) {
      if (terrain.open[row * map.columns + column]) continue;
      let end = column;
      while (end < map.columns && !terrain.open[row * map.columns + end]) end++;
      const [x, y] = [across(column * 0.1), down((row + 1) * 0.1)];
      closed.push(
        `M${decimal(x)} ${decimal(y)}h${decimal((end - column) * 5)}v5h${decimal((column - end) * 5)}z`,
      );
      column = end;
    }
  }
  const solid = obstacles.map((shape) =>
    shape.shape === 'circle'
      ? `<circle${attributes({ cx: across(shape.center[0]), cy: down(shape.center[1]), r: shape.radius * SCALE, fill: ink.line })}/>`
      : `<rect${attributes({ x: across(shape.min[0]), y: down(shape.max[1]), width: (shape.max[0] - shape.min[0]) * SCALE, height: (shape.max[1] - shape.min[1]) * SCALE, fill: ink.line })}/>`,
  );
  const streams = { stroke: BLUE, 'stroke-width': 1.6, 'stroke-linejoin': 'round' };
  const legend = [
    { label: 'paths down the field', drawn: sample(streams) },
    { label: 'start', drawn: `<circle${attributes({ cx: 24, cy: 0, r: 3, fill: BLUE })}/>` },
    { label: 'solid', drawn: sample({ stroke: ink.line, 'stroke-width': 9 }) },
    { label: 'closed to a body of 0.25 m', drawn: sample({ stroke: ink.faint, 'stroke-width': 9 }) },
    { label: 'target', drawn: `<circle${attributes({ cx: 22, cy: 0, r: 6, fill: ORANGE })}/>` },
  ];
  let x = LEFT;
  const entries = legend.map(({ drawn, label }) => {
    const entry = `<g transform="translate(${decimal(x)} 68)">${drawn}${textAt(38, 4.5, label, {}, true)}</g>`;
    x += 38 + markedWidth(label, 13) + 22;
    return entry;
  });
  const [width, height] = [BOUNDS.maxX * SCALE, BOUNDS.maxY * SCALE];
  const title = 'Out of a trap, down a harmonic field';
  const body = [
    textAt(LEFT, 38, title, { size: 19, weight: 600 }),
    ...entries,
    `<rect${attributes({ x: LEFT, y: TOP, width, height, fill: ink.ground })}/>`,
    `<path${attributes({ d: closed.join(''), fill: ink.faint })}/>`,
    ...solid,
    `<path${attributes({ d: lines.join(''), fill: 'none', ...streams })}/>`,
    ...joined.map(([x, y]) => `<circle${attributes({ cx: across(x), cy: down(y), r: 3, fill: BLUE })}/>`),
    `<circle${attributes({ cx: across(target[0]), cy: down(target[1]), r: 6, fill: ORANGE })}/>`,
    textAt(
      LEFT,
      TOP + height + 28,
      '16 × 10 m, cells of 10 cm, steps of 5 cm. The paths keep their distance from walls, also out of the U.',
      { colour: ink.quiet },
      true,
    ),
  ];
  return wrapSvg(
    width + 2 * LEFT,
    TOP + height + 50,
    title,
    'Paths from many places around and out of a U-shaped wall to a target behind it.',
    body.join('\n'),
  );
}

/** −ln μ along passages of several widths, and where doubles end. */
function drawPassage() {
  const length = 1000;
  const curves = [
    { width: 1, colour: ORANGE },
    { width: 2, colour: BLUE, dash: '9 5' },
    { width: 5, colour: GREEN, dash: '4 4' },
  ].map(({ width, ...look }) => {
    const map = createMap({ minX: 0, minY: 0, maxX: length, maxY: width + 2 }, 1, 1, createObstacles([]));
    map.clearance.fill(0);
    for (let y = 1; y <= width; y++) map.clearance.fill(1, y * length + 1, (y + 1) * length - 1);
    const middle = Math.ceil(width / 2) * length;
    const field = solve(createTerrain(map, 0.5), middle + 1);
    const points = [];
    for (let x = 1; x < length - 1; x += 3) points.push([x - 1, field.potential[middle + x]]);
    return { ...look, width: 2.5, label: `${width} cell${width === 1 ? '' : 's'} wide`, points };
  });
  return drawPlot({
    title: 'How fast a harmonic field flattens in a passage',
    x: { label: 'cells from the target', min: 0, max: length },
    y: { label: '−ln μ', min: 0, max: 1400 },
    curves: [
      ...curves,
      {
        label: 'the smallest double',
        colour: ink.quiet,
        dash: '2 4',
        width: 1.5,
        points: [
          [0, 745],
          [length, 745],
        ],
      },
    ],
    caption: [
      'μ = 1 − λ falls by the factor exp(−κ) from cell to cell, cosh κ = 2 − cos(π/(w + 1)). Stored as −ln μ it has no end,',
      'and its slope is the same everywhere: the direction is as exact at the far end of a passage as at the near one.',
    ],
  });
}

export const figures = { 'harmonic-trap': drawTrap(), 'harmonic-passage': drawPassage() };
