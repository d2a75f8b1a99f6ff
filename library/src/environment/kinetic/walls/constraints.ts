import { doubled } from '../../../crowd/index.ts';
import { orient } from '../../../geometry/index.ts';
import { inCircle } from '../../../geometry/predicates.ts';
import { legalize, pushEdge } from '../mesh/legalize.ts';
import { joinEdges, type Mesh, nextEdge, previousEdge, turnLeft } from '../mesh/mesh.ts';

/** Scratch for inserting walls into a mesh. A chain is one side of what a wall cuts through. */
export type Layer = {
  /** The triangles that are cut, whose slots the new ones take. */
  triangles: Int32Array;
  triangleCount: number;
  right: Chain;
  left: Chain;
  /** Stretches of a chain that still have to be filled with triangles: first, last, the half-edge to join. */
  stretches: Int32Array;
  /** The vertex that the last wall has reached. */
  reached: number;
};

/** Half-edges end to end along one side of a gap, with what lies beyond each of them. */
type Chain = {
  length: number;
  /** Vertices, one more than edges. */
  vertices: Int32Array;
  /** The half-edges as they were before, their twins and walls. */
  edges: Int32Array;
  twins: Int32Array;
  walls: Int32Array;
  /** The new half-edge of each. */
  now: Int32Array;
};

export function createLayer(): Layer {
  return {
    triangles: new Int32Array(16),
    triangleCount: 0,
    right: createChain(),
    left: createChain(),
    stretches: new Int32Array(48),
    reached: -1,
  };
}

function createChain(): Chain {
  const column = () => new Int32Array(16);
  return { length: 0, vertices: column(), edges: column(), twins: column(), walls: column(), now: column() };
}

/**
 * Makes the straight path from vertex u to vertex v edges of the mesh, and marks them as walls of number `wall` where
 * they are not walls yet; vertices exactly on the path split it into several edges. Returns −1, or the half-edge of a
 * wall that is crossed: then layer.reached is the last vertex before it, and the path is made up to there.
 *
 * The triangles that the path cuts are removed and the two gaps filled so that the circle of each new triangle is
 * empty (Anglada 1997): every corner of a gap sees some of the path, so the one whose circle with the ends is empty
 * makes a triangle of the gap. All decisions are exact.
 */
export function layWall(mesh: Mesh, layer: Layer, u: number, v: number, wall: number): number {
  let from = u;
  layer.reached = from;
  while (from !== v) {
    const e = findEdgeTowards(mesh, from, v);
    const next = nextEdge(e);
    const { x, y, origin } = mesh;
    let to = origin[next];
    let made = e;
    if (to !== v && orient(x[from], y[from], x[v], y[v], x[to], y[to]) !== 0) {
      const crossed = collectCut(mesh, layer, from, v, next);
      if (crossed >= 0) return crossed;
      to = layer.left.vertices[0];
      made = fillGaps(mesh, layer);
    }
    if (mesh.wall[made] === 0) {
      mesh.wall[made] = wall + 1;
      mesh.wall[mesh.twin[made]] = wall + 1;
    }
    // Only now, when the path itself is safe from flips.
    legalize(mesh);
    from = to;
    layer.reached = from;
  }
  return -1;
}

/** Makes an edge that is a wall an ordinary one. */
export function clearWall(mesh: Mesh, e: number): void {
  mesh.wall[e] = 0;
  mesh.wall[mesh.twin[e]] = 0;
}

/** The half-edge from u along the path to v, or the one whose triangle the path enters, with the path to its left. */
function findEdgeTowards(mesh: Mesh, u: number, v: number): number {
  const { x, y, edgeOf, origin } = mesh;
  const first = edgeOf[u];
  let e = first;
  do {
    const a = origin[nextEdge(e)];
    if (a === v) return e;
    const side = orient(x[u], y[u], x[v], y[v], x[a], y[a]);
    if (side === 0 && isAhead(mesh, u, v, a)) return e;
    if (side < 0) {
      const b = origin[previousEdge(e)];
      if (b !== v && orient(x[u], y[u], x[v], y[v], x[b], y[b]) > 0) return e;
    }
    e = turnLeft(mesh, e);
  } while (e !== first && e >= 0);
  throw new Error(`vertex ${u} has no way to ${v}: the mesh is broken`);
}

/** Whether a, on the line through u and v, lies on v's side of u. */
function isAhead(mesh: Mesh, u: number, v: number, a: number): boolean {
  const { x, y } = mesh;
  return x[u] !== x[v] ? x[a] > x[u] === x[v] > x[u] : y[a] > y[u] === y[v] > y[u];
}

/**
 * Collects what the path from u to v cuts, beginning with half-edge e opposite u, up to the first vertex on the path.
 * Returns −1, or a wall that crosses the path.
 */
