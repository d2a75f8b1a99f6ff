import type { Crowd } from '../../crowd/index.ts';
import type { GridMap } from '../map/index.ts';

/** How a crowd slows its agents down; docs/models/distance.md. */
export type SpeedLaw = {
  /** How much it counts; 1: as the law says, 0: not at all. */
  weight: number;
  /** Persons per square metre up to which no agent is slowed down. */
  comfort: number;
};

/** Persons per square metre at which no agent moves; ρ_max in docs/models/distance.md. */
export const JAM_DENSITY = 5.4;
/** The least share of the free speed: a jam dissolves. */
const LEAST_SHARE = 0.1;

/** The density of a crowd, on cells of about a square metre. */
export type Density = {
  readonly minX: number;
  readonly minY: number;
  readonly side: number;
  readonly columns: number;
  readonly rows: number;
  /** Persons in each cell, in units of 1 / UNITS: whole numbers, whose sum has the same bits in any order. */
  count: Float64Array;
};

const UNITS = 65536;
const LEAST_SIDE = 1;

export function createDensity(map: GridMap): Density {
  const side = Math.max(LEAST_SIDE, map.cell);
  const columns = Math.ceil((map.columns * map.cell) / side);
  const rows = Math.ceil((map.rows * map.cell) / side);
  return { minX: map.minX, minY: map.minY, side, columns, rows, count: new Float64Array(columns * rows) };
}

/** Counts all agents, each spread over the four cells around it. */
export function countPersons(density: Density, { count: persons, motion }: Crowd): void {
  const { columns, count, minX, minY, rows, side } = density;
  count.fill(0);
  for (let person = 0; person < persons; person++) {
    const left = (motion.x[person] - minX) / side - 0.5;
    const up = (motion.y[person] - minY) / side - 0.5;
    const column = Math.floor(left);
    const row = Math.floor(up);
    const shareX = Math.round((left - column) * 256);
    const shareY = Math.round((up - row) * 256);
    // Half cells along the border have no centre beyond it: the border cell takes all.
    const from = clamp(column, columns);
    const to = clamp(column + 1, columns);
    const low = clamp(row, rows) * columns;
    const high = clamp(row + 1, rows) * columns;
    count[low + from] += (256 - shareX) * (256 - shareY);
    count[low + to] += shareX * (256 - shareY);
    count[high + from] += (256 - shareX) * shareY;
    count[high + to] += shareX * shareY;
  }
}

/** Persons per square metre at a place. */
export function densityAt({ columns, count, minX, minY, rows, side }: Density, x: number, y: number): number {
  const left = (x - minX) / side - 0.5;
  const up = (y - minY) / side - 0.5;
  const column = Math.floor(left);
  const row = Math.floor(up);
  const shareX = left - column;
  const shareY = up - row;
  const from = clamp(column, columns);
  const to = clamp(column + 1, columns);
  const low = clamp(row, rows) * columns;
  const high = clamp(row + 1, rows) * columns;
  const persons =
    (1 - shareY) * ((1 - shareX) * count[low + from] + shareX * count[low + to]) +
    shareY * ((1 - shareX) * count[high + from] + shareX * count[high + to]);
  return persons / (UNITS * side * side);
}

/** The share of its free speed that one walks at among this many persons per square metre. */
export function speedShare({ comfort, weight }: SpeedLaw, density: number): number {
  const crowded = Math.max(0, density - comfort) / (JAM_DENSITY - comfort);
  return Math.max(LEAST_SHARE, 1 - weight * crowded);
}

/** Metres across a cell divided by the share of the speed there, for all cells of a map. */
export function fillCrossing(crossing: Float64Array, map: GridMap, density: Density, law: SpeedLaw): void {
  const { cell, columns, minX, minY, rows } = map;
  for (let row = 0; row < rows; row++) {
    const y = minY + (row + 0.5) * cell;
    for (let column = 0; column < columns; column++) {
      const persons = densityAt(density, minX + (column + 0.5) * cell, y);
      crossing[row * columns + column] = cell / speedShare(law, persons);
    }
  }
}

function clamp(index: number, count: number): number {
  return index < 0 ? 0 : index >= count ? count - 1 : index;
}
