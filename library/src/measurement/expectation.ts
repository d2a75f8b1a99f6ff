import type { Scenario } from '../simulation/index.ts';
import type { Summary } from './measurements.ts';

/** The criteria of a scenario's `expect` that a run did not meet, as sentences; none when it met them all. */
export function unmetExpectations(expect: Scenario['expect'], summary: Summary): string[] {
  const unmet: string[] = [];
  if (!expect) return unmet;
  const { arrivedAtLeast, arrivedAtMost, stayWithinBounds } = expect;
  const { seriousCollisionsAtMost, minimumClearanceAtLeast, meanSpeedAtLeast } = expect;
  const share = ((100 * summary.arrived) / summary.agents).toFixed(1);
  if (arrivedAtLeast !== undefined && summary.arrived < arrivedAtLeast * summary.agents) {
    unmet.push(`${share} % of the agents arrived, expected at least ${100 * arrivedAtLeast} %`);
  }
  if (arrivedAtMost !== undefined && summary.arrived > arrivedAtMost * summary.agents) {
    unmet.push(`${share} % of the agents arrived, expected at most ${100 * arrivedAtMost} %`);
  }
  if (stayWithinBounds && summary.outside > 0) {
    unmet.push(`${summary.outside} of ${summary.agents} agents have been outside the bounds, expected none`);
  }
  if (seriousCollisionsAtMost !== undefined && summary.collisions.serious > seriousCollisionsAtMost) {
    unmet.push(
      `${summary.collisions.serious} serious collisions, expected at most ${seriousCollisionsAtMost}`,
    );
  }
  const { unreachableAtMost } = expect;
  if (unreachableAtMost !== undefined && summary.unreachable > unreachableAtMost) {
    unmet.push(
      `${summary.unreachable} agents found no path to a goal, expected at most ${unreachableAtMost}`,
    );
  }
  const clearance = summary.minimumClearance;
  if (minimumClearanceAtLeast !== undefined && clearance !== null && clearance < minimumClearanceAtLeast) {
    unmet.push(`smallest gap ${clearance.toFixed(3)} m, expected at least ${minimumClearanceAtLeast} m`);
  }
  const speed = summary.meanSpeed;
  if (meanSpeedAtLeast !== undefined && speed !== null && speed < meanSpeedAtLeast) {
    unmet.push(`mean speed ${speed.toFixed(3)} of the desired speed, expected at least ${meanSpeedAtLeast}`);
  }
  return unmet;
}
