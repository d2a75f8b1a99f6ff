import {
  asin,
  atan2,
  cos,
  exp,
  fastAngle,
  fastAsin,
  fastExp,
  quantizeUnit,
  quantizeWide,
  sin,
} from '../../numerics/index.ts';

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
};

export function createWindow(margin: number): Window {
  return {
    margin,
    marginCosine: cos(margin),
    marginSine: sin(margin),
    largestSineHalf: sin((Math.PI - margin) / 2 - 0.01),
  };
}

/** What the repellers of an agent add up to: indices into a Float64Array. */
export const Sum = {
  /** f_obs and its slope ∂f_obs/∂φ. */
  force: 0,
  slope: 1,
  /** ΣW. */
  window: 2,
  /** ΣD over all of them, in the window or not; wanted by the faithful variant alone. */
  decay: 3,
} as const;

/** Contributions with W·D below exp(−18) = 1.5e-8 are left out: most of what is behind costs no exponential. */
const NEGLIGIBLE = -18;

/** Adds up R W D and what else the competition needs, exactly whatever the order (numerics/quantum.ts). */
export function sumRepellers(
  repellers: Repellers,
  window: Window,
  decayRates: Float64Array,
  withDecay: boolean,
  sums: Float64Array,
): void {
  const { count, cosine, sine, sineHalf, gap, share } = repellers;
  const { marginCosine, marginSine } = window;
  const decayRate = decayRates[0];
  let force = 0;
  let slope = 0;
  let windowSum = 0;
  let decaySum = 0;
  for (let i = 0; i < count; i++) {
    const s = sineHalf[i];
    const distant = -gap[i] * decayRate;
    if (withDecay) decaySum += quantizeUnit(share[i] * fastExp(distant));
    const cosineFull = 1 - 2 * s * s;
    const edge = cosineFull * marginCosine - 2 * s * Math.sqrt(1 - s * s) * marginSine;
    // tanh z = 2/(1 + exp(−2z)) − 1, so the window is 1/(1 + exp(−steepness (cos a − edge))).
    const steepness = 8 / (cosineFull - edge);
    const inside = steepness * (cosine[i] - edge);
    if (inside + distant < NEGLIGIBLE) continue;
    const opening = 1 / (1 + fastExp(-inside));
    const open = share[i] * opening;
    const inverseHalf = 1 / fastAsin(s);
    const ratio = fastAngle(sine[i], cosine[i]) * inverseHalf;
    const size = Math.abs(ratio);
    const bell = open * fastExp(1 - size + distant);
    force += quantizeUnit(ratio * bell);
    slope += quantizeWide(bell * (inverseHalf * (1 - size) - ratio * (1 - opening) * steepness * sine[i]));
    windowSum += quantizeUnit(open);
  }
  sums[Sum.force] = force;
  sums[Sum.slope] = slope;
  sums[Sum.window] = windowSum;
  sums[Sum.decay] = decaySum;
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
