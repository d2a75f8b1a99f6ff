import { heightOf } from '../geometry/index.ts';
import type { AgentInput, Command } from './command-schema.ts';
import { findOverlap } from './occupied.ts';
import { findPlacedObstacle, gapToPlacedObstacle, isOutside, obstacleNumber } from './placed-obstacles.ts';
import { obstaclesOf } from './scenario/area.ts';
import { gapToBounds } from './scenario/bounds.ts';
import { metres, misplacementInBounds, placeInWords, reachAllowance } from './scenario/check-places.ts';
import { bodyDefaults } from './scenario/defaults.ts';
import { type Findings, type Path, report } from './scenario/error.ts';
import type { Place, Scenario } from './scenario/index.ts';
import {
  createObstacleIndex,
  findObstacle,
  gapToObstacle,
  isOutsideArea,
  type ObstacleIndex,
} from './scenario/obstacle-index.ts';
import type { World } from './world.ts';

/*
 * Where commands may put agents, obstacles and goals: as in a scenario, among what is there now. The messages are those
 * of scenarios.
 */

/** What of the scenario no command moves: the walls of its area. Indexed once for each scenario. */
const areas = new WeakMap<Scenario, ObstacleIndex>();

function areaOf(scenario: Scenario): ObstacleIndex {
  let index = areas.get(scenario);
  if (!index) {
    const walls = obstaclesOf(scenario).slice(scenario.obstacles.length);
    index = createObstacleIndex(walls, scenario.dimension, scenario.area);
    areas.set(scenario, index);
  }
  return index;
}

/** The body of an agent that comes: inside the bounds and the area, and in nothing that is there. */
export function checkAgentPlace(world: World, agent: AgentInput, findings: Findings): void {
  const [x, y] = agent.at;
  const z = heightOf(agent.at);
  const radius = agent.radius ?? bodyDefaults.radius;
  const wrong = misplacementNow(world, x, y, z, radius);
  if (wrong !== undefined) {
    report(findings, ['agent', 'at'], wrong);
    return;
  }
  const overlapped = findOverlap(world, x, y, z, radius);
  if (!overlapped) return;
  const { id, overlap } = overlapped;
  report(
    findings,
    ['agent', 'at'],
    `the body overlaps agent ${id} by ${metres(overlap)} (gap ${metres(-overlap)})`,
  );
}

/** As misplacement, with obstacles where they are now. */
function misplacementNow(world: World, x: number, y: number, z: number, radius: number): string | undefined {
  const { scenario } = world;
  const wrong = misplacementInBounds(scenario, x, y, z, radius);
  if (wrong !== undefined) return wrong;
  if (isOutside(world, x, y))
    return `expected a place inside the walkable area, got ${placeInWords(scenario, x, y, z)}`;
  const obstacle = findPlacedObstacle(world, x, y, z, radius);
  if (obstacle < 0) return undefined;
  const gap = gapToPlacedObstacle(world, obstacle, x, y, z, radius);
  return `the body (radius ${radius} m) reaches ${metres(-gap)} into ${named(world, obstacle)} (gap ${metres(gap)})`;
}

function named({ scenario }: World, obstacle: number): string {
  const { name } = obstaclesOf(scenario)[obstacle];
  if (obstacle >= scenario.obstacles.length) return name!;
  return `obstacles[${obstacle}]${name === undefined ? '' : ` ${JSON.stringify(name)}`}`;
}

type Aim = { goal?: Place; goalRadius?: number | undefined };

/** A goal that no agent can reach, as it is in something solid that does not move by itself. */
export function checkGoalPlace(
  world: World,
  { goal, goalRadius = 0 }: Aim,
  path: Path,
  findings: Findings,
): void {
  const wrong = goal && reasonOutOfReach(world, goal, goalRadius);
  if (wrong !== undefined) report(findings, [...path, 'goal'], `cannot be reached: ${wrong}`);
}

