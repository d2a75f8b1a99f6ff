import { heightOf } from '../geometry/index.ts';
import { type BodyGrid, createBodyGrid, emptyGrid, findBody, insertBody } from './scenario/body-grid.ts';
import { bodyDefaults } from './scenario/defaults.ts';
import { overlapTolerance } from './scenario/regions.ts';
import type { World } from './world.ts';

/**
 * The bodies that will be there when the next step begins: those of the world, without the ones whose removal waits, and
 * those whose adding waits. They are kept from command to command, so that adding many agents between two steps does not
 * compare each with all.
 */
export type Occupied = {
  step: number;
  /** The crowd's revision when the bodies were read. */
  revision: number;
  /** The commands that are in the grid so far. */
  commands: number;
  /** Columns of the bodies, and the id of each. */
  ids: Float64Array;
  count: number;
  grid: BodyGrid;
};

/** A body of the next step that one at a place would overlap, and how deep; undefined where there is room. */
export function findOverlap(
  world: World,
  x: number,
  y: number,
  z: number,
  radius: number,
): { id: number; overlap: number } | undefined {
  const { grid, ids } = occupiedIn(world);
  const body = findBody(grid, x, y, z, radius, -overlapTolerance);
  if (body < 0) return undefined;
  const [dx, dy, dz] = [grid.x[body] - x, grid.y[body] - y, grid.z ? grid.z[body] - z : 0];
  return { id: ids[body], overlap: grid.radius[body] + radius - Math.sqrt(dx * dx + dy * dy + dz * dz) };
}

/** Whether a body would come nearer to another than a gap; a negative gap allows an overlap. */
export function isTaken(
  world: World,
  x: number,
  y: number,
  z: number,
  radius: number,
  gap = -overlapTolerance,
): boolean {
  return findBody(occupiedIn(world).grid, x, y, z, radius, gap) >= 0;
}

/** Adds the body of an agent that has just entered, so that the others need not be read again. */
export function occupy(world: World, id: number, x: number, y: number, z: number, radius: number): void {
  const { occupied } = world;
  // It was read before this agent entered, or will be.
  if (!occupied || !isCurrent(occupied, world, world.crowd.revision - 1)) return;
  insert(occupied, id, x, y, z, radius);
  occupied.revision = world.crowd.revision;
}

/** Whether the bodies were read in this step, at a revision of the crowd. */
function isCurrent(occupied: Occupied, { commands, step }: World, revision: number): boolean {
  return occupied.step === step && occupied.revision === revision && occupied.commands <= commands.length;
}

/** The bodies that will be there, with all that waits by now. */
export function occupiedIn(world: World): Occupied {
  const { commands, crowd } = world;
  world.occupied ??= createOccupied(world, 2 * crowd.count);
  const { occupied } = world;
  if (!isCurrent(occupied, world, crowd.revision)) readCrowd(occupied, world);
  for (; occupied.commands < commands.length; occupied.commands++) {
    const command = commands[occupied.commands];
    // A removal may free a place: the bodies that stay are read again.
    if (command.kind === 'remove') drop(occupied, command.id);
    if (command.kind !== 'add') continue;
    const { at, radius = bodyDefaults.radius } = command.agent;
    insert(occupied, command.id!, at[0], at[1], heightOf(at), radius);
  }
  return occupied;
}

function createOccupied({ crowd }: World, capacity: number): Occupied {
  const column = () => new Float64Array(Math.max(1024, capacity));
  const z = crowd.dimension === 3 ? column() : undefined;
  return {
    step: -1,
    revision: -1,
    commands: 0,
    ids: column(),
    count: 0,
    grid: createBodyGrid(column(), column(), z, column()),
  };
}

function readCrowd(occupied: Occupied, { crowd, step }: World): void {
  occupied.step = step;
  occupied.revision = crowd.revision;
  occupied.commands = 0;
  occupied.count = 0;
  emptyGrid(occupied.grid);
  const { x, y, z } = crowd.motion;
  const { radius } = crowd.traits;
  for (let row = 0; row < crowd.count; row++) {
    insert(occupied, crowd.ids[row], x[row], y[row], z[row], radius[row]);
  }
}

/** A body of no size far away stands for one that leaves. */
function drop({ count, grid, ids }: Occupied, id: number): void {
  const body = ids.subarray(0, count).indexOf(id);
  if (body >= 0) grid.radius[body] = Number.NEGATIVE_INFINITY;
}

function insert(occupied: Occupied, id: number, x: number, y: number, z: number, radius: number): void {
  if (occupied.count === occupied.ids.length) grow(occupied);
  const { grid, ids } = occupied;
  const body = occupied.count++;
  ids[body] = id;
  grid.x[body] = x;
  grid.y[body] = y;
  if (grid.z) grid.z[body] = z;
  grid.radius[body] = radius;
  insertBody(grid, body);
}

/** Makes four times the room. Bodies that leave are not in the new grid. */
function grow(occupied: Occupied): void {
  const { count, grid: before, ids } = occupied;
  const longer = (column: Float64Array) => {
    const copy = new Float64Array(4 * column.length);
    copy.set(column);
    return copy;
  };
  occupied.ids = longer(ids);
  occupied.grid = createBodyGrid(
    longer(before.x),
    longer(before.y),
    before.z && longer(before.z),
    longer(before.radius),
  );
  for (let body = 0; body < count; body++) {
    if (before.radius[body] >= 0) insertBody(occupied.grid, body);
  }
}
