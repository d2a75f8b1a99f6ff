import {
  ARC_RATIO_START,
  asin,
  atan2,
  cos,
  exp,
  fastAngle,
  fastArcRatio,
  fastAsin,
  fastExp,
  quantizeUnit,
  quantizeWide,
  sin,
} from '../../numerics/index.ts';
import type { Drives } from './drives.ts';

/**
 * The repellers that the agents of a block feel, as columns: each other body is one, each wall two
 * (docs/models/walls.md). They are gathered agent by agent and evaluated all in one go, since a loop over the few of
 * one agent would be over before the processor is in step.
 */
export type Repellers = {
  count: number;
  /** Where the repellers of each agent of the block end; they begin where those of the one before end. */
  ends: Int32Array;
  /** cos a and sin a, where a is the heading minus the direction to the thing. */
  cosine: Float64Array;
  sine: Float64Array;
  /** sin Δψ, clamped: half the angle that the thing takes up in view, the agent's own body counted in. */
  sineHalf: Float64Array;
  /** −r/d0: D is its exponential. */
  fading: Float64Array;
  /** 1, or a wall's share of its far or near form. */
  share: Float64Array;
  /** What each comes to: R W D, its slope, and W. */
  force: Float64Array;
  slope: Float64Array;
  opening: Float64Array;
};

export function createRepellers(agents: number, capacity = 1024): Repellers {
  return {
    count: 0,
    ends: new Int32Array(agents),
    cosine: new Float64Array(capacity),
    sine: new Float64Array(capacity),
    sineHalf: new Float64Array(capacity),
    fading: new Float64Array(capacity),
    share: new Float64Array(capacity),
    force: new Float64Array(capacity),
    slope: new Float64Array(capacity),
    opening: new Float64Array(capacity),
  };
}

/** Makes room for `more` repellers behind those that are there. */
export function reserveRepellers(repellers: Repellers, more: number): void {
  const { count, ends, force } = repellers;
  if (count + more <= force.length) return;
  const longer = createRepellers(ends.length, Math.max(count + more, 2 * force.length));
  longer.count = count;
  longer.ends = ends;
  for (const name of ['cosine', 'sine', 'sineHalf', 'fading', 'share'] as const) longer[name].set(repellers[name]);
  Object.assign(repellers, longer);
}

/** Numbers that depend on the margin δ alone. */
export type Window = {
  margin: number;
  marginCosine: number;
  marginSine: number;
  /** Largest sin Δψ: beyond Δψ = (π − δ)/2 − 0.01 the window would close ahead and open behind. */
  largestSineHalf: number;
  /** sin²(δ/2)/4 and sin(δ/2) cos(δ/2)/4: the window's inverse steepness is their sum, times cos 2Δψ and sin 2Δψ. */
  spreadCosine: number;
  spreadSine: number;
};

export function createWindow(margin: number): Window {
  return {
    margin,
    marginCosine: cos(margin),
    marginSine: sin(margin),
    largestSineHalf: sin((Math.PI - margin) / 2 - 0.01),
    spreadCosine: (sin(margin / 2) * sin(margin / 2)) / 4,
    spreadSine: (sin(margin / 2) * cos(margin / 2)) / 4,
  };
}

/**
 * Adds up R W D and what else the competition needs, for the first `count` agents of the block; exactly, whatever the
 * order of the repellers (numerics/quantum.ts).
 */
export function sumRepellers(
  repellers: Repellers,
  window: Window,
  everythingCounts: boolean,
  drives: Drives,
  count: number,
): void {
  evaluateRepellers(repellers, window);
  const { ends, fading, force, opening, share, slope } = repellers;
  let i = 0;
  for (let at = 0; at < count; at++) {
    let forceSum = 0;
    let slopeSum = 0;
    let windowSum = 0;
    let decaySum = 0;
    for (const end = ends[at]; i < end; i++) {
      forceSum += force[i];
      slopeSum += slope[i];
      windowSum += opening[i];
      if (everythingCounts) decaySum += quantizeUnit(share[i] * fastExp(fading[i]));
    }
    drives.force[at] = forceSum;
    drives.slope[at] = slopeSum;
    drives.window[at] = windowSum;
    if (everythingCounts) drives.closeness[at] = decaySum;
  }
}

/** R W D, its slope and W of every repeller, rounded to the quanta that make their sums exact. */
function evaluateRepellers(repellers: Repellers, window: Window): void {
  const { count, cosine, fading, force, opening, share, sine, sineHalf, slope } = repellers;
  const { marginCosine, marginSine } = window;
  for (let i = 0; i < count; i++) {
    const s = sineHalf[i];
    const cosineFull = 1 - 2 * s * s;
    const edge = cosineFull * marginCosine - 2 * s * Math.sqrt(1 - s * s) * marginSine;
    // tanh z = 2/(1 + exp(−2z)) − 1, so the window is 1/(1 + exp(−steepness (cos a − edge))).
    const steepness = 8 / (cosineFull - edge);
    const shut = 1 + fastExp(steepness * (edge - cosine[i]));
    const half = fastAsin(s);
    // One division for both 1/shut and 1/half.
    const inverse = 1 / (shut * half);
    const open = inverse * half;
    const inverseHalf = inverse * shut;
    const angle =
      cosine[i] > ARC_RATIO_START ? sine[i] * fastArcRatio(cosine[i]) : fastAngle(sine[i], cosine[i]);
    const ratio = angle * inverseHalf;
    const size = Math.abs(ratio);
    const bell = share[i] * open * fastExp(1 - size + fading[i]);
    force[i] = quantizeUnit(ratio * bell);
    slope[i] = quantizeWide(bell * (inverseHalf * (1 - size) - ratio * (1 - open) * steepness * sine[i]));
    opening[i] = quantizeUnit(share[i] * open);
  }
}

/** One repeller's value at the angle a, as the equations are written: the reference for the loop above. */
export function repellerForce(
  a: number,
  halfAngle: number,
  gap: number,
  decayLength: number,
  margin: number,
): number {
  const ratio = a / halfAngle;
  return ratio * exp(1 - Math.abs(ratio)) * windowOpening(a, halfAngle, margin) * exp(-gap / decayLength);
}

/** W: 1 inside the window, 0 outside, smooth between. */
export function windowOpening(a: number, halfAngle: number, margin: number): number {
  const edge = cos(2 * halfAngle + margin);
  const steepness = 4 / (cos(2 * halfAngle) - edge);
  return 1 / (1 + exp(-2 * steepness * (cos(a) - edge)));
}

/** Δψ of a body: half the angle in view, clamped. */
export function halfAngleOf(bodies: number, distance: number, margin: number): number {
  const half = distance > bodies ? asin(bodies / distance) : Math.PI / 2;
  return Math.min(half, (Math.PI - margin) / 2 - 0.01);
}

/** The angle a = wrap(heading − direction) from the two unit vectors. */
export function angleBetween(
  headingX: number,
  headingY: number,
  directionX: number,
  directionY: number,
): number {
  return atan2(headingY * directionX - headingX * directionY, headingX * directionX + headingY * directionY);
}