/** The same for a target that a command puts elsewhere. */
export function checkTargetPlace(
  world: World,
  { target, to }: Command & { kind: 'move-target' },
  findings: Findings,
): void {
  const found = world.scenario.targets.find(({ name }) => name === target);
  if (found?.at === undefined || found.course) return;
  const wrong = reasonOutOfReach(world, to, found.radius);
  if (wrong !== undefined) report(findings, ['to'], `cannot be reached: ${wrong}`);
}

function reasonOutOfReach(world: World, place: Place, radius: number): string | undefined {
  const { scenario } = world;
  const [x, y] = place;
  const z = heightOf(place);
  // Most goals are in the open: no obstacle contains them.
  const isInside = gapToBounds(scenario, x, y, z, 0) >= 0;
  if (isInside && !isOutside(world, x, y) && findPlacedObstacle(world, x, y, z, 0) < 0) return undefined;
  const needed = radius + reachAllowance;
  const border = gapToBounds(scenario, x, y, z, 0);
  if (scenario.bounds.walls && border < -needed) return `${metres(-border)} outside the solid border`;
  const area = areaOf(scenario);
  const wall = findObstacle(area, x, y, z, needed);
  if (isOutsideArea(area, x, y) && wall < 0) return 'outside the walkable area';
  if (wall >= 0) {
    const depth = -gapToObstacle(area, wall, x, y, z, 0);
    if (depth > needed)
      return `${metres(depth)} inside ${obstaclesOf(scenario)[scenario.obstacles.length + wall].name}`;
  }
  for (let obstacle = 0; obstacle < scenario.obstacles.length; obstacle++) {
    // A moving obstacle may free the place later.
    if (scenario.obstacles[obstacle].course) continue;
    const depth = -gapToPlacedObstacle(world, obstacle, x, y, z, 0);
    if (depth > needed) return `${metres(depth)} inside ${named(world, obstacle)}`;
  }
  return undefined;
}

/** An obstacle put on an agent: it may touch bodies that it touches already, and go away from them. */
export function checkObstaclePlace(
  world: World,
  command: Command & { kind: 'move-obstacle' },
  findings: Findings,
): void {
  const number = obstacleNumber(world, command.obstacle);
  const found = number < 0 ? undefined : findBelow(world, number, command.by);
  if (!found) return;
  const { gap, id, radius } = found;
  report(
    findings,
    ['by'],
    `${named(world, number)} would stand on agent ${id}: the body (radius ${radius} m) reaches ${metres(-gap)} into it (gap ${metres(gap)})`,
  );
}

type Below = { id: number; radius: number; gap: number };

function findBelow(
  world: World,
  obstacle: number,
  [byX, byY, byZ = 0]: readonly number[],
): Below | undefined {
  const { commands, crowd } = world;
  const { motion, traits } = crowd;
  const leaving = new Set(commands.flatMap((other) => (other.kind === 'remove' ? [other.id] : [])));
  const measure = (id: number, x: number, y: number, z: number, radius: number): Below | undefined => {
    const gap = gapToPlacedObstacle(world, obstacle, x - byX, y - byY, z - byZ, radius);
    if (gap >= -touchTolerance || leaving.has(id)) return undefined;
    return gap < gapToPlacedObstacle(world, obstacle, x, y, z, radius) ? { id, radius, gap } : undefined;
  };
  for (let row = 0; row < crowd.count; row++) {
    const below = measure(crowd.ids[row], motion.x[row], motion.y[row], motion.z[row], traits.radius[row]);
    if (below) return below;
  }
  for (const other of commands) {
    if (other.kind !== 'add') continue;
    const { at, radius = bodyDefaults.radius } = other.agent;
    const below = measure(other.id!, at[0], at[1], heightOf(at), radius);
    if (below) return below;
  }
  return undefined;
}

/** Touching is free: what rounding adds to it is not an overlap, m. */
const touchTolerance = 1e-9;
