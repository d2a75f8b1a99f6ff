import { expect } from 'vitest';
import { inCircle } from '../../../geometry/predicates.ts';
import { FIRST_VERTEX, type Mesh, nextEdge, previousEdge } from './mesh.ts';

/** Coordinates of one axis that make points random, gridded, collinear, cocircular, coincident or clustered. */
export const arrangements: Record<string, (dice: () => number) => [number, number]> = {
  random: (dice) => [20 * dice() - 10, 20 * dice() - 10],
  gridded: (dice) => [Math.floor(8 * dice()), Math.floor(8 * dice())],
  collinear: (dice) => {
    const along = Math.floor(30 * dice()) / 4 - 4;
    return [along, 2 * along];
  },
  cocircular: (dice) => {
    const [x, y] = [
      [3, 4],
      [4, 3],
      [5, 0],
    ][Math.floor(3 * dice())];
    return [dice() < 0.5 ? x : 0 - x, dice() < 0.5 ? y : 0 - y];
  },
  coincident: (dice) => [Math.floor(2 * dice()), Math.floor(2 * dice())],
  clustered: (dice) => [8 * Math.floor(2 * dice()) + 2 ** -40 * dice(), 2 ** -30 * dice()],
};

/** No vertex at all lies strictly inside the circle of any triangle: looks at every pair of them, exactly. */
export function expectEmptyCircles(mesh: Mesh): void {
  const { x, y, origin, edgeOf } = mesh;
  for (let e = 0; e < 3 * mesh.triangleCount; e += 3) {
    if (origin[e] < 0) continue;
    const a = origin[e];
    const b = origin[nextEdge(e)];
    const c = origin[previousEdge(e)];
    for (let v = 0; v < mesh.vertexCount; v++) {
      if (edgeOf[v] < 0) continue;
      const inside = inCircle(x[a], y[a], x[b], y[b], x[c], y[c], x[v], y[v]);
      if (inside > 0) expect.fail(`vertex ${v} is inside the circle of ${a}, ${b}, ${c}`);
    }
  }
}

/** The places of all vertices, twins among them, as text in order. */
export function placesOf(mesh: Mesh): string[] {
  const places: string[] = [];
  for (let v = FIRST_VERTEX; v < mesh.vertexCount; v++) {
    if (mesh.edgeOf[v] >= 0 || mesh.twinOf[v] >= 0) places.push(`${mesh.x[v]} ${mesh.y[v]}`);
  }
  return places.sort();
}
