import type { Obstacles } from '../../../crowd/index.ts';
import { orient } from '../../../geometry/index.ts';
import { insertVertex } from '../mesh/insert.ts';
import { legalize, pushEdge } from '../mesh/legalize.ts';
import { type Mesh, nextEdge } from '../mesh/mesh.ts';
import { clearWall, type Layer, layWall } from './constraints.ts';

/** The walls in a mesh: scratch, and the vertices of each element's ends, two an element; −1: none. */
export type Walls = { layer: Layer; ends: Int32Array };

/**
 * Inserts the still walls, the shortest first, so that of two that cross the longer is split. Every edge that is a
 * wall then lies exactly on an obstacle; not every obstacle is made of edges, see layAcross.
 */
export function layStillWalls(mesh: Mesh, walls: Walls, obstacles: Obstacles): void {
  const { startX, startY, endX, endY } = obstacles;
  const order: number[] = [];
  const length = new Float64Array(obstacles.firstMoving);
  for (let element = 0; element < obstacles.firstMoving; element++) {
    if (walls.ends[2 * element] < 0) continue;
    const alongX = endX[element] - startX[element];
    const alongY = endY[element] - startY[element];
    length[element] = alongX * alongX + alongY * alongY;
    order.push(element);
  }
  order.sort((a, b) => length[a] - length[b] || a - b);
  for (const element of order) layAcross(mesh, walls, obstacles, element);
}

/**
 * Inserts a wall, and where it crosses another, splits both there. A crossing at a place that is not a double would
 * bend them: the wall then ends before it, at the last vertex on its path, and begins again beyond it at the next
 * vertex.
 */
function layAcross(mesh: Mesh, walls: Walls, obstacles: Obstacles, element: number): void {
  const { layer } = walls;
  const pending = [meshVertex(mesh, walls.ends[2 * element]), meshVertex(mesh, walls.ends[2 * element + 1])];
  while (pending.length > 0) {
    const to = pending.pop()!;
    const from = pending.pop()!;
    const crossed = layWall(mesh, layer, from, to, element);
    if (crossed < 0) continue;
    const { reached } = layer;
    const middle = partWall(mesh, walls, obstacles, crossed, reached, to, element);
    if (middle >= 0) pending.push(middle, to, reached, middle);
    else layWall(mesh, layer, to, reached, element);
  }
}

/**
 * Splits the wall of a half-edge where it is crossed by the path between two vertices, which is part of another wall.
 * Returns the vertex there; −1: the place is not a double, and nothing has changed.
 */
function partWall(
  mesh: Mesh,
  walls: Walls,
  obstacles: Obstacles,
  crossed: number,
  c: number,
  d: number,
  element: number,
): number {
  const { x, y } = mesh;
  const a = mesh.origin[crossed];
  const b = mesh.origin[nextEdge(crossed)];
  const abX = x[b] - x[a];
  const abY = y[b] - y[a];
  const cdX = x[d] - x[c];
  const cdY = y[d] - y[c];
  const part = ((x[c] - x[a]) * cdY - (y[c] - y[a]) * cdX) / (abX * cdY - abY * cdX);
  // Walls parallel to an axis always cross at a double.
  const crossingX = cdX === 0 ? x[c] : x[a] + part * abX;
  const crossingY = cdY === 0 ? y[c] : y[a] + part * abY;
  const other = mesh.wall[crossed] - 1;
  if (!isOnWall(obstacles, element, crossingX, crossingY)) return -1;
  if (!isOnWall(obstacles, other, crossingX, crossingY)) return -1;
  clearWall(mesh, crossed);
  pushEdge(mesh, crossed);
  legalize(mesh);
  const middle = insertVertex(mesh, crossingX, crossingY, crossed);
  layWall(mesh, walls.layer, a, middle, other);
  layWall(mesh, walls.layer, middle, b, other);
  return middle;
}

/** Whether a place is exactly on the line of a wall; false for a wall of places that are not numbers. */
function isOnWall({ startX, startY, endX, endY }: Obstacles, wall: number, x: number, y: number): boolean {
  return (
    Number.isFinite(x) &&
    Number.isFinite(y) &&
    orient(startX[wall], startY[wall], endX[wall], endY[wall], x, y) === 0
  );
}

/** Inserts the moving walls, as far as they cross no other: they are removed before the next move. */
export function layMovingWalls(mesh: Mesh, walls: Walls, obstacles: Obstacles): void {
  const { ends, layer } = walls;
  for (let element = obstacles.firstMoving; element < obstacles.count; element++) {
    if (ends[2 * element] < 0 || ends[2 * element + 1] < 0) continue;
    const from = meshVertex(mesh, ends[2 * element]);
    const to = meshVertex(mesh, ends[2 * element + 1]);
    if (layWall(mesh, layer, from, to, element) >= 0) layWall(mesh, layer, to, from, element);
  }
}

/** Removes the moving walls, before they move. */
export function takeUpMovingWalls(mesh: Mesh, { count, firstMoving }: Obstacles): void {
  if (firstMoving === count) return;
  const { wall } = mesh;
  for (let e = 3 * mesh.triangleCount - 1; e >= 0; e--) if (wall[e] > firstMoving) wall[e] = 0;
}

/** The vertex itself, or the vertex that it is a twin of. */
function meshVertex(mesh: Mesh, v: number): number {
  return mesh.twinOf[v] >= 0 ? mesh.twinOf[v] : v;
}
