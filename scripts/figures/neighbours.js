// The figures of docs/models/neighbours.md, drawn from the library itself and from the measurements; name → SVG.
import { readFileSync } from 'node:fs';
import {
  createCrowd,
  createObstacles,
  createSolidTable,
  enterAgent,
  reserveAgent,
} from '../../library/dist/crowd/index.js';
import { drawPlot, palette } from '../../library/dist/draw/index.js';
import {
  attributes,
  decimal,
  ink,
  markedWidth,
  textAt,
  wholeNumber,
  wrapSvg,
} from '../../library/dist/draw/svg.js';
import { FIRST_VERTEX, nextEdge } from '../../library/dist/environment/kinetic/mesh/mesh.js';
import { updateWalled } from '../../library/dist/environment/kinetic/walls/walled.js';
import { createWalled } from '../../library/dist/environment/kinetic/walls/walled-mesh.js';
import { beginLists, createNearLists, createNeighbourIndex } from '../../library/dist/index.js';

const [BLUE, ORANGE, GREEN] = palette;
/** Half of the width and height of the picture, metres, and pixels. */
const VIEW = { halfWidth: 7.2, halfHeight: 4.9, scale: 58, left: 32, top: 100 };
const RADIUS = 4;

/** Numbers in [0, 1), the same in every run. */
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** Places that keep some distance from each other and from walls; the first one is the middle. */
function scatter(seed, count, distance, walls = []) {
  const random = randomNumbers(seed);
  const places = [[0, 0]];
  while (places.length < count) {
    const [x, y] = [18 * random() - 9, 13 * random() - 6.5];
    const isFree =
      places.every(([px, py]) => Math.hypot(x - px, y - py) > distance) &&
      walls.every((wall) => distanceToWall(x, y, wall) > 0.3);
    if (isFree) places.push([x, y]);
  }
  return places;
}

function distanceToWall(x, y, [ax, ay, bx, by]) {
  const part = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2);
  const at = Math.max(0, Math.min(1, part));
  return Math.hypot(ax + at * (bx - ax) - x, ay + at * (by - ay) - y);
}

function surroundingsOf(places, walls) {
  const crowd = createCrowd(places.length);
  for (const [x, y] of places) {
    const row = enterAgent(crowd, reserveAgent(crowd));
    crowd.motion.x[row] = x;
    crowd.motion.y[row] = y;
    crowd.traits.viewRadius[row] = RADIUS;
  }
  const segments = walls.map(([ax, ay, bx, by]) => ({ shape: 'segment', from: [ax, ay], to: [bx, by] }));
  return { crowd, obstacles: createObstacles(segments), solids: createSolidTable(0) };
}

/** The rows that the kinetic index finds for the agent in the middle. */
function rowsFound(surroundings, question) {
  const index = createNeighbourIndex('kinetic');
  index.update(surroundings);
  const lists = createNearLists();
  beginLists(lists, surroundings.crowd.capacity);
  index[question](0, RADIUS, lists);
  return new Set(lists.items.subarray(lists.starts[0], lists.starts[0] + lists.counts[0]));
}

function triangulate(surroundings) {
  const walled = createWalled();
  updateWalled(walled, surroundings);
  return walled;
}

/** The edges of a mesh, each once, as pairs of places; none to the corners of the frame. */
function edgesOf({ origin, triangleCount, twin, wall, x, y }) {
  const edges = [];
  for (let e = 0; e < 3 * triangleCount; e++) {
    if (origin[e] < 0 || twin[e] < e) continue;
    const [u, v] = [origin[e], origin[nextEdge(e)]];
    if (u < FIRST_VERTEX || v < FIRST_VERTEX) continue;
    edges.push({ u, v, isWall: wall[e] !== 0, from: [x[u], y[u]], to: [x[v], y[v]] });
  }
  return edges;
}

const across = (x) => VIEW.left + (x + VIEW.halfWidth) * VIEW.scale;
const down = (y) => VIEW.top + (VIEW.halfHeight - y) * VIEW.scale;
const line = ([ax, ay], [bx, by]) =>
  `M${decimal(across(ax))} ${decimal(down(ay))}L${decimal(across(bx))} ${decimal(down(by))}`;
const strokes = (lines, style) =>
  `<path${attributes({ d: lines.join(''), fill: 'none', 'stroke-linecap': 'round', ...style })}/>`;
const dot = ([x, y], style) =>
  `<circle${attributes({ cx: across(x), cy: down(y), r: 5.5, 'stroke-width': 1.75, ...style })}/>`;
const disc = () =>
  `<circle${attributes({ cx: across(0), cy: down(0), r: RADIUS * VIEW.scale, fill: ink.paper, stroke: ink.line, 'stroke-width': 1.5, 'stroke-dasharray': '6 4' })}/>`;

/** How the kinds of agents look, in the picture and in the legend: colour and form differ. */
const looks = {
  own: { fill: ink.text, stroke: ink.text },
  inside: { fill: BLUE, stroke: BLUE },
  hidden: { fill: ink.paper, stroke: ORANGE, 'stroke-width': 2.5 },
  blocked: { fill: ink.paper, stroke: ink.quiet },
  outside: { fill: ink.faint, stroke: ink.faint },
};

