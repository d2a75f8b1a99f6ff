import { heightOf } from '../geometry/index.ts';
import { bodyDefaults } from './scenario/defaults.ts';
import { overlapTolerance } from './scenario/regions.ts';
import type { World } from './world.ts';

/**
 * The bodies that will be there when the next step begins: those of the world, without the ones whose removal waits, and
 * those whose adding waits. They are kept in square cells from command to command, so that adding many agents between two
 * steps does not compare each with all.
 */
type Occupied = {
  step: number;
  /** The commands that are in the cells so far. */
  commands: number;
  /** Numbers of bodies by cell; a body is in every cell that it reaches. */
  cells: Map<string, number[]>;
  bodies: Body[];
  leaving: Set<number>;
};

type Body = { id: number; x: number; y: number; z: number; radius: number };

/** Side of a cell, metres: a few bodies of people. */
const CELL = 2;

const ofWorld = new WeakMap<World, Occupied>();

/** The body that one at a place would overlap, and how deep; undefined where there is room. */
export function findOverlap(
  world: World,
  x: number,
  y: number,
  z: number,
  radius: number,
): { id: number; overlap: number } | undefined {
  const { bodies, cells, leaving } = occupiedIn(world);
  let found: { id: number; overlap: number } | undefined;
  forEachCell(x, y, radius, (cell) => {
    for (const number of cells.get(cell) ?? []) {
      const body = bodies[number];
      if (leaving.has(body.id)) continue;
      const [dx, dy, dz] = [body.x - x, body.y - y, body.z - z];
      const overlap = body.radius + radius - Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (overlap <= overlapTolerance) continue;
      if (!found || body.id < found.id) found = { id: body.id, overlap };
    }
  });
  return found;
}

function occupiedIn(world: World): Occupied {
  const { commands, crowd, step } = world;
  let occupied = ofWorld.get(world);
  if (!occupied || occupied.step !== step || occupied.commands > commands.length) {
    occupied = { step, commands: 0, cells: new Map(), bodies: [], leaving: new Set() };
    const { x, y, z } = crowd.motion;
    for (let row = 0; row < crowd.count; row++) {
      const radius = crowd.traits.radius[row];
      insert(occupied, { id: crowd.ids[row], x: x[row], y: y[row], z: z[row], radius });
    }
    ofWorld.set(world, occupied);
  }
  for (; occupied.commands < commands.length; occupied.commands++) {
    const command = commands[occupied.commands];
    if (command.kind === 'remove') occupied.leaving.add(command.id);
    if (command.kind !== 'add') continue;
    const { at, radius = bodyDefaults.radius } = command.agent;
    insert(occupied, { id: command.id!, x: at[0], y: at[1], z: heightOf(at), radius });
  }
  return occupied;
}

function insert({ bodies, cells }: Occupied, body: Body): void {
  const number = bodies.push(body) - 1;
  forEachCell(body.x, body.y, body.radius, (cell) => {
    const there = cells.get(cell);
    if (there) there.push(number);
    else cells.set(cell, [number]);
  });
}

function forEachCell(x: number, y: number, radius: number, visit: (cell: string) => void): void {
  for (let i = Math.floor((x - radius) / CELL); i <= Math.floor((x + radius) / CELL); i++) {
    for (let j = Math.floor((y - radius) / CELL); j <= Math.floor((y + radius) / CELL); j++) {
      visit(`${i},${j}`);
    }
  }
}
