// Figures of docs/models/ that show a printed formula beside the implemented one.

import { drawPlot, palette } from '../../library/dist/draw/index.js';
import { rateCompetition } from '../../library/dist/steering/nonlinear/competition.js';
import { createDrives } from '../../library/dist/steering/nonlinear/drives.js';
import { presence } from '../../library/dist/steering/nonlinear/gather.js';
import { competition, nonlinearDefaults } from '../../library/dist/steering/nonlinear/parameters.js';
import {
  halfAngleOf,
  repellerForce,
  windowOpening,
} from '../../library/dist/steering/nonlinear/repellers.js';
import { solveWeights } from '../../library/dist/steering/nonlinear/weights.js';

const { margin } = nonlinearDefaults;
const printed = { colour: palette[1], width: 2.5, dash: '9 5' };
const implemented = { colour: palette[0], width: 2.5 };

/** Points of a curve over [from, to]. */
function curve(from, to, f, count = 720) {
  return Array.from({ length: count + 1 }, (_, i) => {
    const x = from + ((to - from) * i) / count;
    return [x, f(x)];
  });
}

const angles = (label, from, to) => ({
  label,
  min: from * Math.PI,
  max: to * Math.PI,
  ticks: ['−π', '−¾π', '−½π', '−¼π', '0', '¼π', '½π', '¾π', 'π']
    .map((name, i) => ({ at: ((i - 4) * Math.PI) / 4, label: name }))
    .filter(({ at }) => at >= from * Math.PI - 1e-9 && at <= to * Math.PI + 1e-9),
});

/** The absolute value that is missing in the exponent of (A.3). */
function drawMissingAbsolute() {
  const half = Math.PI / 10;
  const shape = (a) => (a / half) * Math.exp(1 - Math.abs(a / half));
  const asPrinted = (a) => (a / half) * Math.exp(1 - a / half);
  return drawPlot({
    title: 'The repelling shape, with and without the absolute value',
    x: angles('a = heading − direction to it (rad)', -1, 1),
    y: { label: 'R', min: -12, max: 3 },
    curves: [
      {
        label: 'as implemented: (a/Δψ) exp(1 − |a/Δψ|)',
        points: curve(-Math.PI, Math.PI, shape),
        ...implemented,
      },
      {
        label: 'as printed, (A.3): (a/Δψ) exp(1 − a/Δψ)',
        points: curve(-Math.PI, Math.PI, asPrinted).filter(([, y]) => y > -14),
        ...printed,
      },
    ],
    caption: [
      `Δψ = π/10. As printed R(−π) = −${(-asPrinted(-Math.PI) / 1e5).toFixed(1)}·10⁵: the curve leaves the plot.`,
    ],
  });
}

/** The window of an obstacle that the agent touches. */
function drawClamp() {
  const touching = Math.PI / 2;
  const clamped = halfAngleOf(1, 1, margin);
  return drawPlot({
    title: 'The window of an obstacle that the agent touches',
    x: angles('a = heading − direction to it (rad)', -1, 1),
    y: { label: 'W', min: -0.05, max: 1.1 },
    curves: [
      {
        label: `as implemented: Δψ at most (π − δ)/2 − 0.01 = ${clamped.toFixed(2)}`,
        points: curve(-Math.PI, Math.PI, (a) => windowOpening(a, clamped, margin)),
        ...implemented,
      },
      {
        label: 'as printed: Δψ = π/2',
        points: curve(-Math.PI, Math.PI, (a) => windowOpening(a, touching, margin)),
        ...printed,
      },
    ],
    caption: [
      `δ = ${margin}. As printed the steepness turns negative: the window is shut ahead, where the obstacle is, and open behind.`,
    ],
  });
}

/** The detector of the target's fixed point; its exponent has the wrong sign in print. */
function drawDetector() {
  const c1 = competition.detectorSharpness;
  const size = (sign) => (a) => -Math.sign(Math.cos(a)) * Math.exp(sign * c1 * Math.abs(Math.sin(a)));
  return drawPlot({
    title: 'The detector of the target’s fixed points',
    x: angles('a = heading − direction to the target (rad)', -1, 1),
    y: { label: 'P_{tar}', min: -8, max: 8 },
    curves: [
      {
        label: 'as implemented (faithful): exp(−c_{1} |f_{tar}|)',
        points: curve(-Math.PI, Math.PI, size(-1)),
        ...implemented,
      },
      {
        label: 'as printed, (A.7): exp(+c_{1} |f_{tar}|)',
        points: curve(-Math.PI, Math.PI, size(1)),
        ...printed,
      },
    ],
    caption: [
      `c_{1} = ${c1}. The text asks for 1 at a fixed point (a = 0 and ±π) and about 0 elsewhere; as printed it is largest beside them.`,
    ],
  });
}

