import { orient } from '../../../geometry/index.ts';
import { legalize, pushEdge } from './legalize.ts';
import { flip, freeTriangle, freeVertex, joinEdges, type Mesh, nextEdge, previousEdge } from './mesh.ts';

/** Removes a vertex from the mesh and frees its slot. A vertex in the mesh must not be on a wall. */
export function removeVertex(mesh: Mesh, v: number): void {
  detachVertex(mesh, v);
  freeVertex(mesh, v);
}

/**
 * Removes a vertex from the mesh; its slot stays taken. The edges at it are flipped away until three are left, and
 * their three triangles become one. Returns a half-edge near where it was, to start a walk from.
 */
export function detachVertex(mesh: Mesh, v: number): number {
  const { twinOf, sameAs, origin, twin } = mesh;
  if (twinOf[v] >= 0) return unlinkTwin(mesh, v);
  if (mesh.edgeOf[v] < 0) throw new Error(`vertex ${v} is not in the mesh`);
  if (sameAs[v] >= 0) return yieldToTwin(mesh, v);
  if (hasWall(mesh, v)) throw new Error(`vertex ${v} is on a wall and cannot be taken out of the mesh`);
  const e = flipToThree(mesh, v);
  // The three triangles around v become the one of e: its two other sides come from the neighbours.
  const next = nextEdge(e);
  const previous = previousEdge(e);
  const left = twin[previous];
  const leftNext = nextEdge(left);
  const right = twin[e];
  const rightPrevious = previousEdge(right);
  // e: v a, next: a b, previous: b v; the left triangle is v b c, the right one a v c. Wanted: c a, a b, b c.
  const c = origin[rightPrevious];
  origin[e] = c;
  mesh.wall[e] = mesh.wall[rightPrevious];
  mesh.wall[previous] = mesh.wall[leftNext];
  joinEdges(mesh, e, twin[rightPrevious]);
  joinEdges(mesh, previous, twin[leftNext]);
  joinEdges(mesh, next, twin[next]);
  mesh.edgeOf[c] = e;
  mesh.edgeOf[origin[next]] = next;
  mesh.edgeOf[origin[previous]] = previous;
  mesh.edgeOf[v] = -1;
  freeTriangle(mesh, Math.floor(left / 3));
  freeTriangle(mesh, Math.floor(right / 3));
  pushEdge(mesh, e);
  pushEdge(mesh, next);
  pushEdge(mesh, previous);
  legalize(mesh);
  return e;
}

/** Flips edges at v, which has no twins and is on no wall, until it has three; returns one of them. */
function flipToThree(mesh: Mesh, v: number): number {
  const { x, y, origin, twin } = mesh;
  let e = mesh.edgeOf[v];
  let degree = degreeOf(mesh, v);
  let refused = 0;
  while (degree > 3) {
    const f = twin[e];
    const next = nextEdge(e);
    const left = origin[previousEdge(e)];
    const right = origin[previousEdge(f)];
    const tip = origin[next];
    // The ear at the tip may be cut off when it is convex and v is not beyond its base. v on the base is allowed: the
    // triangle without area that then arises vanishes with v.
    if (
      orient(x[right], y[right], x[tip], y[tip], x[left], y[left]) > 0 &&
      orient(x[right], y[right], x[left], y[left], x[v], y[v]) >= 0
    ) {
      flip(mesh, e);
      // The cut-off triangle is that of f and stays as it is.
      pushEdge(mesh, f);
      pushEdge(mesh, nextEdge(f));
      pushEdge(mesh, previousEdge(f));
      // e now leads from v to the right one; turning left passes the cut ear.
      e = twin[previousEdge(e)];
      degree--;
      refused = 0;
    } else {
      e = twin[previousEdge(e)];
      if (++refused > degree) throw new Error(`vertex ${v} is not inside its star: the mesh is damaged`);
    }
  }
  return e;
}

function unlinkTwin(mesh: Mesh, v: number): number {
  const head = mesh.twinOf[v];
  let before = head;
  while (mesh.sameAs[before] !== v) before = mesh.sameAs[before];
  mesh.sameAs[before] = mesh.sameAs[v];
  mesh.sameAs[v] = -1;
  mesh.twinOf[v] = -1;
  mesh.twinCount--;
  return mesh.edgeOf[head];
}

/** Gives the vertex's place in the mesh to the next in its chain of twins. */
function yieldToTwin(mesh: Mesh, v: number): number {
  const { sameAs, twinOf, edgeOf, origin, twin } = mesh;
  const heir = sameAs[v];
  const start = edgeOf[v];
  let e = start;
  do {
    origin[e] = heir;
    // The link is across from v.
    const opposite = twin[nextEdge(e)];
    if (opposite >= 0) mesh.beyond[opposite] = heir;
    e = twin[previousEdge(e)];
  } while (e !== start);
  edgeOf[heir] = start;
  twinOf[heir] = -1;
  for (let other = sameAs[heir]; other >= 0; other = sameAs[other]) twinOf[other] = heir;
  edgeOf[v] = -1;
  sameAs[v] = -1;
  mesh.twinCount--;
  return start;
}

/** The number of edges at a vertex that is in the mesh and not a corner. */
function degreeOf(mesh: Mesh, v: number): number {
  const { twin } = mesh;
  const start = mesh.edgeOf[v];
  let degree = 0;
  let e = start;
  do {
    degree++;
    e = twin[previousEdge(e)];
  } while (e !== start);
  return degree;
}

/** Whether a vertex that is in the mesh and not a corner is on a wall. */
export function hasWall(mesh: Mesh, v: number): boolean {
  const { twin, wall } = mesh;
  const start = mesh.edgeOf[v];
  let e = start;
  do {
    if (wall[e] !== 0) return true;
    e = twin[previousEdge(e)];
  } while (e !== start);
  return false;
}
