import { fastExp, fastTanh } from '../../numerics/index.ts';
import { competition } from './parameters.ts';
import { Sum } from './repellers.ts';

/** The rates of the competition between target and obstacles: indices into a Float64Array. */
export const Rate = {
  /** γ12: what the obstacles take from the target. */
  gamma12: 0,
  /** α1 and α2: how fast the weights of target and obstacles recover. */
  alpha1: 1,
  alpha2: 2,
} as const;

/** Bold agents have a decay length of 0; this keeps 0/0 away from touching bodies, where D is 1. */
const SHORTEST_DECAY = 1e-6;

/** 1/d0, per metre, from the growth rate that avoidanceGrowth gives: docs/models/personality.md. */
export function decayRateOf(aggressiveness: number, growth: number): number {
  return 1 / Math.max(SHORTEST_DECAY, fastExp(growth * (1 - aggressiveness)) - 1);
}

/**
 * How target and obstacles compete at one heading (docs/models/weights.md), from f_tar and its slope, what the
 * repellers add up to, and how close things are: ΣD (faithful), or D of the closest in the way.
 */
export function rateCompetition(
  faithful: boolean,
  targetForce: number,
  targetSlope: number,
  sums: Float64Array,
  closeness: number,
  rates: Float64Array,
): void {
  const { detectorSharpness, competitionSharpness, targetAdvantage, signSharpness } = competition;
  const force = sums[Sum.force];
  const slope = sums[Sum.slope];
  const targetSign = faithful ? Math.sign(targetSlope) : fastTanh(signSharpness * targetSlope);
  const obstacleSign = faithful ? Math.sign(slope) : fastTanh(signSharpness * slope);
  const targetDetector = targetSign * fastExp(-detectorSharpness * Math.abs(targetForce));
  const obstacleDetector =
    obstacleSign * fastExp(-detectorSharpness * Math.abs(force)) * Math.min(1, sums[Sum.window]);
  // Target behind and obstacle beside: the product has the sign of a conflict, but there is none.
  const bothFlipped = !faithful && targetDetector > 0 && obstacleDetector < 0;
  const conflict = bothFlipped ? 0 : targetDetector * obstacleDetector;
  const alpha2 = fastTanh(closeness);
  rates[Rate.gamma12] = fastExp(-competitionSharpness * (conflict + 1));
  rates[Rate.alpha1] = targetAdvantage * (1 - alpha2);
  rates[Rate.alpha2] = alpha2;
}