/** The weights of an agent that faces an obstacle with the target behind it, over its heading. */
function weightsOver(variant) {
  const gap = 0.8;
  const drives = createDrives(1);
  const weights = new Float64Array(2);
  const half = halfAngleOf(1, 1 + gap, margin);
  return (a) => {
    const f = (x) => repellerForce(x, half, gap, nonlinearDefaults.baseDistance, margin);
    drives.force[0] = f(a);
    drives.slope[0] = (f(a + 1e-5) - f(a - 1e-5)) / 2e-5;
    drives.window[0] = windowOpening(a, half, margin);
    drives.closeness[0] = Math.exp(-gap / nonlinearDefaults.baseDistance);
    drives.targetForce[0] = -Math.sin(a);
    drives.targetSlope[0] = -Math.cos(a);
    rateCompetition(variant === 'faithful', drives, 0, 1);
    weights.fill(0.5);
    solveWeights(drives, 0, weights);
    return weights[0];
  };
}

function drawSign() {
  return drawPlot({
    title: 'The weight of the target behind an obstacle',
    x: angles('a = heading − direction to both (rad)', -0.75, 0.75),
    y: { label: 'w_{tar}', min: -0.05, max: 1.1 },
    curves: [
      {
        label: 'smooth: tanh(κ ∂f/∂φ)',
        points: curve(-0.75 * Math.PI, 0.75 * Math.PI, weightsOver('smooth'), 2000),
        ...implemented,
      },
      {
        label: 'faithful, as printed: sgn(∂f/∂φ)',
        points: curve(-0.75 * Math.PI, 0.75 * Math.PI, weightsOver('faithful'), 2000),
        ...printed,
      },
    ],
    caption: [
      'One obstacle of radius 0.75 m, 0.8 m ahead, the target behind it. With the sign the weight jumps where the repeller has its',
      'peak, and the agent, which turns there, chatters.',
    ],
  });
}

/** The effect of a uniform crowd on the weight of the target: summed over all agents, or by the closest agent ahead. */
function drawCrowd() {
  const drives = createDrives(1);
  const weights = new Float64Array(2);
  const weigh = (closeness) => {
    drives.force[0] = 0;
    drives.slope[0] = 0;
    drives.window[0] = 0;
    drives.closeness[0] = closeness;
    drives.targetForce[0] = -Math.sin(0.5);
    drives.targetSlope[0] = -Math.cos(0.5);
    rateCompetition(false, drives, 0, 1);
    weights.fill(0.5);
    solveWeights(drives, 0, weights);
    return weights[0];
  };
  // ΣD over a uniform crowd of density ρ: 2πρ ∫ (r + 0.5) exp(−r/d0) dr = 2πρ d0 (d0 + 0.5), bodies of 0.25 m.
  const d0 = nonlinearDefaults.baseDistance;
  const sum = (density) => 2 * Math.PI * density * d0 * (d0 + 0.5);
  // The closest agent ahead in a lane 0.5 m wide is, on average, 1/(0.5 ρ) away.
  const closest = (density) => Math.exp(-(1 / (0.5 * density) - 0.5) / d0);
  return drawPlot({
    title: 'The weight of the target in a crowd',
    x: { label: 'density (agents per square metre)', min: 0.02, max: 1.2 },
    y: { label: 'w_{tar}', min: -0.05, max: 1.1 },
    curves: [
      {
        label: 'smooth: D of the closest agent ahead',
        points: curve(0.02, 1.2, (density) => weigh(closest(density))),
        ...implemented,
      },
      {
        label: 'as printed: ΣD of all near agents',
        points: curve(0.02, 1.2, (density) => weigh(sum(density))),
        ...printed,
      },
    ],
    caption: [
      `d_{0} = ${d0} m, bodies of 0.25 m, the target 0.5 rad aside, forces that cancel: a uniform crowd, its sum by an integral and`,
      'the closest in a lane as wide as a body at its mean distance. As printed, agents that could walk freely lose the target.',
    ],
  });
}

