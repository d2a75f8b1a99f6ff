import { heightOf } from '../../geometry/index.ts';
import { obstaclesOf } from './area-part.ts';
import { createBodyGrid, findBody, insertBody, largestFirst, overlapOf } from './body-grid.ts';
import { gapToBounds } from './bounds.ts';
import { checkTargetRegion } from './check-target-regions.ts';
import { radiusOf } from './comers.ts';
import { type Findings, hasEnough, type Path, report } from './error.ts';
import {
  createObstacleIndex,
  createScenarioIndex,
  findObstacle,
  gapToObstacle,
  isOutsideArea,
  type ObstacleIndex,
} from './obstacle-index.ts';
import { overlapTolerance, smallestRadius } from './regions.ts';
import type { Distribution, Journey, Place, Scenario } from './schema.ts';

/** What stands in what at time 0: agents, obstacles, the border and goals. */
export function checkPlaces(scenario: Scenario, findings: Findings): void {
  const obstacles = createScenarioIndex(scenario);
  checkAgents(scenario, obstacles, findings);
  checkOverlaps(scenario, findings);
  checkReachable(scenario, findings);
}

/** '-0.123 m': three digits tell a user enough. */
export function metres(value: number): string {
  return `${Number(value.toPrecision(3))} m`;
}

/** '[1, 2]' or '[1, 2, 3]'. */
export function placeInWords({ dimension }: Scenario, x: number, y: number, z: number): string {
  return dimension === 2 ? `[${x}, ${y}]` : `[${x}, ${y}, ${z}]`;
}

/** 'obstacles[2] "pillar"', or 'area.walls[1]': what the area is made of is named after its place there. */
function namedObstacle(scenario: Scenario, obstacle: number): string {
  const { name } = obstaclesOf(scenario)[obstacle];
  if (obstacle >= scenario.obstacles.length) return name!;
  return `obstacles[${obstacle}]${name === undefined ? '' : ` ${JSON.stringify(name)}`}`;
}

/** Why no agent can have its centre at a place of the plane. */
export function misplacedPoint(
  scenario: Scenario,
  index: ObstacleIndex,
  x: number,
  y: number,
): string | undefined {
  const wrong = misplacementInBounds(scenario, x, y, 0, 0);
  if (wrong !== undefined) return wrong;
  const place = placeInWords(scenario, x, y, 0);
  if (isOutsideArea(index, x, y)) return `expected a place inside the walkable area, got ${place}`;
  const obstacle = findObstacle(index, x, y, 0, 0);
  if (obstacle < 0) return undefined;
  return `expected a place outside obstacles, got ${place} inside ${namedObstacle(scenario, obstacle)}`;
}

/** What is wrong with a body at a place within the bounds alone. */
export function misplacementInBounds(
  scenario: Scenario,
  x: number,
  y: number,
  z: number,
  radius: number,
): string | undefined {
  if (gapToBounds(scenario, x, y, z, 0) < 0)
    return `expected a place inside the bounds, got ${placeInWords(scenario, x, y, z)}`;
  const border = gapToBounds(scenario, x, y, z, radius);
  if (!scenario.bounds.walls || border >= -1e-9) return undefined;
  return overlapInWords('the solid border', border, radius);
}

/** What is wrong with a body at a place, borders and obstacles considered; undefined when nothing is. */
export function misplacement(
  scenario: Scenario,
  index: ObstacleIndex,
  x: number,
  y: number,
  z: number,
  radius: number,
): string | undefined {
  const wrong = misplacementInBounds(scenario, x, y, z, radius);
  if (wrong !== undefined) return wrong;
  if (isOutsideArea(index, x, y))
    return `expected a place inside the walkable area, got ${placeInWords(scenario, x, y, z)}`;
  const obstacle = findObstacle(index, x, y, z, radius);
  if (obstacle < 0) return undefined;
  const gap = gapToObstacle(index, obstacle, x, y, z, radius);
  return overlapInWords(namedObstacle(scenario, obstacle), gap, radius);
}

export function overlapInWords(name: string, gap: number, radius: number): string {
  return `the body (radius ${radius} m) reaches ${metres(-gap)} into ${name} (gap ${metres(gap)})`;
}

function checkAgents(scenario: Scenario, index: ObstacleIndex, findings: Findings): void {
  const { agents } = scenario;
  for (let k = 0; k < agents.length && !hasEnough(findings); k++) {
    const { at, radius } = agents[k];
    const wrong = misplacement(scenario, index, at[0], at[1], heightOf(at), radius);
    if (wrong !== undefined) report(findings, ['agents', k, 'at'], wrong);
  }
}

/**
 * Each agent that overlaps another is reported once and then left out of the grid: what is in the grid is spread out,
 * so that the search stays short even when a file puts a million agents on one spot.
 */
function checkOverlaps({ agents, dimension }: Scenario, findings: Findings): void {
  const x = Float64Array.from(agents, ({ at }) => at[0]);
  const y = Float64Array.from(agents, ({ at }) => at[1]);
  const z = Float64Array.from(agents, ({ at }) => heightOf(at));
  const radius = Float64Array.from(agents, (agent) => agent.radius);
  const grid = createBodyGrid(x, y, dimension === 3 ? z : undefined, radius);
  const overlaps: [number, number][] = [];
  // Largest first: no body then has to look through the many small ones within a large one's reach.
  for (const body of largestFirst(
    radius,
    Int32Array.from(agents, (_, k) => k),
  )) {
    const other = findBody(grid, x[body], y[body], z[body], radius[body], -overlapTolerance);
    if (other >= 0) overlaps.push([Math.max(body, other), Math.min(body, other)]);
    else insertBody(grid, body);
  }
  overlaps.sort(([a, b], [c, d]) => a - c || b - d);
  for (const [later, earlier] of overlaps) {
    const overlap = overlapOf(grid, later, earlier);
    const name = agents[earlier].name;
    const other = `agents[${earlier}]${name === undefined ? '' : ` ${JSON.stringify(name)}`}`;
    report(
      findings,
      ['agents', later, 'at'],
      `the body overlaps ${other} by ${metres(overlap)} (gap ${metres(-overlap)})`,
    );
  }
}

