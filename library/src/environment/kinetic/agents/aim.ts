import type { Crowd } from '../../../crowd/index.ts';
import { FIRST_VERTEX, type Mesh, NEAREST } from '../mesh/mesh.ts';

/** Findings of aimVertices, as bits. */
export const Aim = { nearZero: 1, outside: 2 } as const;

/** Sets the places that the vertices move to: those of the agents in crowd.motion. Returns its findings. */
export function aimVertices({ mesh, rowOf }: { mesh: Mesh; rowOf: Int32Array }, { motion }: Crowd): number {
  const { minX, minY, maxX, maxY, nextX, nextY, vertexCount } = mesh;
  // One axis at a time: rows are read in random order, and so more of them fit the cache.
  return (
    aimAlong(nextX, motion.x, rowOf, vertexCount, minX, maxX) |
    aimAlong(nextY, motion.y, rowOf, vertexCount, minY, maxY)
  );
}

function aimAlong(
  next: Float64Array,
  places: Float64Array,
  rowOf: Int32Array,
  vertexCount: number,
  min: number,
  max: number,
): number {
  let seen = 0;
  for (let v = FIRST_VERTEX; v < vertexCount; v++) {
    const row = rowOf[v];
    if (row < 0) continue;
    const place = places[row];
    next[v] = place;
    if (!(place >= min && place <= max)) seen |= Aim.outside;
    if (place < NEAREST && place > -NEAREST && place !== 0) {
      next[v] = 0;
      seen |= Aim.nearZero;
    }
  }
  return seen;
}
