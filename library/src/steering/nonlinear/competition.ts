import { fastExp, fastTanh } from '../../numerics/index.ts';
import type { Drives } from './drives.ts';
import { competition } from './parameters.ts';

/** Rates the competition of the target with one class of obstacles, for rows first … end − 1: docs/models/weights.md. */
export function rateCompetition(faithful: boolean, drives: Drives, first: number, end: number): void {
  const { detectorSharpness, signSharpness } = competition;
  const { gamma12 } = drives;
  const inSpace = drives.forceX.length > 0;
  for (let row = first; row < end; row++) {
    const slope = drives.slope[row];
    const targetSlope = drives.targetSlope[row];
    const targetSign = faithful ? Math.sign(targetSlope) : fastTanh(signSharpness * targetSlope);
    const obstacleSign = faithful ? Math.sign(slope) : fastTanh(signSharpness * slope);
    let targetSize = Math.abs(drives.targetForce[row]);
    let obstacleSize = Math.abs(drives.force[row]);
    if (inSpace) {
      const { force, forceX, forceY, targetForce, targetForceX, targetForceY } = drives;
      targetSize = Math.sqrt(
        targetForceX[row] * targetForceX[row] +
          targetForceY[row] * targetForceY[row] +
          targetForce[row] * targetForce[row],
      );
      obstacleSize = Math.sqrt(
        forceX[row] * forceX[row] + forceY[row] * forceY[row] + force[row] * force[row],
      );
    }
    const targetDetector = targetSign * fastExp(-detectorSharpness * targetSize);
    const obstacleDetector =
      obstacleSign * fastExp(-detectorSharpness * obstacleSize) * Math.min(1, drives.window[row]);
    // Target behind and obstacle beside: the product has the sign of a conflict, but there is none.
    const bothFlipped = !faithful && targetDetector > 0 && obstacleDetector < 0;
    gamma12[row] = bothFlipped ? 0 : targetDetector * obstacleDetector;
  }
  rateConflicts(drives, first, end);
}

/** From the conflicts in gamma12. A loop of its own, since the engine inlines only a few functions into one. */
function rateConflicts({ alpha1, alpha2, closeness, gamma12 }: Drives, first: number, end: number): void {
  const { competitionSharpness, targetAdvantage } = competition;
  for (let row = first; row < end; row++) {
    gamma12[row] = fastExp(-competitionSharpness * (gamma12[row] + 1));
    const advantage = fastTanh(closeness[row]);
    alpha1[row] = targetAdvantage * (1 - advantage);
    alpha2[row] = advantage;
  }
}
