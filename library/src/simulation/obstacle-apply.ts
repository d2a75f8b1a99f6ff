import { needPart, placeObstacles } from '../crowd/index.ts';
import { space } from '../environment/index.ts';
import { boundsOfShape, type Shape } from '../geometry/index.ts';
import { addHash, type Hash64, hashBytes } from '../numerics/index.ts';
import type { ObstacleCommand } from './obstacle-changes.ts';
import { renumberElements } from './obstacle-elements.ts';
import { pushOut } from './obstacle-push.ts';
import { changed, numberIn, shapeNow } from './obstacle-shapes.ts';
import type { PlacedObstacles } from './placed-obstacle.ts';
import { createSurroundings, timeOf, type World } from './world.ts';

/** Carries out a command; nothing happens to an obstacle that has been removed since it was sent. */
export function applyChange(world: World, command: ObstacleCommand): void {
  const before = world.shapes;
  if (command.kind === 'add-obstacle') command.id ??= world.nextObstacle++;
  else if (numberIn(before, command.obstacle) < 0) return;
  const number = command.kind === 'add-obstacle' ? command.id! : numberIn(before, command.obstacle);
  const after = changed(world, before, command);
  const boxes = [before[number], after[number]].flatMap((shape) =>
    shape && world.crowd.dimension === 2 ? [boundsOfShape(shapeNow(world, shape) as Shape)] : [],
  );
  setShapes(world, after, boxes);
  if (command.kind !== 'remove-obstacle' && command.push) pushOut(world, number);
}

/** Changes so far back that a map of their time is drawn again as a whole. */
const MOST_CHANGES = 1000;

/** Gives a world other obstacles; `boxes` are around all that is different. */
export function setShapes(
  world: World,
  shapes: PlacedObstacles,
  boxes: readonly (readonly number[])[] = [],
): void {
  const { crowd, obstacles, scenario, solids } = world;
  const things = crowd.dimension === 2 ? obstacles : solids;
  const before = { count: things.count, owner: things.owner };
  world.shapes = shapes;
  rebuild(world);
  things.revision++;
  for (const box of boxes) obstacles.changes.push([obstacles.revision, ...box]);
  if (obstacles.changes.length > MOST_CHANGES) {
    obstacles.changes.splice(0, obstacles.changes.length - MOST_CHANGES);
  }
  renumberElements(before, things, world);
  for (const { model } of world.models) model.obstaclesChanged?.(shapes);
  if (scenario.dimension === 2) placeObstacles(obstacles, timeOf(world), world.dt);
  else needPart(space).placeSolids(solids, timeOf(world), world.dt);
}

/** The tables of elements, as a world with these obstacles has them at first. */
function rebuild({ obstacles, scenario, shapes, solids }: World): void {
  const { changes } = obstacles;
  const tables = createSurroundings(scenario, shapes);
  Object.assign(obstacles, tables.obstacles, { changes, revision: obstacles.revision });
  Object.assign(solids, tables.solids, { revision: solids.revision });
}

/** Adds what commands have made of the obstacles. */
export function addObstacleHashes({ crowd, nextObstacle, obstacles, solids }: World, total: Hash64): void {
  const things = crowd.dimension === 2 ? obstacles : solids;
  const columns = [things.radius, things.owner, things.class, ...Object.values(things.rest)];
  columns.forEach(({ buffer, byteLength, byteOffset }, place) => {
    addHash(total, hashBytes(new Uint8Array(buffer, byteOffset, byteLength), 5 + place, nextObstacle));
  });
}
