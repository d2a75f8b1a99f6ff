import { findRingFaults } from './area.ts';
import { type Findings, hasEnough, report } from './error.ts';
import type { Scenario } from './schema.ts';
import type { Area } from './schema-area.ts';

/** That the rings of the area are polygons with holes inside the world, and its walls have a length. */
export function checkArea({ area, bounds, dimension }: Scenario, findings: Findings): void {
  if (!area) return;
  if (dimension === 3) {
    report(findings, ['area'], 'only in a world of dimension 2');
    return;
  }
  if (area.polygons.length + area.walls.length === 0) {
    report(findings, ['area'], 'expected polygons or walls, got neither');
    return;
  }
  checkExtent(area, bounds, findings);
  checkWalls(area, findings);
  if (hasEnough(findings)) return;
  for (const { polygon, ring, message } of findRingFaults(area.polygons)) {
    report(findings, ['area', 'polygons', polygon, ring], message);
  }
}

/** Outer rings lie in the world; nothing looks at what is outside of it. */
function checkExtent({ polygons }: Area, { min, max }: Scenario['bounds'], findings: Findings): void {
  for (let polygon = 0; polygon < polygons.length && !hasEnough(findings); polygon++) {
    const outside = polygons[polygon][0].find(
      ([x, y]) => x < min[0] || y < min[1] || x > max[0] || y > max[1],
    );
    if (!outside) continue;
    report(
      findings,
      ['area', 'polygons', polygon, 0],
      `expected a ring inside the bounds, got the point [${outside[0]}, ${outside[1]}]`,
    );
  }
}

function checkWalls({ walls }: Area, findings: Findings): void {
  for (let wall = 0; wall < walls.length && !hasEnough(findings); wall++) {
    const points = walls[wall];
    for (let k = 1; k < points.length; k++) {
      if (points[k][0] !== points[k - 1][0] || points[k][1] !== points[k - 1][1]) continue;
      report(findings, ['area', 'walls', wall, k], 'expected another point than the one before');
      break;
    }
  }
}
