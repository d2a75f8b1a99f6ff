/** How many agents were in each square of a grid over the world, added up over samples. */
export type DensityMap = {
  minX: number;
  minY: number;
  /** Metres along the side of a square. */
  size: number;
  columns: number;
  rows: number;
  counts: Float64Array;
  samples: number;
};

/** Squares of half a metre, or larger ones where there would be too many. */
const SMALLEST = 0.5;
const MOST = 40_000;

export function createDensityMap(minX: number, minY: number, maxX: number, maxY: number): DensityMap {
  const [width, height] = [maxX - minX, maxY - minY];
  const size = Math.max(SMALLEST, Math.sqrt((width * height) / MOST));
  const columns = Math.ceil(width / size);
  const rows = Math.ceil(height / size);
  return { minX, minY, size, columns, rows, counts: new Float64Array(columns * rows), samples: 0 };
}

export function sampleDensity(map: DensityMap, x: Float64Array, y: Float64Array, count: number): void {
  map.samples++;
  for (let row = 0; row < count; row++) {
    const column = Math.floor((x[row] - map.minX) / map.size);
    const line = Math.floor((y[row] - map.minY) / map.size);
    if (column < 0 || line < 0 || column >= map.columns || line >= map.rows) continue;
    map.counts[line * map.columns + column]++;
  }
}
