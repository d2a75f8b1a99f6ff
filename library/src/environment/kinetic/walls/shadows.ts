import type { Obstacles } from '../../../crowd/index.ts';
import { bucketAt, type ObstacleIndex } from '../../cells/obstacle-index.ts';
import { elementHides } from '../../sight/sight.ts';

/** The agents that an agent may see: rows, and their places relative to the observer. */
export type Candidates = { count: number; rows: Int32Array; x: Float64Array; y: Float64Array };

/** Where every agent is, by row. */
type Places = { x: Float64Array; y: Float64Array };

export function createCandidates(): Candidates {
  return { count: 0, rows: new Int32Array(0), x: new Float64Array(0), y: new Float64Array(0) };
}

/** Makes room for `count` candidates; the previous ones are lost. */
export function reserveCandidates(candidates: Candidates, count: number): void {
  if (candidates.rows.length >= count) return;
  candidates.rows = new Int32Array(2 * count);
  candidates.x = new Float64Array(2 * count);
  candidates.y = new Float64Array(2 * count);
}

/** What hides an agent within a radius is itself within it, but for rounding: relative to the radius, and to the wall. */
const HAIR = 1 + 1e-9;
const WALL_HAIR = 1e-14;
/** The rounding error of the signs below, relative to the square of all the lengths in them; generous. */
const SIGN_BOUND = 4e-15;

/** Drops the candidates, all within a radius of a row's agent, that an element of the obstacles hides. */
export function dropHidden(
  candidates: Candidates,
  obstacles: Obstacles,
  index: ObstacleIndex,
  places: Places,
  row: number,
  radius: number,
): void {
  const px = places.x[row];
  const py = places.y[row];
  for (let part = 0; part < 2; part++) {
    const table = part === 0 ? index.still : index.moving;
    if (table.elements.length === 0) continue;
    const bucket = bucketAt(table, px, py);
    const end = table.starts[bucket + 1];
    for (let entry = table.starts[bucket]; entry < end && candidates.count > 0; entry++) {
      const element = table.elements[entry];
      if (!isWithin(obstacles, element, px, py, radius)) continue;
      if (obstacles.radius[element] > 0) dropExactly(candidates, obstacles, element, places, row);
      else dropBehindWall(candidates, obstacles, element, places, row, radius);
    }
  }
}

/** Whether an element comes within a radius of a place; may also be true where it is barely outside. */
function isWithin(obstacles: Obstacles, element: number, px: number, py: number, radius: number): boolean {
  const ax = obstacles.startX[element] - px;
  const ay = obstacles.startY[element] - py;
  const bx = obstacles.endX[element] - px;
  const by = obstacles.endY[element] - py;
  const limit = Math.abs(radius) + obstacles.radius[element];
  // Most elements of a cell lie wholly to one side; their coordinates are rounded by less than a hair.
  const box = limit * HAIR;
  if ((ax > box && bx > box) || (ax < -box && bx < -box)) return false;
  if ((ay > box && by > box) || (ay < -box && by < -box)) return false;
  const alongX = bx - ax;
  const alongY = by - ay;
  const length = alongX * alongX + alongY * alongY;
  const toFoot = -(ax * alongX + ay * alongY);
  const part = toFoot <= 0 ? 0 : toFoot >= length ? 1 : toFoot / length;
  const dx = ax + part * alongX;
  const dy = ay + part * alongY;
  const hair = WALL_HAIR * (ax * ax + ay * ay + bx * bx + by * by);
  return dx * dx + dy * dy <= limit * limit * HAIR + hair;
}

/**
 * With p at the origin and the wall from a to b counter-clockwise around it, q is hidden where a × q ≥ 0, q × b ≥ 0
 * and their sum is greater than a × b. Doubles decide that when none of them is next to 0; wallHides decides the rest.
 */
function dropBehindWall(
  candidates: Candidates,
  obstacles: Obstacles,
  wall: number,
  places: Places,
  row: number,
  radius: number,
): void {
  const { startX, startY, endX, endY } = obstacles;
  const px = places.x[row];
  const py = places.y[row];
  const isLeft = (startX[wall] - px) * (endY[wall] - py) > (startY[wall] - py) * (endX[wall] - px);
  const ax = (isLeft ? startX[wall] : endX[wall]) - px;
  const ay = (isLeft ? startY[wall] : endY[wall]) - py;
  const bx = (isLeft ? endX[wall] : startX[wall]) - px;
  const by = (isLeft ? endY[wall] : startY[wall]) - py;
  const area = ax * by - ay * bx;
  const size = Math.abs(ax) + Math.abs(ay) + Math.abs(bx) + Math.abs(by) + 2 * Math.abs(radius);
  const bound = SIGN_BOUND * size * size;
  if (!(area > bound)) {
    dropExactly(candidates, obstacles, wall, places, row);
    return;
  }
  const { rows, x, y } = candidates;
  const { count } = candidates;
  let kept = 0;
  for (let k = 0; k < count; k++) {
    const dx = x[k];
    const dy = y[k];
    const fromA = ax * dy - ay * dx;
    const toB = dx * by - dy * bx;
    const beyond = fromA + toB - area;
    // Comparisons used as numbers: one branch to mispredict instead of three.
    const mayHide = Number(fromA > -bound) & Number(toB > -bound) & Number(beyond > -bound);
    if (mayHide !== 0) {
      if (fromA > bound && toB > bound && beyond > bound) continue;
      if (elementHides(obstacles, wall, px, py, places.x[rows[k]], places.y[rows[k]])) continue;
    }
    rows[kept] = rows[k];
    x[kept] = dx;
    y[kept] = dy;
    kept++;
  }
  candidates.count = kept;
}

function dropExactly(
  candidates: Candidates,
  obstacles: Obstacles,
  element: number,
  places: Places,
  row: number,
): void {
  const { rows, x, y } = candidates;
  let kept = 0;
  for (let k = 0; k < candidates.count; k++) {
    const other = rows[k];
    if (elementHides(obstacles, element, places.x[row], places.y[row], places.x[other], places.y[other]))
      continue;
    rows[kept] = other;
    x[kept] = x[k];
    y[kept] = y[k];
    kept++;
  }
  candidates.count = kept;
}
