// Published plots of the heading dynamics that docs/models/ does not have yet, drawn from the library itself with a
// sketch of each situation; name → SVG. Written to docs/gallery/figures/ by scripts/make-gallery.js.
import { drawPlot, palette } from '../../library/dist/draw/index.js';
import { ink, textAt } from '../../library/dist/draw/svg.js';
import { nonlinearDefaults } from '../../library/dist/models.js';
import { halfAngleOf, repellerForce } from '../../library/dist/steering/nonlinear/repellers.js';

const { attraction, margin } = nonlinearDefaults;
const AGENT = 0.25;
const OBSTACLE = 0.5;
const DECAY = 1;

const overHeading = {
  label: 'heading φ (rad); 0 is straight ahead, positive to the left',
  min: -Math.PI,
  max: Math.PI,
  ticks: ['−π', '−¾π', '−½π', '−¼π', '0', '¼π', '½π', '¾π', 'π'].map((label, i) => ({
    at: ((i - 4) * Math.PI) / 4,
    label,
  })),
};

const plain = { width: 2.5 };
const dashed = { width: 2.5, dash: '9 5' };
const dotted = { width: 2.5, dash: '2.5 3.5' };

function curve(f) {
  const count = 1440;
  return Array.from({ length: count + 1 }, (_, i) => {
    const heading = Math.PI * ((2 * i) / count - 1);
    return [heading, f(heading)];
  });
}

const wrap = (angle) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/** f_obs of pillars before an agent in the origin, over its heading. */
function repulsion(pillars) {
  const seen = pillars.map(([x, y]) => {
    const distance = Math.sqrt(x * x + y * y);
    return {
      direction: Math.atan2(y, x),
      half: halfAngleOf(OBSTACLE + AGENT, distance, margin),
      gap: distance - OBSTACLE - AGENT,
    };
  });
  return (heading) =>
    seen.reduce(
      (sum, { direction, half, gap }) =>
        sum + repellerForce(wrap(heading - direction), half, gap, DECAY, margin),
      0,
    );
}

/** Where a curve crosses zero: downwards the heading is drawn in, upwards it is pushed away. */
function fixedPoints(f) {
  const points = curve(f);
  return points.flatMap(([heading, rate], i) => {
    const next = points[i + 1];
    if (!next || !(rate * next[1] < 0 || (rate === 0 && i > 0))) return [];
    const at = rate === 0 ? heading : heading + ((next[0] - heading) * rate) / (rate - next[1]);
    const before = rate === 0 ? points[i - 1][1] : rate;
    return before === 0 ? [] : [{ x: at, y: 0, symbol: before > 0 ? 'filled' : 'open' }];
  });
}

const symbols = [
  { symbol: 'filled', label: 'attractor' },
  { symbol: 'open', label: 'repeller' },
];

/** Two pillars side by side before the agent: the width of the gap between them decides. */
function drawTwoObstacles() {
  const ahead = 2;
  const cases = [
    { name: 'too close', between: 0.2, colour: palette[1], ...dotted },
    { name: 'critical', between: 2 * AGENT, colour: palette[2], ...dashed },
    { name: 'far apart', between: 1.5, colour: palette[0], ...plain },
  ].map((one) => {
    const aside = OBSTACLE + one.between / 2;
    const pillars = [
      [ahead, aside],
      [ahead, -aside],
    ];
    return { ...one, pillars, force: repulsion(pillars) };
  });
  const slope = ({ force }) => (force(1e-4) - force(-1e-4)) / 2e-4;
  const number = (value) =>
    value
      .toFixed(2)
      .replace(/^-0\.00$/, '0.00')
      .replace('-', '−');
  const plot = drawPlot({
    title: 'Two obstacles: through between them, or around',
    x: overHeading,
    y: { label: 'f_{obs} (rad/s)', min: -0.55, max: 0.55 },
    curves: cases.map(({ name, between, force, pillars: _, ...style }) => ({
      label: `${name}: ${between} m between them`,
      points: curve(force),
      ...style,
    })),
    caption: [
      `Slope at φ = 0: ${cases.map((one) => `${number(slope(one))} s⁻¹ ${one.name}`).join(', ')}. Positive repels, negative attracts.`,
      `Pillars of radius ${OBSTACLE} m, ${ahead} m ahead of an agent of radius ${AGENT} m; d_{0} = ${DECAY} m. The critical gap is as wide as the agent.`,
    ],
  });
  return addSketches(
    plot,
    cases.map(({ colour, name, pillars }) => ({ colour, label: name, pillars })),
  );
}

