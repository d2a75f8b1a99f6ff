import { gapToShape, numerics } from 'wend';
import { boundsOfShape } from 'wend/scenario';
import type { Obstacle } from './obstacles.ts';
import type { Box, Point } from './values.ts';

/** Shapes by the cells of the world that they cover, so that free places can be drawn. */
export type Room = {
  min: Point;
  /** Metres. */
  cellX: number;
  cellY: number;
  /** Cells along each axis. */
  rows: number;
  shapes: Obstacle[];
  cells: number[][];
  /** Shapes of many cells. */
  large: number[];
};

const FEWEST_ROWS = 64;
const MOST_ROWS = 1024;
const MANY_CELLS = 16;

export function createRoom({ min, max }: Box, shapes: readonly Obstacle[], wishedRows = FEWEST_ROWS): Room {
  const rows = Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, wishedRows));
  const room: Room = {
    min,
    cellX: (max[0] - min[0]) / rows,
    cellY: (max[1] - min[1]) / rows,
    rows,
    shapes: [],
    cells: Array.from({ length: rows * rows }, () => []),
    large: [],
  };
  for (const shape of shapes) addShape(room, shape);
  return room;
}

export function addShape(room: Room, shape: Obstacle): void {
  const number = room.shapes.push(shape) - 1;
  const cells = cellsWithin(room, ...boundsOfShape(shape));
  if (cells.length > MANY_CELLS) room.large.push(number);
  else for (const cell of cells) room.cells[cell].push(number);
}

/** Whether no shape is nearer to a place than the radius. */
export function isFree(room: Room, x: number, y: number, radius: number): boolean {
  const isClear = (number: number) => gapToShape(room.shapes[number], x, y, 0) >= radius;
  if (!room.large.every(isClear)) return false;
  return cellsWithin(room, x - radius, y - radius, x + radius, y + radius).every((cell) =>
    room.cells[cell].every(isClear),
  );
}

function cellsWithin(
  { min, cellX, cellY, rows }: Room,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
): number[] {
  const clip = (index: number) => Math.min(rows - 1, Math.max(0, Math.floor(index)));
  const cells: number[] = [];
  for (let row = clip((minY - min[1]) / cellY); row <= clip((maxY - min[1]) / cellY); row++) {
    for (let column = clip((minX - min[0]) / cellX); column <= clip((maxX - min[0]) / cellX); column++) {
      cells.push(row * rows + column);
    }
  }
  return cells;
}

/** Random numbers for a file: each drawn value has its own stream, in the order of the file. */
export type Dice = { seed: number; streams: number };

/** A number in [0, 1). */
export function draw(dice: Dice): number {
  return numerics.uniform(dice.seed, numerics.Purpose.spawning, dice.streams++, 0);
}

/** Number of tries before a box counts as full. */
export const MAXIMUM_ATTEMPTS = 1000;

/** A random place in a box with a free disc of this radius around it; undefined if none was found. */
export function drawPlace(
  dice: Dice,
  { min, max }: Box,
  radius: number,
  rooms: readonly Room[],
): Point | undefined {
  const stream = dice.streams++;
  for (let attempt = 0; attempt < MAXIMUM_ATTEMPTS; attempt++) {
    const u = numerics.uniform(dice.seed, numerics.Purpose.spawning, stream, attempt, 0);
    const v = numerics.uniform(dice.seed, numerics.Purpose.spawning, stream, attempt, 1);
    const x = Math.min(max[0], min[0] + u * (max[0] - min[0]));
    const y = Math.min(max[1], min[1] + v * (max[1] - min[1]));
    if (rooms.every((room) => isFree(room, x, y, radius))) return [x, y];
  }
  return undefined;
}
