import {
  faultsOf,
  heightOf,
  lengthInSpace,
  type ObstacleShape,
  shapeOfRegion,
} from '../../geometry/index.ts';
import { type Findings, hasEnough, type Path, report } from './error.ts';
import { maximumCourseSpeed } from './limits.ts';
import type { Course, Obstacle, Place, Scenario, Target, TargetRegion } from './schema.ts';

/** Shapes and courses that make sense by themselves. */
export function checkObstacles({ obstacles, targets, dimension }: Scenario, findings: Findings): void {
  const check = ({ course }: Obstacle | Target, path: Path) => {
    if (course) checkCourse(course, [...path, 'course'], findings);
  };
  for (let k = 0; k < obstacles.length && !hasEnough(findings); k++) {
    checkShape(obstacles[k], dimension, ['obstacles', k], findings);
    check(obstacles[k], ['obstacles', k]);
  }
  targets.forEach((target, k) => {
    check(target, ['targets', k]);
    checkTargetPlace(target, dimension, ['targets', k], findings);
  });
}

/** That a target is at a point or is a region, which is one to be in. */
function checkTargetPlace(
  { at, region }: Target,
  dimension: Scenario['dimension'],
  path: Path,
  findings: Findings,
): void {
  if (!region) {
    if (!at) report(findings, path, 'expected a place "at" or a "region", got neither');
    return;
  }
  if (at) report(findings, [...path, 'region'], 'expected a place "at" or a region, got both');
  checkRegionShape(region, dimension, [...path, 'region'], findings);
}

/** That a region is one to be in. */
export function checkRegionShape(
  region: TargetRegion,
  dimension: Scenario['dimension'],
  path: Path,
  findings: Findings,
): void {
  const shape = shapeOfRegion(region);
  checkShape(shape, dimension, [...path, shape.shape], findings);
}

/** That max is above min, on each axis of the world. */
export function checkBox(
  { min, max }: { min: Place; max: Place },
  dimension: Scenario['dimension'],
  path: Path,
  findings: Findings,
): void {
  checkShape({ shape: 'box', min, max }, dimension, path, findings);
}

function checkShape(
  shape: ObstacleShape,
  dimension: Scenario['dimension'],
  path: Path,
  findings: Findings,
): void {
  for (const fault of faultsOf(shape, dimension)) {
    report(findings, [...path, ...fault.path], fault.message);
    if (hasEnough(findings)) return;
  }
}

function checkCourse(course: Course, path: Path, findings: Findings): void {
  const refuse = (key: string, speed: number) =>
    report(
      findings,
      [...path, key],
      `expected a speed of at most ${maximumCourseSpeed} m/s, got ${speed} m/s`,
    );
  if (course.kind === 'velocity') {
    const speed = sizeOf(course.velocity);
    if (speed > maximumCourseSpeed) refuse('velocity', speed);
  }
  if (course.kind === 'oscillation') {
    const speed = (2 * Math.PI * sizeOf(course.amplitude)) / course.period;
    if (speed > maximumCourseSpeed) refuse('period', speed);
  }
}

function sizeOf(place: Place): number {
  return lengthInSpace(place[0], place[1], heightOf(place));
}
