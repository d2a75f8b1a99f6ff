import { legalize, pushEdge } from './legalize.ts';
import { locate, Place } from './locate.ts';
import { FARTHEST, freeVertex, joinEdges, type Mesh, NEAREST, takeTriangle, takeVertex } from './mesh.ts';

/**
 * Inserts a point of the room into the mesh, found by walking from half-edge `from`. Returns its vertex; where a
 * vertex is already at exactly that place, the new one is its twin.
 */
export function insertVertex(mesh: Mesh, x: number, y: number, from = 0): number {
  const v = takeVertex(mesh);
  try {
    placeVertex(mesh, v, x, y, from);
  } catch (error) {
    freeVertex(mesh, v);
    throw error;
  }
  return v;
}

/** The same for a vertex that has a slot and is not in the mesh. */
export function placeVertex(mesh: Mesh, v: number, x: number, y: number, from: number): void {
  const px = fitCoordinate(x);
  const py = fitCoordinate(y);
  if (!(px >= mesh.minX && px <= mesh.maxX && py >= mesh.minY && py <= mesh.maxY)) {
    throw new RangeError(
      `a vertex at ${x}, ${y} is outside the mesh's room from ${mesh.minX}, ${mesh.minY} to ${mesh.maxX}, ${mesh.maxY}`,
    );
  }
  mesh.x[v] = px;
  mesh.y[v] = py;
  mesh.nextX[v] = px;
  mesh.nextY[v] = py;
  const e = locate(mesh, px, py, from);
  if (mesh.found === Place.vertex) addTwin(mesh, mesh.origin[e], v);
  else if (mesh.found === Place.edge) splitEdge(mesh, e, v);
  else splitTriangle(mesh, e, v);
  legalize(mesh);
}

/** The coordinate as the mesh keeps it. */
function fitCoordinate(value: number): number {
  if (!(Math.abs(value) <= FARTHEST)) {
    throw new RangeError(`a coordinate must be a number of at most ${FARTHEST} m, not ${value}`);
  }
  return Math.abs(value) < NEAREST ? 0 : value;
}

function addTwin(mesh: Mesh, u: number, v: number): void {
  mesh.edgeOf[v] = -1;
  mesh.twinOf[v] = u;
  mesh.sameAs[v] = mesh.sameAs[u];
  mesh.sameAs[u] = v;
  mesh.twinCount++;
}

/** One triangle becomes three around v. */
function splitTriangle(mesh: Mesh, e: number, v: number): void {
  const t = takeTriangle(mesh);
  const u = takeTriangle(mesh);
  const { origin, twin, wall, edgeOf } = mesh;
  const next = e % 3 === 2 ? e - 2 : e + 1;
  const previous = e % 3 === 0 ? e + 2 : e - 1;
  const a = origin[e];
  const b = origin[next];
  const c = origin[previous];
  const t0 = 3 * t;
  const u0 = 3 * u;
  // The old triangle keeps a b, t gets b c, u gets c a; each then leads to v and back.
  origin[t0] = b;
  origin[t0 + 1] = c;
  origin[t0 + 2] = v;
  origin[u0] = c;
  origin[u0 + 1] = a;
  origin[u0 + 2] = v;
  origin[previous] = v;
  joinEdges(mesh, e, twin[e]);
  joinEdges(mesh, t0, twin[next]);
  joinEdges(mesh, u0, twin[previous]);
  wall[t0] = wall[next];
  wall[u0] = wall[previous];
  wall[t0 + 1] = wall[t0 + 2] = wall[u0 + 1] = wall[u0 + 2] = wall[next] = wall[previous] = 0;
  joinEdges(mesh, next, t0 + 2);
  joinEdges(mesh, t0 + 1, u0 + 2);
  joinEdges(mesh, u0 + 1, previous);
  edgeOf[a] = e;
  edgeOf[b] = t0;
  edgeOf[c] = u0;
  edgeOf[v] = previous;
  pushEdge(mesh, e);
  pushEdge(mesh, t0);
  pushEdge(mesh, u0);
}

/** Two triangles become four around v, which lies on their common edge; a wall is then two edges of the same number. */
function splitEdge(mesh: Mesh, e: number, v: number): void {
  const t = takeTriangle(mesh);
  const u = takeTriangle(mesh);
  const { origin, twin, wall, edgeOf } = mesh;
  const f = twin[e];
  const next = e % 3 === 2 ? e - 2 : e + 1;
  const previous = e % 3 === 0 ? e + 2 : e - 1;
  const fNext = f % 3 === 2 ? f - 2 : f + 1;
  const fPrevious = f % 3 === 0 ? f + 2 : f - 1;
  const p = origin[e];
  const q = origin[f];
  const r = origin[previous];
  const s = origin[fPrevious];
  const number = wall[e];
  const t0 = 3 * t;
  const u0 = 3 * u;
  // Before: p q r and q p s. The triangle of e becomes p v r, t is v q r; that of f becomes v p s, u is q v s.
  origin[t0] = v;
  origin[t0 + 1] = q;
  origin[t0 + 2] = r;
  origin[u0] = q;
  origin[u0 + 1] = v;
  origin[u0 + 2] = s;
  origin[next] = v;
  origin[f] = v;
  joinEdges(mesh, t0 + 1, twin[next]);
  joinEdges(mesh, u0 + 2, twin[fPrevious]);
  joinEdges(mesh, previous, twin[previous]);
  joinEdges(mesh, fNext, twin[fNext]);
  joinEdges(mesh, e, f);
  wall[t0 + 1] = wall[next];
  wall[u0 + 2] = wall[fPrevious];
  wall[next] = wall[fPrevious] = wall[t0 + 2] = wall[u0 + 1] = 0;
  wall[t0] = wall[u0] = number;
  joinEdges(mesh, next, t0 + 2);
  joinEdges(mesh, fPrevious, u0 + 1);
  joinEdges(mesh, t0, u0);
  edgeOf[p] = e;
  edgeOf[q] = u0;
  edgeOf[r] = previous;
  edgeOf[s] = fPrevious;
  edgeOf[v] = next;
  pushEdge(mesh, previous);
  pushEdge(mesh, t0 + 1);
  pushEdge(mesh, fNext);
  pushEdge(mesh, u0 + 2);
}
