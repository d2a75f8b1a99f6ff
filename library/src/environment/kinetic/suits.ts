import type { Crowd } from '../../crowd/index.ts';
import type { Situation } from '../common/definition.ts';

/**
 * From this many walls on, walking a triangulation is cheaper than trying the walls around for each neighbour; not where
 * walls outnumber agents, for the triangulation has to follow them all.
 */
const MANY_WALLS = 400;
/** With more agents than this for each wall, the cells of most agents name no wall, and a grid has little to try. */
const AGENTS_PER_WALL = 30;
/** How much denser it is around an agent than on the average, before rings of equal cells take long to find the nearest. */
const CROWDED = 8;

/** Where triangulations cost less than a grid, and why; docs/models/neighbours.md has the measurements. */
export function suitsTriangulation({ crowd, nearest, sight, walls }: Situation): string | undefined {
  if (crowd.dimension === 3) return undefined;
  if (sight && walls >= MANY_WALLS && walls <= crowd.count && crowd.count <= AGENTS_PER_WALL * walls) {
    return `sight among ${walls} walls`;
  }
  return nearest && crowdingOf(crowd) > CROWDED ? 'the nearest at uneven density' : undefined;
}

const SIDE = 32;

/** How many times denser it is around an agent, on the average, than if all were spread evenly over the box. */
function crowdingOf({ count, motion }: Crowd): number {
  const { x, y } = motion;
  let minX = Number.POSITIVE_INFINITY;
  let minY = Number.POSITIVE_INFINITY;
  let maxX = Number.NEGATIVE_INFINITY;
  let maxY = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < count; row++) {
    minX = Math.min(minX, x[row]);
    minY = Math.min(minY, y[row]);
    maxX = Math.max(maxX, x[row]);
    maxY = Math.max(maxY, y[row]);
  }
  const cells = new Float64Array(SIDE * SIDE);
  const across = SIDE / Math.max(maxX - minX, 1e-9);
  const up = SIDE / Math.max(maxY - minY, 1e-9);
  for (let row = 0; row < count; row++) {
    const column = Math.min(SIDE - 1, Math.floor((x[row] - minX) * across));
    cells[Math.min(SIDE - 1, Math.floor((y[row] - minY) * up)) * SIDE + column]++;
  }
  let pairs = 0;
  for (let cell = 0; cell < cells.length; cell++) pairs += cells[cell] * cells[cell];
  // Of n agents thrown evenly, n²/cells + n pairs share a cell: the second term is chance, not crowding.
  return Math.max(0, pairs - count) / ((count * count) / cells.length);
}
