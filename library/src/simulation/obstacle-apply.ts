import { needPart, placeObstacles } from '../crowd/index.ts';
import { space } from '../environment/index.ts';
import { boundsOfShape, type Shape } from '../geometry/index.ts';
import { addHash, type Hash64, hashBytes } from '../numerics/index.ts';
import { trimRevisions } from '../planning/map/updates/index.ts';
import type { ObstacleCommand } from './obstacle-changes.ts';
import { renumberElements } from './obstacle-elements.ts';
import { pushOut } from './obstacle-push.ts';
import { changed, numberIn, shapeNow } from './obstacle-shapes.ts';
import type { PlacedObstacles } from './placed-obstacle.ts';
import { createSurroundings, timeOf, type World } from './world.ts';

/** What has changed since the tables of elements were made: the elements of then, and boxes around it. */
type Pending = { before: { count: number; owner: Int32Array }; boxes: (readonly number[])[] };

const pendingOf = new WeakMap<World, Pending>();

/**
 * Carries out a command; nothing happens to an obstacle that has been removed since it was sent. The tables of elements
 * follow when they are needed, once for any number of commands.
 */
export function applyChange(world: World, command: ObstacleCommand): void {
  const before = world.shapes;
  if (command.kind === 'add-obstacle') command.id ??= world.nextObstacle++;
  else if (numberIn(before, command.obstacle) < 0) return;
  const number = command.kind === 'add-obstacle' ? command.id! : numberIn(before, command.obstacle);
  world.shapes = changed(world, before, command);
  const { boxes } = beginChanges(world);
  for (const shape of [before[number], world.shapes[number]]) {
    if (shape && world.crowd.dimension === 2) boxes.push(boundsOfShape(shapeNow(world, shape) as Shape));
  }
  if (command.kind !== 'remove-obstacle' && command.push) pushOut(world, number, () => settleChanges(world));
}

function beginChanges(world: World): Pending {
  let pending = pendingOf.get(world);
  if (!pending) {
    const { count, owner } = thingsOf(world);
    pending = { before: { count, owner }, boxes: [] };
    pendingOf.set(world, pending);
  }
  return pending;
}

const thingsOf = ({ crowd, obstacles, solids }: World) => (crowd.dimension === 2 ? obstacles : solids);

/** Changes so far back that a map of their time is drawn again as a whole. */
const MOST_CHANGES = 1000;

/** Makes the tables of elements of what commands have changed. */
export function settleChanges(world: World): void {
  const pending = pendingOf.get(world);
  if (!pending) return;
  pendingOf.delete(world);
  const { models, obstacles, shapes } = world;
  const things = thingsOf(world);
  rebuild(world);
  things.revision++;
  for (const box of pending.boxes) obstacles.changes.push([obstacles.revision, ...box]);
  trimRevisions(obstacles.changes, MOST_CHANGES, ([revision]) => revision);
  renumberElements(pending.before, things, world);
  for (const { model } of models) model.obstaclesChanged?.(shapes);
  if (world.crowd.dimension === 2) placeObstacles(obstacles, timeOf(world), world.dt);
  else needPart(space).placeSolids(world.solids, timeOf(world), world.dt);
}

/** Gives a world other obstacles. */
export function setShapes(world: World, shapes: PlacedObstacles): void {
  beginChanges(world);
  world.shapes = shapes;
  settleChanges(world);
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
