import { closestFraction } from '../../geometry/index.ts';
import type { VelocityField } from './field.ts';

/** A line painted into a field: an agent that follows the field goes along it. */
export type Stroke = {
  points: readonly (readonly [number, number])[];
  /** Metres from edge to edge; the paint thins out to nothing there. */
  width: number;
  /** Speed in the middle of the stroke, m/s; negative: against its direction. */
  strength: number;
};

/**
 * Paints strokes into an empty field. At a place the paint of a stroke has the weight (1 − (d / r)²)², where d is the
 * distance to the stroke and r half its width, and the direction of the stroke at its closest point. Where strokes lie
 * over each other the vector is Σ w s t / max(1, Σ w): no faster than the strongest.
 */
export function paintStrokes(field: VelocityField, strokes: readonly Stroke[]): void {
  const { u, v } = field;
  const count = u.length;
  const total = new Float64Array(count);
  const nearest = new Float64Array(count);
  const tangentX = new Float64Array(count);
  const tangentY = new Float64Array(count);
  for (const stroke of strokes) {
    const radius = stroke.width / 2;
    const [firstX, firstY, lastX, lastY] = cellsNear(field, stroke.points, radius);
    for (let row = firstY; row <= lastY; row++) {
      const start = row * field.columns;
      nearest.fill(Number.POSITIVE_INFINITY, start + firstX, start + lastX + 1);
    }
    recordClosest(field, stroke, nearest, tangentX, tangentY);
    for (let row = firstY; row <= lastY; row++) {
      for (let column = firstX; column <= lastX; column++) {
        const index = row * field.columns + column;
        const part = nearest[index] / (radius * radius);
        if (!(part < 1)) continue;
        const weight = (1 - part) * (1 - part);
        total[index] += weight;
        u[index] += weight * stroke.strength * tangentX[index];
        v[index] += weight * stroke.strength * tangentY[index];
      }
    }
  }
  for (let index = 0; index < count; index++) {
    if (total[index] <= 1) continue;
    u[index] /= total[index];
    v[index] /= total[index];
  }
}

/** Cells that painting looks at. */
export function strokeWork(field: Omit<VelocityField, 'u' | 'v'>, { points, width }: Stroke): number {
  let work = 0;
  for (let k = 0; k + 1 < points.length; k++) {
    const [firstX, firstY, lastX, lastY] = cellsNear(field, [points[k], points[k + 1]], width / 2);
    work += Math.max(0, lastX - firstX + 1) * Math.max(0, lastY - firstY + 1);
  }
  return work;
}

/** For the cells around a stroke: the squared distance to it, and the unit vector along it at the closest point. */
function recordClosest(
  field: VelocityField,
  { points, width }: Stroke,
  nearest: Float64Array,
  tangentX: Float64Array,
  tangentY: Float64Array,
): void {
  const { minX, minY, cell, columns } = field;
  const corners = points.map((_, k) => tangentAt(points, k));
  for (let k = 0; k + 1 < points.length; k++) {
    const [ax, ay] = points[k];
    const [bx, by] = points[k + 1];
    const [fromX, fromY] = corners[k];
    const [toX, toY] = corners[k + 1];
    const [firstX, firstY, lastX, lastY] = cellsNear(field, [points[k], points[k + 1]], width / 2);
    for (let row = firstY; row <= lastY; row++) {
      const y = minY + (row + 0.5) * cell;
      for (let column = firstX; column <= lastX; column++) {
        const x = minX + (column + 0.5) * cell;
        const index = row * columns + column;
        const part = closestFraction(x, y, ax, ay, bx, by);
        const dx = x - (ax + part * (bx - ax));
        const dy = y - (ay + part * (by - ay));
        const squared = dx * dx + dy * dy;
        // Of two equally near pieces the first counts.
        if (squared >= nearest[index]) continue;
        nearest[index] = squared;
        const alongX = fromX + part * (toX - fromX);
        const alongY = fromY + part * (toY - fromY);
        const length = Math.sqrt(alongX * alongX + alongY * alongY);
        tangentX[index] = length > 0 ? alongX / length : 0;
        tangentY[index] = length > 0 ? alongY / length : 0;
      }
    }
  }
}

/** The direction at a corner: halfway between those of the two pieces, so that it turns evenly from corner to corner. */
function tangentAt(points: Stroke['points'], k: number): [number, number] {
  const before = k > 0 ? directionOf(points[k - 1], points[k]) : directionOf(points[0], points[1]);
  const after = k + 1 < points.length ? directionOf(points[k], points[k + 1]) : before;
  const x = before[0] + after[0];
  const y = before[1] + after[1];
  const length = Math.sqrt(x * x + y * y);
  // A stroke that turns back upon itself goes as the piece before.
  return length > 1e-9 ? [x / length, y / length] : before;
}

function directionOf(
  [ax, ay]: readonly [number, number],
  [bx, by]: readonly [number, number],
): [number, number] {
  const length = Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
  return [(bx - ax) / length, (by - ay) / length];
}

/** First and last column and row of the cells whose centres may be within the distance of points. */
function cellsNear(
  { minX, minY, cell, columns, rows }: Omit<VelocityField, 'u' | 'v'>,
  points: Stroke['points'],
  distance: number,
): [number, number, number, number] {
  let [leastX, leastY] = points[0];
  let [mostX, mostY] = points[0];
  for (const [x, y] of points) {
    leastX = Math.min(leastX, x);
    leastY = Math.min(leastY, y);
    mostX = Math.max(mostX, x);
    mostY = Math.max(mostY, y);
  }
  return [
    Math.max(0, Math.floor((leastX - distance - minX) / cell - 0.5)),
    Math.max(0, Math.floor((leastY - distance - minY) / cell - 0.5)),
    Math.min(columns - 1, Math.ceil((mostX + distance - minX) / cell - 0.5)),
    Math.min(rows - 1, Math.ceil((mostY + distance - minY) / cell - 0.5)),
  ];
}