/** The page around a scene: title, legend, the drawing cut to its frame, caption. */
function frameScene(title, description, legend, drawn, caption) {
  const width = 2 * VIEW.left + 2 * VIEW.halfWidth * VIEW.scale;
  const plot = {
    x: VIEW.left,
    y: VIEW.top,
    width: width - 2 * VIEW.left,
    height: 2 * VIEW.halfHeight * VIEW.scale,
  };
  const bottom = plot.y + plot.height;
  let x = VIEW.left;
  const entries = legend.map(({ label, sample }) => {
    const entry = `<g transform="translate(${decimal(x)} 68)">${sample}${textAt(36, 4.5, label, {}, true)}</g>`;
    x += 36 + markedWidth(label, 13) + 22;
    return entry;
  });
  const body = [
    textAt(VIEW.left, 38, title, { size: 19, weight: 600 }),
    ...entries,
    `<clipPath id="scene"><rect${attributes(plot)}/></clipPath>`,
    `<rect${attributes({ ...plot, fill: ink.ground })}/>`,
    '<g clip-path="url(#scene)">',
    ...drawn,
    '</g>',
    ...caption.map((text, k) => textAt(VIEW.left, bottom + 28 + 20 * k, text, { colour: ink.quiet }, true)),
  ];
  return wrapSvg(width, bottom + 28 + 20 * caption.length, title, description, body.join('\n'));
}

const dotSample = (look) =>
  `<circle${attributes({ cx: 24, cy: 0, r: 5.5, 'stroke-width': 1.75, ...look })}/>`;
const lineSample = (style) => `<path${attributes({ d: 'M0 0h30', fill: 'none', ...style })}/>`;

/** The triangulation round one agent, with the edges that its circle crosses; a seed with all their ends in the picture. */
function drawCrossedEdges() {
  const places = scatter(393, 78, 1.1);
  const surroundings = surroundingsOf(places, []);
  const near = rowsFound(surroundings, 'approachable');
  const { mesh, vertexOf: vertices } = triangulate(surroundings);
  const inside = new Set([vertices[0], ...[...near].map((row) => vertices[row])]);
  const edges = edgesOf(mesh);
  const crossed = edges.filter(({ u, v }) => inside.has(u) !== inside.has(v));
  const rest = edges.filter((edge) => !crossed.includes(edge));
  const ends = new Set(crossed.flatMap(({ u, v }) => [u, v]));
  const thin = { stroke: ink.faint, 'stroke-width': 1.25 };
  const thick = { stroke: ORANGE, 'stroke-width': 2.25 };
  return frameScene(
    'Agents that can enter or leave a circle next',
    'A Delaunay triangulation, one agent with its circle, the agents inside and the edges that the circle crosses.',
    [
      { label: 'the agent p', sample: dotSample(looks.own) },
      { label: 'A_{p}: approachable from p', sample: dotSample(looks.inside) },
      { label: 'E_{p}: edges that the circle crosses', sample: lineSample(thick) },
      { label: 'other edges', sample: lineSample(thin) },
    ],
    [
      disc(),
      strokes(
        rest.map(({ from, to }) => line(from, to)),
        thin,
      ),
      strokes(
        crossed.map(({ from, to }) => line(from, to)),
        thick,
      ),
      ...places.map((place, row) => {
        const look = row === 0 ? looks.own : near.has(row) ? looks.inside : looks.outside;
        const isEnd = row > 0 && ends.has(vertices[row]);
        return dot(place, isEnd ? { ...look, stroke: ORANGE, 'stroke-width': 2.5 } : look);
      }),
    ],
    [
      `Of ${places.length - 1} others only the ${ends.size - (ends.has(vertices[0]) ? 1 : 0)} with a rim, the ends of crossed edges, can enter or leave next. After figure 6 of the paper.`,
    ],
  );
}

