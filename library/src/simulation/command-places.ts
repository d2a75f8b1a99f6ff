import { heightOf } from '../geometry/index.ts';
import type { AgentInput, Command } from './command-schema.ts';
import { findOverlap, occupiedIn } from './occupied.ts';
import {
  findPlacedObstacle,
  gapTo,
  gapToPlacedObstacle,
  isOutside,
  shapesAhead,
} from './placed-obstacles.ts';
import { obstaclesOf } from './scenario/area-part.ts';
import { findBody } from './scenario/body-grid.ts';
import { gapToBounds } from './scenario/bounds.ts';
import {
  metres,
  misplacementInBounds,
  overlapInWords,
  placeInWords,
  reachAllowance,
} from './scenario/check-places.ts';
import { bodyDefaults } from './scenario/defaults.ts';
import { type Findings, type Path, report } from './scenario/error.ts';
import type { Journey, Place, Scenario } from './scenario/index.ts';
import {
  createObstacleIndex,
  findObstacle,
  gapToObstacle,
  isOutsideArea,
  type ObstacleIndex,
} from './scenario/obstacle-index.ts';
import { overlapTolerance } from './scenario/regions.ts';
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

/** Whether an agent that comes has a place and a goal that the checks below would find nothing wrong with. */
export function hasPlace(world: World, { at, goal, radius = bodyDefaults.radius }: AgentInput): boolean {
  const x = at[0];
  const y = at[1];
  const z = heightOf(at);
  return (
    isFree(world, x, y, z, radius) &&
    findBody(occupiedIn(world).grid, x, y, z, radius, -overlapTolerance) < 0 &&
    (!goal || isFree(world, goal[0], goal[1], heightOf(goal), 0))
  );
}

/** Whether a body is inside the bounds and the area, and in no obstacle. */
function isFree(world: World, x: number, y: number, z: number, radius: number): boolean {
  const { scenario } = world;
  if (gapToBounds(scenario, x, y, z, scenario.bounds.walls ? radius : 0) < 0) return false;
  if (world.nextObstacle === 0 && scenario.area === undefined) return true;
  return !isOutside(world, x, y) && findPlacedObstacle(world, x, y, z, radius) < 0;
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

/** What is wrong with a body at a place, with moving obstacles where they are now; undefined if nothing is. */
function misplacementNow(world: World, x: number, y: number, z: number, radius: number): string | undefined {
  const { scenario } = world;
  const wrong = misplacementInBounds(scenario, x, y, z, radius);
  if (wrong !== undefined) return wrong;
  if (isOutside(world, x, y))
    return `expected a place inside the walkable area, got ${placeInWords(scenario, x, y, z)}`;
  const obstacle = findPlacedObstacle(world, x, y, z, radius);
  if (obstacle < 0) return undefined;
  const gap = gapToPlacedObstacle(world, obstacle, x, y, z, radius);
  return overlapInWords(named(world, obstacle), gap, radius);
}

/** 'obstacles[2] "pillar"', 'area.walls[1]', or 'obstacle 7 "crate"', which a command has added. */
export function named(world: World, obstacle: number): string {
  const { scenario } = world;
  const name = shapesAhead(world)[obstacle]?.name;
  const isOfScenario = obstacle < scenario.obstacles.length;
  if (!isOfScenario && obstacle < obstaclesOf(scenario).length) return name!;
  const place = isOfScenario ? `obstacles[${obstacle}]` : `obstacle ${obstacle}`;
  return name === undefined ? place : `${place} ${JSON.stringify(name)}`;
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

/** The same for the points of a journey. */
export function checkJourneyPlaces(
  world: World,
  journey: Journey | undefined,
  path: Path,
  findings: Findings,
): void {
  journey?.stages.forEach((stage, k) => {
    const wrong = stage.kind === 'seek' && stage.point && reasonOutOfReach(world, stage.point, stage.radius);
    if (wrong) report(findings, [...path, 'stages', k, 'point'], `cannot be reached: ${wrong}`);
  });
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

/** Why no agent can come this near to a place, among what stands still now; undefined where one can. */
export function reasonOutOfReach(world: World, place: Place, radius: number): string | undefined {
  const { scenario } = world;
  const [x, y] = place;
  const z = heightOf(place);
  // Most goals are in the open: no obstacle contains them.
  if (isFree(world, x, y, z, 0)) return undefined;
  const needed = radius + reachAllowance;
  const border = gapToBounds(scenario, x, y, z, 0);
  if (scenario.bounds.walls && border < -needed) return `${metres(-border)} outside the solid border`;
  const area = areaOf(scenario);
  const walls = obstaclesOf(scenario).length;
  const wall = findObstacle(area, x, y, z, needed);
  if (isOutsideArea(area, x, y) && wall < 0) return 'outside the walkable area';
  if (wall >= 0) {
    const depth = -gapToObstacle(area, wall, x, y, z, 0);
    if (depth > needed)
      return `${metres(depth)} inside ${obstaclesOf(scenario)[scenario.obstacles.length + wall].name}`;
  }
  const shapes = shapesAhead(world);
  for (let obstacle = 0; obstacle < shapes.length; obstacle++) {
    const shape = shapes[obstacle];
    // A moving obstacle may free the place later; the area's walls are done.
    if (!shape || shape.course || (obstacle >= scenario.obstacles.length && obstacle < walls)) continue;
    const depth = -gapTo(world, shape, x, y, z, 0);
    if (depth > needed) return `${metres(depth)} inside ${named(world, obstacle)}`;
  }
  return undefined;
}
