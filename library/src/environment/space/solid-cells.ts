import { SolidKind, type Solids } from '../../crowd/index.ts';
import { closestOfSolid } from '../../crowd/solids.ts';
import type { CellLevel, SolidCells } from './solid-tables.ts';

/** Levels: from cells as large as the reach to cells a million times as large. */
const LEVELS = 21;
const EVERYWHERE = -1;
/** Cells that an element may take: at least these, which some level always allows, and more when there are few elements. */
const FEWEST_CELLS = 64;
const MOST_CELLS = 2048;

export function bucketInSpace(level: CellLevel, x: number, y: number, z: number): number {
  const { cellSize, width, height, depth } = level;
  const column = Math.floor(x / cellSize) & (width - 1);
  const row = Math.floor(y / cellSize) & (height - 1);
  const layer = Math.floor(z / cellSize) & (depth - 1);
  return (layer * height + row) * width + column;
}

/** Stores the elements first … end − 1, for queries up to `reach` metres around a point. `budget`: cells in all, about. */
export function buildSolidCells(
  cells: SolidCells,
  solids: Solids,
  first: number,
  end: number,
  reach: number,
  budget: number,
): void {
  const count = end - first;
  cells.reach = reach;
  if (cells.levels.length === 0 && count > 0) {
    for (let level = 0; level < LEVELS; level++) cells.levels.push(createLevel());
  }
  if (cells.everywhere.length < count) cells.everywhere = new Int32Array(count);
  if (cells.levelOf.length < count) cells.levelOf = new Int8Array(count);
  cells.everywhereCount = 0;
  for (let level = 0; level < cells.levels.length; level++) {
    cells.levels[level].count = 0;
    cells.levels[level].cellSize = Math.max(reach, 1e-300) * (1 << level);
  }
  const most = Math.max(FEWEST_CELLS, Math.min(MOST_CELLS, Math.floor(budget / Math.max(1, count))));
  for (let element = first; element < end; element++) {
    const level = chooseLevel(cells, solids, element, most);
    cells.levelOf[element - first] = level;
    if (level === EVERYWHERE) cells.everywhere[cells.everywhereCount++] = element;
    else includeBox(cells.levels[level], cells.box);
  }
  for (let level = 0; level < cells.levels.length; level++) {
    if (cells.levels[level].count > 0) fillLevel(cells, solids, first, end, level);
  }
}

function createLevel(): CellLevel {
  return {
    cellSize: 1,
    count: 0,
    width: 1,
    height: 1,
    depth: 1,
    starts: new Int32Array(2),
    elements: new Int32Array(0),
    listed: new Int32Array(1),
    bounds: new Float64Array(6),
  };
}

/** The finest level where the element takes at most `most` cells. Leaves its box in `box`. */
function chooseLevel(cells: SolidCells, solids: Solids, element: number, most: number): number {
  const { box } = cells;
  if (solids.kind[element] === SolidKind.plane) return EVERYWHERE;
  measureBox(cells, solids, element);
  for (let level = 0; level < LEVELS; level++) {
    const size = cells.levels[level].cellSize;
    const columns = Math.floor(box[3] / size) - Math.floor(box[0] / size) + 1;
    const rows = Math.floor(box[4] / size) - Math.floor(box[1] / size) + 1;
    const layers = Math.floor(box[5] / size) - Math.floor(box[2] / size) + 1;
    if (columns * rows * layers <= most) return level;
  }
  return EVERYWHERE;
}

/** The box around an element, with the reach and a hair for rounding on all sides. */
function measureBox({ box, reach }: SolidCells, solids: Solids, element: number): void {
  // A triangle has no fourth corner.
  const fourth = solids.kind[element] === SolidKind.triangle ? 0 : 1;
  measureAxis(box, 0, solids.originX[element], solids.sideX[element], solids.otherX[element], fourth);
  measureAxis(box, 1, solids.originY[element], solids.sideY[element], solids.otherY[element], fourth);
  measureAxis(box, 2, solids.originZ[element], solids.sideZ[element], solids.otherZ[element], fourth);
  let farthest = 0;
  for (let k = 0; k < 6; k++) farthest = Math.max(farthest, Math.abs(box[k]));
  const spread = spreadOf(reach, solids.radius[element], farthest);
  for (let k = 0; k < 3; k++) {
    box[k] -= spread;
    box[k + 3] += spread;
  }
}

function measureAxis(
  box: Float64Array,
  axis: number,
  origin: number,
  side: number,
  other: number,
  fourth: number,
): void {
  const across = fourth * (side + other);
  box[axis] = origin + Math.min(0, side, other, across);
  box[axis + 3] = origin + Math.max(0, side, other, across);
}

function spreadOf(reach: number, radius: number, farthest: number): number {
  return (reach + radius) * (1 + 1e-6) + 1e-12 * farthest;
}

