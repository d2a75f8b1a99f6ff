import { findSelfCrossing, orientation, polygonArea } from '../../geometry/index.ts';
import { type Findings, hasEnough, type Path, report } from './error.ts';
import { maximumCourseSpeed, maximumSteps } from './limits.ts';
import { boundsOfRegion, capacityOf } from './regions.ts';
import type { Cadence, Course, Distribution, Group, Obstacle, Place, Region, Scenario } from './schema.ts';

/** What fields say about one another: orders, names, sizes. */
export function checkFields(scenario: Scenario, findings: Findings): void {
  const { bounds, dt, duration, obstacles, targets, agents, groups, cadence } = scenario;
  checkBox(bounds, ['bounds'], findings);
  // Nothing can lie inside a world without area; to say so of each thing would hide the cause.
  if (findings.problems.length > 0) return;
  if (duration / dt > maximumSteps) {
    report(
      findings,
      ['duration'],
      `expected at most ${maximumSteps} steps, got ${duration} s / ${dt} s = ${duration / dt}`,
    );
  }
  for (const [phase, value] of Object.entries(cadence)) checkCadence(value, ['cadence', phase], findings);
  obstacles.forEach((obstacle, k) => {
    checkObstacle(obstacle, ['obstacles', k], findings);
    if (obstacle.course) checkCourse(obstacle.course, ['obstacles', k, 'course'], findings);
  });
  targets.forEach(({ course }, k) => {
    if (course) checkCourse(course, ['targets', k, 'course'], findings);
  });
  checkUnique(targets, 'targets', findings);
  checkUnique(groups, 'groups', findings);
  const known = new Set(targets.map(({ name }) => name));
  for (let k = 0; k < agents.length && !hasEnough(findings); k++) {
    checkGoals(agents[k], known, ['agents', k], findings);
  }
  groups.forEach((group, k) => {
    checkGoals(group, known, ['groups', k], findings);
    checkGroup(group, scenario, ['groups', k], findings);
  });
}

function checkBox({ min, max }: { min: Place; max: Place }, path: Path, findings: Findings): void {
  for (const [axis, name] of ['x', 'y'].entries()) {
    if (min[axis] < max[axis]) continue;
    report(
      findings,
      [...path, 'max', axis],
      `expected ${name} above that of min, ${min[axis]}, got ${max[axis]}`,
    );
  }
}

function checkCadence(cadence: Cadence, path: Path, findings: Findings): void {
  if (typeof cadence === 'number' || cadence.fastest <= cadence.slowest) return;
  const { fastest, slowest } = cadence;
  report(
    findings,
    [...path, 'slowest'],
    `expected at least the steps of fastest, ${fastest}, got ${slowest}`,
  );
}

function checkObstacle(obstacle: Obstacle, path: Path, findings: Findings): void {
  if (obstacle.shape === 'box') checkBox(obstacle, path, findings);
  if (obstacle.shape === 'segment') {
    const { from, to } = obstacle;
    if (from[0] === to[0] && from[1] === to[1]) {
      report(findings, [...path, 'to'], 'expected another point than from: the segment has no length');
    }
  }
  if (obstacle.shape === 'polygon') checkPolygon(obstacle.points, [...path, 'points'], findings);
}

function checkPolygon(points: readonly Place[], path: Path, findings: Findings): void {
  const [a, ...rest] = [points[0], ...points.filter((p) => p[0] !== points[0][0] || p[1] !== points[0][1])];
  const flat = rest.every((p) => orientation(a[0], a[1], rest[0][0], rest[0][1], p[0], p[1]) === 0);
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

function sizeOf([x, y]: Place): number {
  return Math.sqrt(x * x + y * y);
}

function checkUnique(named: readonly { name: string }[], list: string, findings: Findings): void {
  const first = new Map<string, number>();
  named.forEach(({ name }, k) => {
    const other = first.get(name);
    if (other === undefined) first.set(name, k);
    else
      report(
        findings,
        [list, k, 'name'],
        `expected a name of its own: ${list}[${other}] is ${JSON.stringify(name)} too`,
      );
  });
}

function checkGoals(
  { targets, goal }: { targets?: string[]; goal?: unknown },
  known: ReadonlySet<string>,
  path: Path,
  findings: Findings,
): void {
  if (targets && goal !== undefined)
    report(findings, [...path, 'goal'], 'expected targets or a goal, got both');
  targets?.forEach((name, k) => {
    if (!known.has(name)) {
      report(findings, [...path, 'targets', k], `expected the name of a target, got ${JSON.stringify(name)}`);
    }
  });
}

function checkGroup(group: Group, { bounds }: Scenario, path: Path, findings: Findings): void {
  checkDistribution(group.radius, [...path, 'radius'], findings);
  checkDistribution(group.speed, [...path, 'speed'], findings);
  for (const [trait, value] of Object.entries(group.personality)) {
    checkDistribution(value, [...path, 'personality', trait], findings);
  }
  if (group.goal && 'random' in group.goal) {
    checkRegion(group.goal.random, bounds, [...path, 'goal', 'random'], findings);
  }
  if (!checkRegion(group.region, bounds, [...path, 'region'], findings)) return;
  const capacity = capacityOf(group);
  if (group.count > capacity) {
    report(
      findings,
      [...path, 'count'],
      `expected at most ${capacity}, for which the region has room, got ${group.count}`,
    );
  }
}

function checkDistribution(distribution: Distribution, path: Path, findings: Findings): void {
  if (typeof distribution === 'number') return;
  if ('uniform' in distribution) {
    const [low, high] = distribution.uniform;
    if (low > high) report(findings, [...path, 'uniform'], `expected low ≤ high, got ${low} and ${high}`);
    return;
  }
  const { min, max } = distribution.normal;
  if (min !== undefined && max !== undefined && min > max) {
    report(findings, [...path, 'normal', 'max'], `expected at least min, ${min}, got ${max}`);
  }
}

/** Whether the region is well formed and lies in the world. */
function checkRegion(region: Region, bounds: Scenario['bounds'], path: Path, findings: Findings): boolean {
  if ('box' in region && (region.box.min[0] >= region.box.max[0] || region.box.min[1] >= region.box.max[1])) {
    checkBox(region.box, [...path, 'box'], findings);
    return false;
  }
  const [minX, minY, maxX, maxY] = boundsOfRegion(region);
  // A circle that touches the border may stand out by rounding.
  const slack = 1e-9;
  const inside =
    minX >= bounds.min[0] - slack &&
    minY >= bounds.min[1] - slack &&
    maxX <= bounds.max[0] + slack &&
    maxY <= bounds.max[1] + slack;
  if (!inside) {
    report(
      findings,
      path,
      `expected a region inside the bounds, got x from ${minX} to ${maxX} and y from ${minY} to ${maxY}`,
    );
  }
  return inside;
}