/** A wall seen far, near, switched between the two, and blended. */
function drawBlend() {
  const halfLength = 2;
  const radius = 0.25;
  const d0 = nonlinearDefaults.baseDistance;
  // The agent stands opposite a point 1.5 m beside the middle and faces 30° off the wall's normal.
  const aside = 1.5;
  const facing = Math.PI / 6;
  const near = (gap) => repellerForce(facing, halfAngleOf(1, 1, margin), gap, d0, margin);
  const far = (gap) => {
    const middle = Math.hypot(aside, gap + radius);
    const half = Math.min(Math.asin(Math.min(1, (halfLength + radius) / middle)), halfAngleOf(1, 1, margin));
    return repellerForce(facing - Math.atan2(aside, gap + radius), half, gap, d0, margin);
  };
  const share = (gap) => 1 / (1 + (gap * gap) / (halfLength * halfLength));
  return drawPlot({
    title: 'A wall far and near',
    x: { label: 'gap to the wall (m)', min: 0, max: 6 },
    y: { label: 'f_{obs} (rad/s)', min: -0.2, max: 0.8 },
    curves: [
      {
        label: 'blended, as implemented',
        points: curve(0, 6, (gap) => share(gap) * near(gap) + (1 - share(gap)) * far(gap)),
        ...implemented,
      },
      {
        label: 'two cases, as printed (here: near within 2 m)',
        points: curve(0, 6, (gap) => (gap < halfLength ? near(gap) : far(gap)), 4000),
        ...printed,
      },
    ],
    caption: [
      `A wall 4 m long; the agent, ${radius} m in radius, is opposite a point 1.5 m beside its middle and faces 30° off the normal.`,
      'The switch makes the turn rate jump.',
    ],
  });
}

/** The part of a wall beside the agent that affects the weights. */
function drawBeside() {
  const gap = 0.1;
  const d0 = nonlinearDefaults.baseDistance;
  const effective = (share) => (a) => {
    const lane = gap + 3 * Math.max(0, (gap + 0.25) * Math.abs(Math.sin(a)) - 0.25);
    const ahead = share(Math.cos(a));
    return ahead > 0 ? Math.tanh(Math.exp(-((lane + 1 / 1024) / ahead - 1 / 1024) / d0)) : 0;
  };
  return drawPlot({
    title: 'How much a wall counts in the competition',
    x: angles('a = heading − direction to the closest point (rad)', 0, 0.75),
    y: { label: 'α_{2}', min: -0.05, max: 0.85 },
    curves: [
      {
        label: 'a wall: cos a + 0.3, over 1.3',
        points: curve(
          0,
          0.75 * Math.PI,
          effective((cosine) => (cosine + 0.3) / 1.3),
        ),
        ...implemented,
      },
      {
        label: 'another agent: cos a',
        points: curve(
          0,
          0.75 * Math.PI,
          effective((cosine) => cosine),
        ),
        ...printed,
      },
    ],
    caption: [
      `Gap ${gap} m, d_{0} = ${d0} m. Along a wall, a = ½π. Below α_{2} = 0.05 the obstacles’ weight is 0, and only`,
      'contact would keep the agent off the wall.',
    ],
  });
}

/** Δψ as half of the angle in view, and as all of it. */
function drawHalfAngle() {
  const half = Math.PI / 10;
  const force = (halfAngle) => (a) => repellerForce(a, halfAngle, 3, 6, margin);
  return drawPlot({
    title: 'An obstacle that takes up 36° in view',
    x: angles('a = heading − direction to it (rad)', -1, 1),
    y: { label: 'f_{obs} (rad/s)', min: -0.8, max: 0.8 },
    curves: [
      {
        label: 'as implemented, and 2001: Δψ = 18°, half of it',
        points: curve(-Math.PI, Math.PI, force(half)),
        ...implemented,
      },
      {
        label: '1999, by its text: Δψ = 36°, all of it',
        points: curve(-Math.PI, Math.PI, force(2 * half)),
        ...printed,
      },
    ],
    verticals: [
      { at: -half, label: 'edge' },
      { at: half, label: 'edge' },
    ],
    caption: [
      'r = 3 m, d_{0} = 6 m. With half of the angle the repeller is strongest at the edges of the obstacle, as in the published plots.',
    ],
  });
}