/** Farther than its radius and this inside something solid, a goal can never be reached, m. */
export const reachAllowance = 0.1;

/** The obstacles that neither a course nor the script moves, by their numbers, and an index of them. */
export type Reach = { scenario: Scenario; lasting: number[]; index: ObstacleIndex };

export function createReach(scenario: Scenario): Reach {
  const { area, dimension, script } = scenario;
  const changed = new Set<unknown>(script.flatMap((entry) => ('obstacle' in entry ? [entry.obstacle] : [])));
  const obstacles = obstaclesOf(scenario);
  const lasting = obstacles.flatMap(({ course, name }, k) =>
    course || changed.has(k) || changed.has(name) ? [] : [k],
  );
  const index = createObstacleIndex(
    lasting.map((k) => obstacles[k]),
    dimension,
    area,
  );
  return { scenario, lasting, index };
}

/**
 * That the centre of a body comes within the radius of a goal while the body stays out of what is solid and stays, and within
 * a solid border.
 */
export function checkGoalInReach(
  { index, lasting, scenario }: Reach,
  place: Place,
  radius: number,
  body: number,
  path: Path,
  findings: Findings,
): void {
  const [x, y] = place;
  const z = heightOf(place);
  const needed = radius + reachAllowance;
  const border = gapToBounds(scenario, x, y, z, 0);
  if (scenario.bounds.walls && border < body - needed) {
    const name = 'the solid border';
    const message =
      border < -needed ? `${metres(-border)} outside ${name}` : atWall(name, border, body, radius);
    report(findings, path, `cannot be reached: ${message}`);
    return;
  }
  if (isOutsideArea(index, x, y) && findObstacle(index, x, y, z, needed) < 0) {
    report(findings, path, 'cannot be reached: outside the walkable area');
    return;
  }
  const found = findObstacle(index, x, y, z, Math.max(0, body - needed));
  if (found < 0) return;
  const gap = gapToObstacle(index, found, x, y, z, 0);
  if (gap >= body - needed) return;
  const name = namedObstacle(scenario, lasting[found]);
  const message = gap < -needed ? `${metres(-gap)} inside ${name}` : atWall(name, gap, body, radius);
  report(findings, path, `cannot be reached: ${message}`);
}

/** Why a body that touches something solid is too far from a goal that is in it or beside it. */
function atWall(name: string, gap: number, body: number, radius: number): string {
  const where = gap < 0 ? `${metres(-gap)} inside` : `${metres(gap)} from`;
  return `${where} ${name}, where a body of radius ${metres(body)} stays ${metres(body - gap)} away, more than the goal's radius of ${metres(radius)}`;
}

/** The radius of the smallest body that a scenario has or that its script adds; 0 without any. */
export function smallestBody(scenario: Scenario): number {
  const { agents, groups, script } = scenario;
  let smallest = Number.POSITIVE_INFINITY;
  const count = (radius: Distribution) => {
    smallest = Math.min(smallest, smallestRadius(radius));
  };
  for (const { radius } of agents) count(radius);
  for (const { radius } of groups) count(radius);
  for (const entry of script) {
    if (entry.kind === 'add') count(radiusOf(scenario, entry.agent));
    else if (entry.kind === 'add-group') count(entry.group.radius);
  }
  return smallest < Number.POSITIVE_INFINITY ? smallest : 0;
}

/** The same of the points of a journey. */
export function checkJourneyInReach(
  reach: Reach,
  journey: Journey | undefined,
  body: number,
  path: Path,
  findings: Findings,
): void {
  journey?.stages.forEach((stage, k) => {
    if (stage.kind !== 'seek' || !stage.point) return;
    checkGoalInReach(reach, stage.point, stage.radius, body, [...path, 'stages', k, 'point'], findings);
  });
}

/**
 * Goals inside what is solid and does not move; a moving obstacle or target may free it later. A goal inside a closed
 * mesh of triangles is not found.
 */
function checkReachable(scenario: Scenario, findings: Findings): void {
  const { targets, agents, groups } = scenario;
  const reach = createReach(scenario);
  const { index } = reach;
  const check = (place: Place, radius: number, body: number, path: Path) =>
    checkGoalInReach(reach, place, radius, body, path, findings);
  const smallest = smallestBody(scenario);
  targets.forEach(({ at, radius, region, course }, k) => {
    if (course) return;
    if (at) check(at, radius, smallest, ['targets', k, 'at']);
    else if (region) checkTargetRegion(scenario, region, index, ['targets', k, 'region'], findings);
  });
  for (let k = 0; k < agents.length && !hasEnough(findings); k++) {
    const { goal, goalRadius, journey, radius } = agents[k];
    if (goal) check(goal, goalRadius, radius, ['agents', k, 'goal']);
    checkJourneyInReach(reach, journey, radius, ['agents', k, 'journey'], findings);
  }
  groups.forEach(({ goal, goalRadius, journey, radius }, k) => {
    const body = smallestRadius(radius);
    if (goal && 'point' in goal) check(goal.point, goalRadius, body, ['groups', k, 'goal', 'point']);
    checkJourneyInReach(reach, journey, body, ['groups', k, 'journey'], findings);
  });
}
