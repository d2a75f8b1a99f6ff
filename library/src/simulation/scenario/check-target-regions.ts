import { createTargets, isAtTarget } from '../../crowd/index.ts';
import { heightOf } from '../../geometry/index.ts';
import { gapToBounds } from './bounds.ts';
import { type Findings, type Path, report } from './error.ts';
import { findObstacle, type ObstacleIndex } from './obstacle-index.ts';
import type { Scenario, TargetRegion } from './schema.ts';

/** Points of a region that are looked at along each axis, to find a free one. */
const SAMPLES = 16;

/**
 * That some part of a region is neither inside something solid that stands still nor beyond a solid border. Where no
 * sample hits the region, it is too thin for this question, and nothing is said.
 */
export function checkTargetRegion(
  scenario: Scenario,
  region: TargetRegion,
  index: ObstacleIndex,
  path: Path,
  findings: Findings,
): void {
  const target = createTargets([{ region, radius: 1 }]);
  const [minX, minY, minZ, maxX, maxY, maxZ] = boundsOf(region);
  const levels = maxZ > minZ ? SAMPLES : 1;
  const sample = (number: number) => ((number % SAMPLES) + 0.5) / SAMPLES;
  let hits = 0;
  for (let k = 0; k < SAMPLES * SAMPLES * levels; k++) {
    const x = minX + sample(k) * (maxX - minX);
    const y = minY + sample(Math.floor(k / SAMPLES)) * (maxY - minY);
    const z = minZ + (levels > 1 ? sample(Math.floor(k / (SAMPLES * SAMPLES))) * (maxZ - minZ) : 0);
    if (!isAtTarget(target, 0, x, y, z)) continue;
    hits++;
    if (scenario.bounds.walls && gapToBounds(scenario, x, y, z, 0) < 0) continue;
    if (findObstacle(index, x, y, z, 0) < 0) return;
  }
  if (hits === 0) return;
  report(findings, path, 'cannot be reached: all of it is inside obstacles or beyond the solid border');
}

function boundsOf(region: TargetRegion): [number, number, number, number, number, number] {
  if ('box' in region) {
    const { min, max } = region.box;
    return [min[0], min[1], heightOf(min), max[0], max[1], heightOf(max)];
  }
  if ('circle' in region) {
    const { center, radius } = region.circle;
    return [center[0] - radius, center[1] - radius, 0, center[0] + radius, center[1] + radius, 0];
  }
  let [minX, minY] = region.polygon.points[0];
  let [maxX, maxY] = region.polygon.points[0];
  for (const [x, y] of region.polygon.points) {
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  return [minX, minY, 0, maxX, maxY, 0];
}
