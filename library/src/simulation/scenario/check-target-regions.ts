import { createTargets, isAtTarget } from '../../crowd/index.ts';
import { boundsOfShape, boundsOfSolid, shapeOfRegion } from '../../geometry/index.ts';
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

function boundsOf(region: TargetRegion): readonly number[] {
  const shape = shapeOfRegion(region);
  if (shape.shape === 'box') return boundsOfSolid(shape);
  const [minX, minY, maxX, maxY] = boundsOfShape(shape);
  return [minX, minY, 0, maxX, maxY, 0];
}
