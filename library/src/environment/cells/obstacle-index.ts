import { beginLists, type Crowd, type NearLists, type Obstacles, reserveEntries } from '../../crowd/index.ts';

/**
 * Which obstacle elements can matter at a place: for each cell of a torus (see torus.ts), the elements within `reach`
 * of any point of the cell. One look-up answers a query; the exact distance then decides. Still and moving elements
 * have a table each: the first is built once, the second follows each step in place.
 */
export type ObstacleIndex = {
  still: CellTable;
  moving: CellTable;
  /** The revision of the obstacles that `still` was built for. */
  revision: number;
};

type CellTable = {
  reach: number;
  cellSize: number;
  /** Buckets along each axis, powers of two. */
  width: number;
  height: number;
  /** The elements of bucket b are elements[starts[b]] … elements[starts[b + 1] − 1]. */
  starts: Int32Array;
  elements: Int32Array;
  /** The element listed last in each bucket, plus one: an element that meets a bucket twice is listed once. */
  listed: Int32Array;
};

export function createObstacleIndex(): ObstacleIndex {
  return { still: createCellTable(), moving: createCellTable(), revision: -1 };
}

function createCellTable(): CellTable {
  return {
    reach: 0,
    cellSize: 1,
    width: 1,
    height: 1,
    starts: new Int32Array(2),
    elements: new Int32Array(0),
    listed: new Int32Array(1),
  };
}

/** Follows the obstacles, for queries up to `reach` metres around a point. */
export function updateObstacleIndex(index: ObstacleIndex, obstacles: Obstacles, reach: number): void {
  if (index.revision !== obstacles.revision || index.still.reach < reach) {
    buildTable(index.still, obstacles, 0, obstacles.firstMoving, reach);
    index.revision = obstacles.revision;
  }
  if (obstacles.firstMoving < obstacles.count) {
    buildTable(index.moving, obstacles, obstacles.firstMoving, obstacles.count, reach);
  }
}

export function bucketAt(table: CellTable, x: number, y: number): number {
  const column = Math.floor(x / table.cellSize) & (table.width - 1);
  return (Math.floor(y / table.cellSize) & (table.height - 1)) * table.width + column;
}

/** The elements that can be within the index's reach of a place, and some more; for observers, not for stages. */
export function* elementsNear(index: ObstacleIndex, x: number, y: number): Generator<number> {
  for (const table of [index.still, index.moving]) {
    if (table.elements.length === 0) continue;
    const bucket = bucketAt(table, x, y);
    for (let entry = table.starts[bucket]; entry < table.starts[bucket + 1]; entry++)
      yield table.elements[entry];
  }
}

/** Lists the elements within the view radius of each of the first `rowCount` rows; the others' lists stay empty. */
export function listObstacles(
  index: ObstacleIndex,
  crowd: Crowd,
  obstacles: Obstacles,
  rows: Int32Array,
  rowCount: number,
  lists: NearLists,
): void {
  beginLists(lists, crowd.capacity);
  if (obstacles.count === 0) return;
  const { startX, startY, endX, endY, radius } = obstacles;
  for (let k = 0; k < rowCount; k++) {
    const row = rows[k];
    const x = crowd.motion.x[row];
    const y = crowd.motion.y[row];
    const view = crowd.traits.viewRadius[row];
    const start = lists.length;
    for (let part = 0; part < 2; part++) {
      const table = part === 0 ? index.still : index.moving;
      if (table.elements.length === 0) continue;
      const bucket = bucketAt(table, x, y);
      const last = table.starts[bucket + 1];
      const items = reserveEntries(lists, last - table.starts[bucket]);
      for (let entry = table.starts[bucket]; entry < last; entry++) {
        const element = table.elements[entry];
        const alongX = endX[element] - startX[element];
        const alongY = endY[element] - startY[element];
        const lengthSquared = alongX * alongX + alongY * alongY;
        const fromX = x - startX[element];
        const fromY = y - startY[element];
        const along = lengthSquared > 0 ? (fromX * alongX + fromY * alongY) / lengthSquared : 0;
        const at = along < 0 ? 0 : along > 1 ? 1 : along;
        const dx = fromX - at * alongX;
        const dy = fromY - at * alongY;
        const limit = view + radius[element];
        if (dx * dx + dy * dy <= limit * limit) items[lists.length++] = element;
      }
    }
    lists.starts[row] = start;
    lists.counts[row] = lists.length - start;
  }
}