function includeBox(level: CellLevel, box: Float64Array): void {
  const { bounds } = level;
  const first = level.count++ === 0;
  for (let axis = 0; axis < 3; axis++) {
    bounds[axis] = first ? box[axis] : Math.min(bounds[axis], box[axis]);
    bounds[axis + 3] = first ? box[axis + 3] : Math.max(bounds[axis + 3], box[axis + 3]);
  }
}

/** Buckets for each element of a level, and some more. */
const BUCKETS_PER_ELEMENT = 16;
const SPARE_BUCKETS = 4096;

function fillLevel(cells: SolidCells, solids: Solids, first: number, end: number, number: number): void {
  const level = cells.levels[number];
  const { bounds, cellSize } = level;
  let width = sideFor((bounds[3] - bounds[0]) / cellSize);
  let height = sideFor((bounds[4] - bounds[1]) / cellSize);
  let depth = sideFor((bounds[5] - bounds[2]) / cellSize);
  while (width * height * depth > BUCKETS_PER_ELEMENT * level.count + SPARE_BUCKETS) {
    if (width >= height && width >= depth) width /= 2;
    else if (height >= depth) height /= 2;
    else depth /= 2;
  }
  level.width = width;
  level.height = height;
  level.depth = depth;
  const buckets = width * height * depth;
  if (level.starts.length < buckets + 1) {
    level.starts = new Int32Array(buckets + 1);
    level.listed = new Int32Array(buckets);
  }
  const { starts } = level;
  starts.fill(0, 0, buckets + 1);
  level.listed.fill(0, 0, buckets);
  let notes = 0;
  for (let element = first; element < end; element++) {
    if (cells.levelOf[element - first] === number) notes = storeElement(cells, solids, element, level, notes);
  }
  for (let bucket = 0; bucket < buckets; bucket++) starts[bucket + 1] += starts[bucket];
  if (level.elements.length < notes) level.elements = new Int32Array(notes + (notes >> 2));
  for (let note = notes - 1; note >= 0; note--) {
    level.elements[--starts[cells.bucketOf[note] + 1]] = cells.elementOf[note];
  }
  starts.copyWithin(0, 1, buckets + 1);
  starts[buckets] = notes;
}

/** Stores an element in the cells of its box that are within reach of it, and returns how many notes there are. */
function storeElement(
  cells: SolidCells,
  solids: Solids,
  element: number,
  level: CellLevel,
  notes: number,
): number {
  const { box, to } = cells;
  const { cellSize, width, height, depth, starts, listed } = level;
  measureBox(cells, solids, element);
  const firstColumn = Math.floor(box[0] / cellSize);
  const firstRow = Math.floor(box[1] / cellSize);
  const firstLayer = Math.floor(box[2] / cellSize);
  const columns = Math.floor(box[3] / cellSize) - firstColumn + 1;
  const rows = Math.floor(box[4] / cellSize) - firstRow + 1;
  const layers = Math.floor(box[5] / cellSize) - firstLayer + 1;
  reserveNotes(cells, notes, notes + columns * rows * layers);
  const { bucketOf, elementOf } = cells;
  let farthest = cellSize;
  for (let k = 0; k < 6; k++) farthest = Math.max(farthest, Math.abs(box[k]));
  // From a cell's middle, its corners are half the diagonal away, √3/2 of its side.
  const limit = spreadOf(cells.reach, solids.radius[element], farthest) + 0.866026 * cellSize;
  let end = notes;
  for (let layer = firstLayer, k = 0; k < layers; k++, layer++) {
    for (let row = firstRow, j = 0; j < rows; j++, row++) {
      for (let column = firstColumn, i = 0; i < columns; i++, column++) {
        const bucket =
          ((layer & (depth - 1)) * height + (row & (height - 1))) * width + (column & (width - 1));
        if (listed[bucket] === element + 1) continue;
        const x = (column + 0.5) * cellSize;
        const y = (row + 0.5) * cellSize;
        const z = (layer + 0.5) * cellSize;
        closestOfSolid(solids, element, x, y, z, to);
        if (to[0] * to[0] + to[1] * to[1] + to[2] * to[2] > limit * limit) continue;
        listed[bucket] = element + 1;
        starts[bucket + 1]++;
        bucketOf[end] = bucket;
        elementOf[end++] = element;
      }
    }
  }
  return end;
}

function reserveNotes(cells: SolidCells, used: number, needed: number): void {
  if (cells.bucketOf.length >= needed) return;
  const bucketOf = new Int32Array(2 * needed);
  const elementOf = new Int32Array(2 * needed);
  bucketOf.set(cells.bucketOf.subarray(0, used));
  elementOf.set(cells.elementOf.subarray(0, used));
  cells.bucketOf = bucketOf;
  cells.elementOf = elementOf;
}

function sideFor(cells: number): number {
  let side = 1;
  while (side < cells + 1 && side < 1 << 12) side *= 2;
  return side;
}
