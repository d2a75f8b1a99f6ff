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
import type { World } from './world.ts';

/** The number of an obstacle given by its number or name; −1 when there is none. */
export function obstacleNumber({ scenario }: World, obstacle: number | string): number {
  if (typeof obstacle === 'number') return obstacle < scenario.obstacles.length ? obstacle : -1;
  return scenario.obstacles.findIndex(({ name }) => name === obstacle);
}

/** The gap between a body and an obstacle where that will be when all that waits is done; negative inside. */
export function gapToPlacedObstacle(
  world: World,
  obstacle: number,
  x: number,
  y: number,
  z: number,
  radius: number,
): number {
  const { obstacles, scenario, solids } = world;
  const inPlane = scenario.dimension === 2;
  const shape = scenario.obstacles[obstacle];
  // The first element of an obstacle tells where all of it has moved to.
  const element = firstElements((inPlane ? obstacles : solids).owner, scenario.obstacles.length)[obstacle];
  // The checks have made sure that the shapes are those of the dimension.
  const start = inPlane ? startOfShape(shape as Shape) : startOfSolid(shape as SolidShape);
  let movedX = (inPlane ? obstacles.startX : solids.originX)[element] - start[0];
  let movedY = (inPlane ? obstacles.startY : solids.originY)[element] - start[1];
  let movedZ = inPlane ? 0 : solids.originZ[element] - heightOf(start);
  for (const other of waitingMoves(world)) {
    if (obstacleNumber(world, other.obstacle) !== obstacle) continue;
    movedX += other.by[0];
    movedY += other.by[1];
    movedZ += heightOf(other.by);
  }
  return inPlane
    ? gapToShape(shape as Shape, x - movedX, y - movedY, radius)
    : gapToSolid(shape as SolidShape, x - movedX, y - movedY, z - movedZ, radius);
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
