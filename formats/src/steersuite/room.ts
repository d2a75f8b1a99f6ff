import { Purpose, uniform } from 'wend';
import type { Obstacle } from './obstacles.ts';
import type { Box, Point } from './values.ts';

/** What stands where, in cells of the world, so that places can be drawn that are free. */
export type Room = {
  min: Point;
  /** Metres. */
  cellX: number;
  cellY: number;
  shapes: Obstacle[];
  cells: number[][];
  /** Shapes of many cells. */
  large: number[];
};

const ROWS = 64;
const MANY_CELLS = 16;

export function createRoom({ min, max }: Box, shapes: readonly Obstacle[]): Room {
  const room: Room = {
    min,
    cellX: (max[0] - min[0]) / ROWS,
    cellY: (max[1] - min[1]) / ROWS,
    shapes: [],
    cells: Array.from({ length: ROWS * ROWS }, () => []),
    large: [],
  };
  for (const shape of shapes) addShape(room, shape);
  return room;
}

export function addShape(room: Room, shape: Obstacle): void {
  const number = room.shapes.push(shape) - 1;
  const cells = cellsWithin(room, ...extentOf(shape));
  if (cells.length > MANY_CELLS) room.large.push(number);
  else for (const cell of cells) room.cells[cell].push(number);
}

/** Whether nothing is nearer to a place than this. */
function isFree(room: Room, x: number, y: number, radius: number): boolean {
  const isClear = (number: number) => distanceTo(room.shapes[number], x, y) >= radius;
  if (!room.large.every(isClear)) return false;
  return cellsWithin(room, x - radius, y - radius, x + radius, y + radius).every((cell) =>
    room.cells[cell].every(isClear),
  );
}

function cellsWithin(
  { min, cellX, cellY }: Room,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
): number[] {
  const clip = (index: number) => Math.min(ROWS - 1, Math.max(0, Math.floor(index)));
  const cells: number[] = [];
  for (let row = clip((minY - min[1]) / cellY); row <= clip((maxY - min[1]) / cellY); row++) {
    for (let column = clip((minX - min[0]) / cellX); column <= clip((maxX - min[0]) / cellX); column++) {
      cells.push(row * ROWS + column);
    }
  }
  return cells;
}

function extentOf(shape: Obstacle): [number, number, number, number] {
  if (shape.shape === 'circle') {
    const { center, radius } = shape;
    return [center[0] - radius, center[1] - radius, center[0] + radius, center[1] + radius];
  }
  const corners = cornersOf(shape);
  const extent: [number, number, number, number] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const [x, y] of corners) {
    extent[0] = Math.min(extent[0], x);
    extent[1] = Math.min(extent[1], y);
    extent[2] = Math.max(extent[2], x);
    extent[3] = Math.max(extent[3], y);
  }
  return extent;
}

function cornersOf(shape: Exclude<Obstacle, { shape: 'circle' }>): readonly (readonly number[])[] {
  if (shape.shape === 'box') return [shape.min, shape.max];
  return shape.shape === 'segment' ? [shape.from, shape.to] : shape.points;
}

/** Metres from a place to a shape; 0 inside it. */
function distanceTo(shape: Obstacle, x: number, y: number): number {
  switch (shape.shape) {
    case 'circle': {
      const [dx, dy] = [x - shape.center[0], y - shape.center[1]];
      return Math.max(0, Math.sqrt(dx * dx + dy * dy) - shape.radius);
    }
    case 'box': {
      const dx = Math.max(shape.min[0] - x, 0, x - shape.max[0]);
      const dy = Math.max(shape.min[1] - y, 0, y - shape.max[1]);
      return Math.sqrt(dx * dx + dy * dy);
    }
    case 'segment':
      return distanceToSegment(shape.from, shape.to, x, y);
    case 'polygon':
      return distanceToPolygon(shape.points, x, y);
  }
}

function distanceToPolygon(points: readonly (readonly number[])[], x: number, y: number): number {
  let isInside = false;
  let least = Number.POSITIVE_INFINITY;
  points.forEach((to, k) => {
    const from = points[(k || points.length) - 1];
    least = Math.min(least, distanceToSegment(from, to, x, y));
    if (from[1] > y === to[1] > y) return;
    if (x < from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0])) isInside = !isInside;
  });
  return isInside ? 0 : least;
}

function distanceToSegment(from: readonly number[], to: readonly number[], x: number, y: number): number {
  const [alongX, alongY] = [to[0] - from[0], to[1] - from[1]];
  const squared = alongX * alongX + alongY * alongY;
  const share = squared > 0 ? ((x - from[0]) * alongX + (y - from[1]) * alongY) / squared : 0;
  const part = Math.min(1, Math.max(0, share));
  const [dx, dy] = [from[0] + part * alongX - x, from[1] + part * alongY - y];
  return Math.sqrt(dx * dx + dy * dy);
}

/** Random numbers of a file: each thing that is drawn has a stream of its own, in the order of the file. */
export type Dice = { seed: number; streams: number };

/** A number from 0 to 1, without 1. */
export function draw(dice: Dice): number {
  return uniform(dice.seed, Purpose.spawning, dice.streams++, 0);
}

/** Places that are tried before there counts as no room. */
export const MAXIMUM_ATTEMPTS = 1000;

/** A place in a box where everybody finds this much room; undefined where none was found. */
export function drawPlace(
  dice: Dice,
  { min, max }: Box,
  radius: number,
  rooms: readonly Room[],
): Point | undefined {
  const stream = dice.streams++;
  for (let attempt = 0; attempt < MAXIMUM_ATTEMPTS; attempt++) {
    const u = uniform(dice.seed, Purpose.spawning, stream, attempt, 0);
    const v = uniform(dice.seed, Purpose.spawning, stream, attempt, 1);
    const x = Math.min(max[0], min[0] + u * (max[0] - min[0]));
    const y = Math.min(max[1], min[1] + v * (max[1] - min[1]));
    if (rooms.every((room) => isFree(room, x, y, radius))) return [x, y];
  }
  return undefined;
}
