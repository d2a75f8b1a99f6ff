import { closestOfObstacle, type NearLists, needPart, type Obstacles } from '../../crowd/index.ts';
import { isSighted, type Sight, type Surroundings } from '../common/contract.ts';
import { space } from '../space/optional.ts';
import { createDirections, type Directions, fillDirections, sectorOf } from './directions.ts';
import { solidSight } from './optional.ts';
import { elementHides } from './sight.ts';

/** Scratch of keepElementsInSight. */
export type SeenElements = { seen: Uint8Array; to: Float64Array; directions: Directions };

export function createSeenElements(): SeenElements {
  return { seen: new Uint8Array(64), to: new Float64Array(3), directions: createDirections() };
}

/** From this many elements on, they are sorted by direction: fewer are compared with each other faster. */
const MANY = 48;

/** An element is tested just before its closest point, so that elements joined to it there do not hide it. */
export const ALMOST = 0.999999;

/**
 * Removes, from the lists of those of the first `rowCount` rows that have `sight`, the elements whose closest point is
 * hidden by another element. The hiding element is nearer, and so in the same list.
 */
export function keepElementsInSight(
  scratch: SeenElements,
  surroundings: Surroundings,
  rows: Int32Array,
  rowCount: number,
  sight: Sight,
  lists: NearLists,
): void {
  for (let k = 0; k < rowCount; k++) {
    const row = rows[k];
    if (!isSighted(sight, row)) continue;
    const count = lists.counts[row];
    if (count < 2) continue;
    if (scratch.seen.length < count) scratch.seen = new Uint8Array(2 * count);
    const start = lists.starts[row];
    const end = start + count;
    const directions = count < MANY || surroundings.crowd.dimension === 3 ? undefined : scratch.directions;
    if (directions) {
      const { x, y } = surroundings.crowd.motion;
      fillDirections(directions, surroundings.obstacles, lists.items, start, count, x[row], y[row]);
    }
    for (let entry = start; entry < end; entry++) {
      scratch.seen[entry - start] = isSeen(scratch.to, surroundings, row, entry, lists, directions) ? 1 : 0;
    }
    let kept = start;
    for (let entry = start; entry < end; entry++) {
      if (scratch.seen[entry - start] === 1) lists.items[kept++] = lists.items[entry];
    }
    lists.counts[row] = kept - start;
  }
}

function isSeen(
  to: Float64Array,
  { crowd, obstacles, solids }: Surroundings,
  row: number,
  entry: number,
  { counts, items, starts }: NearLists,
  directions: Directions | undefined,
): boolean {
  const x = crowd.motion.x[row];
  const y = crowd.motion.y[row];
  const z = crowd.motion.z[row];
  const inSpace = crowd.dimension === 3 ? needPart(space) : undefined;
  const element = items[entry];
  if (inSpace) inSpace.closestOfSolid(solids, element, x, y, z, to);
  else closestOfObstacle(obstacles, element, x, y, to);
  const radius = inSpace ? solids.radius[element] : obstacles.radius[element];
  const distance = Math.sqrt(to[0] * to[0] + to[1] * to[1] + to[2] * to[2]);
  // For a ball, its surface; a place inside it is at distance 0.
  const part = distance > radius ? ALMOST * (1 - radius / distance) : 0;
  if (part === 0) return true;
  const atX = x + part * to[0];
  const atY = y + part * to[1];
  const atZ = z + part * to[2];
  if (directions) return !isHiddenByAny(directions, obstacles, element, x, y, atX, atY);
  const end = starts[row] + counts[row];
  for (let other = starts[row]; other < end; other++) {
    if (other === entry) continue;
    const hides = inSpace
      ? needPart(solidSight).solidHides(solids, items[other], x, y, z, atX, atY, atZ)
      : elementHides(obstacles, items[other], x, y, atX, atY);
    if (hides) return false;
  }
  return true;
}

/** Whether another element hides a place from (x, y): one of its direction, or one of all directions. */
function isHiddenByAny(
  directions: Directions,
  obstacles: Obstacles,
  element: number,
  x: number,
  y: number,
  atX: number,
  atY: number,
): boolean {
  const { items, starts, wide, wideCount } = directions;
  const sector = sectorOf(directions, atX - x, atY - y);
  for (let k = starts[sector + 1]; k < starts[sector + 2]; k++) {
    if (items[k] !== element && elementHides(obstacles, items[k], x, y, atX, atY)) return true;
  }
  for (let k = 0; k < wideCount; k++) {
    if (wide[k] !== element && elementHides(obstacles, wide[k], x, y, atX, atY)) return true;
  }
  return false;
}
