import type { Path64, Point64 } from 'clipper2-ts';

type Edge = { a: Point64; b: Point64; ring: number; place: number; left: number; right: number };

/**
 * Whether the rings are simple and keep clear of each other: no edge meets another except a neighbour in its
 * ring, at their common end. This is stricter than validity (a hole may touch in one point), so it proves that the
 * polygon is valid, provided that the clipper nests the rings correctly. Exact on the grid's integers.
 */
export function ringsKeepClear(rings: readonly Path64[]): boolean {
  if (rings.some((ring) => ring.length < 3)) return false;
  const edges = rings.flatMap(ringEdges).sort((p, q) => p.left - q.left);
  for (let i = 0; i < edges.length; i++) {
    // Sorted by left end: beyond the first edge that starts right of this one, none can meet it.
    for (let j = i + 1; j < edges.length && edges[j].left <= edges[i].right; j++) {
      if (meetWrongly(edges[i], edges[j], rings)) return false;
    }
  }
  return true;
}

function ringEdges(ring: Path64, index: number): Edge[] {
  return ring.map((a, place) => {
    const b = ring[(place + 1) % ring.length];
    return { a, b, ring: index, place, left: Math.min(a.x, b.x), right: Math.max(a.x, b.x) };
  });
}

function meetWrongly(p: Edge, q: Edge, rings: readonly Path64[]): boolean {
  if (p.ring === q.ring) {
    const size = rings[p.ring].length;
    if ((p.place + 1) % size === q.place) return turnsBack(p.a, p.b, q.b);
    if ((q.place + 1) % size === p.place) return turnsBack(q.a, q.b, p.b);
  }
  if (Math.max(p.a.y, p.b.y) < Math.min(q.a.y, q.b.y)) return false;
  if (Math.max(q.a.y, q.b.y) < Math.min(p.a.y, p.b.y)) return false;
  const crossesQ = side(q.a, q.b, p.a) * side(q.a, q.b, p.b) <= 0;
  const crossesP = side(p.a, p.b, q.a) * side(p.a, p.b, q.b) <= 0;
  // Collinear edges pass both tests; their boxes overlap, so they do touch.
  return crossesQ && crossesP;
}

/** Neighbouring edges a-b and b-c share more than b, or have no length. */
function turnsBack(a: Point64, b: Point64, c: Point64): boolean {
  return side(a, b, c) === 0 && (a.x - b.x) * (c.x - b.x) + (a.y - b.y) * (c.y - b.y) >= 0;
}

/** 1 left of the line from a to b, -1 right of it, 0 on it. */
function side(a: Point64, b: Point64, c: Point64): number {
  return Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
}