function collectCut(mesh: Mesh, layer: Layer, u: number, v: number, e: number): number {
  const { x, y, origin, twin, wall } = mesh;
  const { left, right } = layer;
  layer.triangleCount = 0;
  left.length = 0;
  right.length = 0;
  addTriangle(layer, Math.floor(e / 3));
  // The right side goes forwards from u, the left side is collected backwards and reversed at the end.
  addToChain(mesh, right, previousEdge(e));
  addToChain(mesh, left, nextEdge(e));
  for (let crossed = e; ; ) {
    if (wall[crossed] !== 0) return crossed;
    const f = twin[crossed];
    const next = nextEdge(f);
    const previous = previousEdge(f);
    addTriangle(layer, Math.floor(f / 3));
    const apex = origin[previous];
    const side = apex === v ? 0 : orient(x[u], y[u], x[v], y[v], x[apex], y[apex]);
    if (side <= 0) addToChain(mesh, right, next);
    if (side >= 0) addToChain(mesh, left, previous);
    if (side === 0) {
      turnRound(left);
      right.vertices[right.length] = apex;
      left.vertices[left.length] = u;
      return -1;
    }
    crossed = side < 0 ? previous : next;
  }
}

function addTriangle(layer: Layer, triangle: number): void {
  if (layer.triangleCount === layer.triangles.length) {
    layer.triangles = doubled(layer.triangles);
  }
  layer.triangles[layer.triangleCount++] = triangle;
}

function addToChain(mesh: Mesh, chain: Chain, e: number): void {
  // One more than edges, for the vertex at the end.
  if (chain.length + 1 === chain.vertices.length) {
    chain.vertices = doubled(chain.vertices);
    chain.edges = doubled(chain.edges);
    chain.twins = doubled(chain.twins);
    chain.walls = doubled(chain.walls);
    chain.now = doubled(chain.now);
  }
  const k = chain.length++;
  chain.vertices[k] = mesh.origin[e];
  chain.edges[k] = e;
  chain.twins[k] = mesh.twin[e];
  chain.walls[k] = mesh.wall[e];
}

function turnRound({ length, vertices, edges, twins, walls }: Chain): void {
  for (let k = 0, end = length - 1; k < end; k++, end--) {
    swap(vertices, k, end);
    swap(edges, k, end);
    swap(twins, k, end);
    swap(walls, k, end);
  }
}

function swap(column: Int32Array, a: number, b: number): void {
  const value = column[a];
  column[a] = column[b];
  column[b] = value;
}

/** Fills both sides and joins them along the path; returns the half-edge from its beginning to its end. */
function fillGaps(mesh: Mesh, layer: Layer): number {
  const { left, right } = layer;
  const backwards = fillGap(mesh, layer, right);
  const forwards = fillGap(mesh, layer, left);
  joinEdges(mesh, backwards, forwards);
  mesh.wall[backwards] = mesh.wall[forwards] = 0;
  joinChain(mesh, right);
  joinChain(mesh, left);
  return forwards;
}

/**
 * Fills the gap between a chain and the straight path from its end to its beginning with triangles; returns the
 * half-edge of the latter. The chain's half-edges are listed in `now` and get no twins yet.
 */
function fillGap(mesh: Mesh, layer: Layer, chain: Chain): number {
  const { x, y, origin, wall, edgeOf } = mesh;
  const { now, vertices } = chain;
  if (layer.stretches.length < 3 * chain.length) layer.stretches = new Int32Array(6 * chain.length);
  const { stretches, triangles } = layer;
  let base = -1;
  let pending = 0;
  stretches[0] = 0;
  stretches[1] = chain.length;
  stretches[2] = -1;
  pending = 1;
  while (pending > 0) {
    pending--;
    const first = stretches[3 * pending];
    const last = stretches[3 * pending + 1];
    const joined = stretches[3 * pending + 2];
    const a = vertices[first];
    const b = vertices[last];
    let tip = first + 1;
    for (let k = first + 2; k < last; k++) {
      const c = vertices[tip];
      const d = vertices[k];
      if (inCircle(x[a], y[a], x[c], y[c], x[b], y[b], x[d], y[d]) > 0) tip = k;
    }
    const e = 3 * triangles[--layer.triangleCount];
    origin[e] = a;
    origin[e + 1] = vertices[tip];
    origin[e + 2] = b;
    edgeOf[a] = e;
    edgeOf[vertices[tip]] = e + 1;
    edgeOf[b] = e + 2;
    for (let k = e; k < e + 3; k++) {
      wall[k] = 0;
      pushEdge(mesh, k);
    }
    if (joined < 0) base = e + 2;
    else joinEdges(mesh, e + 2, joined);
    if (tip === first + 1) now[first] = e;
    else {
      stretches[3 * pending] = first;
      stretches[3 * pending + 1] = tip;
      stretches[3 * pending++ + 2] = e;
    }
    if (tip === last - 1) now[tip] = e + 1;
    else {
      stretches[3 * pending] = tip;
      stretches[3 * pending + 1] = last;
      stretches[3 * pending++ + 2] = e + 1;
    }
  }
  return base;
}

/** Joins the new half-edges of a chain to what was beyond the old ones. */
function joinChain(mesh: Mesh, chain: Chain): void {
  const { edges, length, now, twins, walls } = chain;
  for (let k = 0; k < length; k++) {
    const e = now[k];
    // An edge that sticks into the gap is on the chain twice, once for each side.
    let other = 0;
    while (other < length && edges[other] !== twins[k]) other++;
    // Not the twins alone: mesh.beyond has to follow.
    joinEdges(mesh, e, other < length ? now[other] : twins[k]);
    mesh.wall[e] = walls[k];
  }
}