/** A pillar straight before the target: the sum has two attractors, one on each side. */
function drawTargetAndObstacle() {
  const pillar = [1.4, 0];
  const target = (heading) => -attraction * Math.sin(heading);
  const obstacle = repulsion([pillar]);
  const sum = (heading) => target(heading) + obstacle(heading);
  const points = fixedPoints(sum).filter(({ x }) => Math.abs(x) < 3);
  const attractors = points.filter(({ symbol }) => symbol === 'filled');
  const plot = drawPlot({
    title: 'A target behind an obstacle: two paths around it',
    x: overHeading,
    y: { label: 'rate (rad/s)', min: -1.2, max: 1.2 },
    curves: [
      { label: 'sum', points: curve(sum), colour: ink.text, width: 3.25 },
      { label: 'target f_{tar}', points: curve(target), colour: palette[0], ...dashed },
      { label: 'obstacle f_{obs}', points: curve(obstacle), colour: palette[1], ...dotted },
    ],
    marks: points,
    symbols,
    caption: [
      `Both weights 1. Attractors of the sum at ${attractors.map(({ x }) => `${x.toFixed(2).replace('-', '−')} rad`).join(' and ')}.`,
      `Pillar of radius ${OBSTACLE} m, ${pillar[0]} m ahead of an agent of radius ${AGENT} m; d_{0} = ${DECAY} m; target straight ahead.`,
    ],
  });
  return addSketches(plot, [{ colour: palette[1], pillars: [pillar], target: [4, 0], label: '' }]);
}

const SKETCH = { height: 130, scale: 40, left: 78, right: 30 };

/** The plot, and below it the situations of its curves, with the agent facing right. */
function addSketches(svg, sketches) {
  const [, width, height] = svg.match(/width="(\d+)" height="(\d+)"/).map(Number);
  const tall = height + SKETCH.height;
  const each = (width - SKETCH.left - SKETCH.right) / sketches.length;
  const drawn = sketches.map(({ colour, label, pillars, target }, i) => {
    const x = SKETCH.left + i * each + 30;
    const y = height + SKETCH.height / 2 - 8;
    const at = ([px, py]) => [x + px * SKETCH.scale, y - py * SKETCH.scale];
    const circle = ([cx, cy], radius, style) =>
      `<circle cx="${cx.toFixed(1)}" cy="${cy.toFixed(1)}" r="${(radius * SKETCH.scale).toFixed(1)}" ${style}/>`;
    const [tx, ty] = target ? at(target) : [0, 0];
    return [
      `<path d="M${x} ${y}h${SKETCH.scale * (target ? target[0] : 3)}" stroke="${ink.faint}" stroke-dasharray="3 4"/>`,
      circle([x, y], AGENT, `fill="${palette[0]}"`),
      `<path d="M${x} ${y}h${AGENT * SKETCH.scale}" stroke="${ink.paper}" stroke-width="2"/>`,
      ...pillars.map((pillar) =>
        circle(at(pillar), OBSTACLE, `fill="${ink.body}" stroke="${colour}" stroke-width="2"`),
      ),
      target
        ? `${circle([tx, ty], 0.4, `fill="${ink.paper}" stroke="${ink.line}" stroke-dasharray="4 3"`)}<path d="M${tx - 5} ${ty}h10M${tx} ${ty - 5}v10" stroke="${ink.line}"/>${textAt(tx + 24, ty + 5, 'target', { colour: ink.quiet })}`
        : '',
      label ? textAt(x + 3.2 * SKETCH.scale, y + 5, label, { colour: ink.quiet }) : '',
    ].join('\n');
  });
  return svg
    .replace(
      `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
      `width="${width}" height="${tall}" viewBox="0 0 ${width} ${tall}"`,
    )
    .replace(/<\/svg>\s*$/, `${drawn.join('\n')}\n</svg>\n`);
}

export const figures = {
  'two-obstacles-apart': drawTwoObstacles(),
  'target-and-obstacle': drawTargetAndObstacle(),
};
