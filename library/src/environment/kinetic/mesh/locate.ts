import { orient } from '../../../geometry/index.ts';
import { type Mesh, nextEdge, previousEdge } from './mesh.ts';

/** Where a point lies: inside the triangle of the half-edge that locate returns, on that edge, or at its origin. */
export const Place = { inside: 0, edge: 1, vertex: 2 } as const;

/**
 * Walks from half-edge `from` towards a point inside the frame; mesh.found says how the point lies to the half-edge
 * that is returned. A walk that always turns towards the point can cycle where edges are not Delaunay, so it
 * alternates between the edges, and after very many steps tests every triangle.
 */
export function locate(mesh: Mesh, px: number, py: number, from: number): number {
  const { x, y, origin, twin } = mesh;
  let e = from;
  if (e < 0 || e >= 3 * mesh.triangleCount || origin[e] < 0) e = anyEdge(mesh);
  // Steps of a walk that does not cycle: about the square root of the number of triangles, at worst all of them.
  const limit = mesh.triangleCount + 16;
  for (let step = 0; step < limit; step++) {
    const next = nextEdge(e);
    const previous = previousEdge(e);
    const a = origin[e];
    const b = origin[next];
    const c = origin[previous];
    // Except in the first step, e is the edge that the walk came through; the other two alternate.
    if (step === 0 && twin[e] >= 0 && orient(x[a], y[a], x[b], y[b], px, py) < 0) {
      e = twin[e];
      continue;
    }
    const first = step % 2 === 0 ? next : previous;
    if (isBeyond(mesh, first, px, py)) {
      e = twin[first];
      continue;
    }
    const second = first === next ? previous : next;
    if (isBeyond(mesh, second, px, py)) {
      e = twin[second];
      continue;
    }
    return refine(mesh, px, py, e, a, b, c);
  }
  return searchAll(mesh, px, py);
}

function isBeyond(mesh: Mesh, e: number, px: number, py: number): boolean {
  const { x, y, origin, twin } = mesh;
  if (twin[e] < 0) return false;
  const a = origin[e];
  const b = origin[nextEdge(e)];
  return orient(x[a], y[a], x[b], y[b], px, py) < 0;
}

function anyEdge(mesh: Mesh): number {
  let e = 0;
  while (mesh.origin[e] < 0) e += 3;
  return e;
}

/** The point is in the closed triangle: on which vertex or edge, if any? */
function refine(mesh: Mesh, px: number, py: number, e: number, a: number, b: number, c: number): number {
  const { x, y } = mesh;
  const next = nextEdge(e);
  const previous = previousEdge(e);
  mesh.found = Place.vertex;
  if (x[a] === px && y[a] === py) return e;
  if (x[b] === px && y[b] === py) return next;
  if (x[c] === px && y[c] === py) return previous;
  mesh.found = Place.edge;
  if (orient(x[a], y[a], x[b], y[b], px, py) === 0) return e;
  if (orient(x[b], y[b], x[c], y[c], px, py) === 0) return next;
  if (orient(x[c], y[c], x[a], y[a], px, py) === 0) return previous;
  mesh.found = Place.inside;
  return e;
}

function searchAll(mesh: Mesh, px: number, py: number): number {
  const { x, y, origin } = mesh;
  for (let e = 0; e < 3 * mesh.triangleCount; e += 3) {
    const a = origin[e];
    if (a < 0) continue;
    const b = origin[e + 1];
    const c = origin[e + 2];
    if (orient(x[a], y[a], x[b], y[b], px, py) < 0) continue;
    if (orient(x[b], y[b], x[c], y[c], px, py) < 0) continue;
    if (orient(x[c], y[c], x[a], y[a], px, py) < 0) continue;
    return refine(mesh, px, py, e, a, b, c);
  }
  throw new Error(`the mesh has no triangle at ${px}, ${py}: it is outside the frame`);
}