/** The effect of a fixed noise per step over a second. */
function drawNoise() {
  const sigma = nonlinearDefaults.noise;
  const usual = 0.05;
  // A turn rate n, drawn again in each of 1/Δt steps, changes the heading by n Δt each time.
  const fixed = (dt) => (sigma / Math.sqrt(usual)) * Math.sqrt(dt);
  return drawPlot({
    title: 'How far noise turns an agent in one second',
    x: { label: 'step Δt (s)', min: 0, max: 0.25 },
    y: { label: 'standard deviation (rad)', min: 0, max: 0.13 },
    curves: [
      { label: 'as implemented: σ ξ/√Δt', points: curve(0.001, 0.25, () => sigma), ...implemented },
      {
        label: 'as printed: a term n, the same whatever the step',
        points: curve(0.001, 0.25, fixed),
        ...printed,
      },
    ],
    caption: [`σ = ${sigma} rad/√s; n so that both agree at steps of ${usual} s.`],
  });
}

/** γ12 where the target is behind and an obstacle beside. */
function drawFlipped() {
  const gap = 0.5;
  const half = halfAngleOf(1, 1 + gap, margin);
  const rate = (mends) => (a) => {
    // The obstacle lies at a; the target straight behind.
    const f = (x) => repellerForce(x, half, gap, nonlinearDefaults.baseDistance, margin);
    const slope = (f(a + 1e-5) - f(a - 1e-5)) / 2e-5;
    const target = Math.tanh(5);
    const obstacle = Math.tanh(5 * slope) * Math.exp(-2 * Math.abs(f(a))) * windowOpening(a, half, margin);
    const conflict = mends && target > 0 && obstacle < 0 ? 0 : target * obstacle;
    return Math.exp(-2 * (conflict + 1));
  };
  return drawPlot({
    title: 'What an obstacle takes from a target that is behind',
    x: angles('a = heading − direction to the obstacle (rad)', -1, 1),
    y: { label: 'γ_{12}', min: 0, max: 0.6 },
    curves: [
      { label: 'as implemented: no conflict', points: curve(-Math.PI, Math.PI, rate(true)), ...implemented },
      { label: 'as printed: both signs flipped', points: curve(-Math.PI, Math.PI, rate(false)), ...printed },
    ],
    caption: [
      `One obstacle at a gap of ${gap} m. Beside the agent its slope is negative, behind the target's is positive: their product has the`,
      'sign of a target behind an obstacle, though neither blocks the other.',
    ],
  });
}

/** The detector of obstacles that overlap in view. */
function drawManyWindows() {
  const half = Math.PI / 10;
  const places = [-0.15, 0, 0.15];
  const detector = (limit) => (a) => {
    const sum = (f) => places.reduce((total, place) => total + f(a - place), 0);
    const force = sum((x) => repellerForce(x, half, 1, 1, margin));
    const slope = sum(
      (x) =>
        (repellerForce(x + 1e-5, half, 1, 1, margin) - repellerForce(x - 1e-5, half, 1, 1, margin)) / 2e-5,
    );
    const windows = sum((x) => windowOpening(x, half, margin));
    return Math.tanh(5 * slope) * Math.exp(-2 * Math.abs(force)) * Math.min(limit, windows);
  };
  return drawPlot({
    title: 'The detector of three obstacles side by side',
    x: angles('a = heading − direction to the middle one (rad)', -1, 1),
    y: { label: 'P_{obs}', min: -2.2, max: 3.2 },
    curves: [
      { label: 'as implemented: min(1, ΣW)', points: curve(-Math.PI, Math.PI, detector(1)), ...implemented },
      { label: 'as printed: ΣW', points: curve(-Math.PI, Math.PI, detector(3)), ...printed },
    ],
    caption: [
      'Three obstacles of 36° in view, 0.15 rad apart, 1 m away, d_{0} = 1 m. A detector is a number up to 1; as printed γ_{12} would',
      'reach exp(4) where a target lies behind them.',
    ],
  });
}

