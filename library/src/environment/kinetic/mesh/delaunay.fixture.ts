import { orient } from '../../../geometry/index.ts';
import { inCircle } from '../../../geometry/predicates.ts';
import { FIRST_VERTEX, type Mesh, nextEdge, previousEdge } from './mesh.ts';

/**
 * Throws when the mesh is invalid: half-edges that do not fit together, a triangle that is not counter-clockwise, or a
 * vertex strictly inside the circle across an edge that is not a wall. Exact, and slow: for tests.
 */
export function assertDelaunay(mesh: Mesh): void {
  const { vertexCount, triangleCount, x, y, origin, twin, beyond, wall } = mesh;
  let used = 0;
  for (let e = 0; e < 3 * triangleCount; e++) {
    const a = origin[e];
    if (a < 0) continue;
    used++;
    const b = origin[nextEdge(e)];
    const c = origin[previousEdge(e)];
    const f = twin[e];
    if (a >= vertexCount) fail(`half-edge ${e} begins at vertex ${a}, which does not exist`);
    if (f < 0) {
      if (a >= FIRST_VERTEX || b >= FIRST_VERTEX) fail(`half-edge ${e} has no twin, but is not on the frame`);
      continue;
    }
    if (twin[f] !== e) fail(`the twin of half-edge ${e} is ${f}, whose twin is ${twin[f]}`);
    if (origin[f] !== b || origin[nextEdge(f)] !== a) fail(`half-edges ${e} and ${f} have not the same ends`);
    if (wall[f] !== wall[e]) fail(`half-edges ${e} and ${f} are parts of different walls`);
    if (orient(x[a], y[a], x[b], y[b], x[c], y[c]) <= 0) {
      fail(`triangle ${Math.floor(e / 3)} of vertices ${a}, ${b}, ${c} is not counter-clockwise`);
    }
    const d = origin[previousEdge(f)];
    if (beyond[e] !== d) fail(`vertex ${d} is across half-edge ${e}, not ${beyond[e]}`);
    if (wall[e] === 0 && inCircle(x[a], y[a], x[b], y[b], x[c], y[c], x[d], y[d]) > 0) {
      fail(`vertex ${d} is inside the circle of the triangle ${a}, ${b}, ${c}`);
    }
  }
  assertVertices(mesh, used / 3);
}

function assertVertices(mesh: Mesh, triangles: number): void {
  const { vertexCount, x, y, edgeOf, sameAs, twinOf, origin } = mesh;
  let inMesh = 0;
  let twins = 0;
  for (let v = 0; v < vertexCount; v++) {
    if (edgeOf[v] >= 0) {
      inMesh++;
      if (origin[edgeOf[v]] !== v) fail(`the edge of vertex ${v} begins at vertex ${origin[edgeOf[v]]}`);
      if (twinOf[v] >= 0) fail(`vertex ${v} is both in the mesh and a twin`);
      for (let w = sameAs[v]; w >= 0; w = sameAs[w]) {
        twins++;
        if (twinOf[w] !== v) fail(`vertex ${w} is in the chain of ${v}, but a twin of ${twinOf[w]}`);
        if (x[w] !== x[v] || y[w] !== y[v]) fail(`the twins ${v} and ${w} are not at the same place`);
      }
    } else if (twinOf[v] >= 0 && edgeOf[twinOf[v]] < 0) {
      fail(`vertex ${v} is a twin of ${twinOf[v]}, which is not in the mesh`);
    }
  }
  if (twins !== mesh.twinCount) fail(`${twins} twins are in chains, and ${mesh.twinCount} are counted`);
  // Euler: a triangulated square with k vertices inside has 2 k + 2 triangles.
  if (triangles !== 2 * (inMesh - FIRST_VERTEX) + 2) fail(`${triangles} triangles for ${inMesh} vertices`);
}

function fail(what: string): never {
  throw new Error(`not a Delaunay mesh: ${what}`);
}
