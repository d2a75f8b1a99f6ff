// Draws the figures of docs/models/ from the library itself: npm run build && node scripts/draw-model-figures.js
import { writeFileSync } from 'node:fs';
import { drawPlot, drawPortrait, palette } from '../cli/dist/pictures/index.js';
import { createWorld, nonlinearDefaults, stepWorld } from '../library/dist/index.js';
import { sin } from '../library/dist/numerics/index.js';
import { portrayHeading } from '../library/dist/steering/nonlinear/index.js';
import { avoidanceDistance, standstillGap } from '../library/dist/steering/nonlinear/personality.js';
import { repellerForce } from '../library/dist/steering/nonlinear/repellers.js';

const { attraction, margin, safetyDistance } = nonlinearDefaults;

/** Points of a curve over [from, to]. */
function curve(from, to, f) {
  const count = 720;
  return Array.from({ length: count + 1 }, (_, i) => {
    const x = from + ((to - from) * i) / count;
    return [x, f(x)];
  });
}

const aroundTheThing = {
  label: 'a = heading − direction to it (rad)',
  min: -Math.PI,
  max: Math.PI,
  ticks: ['−π', '−¾π', '−½π', '−¼π', '0', '¼π', '½π', '¾π', 'π'].map((label, i) => ({
    at: ((i - 4) * Math.PI) / 4,
    label,
  })),
};

function drawAttractor() {
  return drawPlot({
    title: 'The attractor of a target',
    x: aroundTheThing,
    y: { label: 'f_{tar} (rad/s)', min: -1.25, max: 1.25 },
    curves: [
      {
        label: 'f_{tar} = −k sin a',
        points: curve(-Math.PI, Math.PI, (a) => -attraction * sin(a)),
        colour: palette[0],
        width: 2.5,
      },
    ],
    marks: [
      { x: 0, y: 0, symbol: 'filled' },
      { x: -Math.PI, y: 0, symbol: 'open' },
      { x: Math.PI, y: 0, symbol: 'open' },
    ],
    symbols: [
      { symbol: 'filled', label: 'attractor' },
      { symbol: 'open', label: 'repeller' },
    ],
    caption: [`k = ${attraction} rad/s`],
  });
}

/** The repeller whose plot is published, and two others beside it. */
function drawRepeller() {
  const gap = 3;
  const decayLength = 6;
  const half = Math.PI / 10;
  const force = (halfAngle, width) => (a) => repellerForce(a, halfAngle, gap, decayLength, width);
  const narrow = 0.1;
  const points = curve(-Math.PI, Math.PI, force(half, margin));
  const highest = points.reduce((best, point) => (point[1] > best[1] ? point : best));
  return drawPlot({
    title: 'The repeller of one obstacle',
    x: aroundTheThing,
    y: { label: 'f_{obs} (rad/s)', min: -0.8, max: 0.8 },
    curves: [
      { label: `Δψ = π/10, δ = ${margin}`, points, colour: palette[1], width: 2.5 },
      {
        label: `Δψ = π/20, δ = ${margin}`,
        points: curve(-Math.PI, Math.PI, force(half / 2, margin)),
        colour: palette[0],
        dash: '9 5',
      },
      {
        label: `Δψ = π/10, δ = ${narrow}`,
        points: curve(-Math.PI, Math.PI, force(half, narrow)),
        colour: palette[2],
        dash: '2.5 3.5',
      },
    ],
    marks: [{ x: 0, y: 0, symbol: 'open' }],
    symbols: [{ symbol: 'open', label: 'repeller' }],
    caption: [
      `r = ${gap} m, d_{0} = ${decayLength} m. Extrema of the first curve: ±${highest[1].toFixed(3)} rad/s at ±${highest[0].toFixed(3)} rad; Δψ = ${half.toFixed(3)} rad.`,
    ],
  });
}

/** Two pillars too close to pass between, and the target behind them. */
const closedGate = {
  version: 1,
  name: 'closed gate',
  bounds: { min: [-2, -4], max: [10, 4] },
  duration: 1,
  obstacles: [
    { shape: 'circle', center: [2, 0.6], radius: 0.5 },
    { shape: 'circle', center: [2, -0.6], radius: 0.5 },
  ],
  agents: [{ at: [0, 0], heading: 0, goal: [8, 0] }],
};

/** The portrait of the first agent at time 0: taken where the model computes, so it sees what the model sees. */
function portrayFirst(scenario, options) {
  let portrait;
  const steering = {
    name: 'portrait',
    computeControls(input) {
      portrait = portrayHeading(input, 0, nonlinearDefaults, options);
    },
  };
  stepWorld(createWorld(scenario, { steering }));
  return portrait;
}

function drawPersonality() {
  const metres = (value) => `${value.toFixed(2).replace('-', '−')} m`;
  const base = 1;
  const d0 = (aggressiveness) => avoidanceDistance(aggressiveness, base);
  const d1 = (aggressiveness) => standstillGap(aggressiveness, base, safetyDistance);
  return drawPlot({
    title: 'Distances over aggressiveness',
    x: { label: 'aggressiveness', min: 0, max: 1 },
    y: { label: 'distance (m)', min: -1, max: 3.2 },
    curves: [
      { label: 'd_{0}, decay length of repulsion', points: curve(0, 1, d0), colour: palette[0], width: 2.5 },
      {
        label: 'd_{1}, gap at which the agent stands still',
        points: curve(0, 1, d1),
        colour: palette[1],
        width: 2.5,
        dash: '9 5',
      },
    ],
    caption: [
      `d_{0base} = ${base} m, safety distance ${safetyDistance} m.`,
      `Aggressiveness 0: d_{0} = ${metres(d0(0))}, d_{1} = ${metres(d1(0))};  ½: d_{0} = ${metres(d0(0.5))}, d_{1} = ${metres(d1(0.5))};  1: d_{0} = ${metres(d0(1))}, d_{1} = ${metres(d1(1))}.`,
    ],
  });
}

const figures = {
  attractor: drawAttractor(),
  repeller: drawRepeller(),
  'two-obstacles-sum': drawPortrait(
    portrayFirst(closedGate, { weights: 'sum' }),
    'Two obstacles before the target: plain sum',
    { heading: 0 },
  ),
  'two-obstacles-weighted': drawPortrait(
    portrayFirst(closedGate, { weights: 'present' }),
    'Two obstacles before the target: weighted sum',
    { heading: 0 },
  ),
  personality: drawPersonality(),
};
for (const [name, svg] of Object.entries(figures)) {
  writeFileSync(new URL(`../docs/models/${name}.svg`, import.meta.url), svg);
}
