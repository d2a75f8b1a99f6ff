import { fastExp, fastTanh } from '../../numerics/index.ts';
import type { Drives } from './drives.ts';
import { competition } from './parameters.ts';

/** How target and obstacles compete, from what acts on the first `count` agents of the drives: docs/models/weights.md. */
export function rateCompetition(faithful: boolean, drives: Drives, count: number): void {
  const { detectorSharpness, competitionSharpness, targetAdvantage, signSharpness } = competition;
  for (let at = 0; at < count; at++) {
    const slope = drives.slope[at];
    const targetSlope = drives.targetSlope[at];
    const targetSign = faithful ? Math.sign(targetSlope) : fastTanh(signSharpness * targetSlope);
    const obstacleSign = faithful ? Math.sign(slope) : fastTanh(signSharpness * slope);
    const targetDetector = targetSign * fastExp(-detectorSharpness * Math.abs(drives.targetForce[at]));
    const obstacleDetector =
      obstacleSign *
      fastExp(-detectorSharpness * Math.abs(drives.force[at])) *
      Math.min(1, drives.window[at]);
    // Target behind and obstacle beside: the product has the sign of a conflict, but there is none.
    const bothFlipped = !faithful && targetDetector > 0 && obstacleDetector < 0;
    const conflict = bothFlipped ? 0 : targetDetector * obstacleDetector;
    const alpha2 = fastTanh(drives.closeness[at]);
    drives.gamma12[at] = fastExp(-competitionSharpness * (conflict + 1));
    drives.alpha1[at] = targetAdvantage * (1 - alpha2);
    drives.alpha2[at] = alpha2;
  }
}
