import {
  elementsOf,
  gapToShape,
  gapToSolid,
  heightOf,
  outlineOf,
  type Place,
  partOf,
  type Shape,
  type SolidShape,
} from '../geometry/index.ts';
import type { Command } from './command-schema.ts';
import { obstaclesOf } from './scenario/area.ts';
import {
  createScenarioIndex,
  findObstacle,
  isOutsideArea,
  type ObstacleIndex,
} from './scenario/obstacle-index.ts';
import type { Scenario } from './scenario/schema.ts';
import type { World } from './world.ts';

/** The number of an obstacle given by its number or name; −1 when there is none. */
export function obstacleNumber({ scenario }: World, obstacle: number | string): number {
  if (typeof obstacle === 'number') return obstacle < scenario.obstacles.length ? obstacle : -1;
  return scenario.obstacles.findIndex(({ name }) => name === obstacle);
}

/**
 * An obstacle or part of the area that a body would reach into, where everything is when all that waits is done; −1: none.
 * Its number is that of `obstaclesOf`.
 */
export function findPlacedObstacle(world: World, x: number, y: number, z: number, radius: number): number {
  if (world.scenario.obstacles.length === 0 && !world.scenario.area) return -1;
  const moved = movedObstacles(world);
  const found = findObstacle(scenarioIndexOf(world.scenario), x, y, z, radius, moved);
  if (found >= 0) return found;
  for (const obstacle of moved) {
    if (gapToPlacedObstacle(world, obstacle, x, y, z, radius) < -touchTolerance) return obstacle;
  }
  return -1;
}

/** Whether a place is outside the walkable area, where the scenario has one. */
export function isOutside({ scenario }: World, x: number, y: number): boolean {
  return scenario.area !== undefined && isOutsideArea(scenarioIndexOf(scenario), x, y);
}

/** Touching is free: rounding may add this much to it, m. */
const touchTolerance = 1e-9;

/** The obstacles of a scenario at time 0; indexed once. */
export function scenarioIndexOf(scenario: Scenario): ObstacleIndex {
  let index = indexes.get(scenario);
  if (!index) {
    index = createScenarioIndex(scenario);
    indexes.set(scenario, index);
  }
  return index;
}

const indexes = new WeakMap<Scenario, ObstacleIndex>();

type Moved = { revision: number; waiting: number; numbers: Set<number> };

/** The obstacles that are not where the scenario puts them: on a course, or moved by a command. */
function movedObstacles(world: World): ReadonlySet<number> {
  const { obstacles, scenario, solids } = world;
  const revision = obstacles.revision + solids.revision;
  const waiting = waitingMoves(world);
  const known = movedIn.get(world);
  if (known?.revision === revision && known.waiting === waiting.length) return known.numbers;
  const numbers = new Set<number>();
  scenario.obstacles.forEach(({ course }, number) => {
    const [x, y, z] = displacementOf(world, number);
    if (course || x !== 0 || y !== 0 || z !== 0) numbers.add(number);
  });
  movedIn.set(world, { revision, waiting: waiting.length, numbers });
  return numbers;
}

const movedIn = new WeakMap<World, Moved>();

/** The gap between a body and an obstacle where that will be when all that waits is done; negative inside. */
export function gapToPlacedObstacle(
  world: World,
  obstacle: number,
  x: number,
  y: number,
  z: number,
  radius: number,
): number {
  const [movedX, movedY, movedZ] = displacementOf(world, obstacle);
  const shape = world.scenario.obstacles[obstacle] ?? obstaclesOf(world.scenario)[obstacle];
  return world.scenario.dimension === 2
    ? gapToShape(shape as Shape, x - movedX, y - movedY, radius)
    : gapToSolid(shape as SolidShape, x - movedX, y - movedY, z - movedZ, radius);
}

/** How far an obstacle is from where the scenario puts it, when all that waits is done. */
function displacementOf(world: World, obstacle: number): [number, number, number] {
  const { obstacles, scenario, solids } = world;
  if (obstacle >= scenario.obstacles.length) return [0, 0, 0];
  const inPlane = scenario.dimension === 2;
  const shape = scenario.obstacles[obstacle];
  // The first element of an obstacle tells where all of it has moved to.
  const element = firstElements((inPlane ? obstacles : solids).owner, scenario.obstacles.length)[obstacle];
  // The checks have made sure that the shapes are those of the dimension.
  const start = inPlane ? startOfShape(shape as Shape) : startOfSolid(shape as SolidShape);
  let x = (inPlane ? obstacles.startX : solids.originX)[element] - start[0];
  let y = (inPlane ? obstacles.startY : solids.originY)[element] - start[1];
  let z = inPlane ? 0 : solids.originZ[element] - heightOf(start);
  for (const other of waitingMoves(world)) {
    if (obstacleNumber(world, other.obstacle) !== obstacle) continue;
    x += other.by[0];
    y += other.by[1];
    z += heightOf(other.by);
  }
  return [x, y, z];
}

/** The first element of each obstacle, by the owners of the elements; found once. */
function firstElements(owner: Int32Array, count: number): Int32Array {
  let first = ofOwners.get(owner);
  if (!first) {
    first = new Int32Array(count).fill(-1);
    for (let element = owner.length - 1; element >= 0; element--) {
      if (owner[element] >= 0 && owner[element] < count) first[owner[element]] = element;
    }
    ofOwners.set(owner, first);
  }
  return first;
}

const ofOwners = new WeakMap<Int32Array, Int32Array>();

type Move = Command & { kind: 'move-obstacle' };

/** The moves among the commands that wait; a list that has grown is read on from where it was. */
function waitingMoves({ commands }: World): readonly Move[] {
  let waiting = ofCommands.get(commands);
  if (!waiting || waiting.read > commands.length) {
    waiting = { read: 0, moves: [] };
    ofCommands.set(commands, waiting);
  }
  for (; waiting.read < commands.length; waiting.read++) {
    const command = commands[waiting.read];
    if (command.kind === 'move-obstacle') waiting.moves.push(command);
  }
  return waiting.moves;
}

const ofCommands = new WeakMap<readonly Command[], { read: number; moves: Move[] }>();

/** Where the first element of an obstacle starts, as the scenario has it. */
function startOfSolid(shape: SolidShape): Place {
  return elementsOf(partOf(shape, 0))[0].origin;
}

function startOfShape(shape: Shape): Place {
  const outline = outlineOf(shape);
  if (outline.kind === 'disc') return outline.center;
  return outline.kind === 'wall' ? outline.from : outline.points[0];
}
