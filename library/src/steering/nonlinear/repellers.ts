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
 * The repellers that one agent feels, as columns: each other body is one, each wall two (docs/models/walls.md).
 * Filled for one agent after the other and evaluated in place, so they stay in the fastest memory.
 */
export type Repellers = {
  count: number;
  /** cos a and sin a, where a is the heading minus the direction to the thing. */
  cosine: Float64Array;
  sine: Float64Array;
  /** sin Δψ, clamped: half the angle that the thing takes up in view, the agent's own body counted in. */
  sineHalf: Float64Array;
  /** Distance between the surfaces, metres; r. */
  gap: Float64Array;
  /** 1, or a wall's share of its far or near form. */
  share: Float64Array;
};

export function createRepellers(capacity = 256): Repellers {
  return {
    count: 0,
    cosine: new Float64Array(capacity),
    sine: new Float64Array(capacity),
    sineHalf: new Float64Array(capacity),
    gap: new Float64Array(capacity),
    share: new Float64Array(capacity),
  };
}

export function reserveRepellers(repellers: Repellers, capacity: number): void {
  if (capacity > repellers.gap.length)
    Object.assign(repellers, createRepellers(Math.max(capacity, 2 * repellers.gap.length)));
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
 * Adds up R W D and what else the competition needs, for the agent in row `at` of the drives; exactly, whatever the
 * order (numerics/quantum.ts).
 */
export function sumRepellers(
  repellers: Repellers,
  window: Window,
  everythingCounts: boolean,
  drives: Drives,
  at: number,
): void {
  const { count, cosine, sine, sineHalf, gap, share } = repellers;
  const { marginCosine, marginSine } = window;
  const decayRate = drives.decayRate[at];
  let force = 0;
  let slope = 0;
  let windowSum = 0;
  let decaySum = 0;
  for (let i = 0; i < count; i++) {
    const s = sineHalf[i];
    const distant = -gap[i] * decayRate;
    if (everythingCounts) decaySum += quantizeUnit(share[i] * fastExp(distant));
    const cosineFull = 1 - 2 * s * s;
    const edge = cosineFull * marginCosine - 2 * s * Math.sqrt(1 - s * s) * marginSine;
    // tanh z = 2/(1 + exp(−2z)) − 1, so the window is 1/(1 + exp(−steepness (cos a − edge))).
    const steepness = 8 / (cosineFull - edge);
    const inside = steepness * (cosine[i] - edge);
    const shut = 1 + fastExp(-inside);
    const half = fastAsin(s);
    // One division for both 1/shut and 1/half.
    const inverse = 1 / (shut * half);
    const opening = inverse * half;
    const inverseHalf = inverse * shut;
    const open = share[i] * opening;
    const angle =
      cosine[i] > ARC_RATIO_START ? sine[i] * fastArcRatio(cosine[i]) : fastAngle(sine[i], cosine[i]);
    const ratio = angle * inverseHalf;
    const size = Math.abs(ratio);
    const bell = open * fastExp(1 - size + distant);
    force += quantizeUnit(ratio * bell);
    slope += quantizeWide(bell * (inverseHalf * (1 - size) - ratio * (1 - opening) * steepness * sine[i]));
    windowSum += quantizeUnit(open);
  }
  drives.force[at] = force;
  drives.slope[at] = slope;
  drives.window[at] = windowSum;
  if (everythingCounts) drives.closeness[at] = decaySum;
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
