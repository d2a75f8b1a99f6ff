import {
  findSelfCrossing,
  heightOf,
  isDegenerateTriangle,
  orient,
  polygonArea,
} from '../../geometry/index.ts';
import { type Findings, hasEnough, type Path, report } from './error.ts';
import { maximumCourseSpeed } from './limits.ts';
import type { Course, Obstacle, Place, Scenario, Target } from './schema.ts';

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
  if ('box' in region) checkBox(region.box, dimension, [...path, 'region', 'box'], findings);
  if ('polygon' in region) {
    checkPolygon(region.polygon.points, [...path, 'region', 'polygon', 'points'], findings);
  }
}

/** That max is above min, on each axis of the world. */
export function checkBox(
  { min, max }: { min: Place; max: Place },
  dimension: Scenario['dimension'],
  path: Path,
  findings: Findings,
): void {
  for (const [axis, name] of ['x', 'y', 'z'].slice(0, dimension).entries()) {
    const [low, high] = [min[axis] ?? 0, max[axis] ?? 0];
    if (low < high) continue;
    report(findings, [...path, 'max', axis], `expected ${name} above that of min, ${low}, got ${high}`);
  }
}

function checkShape(
  obstacle: Obstacle,
  dimension: Scenario['dimension'],
  path: Path,
  findings: Findings,
): void {
  switch (obstacle.shape) {
    case 'box':
      checkBox(obstacle, dimension, path, findings);
      break;
    case 'segment': {
      const { from, to } = obstacle;
      if (from[0] === to[0] && from[1] === to[1]) {
        report(findings, [...path, 'to'], 'expected another point than from: the segment has no length');
      }
      break;
    }
    case 'polygon':
      checkPolygon(obstacle.points, [...path, 'points'], findings);
      break;
    case 'plane':
      checkNormal(obstacle.normal, [...path, 'normal'], findings);
      break;
    case 'triangles':
      checkFaces(obstacle, [...path, 'faces'], findings);
      break;
  }
}

export function checkPolygon(points: readonly [number, number][], path: Path, findings: Findings): void {
  const [a, ...rest] = [points[0], ...points.filter((p) => p[0] !== points[0][0] || p[1] !== points[0][1])];
  const flat = rest.every((p) => orient(a[0], a[1], rest[0][0], rest[0][1], p[0], p[1]) === 0);
  if (flat) {
    report(findings, path, 'expected a polygon with an area: its points lie on one line');
    return;
  }
  const crossing = findSelfCrossing(points);
  if (crossing) {
    const [first, second] = crossing.map((edge) => `${edge}–${(edge + 1) % points.length}`);
    report(
      findings,
      path,
      `expected an outline that does not cross or touch itself: edges ${first} and ${second} do`,
    );
  } else if (polygonArea(points) === 0) {
    report(findings, path, 'expected a polygon with an area: it is too thin to be computed with');
  }
}

/** Shorter normals have lost digits that their direction would need. */
const shortestNormal = 1e-6;

function checkNormal(normal: Place, path: Path, findings: Findings): void {
  if (sizeOf(normal) >= shortestNormal) return;
  const got = `[${normal.join(', ')}]`;
  report(findings, path, `expected a direction, of a size of at least ${shortestNormal}, got ${got}`);
}

function checkFaces(
  { points, faces }: { points: readonly Place[]; faces: readonly (readonly [number, number, number])[] },
  path: Path,
  findings: Findings,
): void {
  for (let face = 0; face < faces.length && !hasEnough(findings); face++) {
    const missing = faces[face].findIndex((point) => point >= points.length);
    const [i, j, k] = faces[face];
    if (missing >= 0) {
      report(
        findings,
        [...path, face, missing],
        `expected the number of a point, from 0 to ${points.length - 1}, got ${faces[face][missing]}`,
      );
    } else if (i === j || j === k || k === i) {
      report(findings, [...path, face], `expected three different points, got ${i}, ${j} and ${k}`);
    } else if (isFlat(points[i], points[j], points[k])) {
      report(findings, [...path, face], 'expected a face with an area: its points lie on one line');
    } else if (isDegenerateTriangle(points[i], points[j], points[k])) {
      report(findings, [...path, face], 'expected a face with an area: it is too thin to be computed with');
    }
  }
}

/** Whether three points lie on one line: exactly when their shadows along all three axes do. */
function isFlat(a: Place, b: Place, c: Place): boolean {
  const [az, bz, cz] = [heightOf(a), heightOf(b), heightOf(c)];
  return (
    orient(a[0], a[1], b[0], b[1], c[0], c[1]) === 0 &&
    orient(a[1], az, b[1], bz, c[1], cz) === 0 &&
    orient(az, a[0], bz, b[0], cz, c[0]) === 0
  );
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
  const [x, y] = place;
  const z = heightOf(place);
  return Math.sqrt(x * x + y * y + z * z);
}