/** Cells beyond this many per element would only repeat long walls: larger cells then. */
const CELLS_PER_ELEMENT = 4;
const SPARE_CELLS = 100_000;
const LARGEST_SIDE = 1 << 11;

function buildTable(table: CellTable, obstacles: Obstacles, first: number, end: number, reach: number): void {
  let total = 0;
  let area = 0;
  let minX = Number.POSITIVE_INFINITY;
  let maxX = Number.NEGATIVE_INFINITY;
  let minY = Number.POSITIVE_INFINITY;
  let maxY = Number.NEGATIVE_INFINITY;
  for (let element = first; element < end; element++) {
    const { startX, startY, endX, endY, radius } = obstacles;
    total +=
      Math.abs(endX[element] - startX[element]) + Math.abs(endY[element] - startY[element]) + radius[element];
    area += 4 * radius[element] * radius[element];
    minX = Math.min(minX, startX[element], endX[element]);
    maxX = Math.max(maxX, startX[element], endX[element]);
    minY = Math.min(minY, startY[element], endY[element]);
    maxY = Math.max(maxY, startY[element], endY[element]);
  }
  table.reach = reach;
  const cells = CELLS_PER_ELEMENT * (end - first) + SPARE_CELLS;
  table.cellSize = Math.max(reach, total / cells, Math.sqrt(area / cells));
  table.width = sideFor((maxX - minX) / table.cellSize);
  table.height = sideFor((maxY - minY) / table.cellSize);
  const buckets = table.width * table.height;
  if (table.starts.length < buckets + 1) {
    table.starts = new Int32Array(buckets + 1);
    table.listed = new Int32Array(buckets);
  }
  // Once to count, once to fill.
  table.starts.fill(0);
  table.listed.fill(0);
  for (let element = first; element < end; element++) storeElement(table, obstacles, element, false);
  for (let bucket = 0; bucket < buckets; bucket++) table.starts[bucket + 1] += table.starts[bucket];
  const length = table.starts[buckets];
  if (table.elements.length < length) table.elements = new Int32Array(length);
  table.listed.fill(0);
  for (let element = end - 1; element >= first; element--) storeElement(table, obstacles, element, true);
  for (let bucket = 0; bucket < buckets; bucket++) table.starts[bucket] = table.starts[bucket + 1];
  table.starts[buckets] = length;
}

/** Visits the cells within reach of an element, column by column. */
function storeElement(table: CellTable, obstacles: Obstacles, element: number, fill: boolean): void {
  const { cellSize, width, height, starts, elements, listed } = table;
  const { startX, startY, endX, endY } = obstacles;
  const spread = table.reach + obstacles.radius[element];
  const leftFirst = startX[element] <= endX[element];
  const x0 = leftFirst ? startX[element] : endX[element];
  const y0 = leftFirst ? startY[element] : endY[element];
  const x1 = leftFirst ? endX[element] : startX[element];
  const y1 = leftFirst ? endY[element] : startY[element];
  const lastColumn = Math.floor((x1 + spread) / cellSize);
  for (let column = Math.floor((x0 - spread) / cellSize); column <= lastColumn; column++) {
    // The stretch of the element within reach of this column, and the rows within reach of that stretch.
    const from = Math.min(x1, Math.max(x0, column * cellSize - spread));
    const to = Math.max(x0, Math.min(x1, (column + 1) * cellSize + spread));
    // As parts of the element, which stay within 0 … 1 however steep it is; a slope would overflow.
    const yFrom = x1 > x0 ? y0 + ((from - x0) / (x1 - x0)) * (y1 - y0) : Math.min(y0, y1);
    const yTo = x1 > x0 ? y0 + ((to - x0) / (x1 - x0)) * (y1 - y0) : Math.max(y0, y1);
    const lastRow = Math.floor((Math.max(yFrom, yTo) + spread) / cellSize);
    for (let row = Math.floor((Math.min(yFrom, yTo) - spread) / cellSize); row <= lastRow; row++) {
      const bucket = (row & (height - 1)) * width + (column & (width - 1));
      if (listed[bucket] === element + 1) continue;
      listed[bucket] = element + 1;
      if (fill) elements[--starts[bucket + 1]] = element;
      else starts[bucket + 1]++;
    }
  }
}

function sideFor(cells: number): number {
  let side = 1;
  while (side < cells + 3 && side < LARGEST_SIDE) side *= 2;
  return side;
}
