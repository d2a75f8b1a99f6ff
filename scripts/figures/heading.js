// Figures of docs/models/heading.md and weights.md: the attractor, the repeller, and their sum.
import { drawPlot, drawPortrait, palette } from '../../library/dist/draw/index.js';
import { stepWorld } from '../../library/dist/index.js';
import { nonlinearDefaults } from '../../library/dist/models.js';
import { sin } from '../../library/dist/numerics/index.js';
import { createScenarioWorld as createWorld } from '../../library/dist/scenario.js';
import { createNonlinearModel } from '../../library/dist/steering/nonlinear/model.js';
import { repellerForce } from '../../library/dist/steering/nonlinear/repellers.js';

const { attraction, margin } = nonlinearDefaults;

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

/** The repeller with a published plot, and two others beside it. */
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
  steering: { name: 'nonlinear' },
  obstacles: [
    { shape: 'circle', center: [2, 0.6], radius: 0.5 },
    { shape: 'circle', center: [2, -0.6], radius: 0.5 },
  ],
  agents: [{ at: [0, 0], heading: 0, goal: [8, 0] }],
};

/** The portrait of the first agent at time 0, computed inside the model's step, so that it uses the model's own input. */
function portrayFirst(scenario, options) {
  let portrait;
  const model = createNonlinearModel(nonlinearDefaults);
  const steering = {
    ...model,
    name: 'portrait',
    computeControls(input) {
      portrait = model.portray(input, 0, options);
      model.computeControls(input);
    },
  };
  stepWorld(createWorld(scenario, { steering }));
  return portrait;
}

export const figures = {
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
};
