import { growTable } from '../../crowd/index.ts';
import {
  ARC_RATIO_START,
  asin,
  cos,
  exp,
  fastArcRatio,
  fastAsin,
  fastExp,
  quantizeUnit,
  quantizeWide,
  sin,
} from '../../numerics/index.ts';
import type { Drives } from './drives.ts';

/**
 * Repellers that wait for evaluation, as columns: each other body is one, each wall two (docs/models/walls.md). They are
 * gathered agent by agent and evaluated many at a time, since a loop over the few of one agent would be too short for the
 * processor. Each adds to its owner's row of the drives.
 */
export type Repellers = {
  count: number;
  window: Window;
  /** The owner: an index in the drives' columns of obstacles. */
  owner: Int32Array;
  /** cos a and sin a, where a is the heading minus the direction to the thing. */
  cosine: Float64Array;
  sine: Float64Array;
  /** sin Δψ, clamped: half the angle that the thing takes up in view, including the agent's own body. */
  sineHalf: Float64Array;
  /** −r/d0: D is its exponential. */
  fading: Float64Array;
  /** 1, or a wall's share of its far or near form. */
  share: Float64Array;
  /** In space: unit vector of the axis of the turn away from the thing; sine is then positive. */
  axisX: Float64Array;
  axisY: Float64Array;
  axisZ: Float64Array;
  /** The result of each: R W D, its slope, and W. */
  force: Float64Array;
  slope: Float64Array;
  opening: Float64Array;
};

export function createRepellers(window: Window, capacity = 1024): Repellers {
  return {
    count: 0,
    window,
    owner: new Int32Array(capacity),
    cosine: new Float64Array(capacity),
    sine: new Float64Array(capacity),
    sineHalf: new Float64Array(capacity),
    fading: new Float64Array(capacity),
    share: new Float64Array(capacity),
    axisX: new Float64Array(capacity),
    axisY: new Float64Array(capacity),
    axisZ: new Float64Array(capacity),
    force: new Float64Array(capacity),
    slope: new Float64Array(capacity),
    opening: new Float64Array(capacity),
  };
}

/** Makes room for `more` repellers after the waiting ones. */
export function reserveRepellers(repellers: Repellers, more: number): void {
  if (repellers.count + more <= repellers.owner.length) return;
  const { count, window, ...columns } = repellers;
  growTable(columns, Math.max(count + more, 2 * columns.owner.length));
  Object.assign(repellers, columns);
}

/** Numbers that depend only on the margin δ. */
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
 * Adds R W D of each repeller, its slope and W to its owner's drives, and empties the list. Terms are rounded to quanta, so
 * that the sums are exact in any order (numerics/quantum.ts). With `everythingCounts` D itself is added too.
 */
export function evaluateRepellers(
  repellers: Repellers,
  everythingCounts: boolean,
  inSpace: boolean,
  drives: Drives,
): void {
  evaluateTerms(repellers);
  const { axisX, axisY, axisZ, count, fading, force, opening, owner, share, slope } = repellers;
  for (let i = 0; i < count; i++) {
    const at = owner[i];
    if (inSpace) {
      drives.forceX[at] += quantizeUnit(force[i] * axisX[i]);
      drives.forceY[at] += quantizeUnit(force[i] * axisY[i]);
      drives.force[at] += quantizeUnit(force[i] * axisZ[i]);
    } else {
      drives.force[at] += force[i];
    }
    drives.slope[at] += slope[i];
    drives.window[at] += opening[i];
    if (everythingCounts) drives.closeness[at] += quantizeUnit(share[i] * fastExp(fading[i]));
  }
  repellers.count = 0;
}

/** At this exponent a window is shut; without the limit, narrow margins would overflow and give 0 × ∞. */
const SHUT = 60;

/** Evaluates each repeller. Every operation, and their order, is the same in library/kernel/repellers.as.ts. */
function evaluateTerms(repellers: Repellers): void {
  const { count, cosine, fading, force, opening, share, sine, sineHalf, slope } = repellers;
  const { marginCosine, marginSine, spreadCosine, spreadSine } = repellers.window;
  for (let i = 0; i < count; i++) {
    const s = sineHalf[i];
    const cosineFull = 1 - 2 * (s * s);
    const sineFull = 2 * s * Math.sqrt(1 - s * s);
    // cos(2Δψ + δ), where the window is half open, and its steepness there.
    const edge = cosineFull * marginCosine - sineFull * marginSine;
    const steepness = 1 / (cosineFull * spreadCosine + sineFull * spreadSine);
    const half = fastAsin(s);
    // tanh z = 2/(1 + exp(−2z)) − 1, so the window is 1/(1 + exp(−steepness (cos a − edge))).
    const shut = 1 + fastExp(Math.min(steepness * (edge - cosine[i]), SHUT));
    // One division for both 1/shut and 1/half.
    const inverse = 1 / (shut * half);
    const open = inverse * half;
    const inverseHalf = inverse * shut;
    // Behind, from the difference to a half turn.
    const behind = cosine[i] < ARC_RATIO_START;
    const arc = sine[i] * fastArcRatio(behind ? -cosine[i] : cosine[i]);
    const angle = behind ? (sine[i] < 0 ? -Math.PI : Math.PI) - arc : arc;
    const ratio = angle * inverseHalf;
    const size = Math.abs(ratio);
    const bell = share[i] * open * fastExp(1 - size + fading[i]);
    const bend = ratio * (1 - open) * steepness * sine[i];
    force[i] = quantizeUnit(ratio * bell);
    slope[i] = quantizeWide(bell * (inverseHalf * (1 - size) - bend));
    opening[i] = quantizeUnit(share[i] * open);
  }
}

/** One repeller's value at the angle a, directly from the equations: the reference for the loop above. */
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