/** Walls in the view of one agent, and what they hide. The seed was picked for a scene that shows all kinds apart. */
function drawSight() {
  const walls = [
    // A corner, a wall by itself, and one that cuts off a part of the disc.
    [0.9, 1.2, 2.6, 1.2],
    [2.6, 1.2, 2.6, -0.5],
    [-2.1, -1.0, -0.8, -2.2],
    [-4.3, -0.2, 0.5, 4.4],
  ];
  const places = scatter(1375, 84, 0.95, walls);
  const surroundings = surroundingsOf(places, walls);
  const near = rowsFound(surroundings, 'near');
  const visible = rowsFound(surroundings, 'visible');
  const approachable = rowsFound(surroundings, 'approachable');
  const edges = edgesOf(triangulate(surroundings).mesh).filter(({ isWall }) => !isWall);
  const thin = { stroke: ink.faint, 'stroke-width': 1 };
  const sight = { stroke: BLUE, 'stroke-width': 1.5 };
  const broken = { stroke: ORANGE, 'stroke-width': 1.5, 'stroke-dasharray': '1.5 5' };
  const wall = { stroke: ink.line, 'stroke-width': 5 };
  const lookOf = (row) => {
    if (row === 0) return looks.own;
    if (visible.has(row)) return looks.inside;
    if (approachable.has(row)) return looks.hidden;
    return near.has(row) ? looks.blocked : looks.outside;
  };
  const hidden = [...approachable].filter((row) => !visible.has(row));
  return frameScene(
    'Near, approachable and visible',
    'An agent with its circle among walls: agents that are visible, approachable but hidden, or neither.',
    [
      { label: 'visible', sample: lineSample(sight) + dotSample(looks.inside) },
      { label: 'hidden, though approachable', sample: lineSample(broken) + dotSample(looks.hidden) },
      { label: 'near, not approachable', sample: dotSample(looks.blocked) },
      { label: 'wall', sample: lineSample(wall) },
    ],
    [
      disc(),
      strokes(
        edges.map(({ from, to }) => line(from, to)),
        thin,
      ),
      strokes(
        [...visible].map((row) => line(places[0], places[row])),
        sight,
      ),
      strokes(
        hidden.map((row) => line(places[0], places[row])),
        broken,
      ),
      strokes(
        walls.map(([ax, ay, bx, by]) => line([ax, ay], [bx, by])),
        wall,
      ),
      ...places.map((place, row) => dot(place, lookOf(row))),
    ],
    [
      `A scene picked to show all kinds: of ${near.size} near ones ${approachable.size} are approachable and ${visible.size} visible. Thin lines: other edges.`,
      'Round the end of a wall and at a corner, edges inside the circle lead to agents behind the wall.',
    ],
  );
}

/** Measured costs: rows of benchmarks/results/neighbours.csv. */
function readCosts() {
  const text = readFileSync(new URL('../../benchmarks/results/neighbours.csv', import.meta.url), 'utf8');
  const [head, ...rows] = text.trimEnd().split('\n').map(splitRow);
  return rows.map((cells) => Object.fromEntries(head.map((name, k) => [name, cells[k]])));
}

/** The cells of a line; texts with commas are quoted. */
function splitRow(text) {
  return [...text.matchAll(/"([^"]*)"|([^,]+)/g)].map(([, quoted, plain]) => quoted ?? plain);
}

/** Axes in powers of ten; in nanoseconds, so that no tick is at 0 and looks like a zero line. */
const height = (microseconds) => Math.log10(1000 * microseconds);

/** Cost over the number of agents. */
function drawCosts() {
  const costs = readCosts();
  const even = costs.filter(({ crowd }) => crowd === 'even, random');
  const pointsOf = (name) =>
    even
      .filter(({ index }) => index === name)
      .map(({ agents, median_us }) => [Math.log10(agents), height(median_us)]);
  const curves = [
    { name: 'kinetic, near', label: 'kinetic, near sets', colour: ORANGE },
    { name: 'grid, near', label: 'grid, near sets', colour: BLUE, dash: '9 5' },
    { name: 'delaunator, anew', label: 'triangulating from scratch', colour: palette[3], dash: '12 3 2.5 3' },
    { name: 'kinetic, following', label: 'kinetic, following only', colour: GREEN, dash: '4 4' },
  ].map(({ name, ...look }) => ({ ...look, width: 2.5, points: pointsOf(name) }));
  const brute = pointsOf('brute, near');
  const marked = [...curves.flatMap(({ points }) => points), ...brute];
  const heights = marked.map(([, y]) => y);
  const [low, high] = [Math.min(...heights) - 0.12, Math.max(...heights) + 0.12];
  const sizes = [...new Set(even.map(({ agents }) => Number(agents)))].sort((a, b) => a - b);
  return drawPlot({
    title: 'What the neighbours of a crowd cost',
    x: {
      label: 'agents',
      min: Math.log10(sizes[0]) - 0.1,
      max: Math.log10(sizes.at(-1)) + 0.1,
      ticks: sizes.map((size) => ({ at: Math.log10(size), label: wholeNumber(size) })),
    },
    y: {
      label: 'µs per agent and step',
      min: low,
      max: high,
      ticks: [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50]
        .map((tick) => ({ at: height(tick), label: String(tick) }))
        .filter(({ at }) => at >= low && at <= high),
    },
    curves,
    marks: [
      ...curves.flatMap(({ points }) => points.map(([x, y]) => ({ x, y, symbol: 'filled' }))),
      ...brute.map(([x, y]) => ({ x, y, symbol: 'open', label: 'brute' })),
    ],
    caption: [
      'All neighbours within 3 m at 0.5 agents per square metre, random headings, steps of 0.05 s; medians of one run. Both',
      `axes are logarithmic. Triangulating is by delaunator, without sets. ${costs[0].machine}, Node ${costs[0].node}.`,
    ],
  });
}

export const figures = {
  'neighbours-crossed-edges': drawCrossedEdges(),
  'neighbours-sight': drawSight(),
  'neighbours-cost': drawCosts(),
};
