/**
 * A velocity field: vectors in m/s on a grid of square cells, each at the centre of its cell, row by row from the least y
 * and in a row from the least x. Between the centres it is bilinear; docs/models/velocity-fields.md.
 */
export type VelocityField = FieldGrid & { u: Float64Array; v: Float64Array };

/** Where the cells of a field are. */
export type FieldGrid = {
  /** The corner of the grid with the least coordinates, m. */
  minX: number;
  minY: number;
  /** Side of a cell, m. */
  cell: number;
  columns: number;
  rows: number;
  /** Beyond the outermost centres: as at the nearest of them, or as if all around it were cells of 0. */
  outside: 'clamp' | 'zero';
};

/** A field of zeros. */
export function createField({ minX, minY, cell, columns, rows, outside }: FieldGrid): VelocityField {
  const count = columns * rows;
  return {
    minX,
    minY,
    cell,
    columns,
    rows,
    outside,
    u: new Float64Array(count),
    v: new Float64Array(count),
  };
}

/** Calls back for every cell with its number and centre, row by row. */
export function forEachCell(
  { minX, minY, cell, columns, rows }: FieldGrid,
  visit: (index: number, x: number, y: number) => void,
): void {
  for (let row = 0, index = 0; row < rows; row++) {
    const y = minY + (row + 0.5) * cell;
    for (let column = 0; column < columns; column++, index++) visit(index, minX + (column + 0.5) * cell, y);
  }
}

/** Writes the vector at a place into out[0] and out[1]; 0 where the place is no number. */
export function sampleField(
  { cell, columns, minX, minY, outside, rows, u, v }: VelocityField,
  x: number,
  y: number,
  out: Float64Array,
): void {
  // Cells from the first centre.
  const across = (x - minX) / cell - 0.5;
  const up = (y - minY) / cell - 0.5;
  // 1 inside; bilinear with zeros around is the clamped value times how far the zeros are, in each direction.
  let share = 1;
  if (outside === 'zero') share = shareInside(across, columns) * shareInside(up, rows);
  if (!(share > 0) || Number.isNaN(across) || Number.isNaN(up)) {
    out[0] = 0;
    out[1] = 0;
    return;
  }
  const withinX = Math.min(columns - 1, Math.max(0, across));
  const withinY = Math.min(rows - 1, Math.max(0, up));
  const column = withinX | 0;
  const row = withinY | 0;
  const right = withinX - column;
  const above = withinY - row;
  const low = row * columns + column;
  const high = row + 1 < rows ? low + columns : low;
  const next = column + 1 < columns ? 1 : 0;
  const southWest = (1 - right) * (1 - above) * share;
  const southEast = right * (1 - above) * share;
  const northWest = (1 - right) * above * share;
  const northEast = right * above * share;
  out[0] = southWest * u[low] + southEast * u[low + next] + northWest * u[high] + northEast * u[high + next];
  out[1] = southWest * v[low] + southEast * v[low + next] + northWest * v[high] + northEast * v[high + next];
}

/** How much of a row of `count` centres is felt at a place; it falls to 0 one cell beyond the last. */
function shareInside(at: number, count: number): number {
  if (at < 0) return Math.max(0, 1 + at);
  return at > count - 1 ? Math.max(0, count - at) : 1;
}
