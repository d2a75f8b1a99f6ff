import { gapToBorder, gapToShape } from '../../geometry/index.ts';
import { createBodyGrid, findBody, insertBody, largestFirst } from './body-grid.ts';
import { type Findings, hasEnough, type Path, report } from './error.ts';
import { createObstacleIndex, findObstacle, type ObstacleIndex } from './obstacle-index.ts';
import { overlapTolerance } from './regions.ts';
import type { Obstacle, Place, Scenario } from './schema.ts';

/** What stands in what at time 0: agents, obstacles, the border and goals. */
export function checkPlaces(scenario: Scenario, findings: Findings): void {
  const obstacles = createObstacleIndex(scenario.obstacles);
  checkAgents(scenario, obstacles, findings);
  checkOverlaps(scenario, findings);
  checkReachable(scenario, findings);
}

/** '-0.123 m': three digits tell a user enough. */
export function metres(value: number): string {
  return `${Number(value.toPrecision(3))} m`;
}

/** 'obstacles[2] "pillar"'. */
function namedObstacle(obstacles: readonly Obstacle[], obstacle: number): string {
  const { name } = obstacles[obstacle];
  return `obstacles[${obstacle}]${name === undefined ? '' : ` ${JSON.stringify(name)}`}`;
}

/** What is wrong with a body at a place, borders and obstacles considered; undefined when nothing is. */
export function misplacement(
  { bounds, obstacles }: Scenario,
  index: ObstacleIndex,
  x: number,
  y: number,
  radius: number,
): string | undefined {
  if (gapToBorder(bounds.min, bounds.max, x, y, 0) < 0)
    return `expected a place inside the bounds, got [${x}, ${y}]`;
  const border = gapToBorder(bounds.min, bounds.max, x, y, radius);
  if (bounds.walls && border < -1e-9) {
    return `the body (radius ${radius} m) reaches ${metres(-border)} into the solid border (gap ${metres(border)})`;
  }
  const obstacle = findObstacle(index, x, y, radius);
  if (obstacle < 0) return undefined;
  const gap = gapToShape(index.shapes[obstacle], x, y, radius);
  const name = namedObstacle(obstacles, obstacle);
  return `the body (radius ${radius} m) reaches ${metres(-gap)} into ${name} (gap ${metres(gap)})`;
}

function checkAgents(scenario: Scenario, index: ObstacleIndex, findings: Findings): void {
  const { agents } = scenario;
  for (let k = 0; k < agents.length && !hasEnough(findings); k++) {
    const { at, radius } = agents[k];
    const wrong = misplacement(scenario, index, at[0], at[1], radius);
    if (wrong !== undefined) report(findings, ['agents', k, 'at'], wrong);
  }
}

/**
 * Each agent that overlaps another is reported once and then left out of the grid: what is in the grid is spread out,
 * so that the search stays short even when a file puts a million agents on one spot.
 */
function checkOverlaps({ agents }: Scenario, findings: Findings): void {
  const x = Float64Array.from(agents, ({ at }) => at[0]);
  const y = Float64Array.from(agents, ({ at }) => at[1]);
  const radius = Float64Array.from(agents, (agent) => agent.radius);
  const grid = createBodyGrid(x, y, radius);
  const overlaps: [number, number][] = [];
  // Largest first: nobody then has to look through the many small bodies within a large one's reach.
  for (const body of largestFirst(
    radius,
    Int32Array.from(agents, (_, k) => k),
  )) {
    const other = findBody(grid, x[body], y[body], radius[body], -overlapTolerance);
    if (other >= 0) overlaps.push([Math.max(body, other), Math.min(body, other)]);
    else insertBody(grid, body);
  }
  overlaps.sort(([a, b], [c, d]) => a - c || b - d);
  for (const [later, earlier] of overlaps) {
    const dx = x[later] - x[earlier];
    const dy = y[later] - y[earlier];
    const gap = Math.sqrt(dx * dx + dy * dy) - radius[later] - radius[earlier];
    const name = agents[earlier].name;
    const other = `agents[${earlier}]${name === undefined ? '' : ` ${JSON.stringify(name)}`}`;
    report(
      findings,
      ['agents', later, 'at'],
      `the body overlaps ${other} by ${metres(-gap)} (gap ${metres(gap)})`,
    );
  }
}

/** Farther than its radius and this inside something solid, a goal can never be reached, m. */
const reachAllowance = 0.1;

/** Goals inside what is solid and does not move; a moving obstacle or target may free it later. */
function checkReachable(scenario: Scenario, findings: Findings): void {
  const { targets, agents, groups, obstacles, bounds } = scenario;
  const still = obstacles.flatMap((obstacle, k) => (obstacle.course ? [] : [k]));
  const index = createObstacleIndex(still.map((k) => obstacles[k]));
  const check = ([x, y]: Place, radius: number, path: Path) => {
    const needed = radius + reachAllowance;
    const border = gapToBorder(bounds.min, bounds.max, x, y, 0);
    if (bounds.walls && border < -needed) {
      report(findings, path, `cannot be reached: ${metres(-border)} outside the solid border`);
      return;
    }
    const found = findObstacle(index, x, y, 0);
    if (found < 0) return;
    const depth = -gapToShape(index.shapes[found], x, y, 0);
    if (depth > needed) {
      report(
        findings,
        path,
        `cannot be reached: ${metres(depth)} inside ${namedObstacle(obstacles, still[found])}`,
      );
    }
  };
  targets.forEach(({ at, radius, course }, k) => {
    if (!course) check(at, radius, ['targets', k, 'at']);
  });
  for (let k = 0; k < agents.length && !hasEnough(findings); k++) {
    const { goal, goalRadius } = agents[k];
    if (goal) check(goal, goalRadius, ['agents', k, 'goal']);
  }
  groups.forEach(({ goal, goalRadius }, k) => {
    if (goal && 'point' in goal) check(goal.point, goalRadius, ['groups', k, 'goal', 'point']);
  });
}