/** An obstacle that becomes visible: at once, or over the outermost quarter of the view. */
function drawSight() {
  const view = 3;
  const decay = (distance) => Math.exp(-distance / nonlinearDefaults.baseDistance);
  return drawPlot({
    title: 'An obstacle that comes into sight',
    x: { label: 'distance to its surface (m)', min: 1.5, max: 3.5 },
    y: { label: 'share × D', min: 0, max: 0.25 },
    curves: [
      {
        label: 'as implemented (smooth)',
        points: curve(1.5, 3.5, (d) => presence(d, view) * decay(d)),
        ...implemented,
      },
      {
        label: 'as printed, within a view',
        points: curve(1.5, 3.5, (d) => (d <= view ? decay(d) : 0), 4000),
        ...printed,
      },
    ],
    caption: [
      `View ${view} m, d_{0} = ${nonlinearDefaults.baseDistance} m. The step would be one of the turn rate.`,
    ],
  });
}

/** A wall from afar, with and without the agent's own body. */
function drawFarHalfAngle() {
  const angle = (own) => (distance) => Math.asin(Math.min(1, (1 + own) / distance));
  return drawPlot({
    title: 'Half-angle of a wall from afar',
    x: { label: 'distance to its middle (m)', min: 1.5, max: 10 },
    y: { label: 'Δψ (rad)', min: 0, max: 1 },
    curves: [
      {
        label: 'as implemented: half-length and own radius',
        points: curve(1.5, 10, angle(0.25)),
        ...implemented,
      },
      { label: 'as printed: the wall alone', points: curve(1.5, 10, angle(0)), ...printed },
    ],
    caption: [
      'A wall 2 m long, an agent of 0.25 m: the difference is its own body, which has to pass the end too.',
    ],
  });
}

/** The size of an angular velocity with a unit normal, and with the product as printed. */
function drawNormal() {
  const distance = 3;
  const half = halfAngleOf(1, distance, margin);
  const force = (a) => repellerForce(a, half, distance - 1, nonlinearDefaults.baseDistance, margin);
  return drawPlot({
    title: 'How fast a sphere turns an agent in space',
    x: angles('a, angle between heading and direction to it (rad)', 0, 1),
    y: { label: '|ω_{obs}| (rad/s)', min: 0, max: 0.25 },
    curves: [
      { label: 'as implemented: times the unit normal', points: curve(0, Math.PI, force), ...implemented },
      {
        label: 'as printed: times (p − pos) × u',
        points: curve(0, Math.PI, (a) => force(a) * distance * Math.sin(a)),
        ...printed,
      },
    ],
    caption: [
      `Radii of 1 m together, ${distance} m between the centres. As printed distance and angle count twice.`,
    ],
  });
}

/** The competition, integrated from nothing and from a half. */
function drawStart() {
  const [alpha1, alpha2, gamma12, gamma21] = [0.27, 0.34, 0.135, 0.05];
  const follow = (start) => {
    let [w1, w2] = [start, start];
    return Array.from({ length: 401 }, (_, k) => {
      const point = [0.1 * k, w1];
      const rate1 = w1 * (alpha1 * (1 - w1 * w1) - gamma12 * w2 * w2);
      const rate2 = w2 * (alpha2 * (1 - w2 * w2) - gamma21 * w1 * w1);
      w1 += 0.1 * rate1;
      w2 += 0.1 * rate2;
      return point;
    });
  };
  return drawPlot({
    title: 'Where the integration of the weights starts',
    x: { label: 'time of the competition', min: 0, max: 40 },
    y: { label: 'w_{tar}', min: -0.05, max: 1 },
    curves: [
      { label: 'as implemented: from the previous weights (½, ½)', points: follow(0.5), ...implemented },
      { label: 'as printed in 1999: from (0, 0)', points: follow(0), ...printed },
    ],
    caption: [
      `α = (${alpha1}, ${alpha2}), γ_{12} = ${gamma12}, γ_{21} = ${gamma21}. (0, 0) is a fixed point: nothing ever moves.`,
    ],
  });
}

export const figures = {
  'departure-shape': drawMissingAbsolute(),
  'departure-clamp': drawClamp(),
  'departure-detector': drawDetector(),
  'departure-sign': drawSign(),
  'departure-crowd': drawCrowd(),
  'departure-half-angle': drawHalfAngle(),
  'departure-noise': drawNoise(),
  'departure-flipped': drawFlipped(),
  'departure-windows': drawManyWindows(),
  'departure-sight': drawSight(),
  'departure-far': drawFarHalfAngle(),
  'departure-normal': drawNormal(),
  'departure-start': drawStart(),
  'departure-wall': drawBlend(),
  'wall-beside': drawBeside(),
};
