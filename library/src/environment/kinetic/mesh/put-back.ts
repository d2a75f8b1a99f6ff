import { orient } from '../../../geometry/index.ts';
import { pushDoubtful } from './legalize.ts';
import { FIRST_VERTEX, type Mesh } from './mesh.ts';

/**
 * Puts vertices of an inverted triangle back, then others whose triangles that has inverted, until all triangles
 * around them are counter-clockwise; pushes the edges there that may have to be flipped.
 */
export function putBackTurned(mesh: Mesh, triangle: number): void {
  const { origin, twin, edgeOf, x, y } = mesh;
  const first = mesh.waitingCount;
  putBackTriangle(mesh, triangle);
  for (let k = first; k < mesh.waitingCount; k++) {
    const v = mesh.waiting[k];
    const start = edgeOf[v];
    let e = start;
    do {
      const next = e % 3 === 2 ? e - 2 : e + 1;
      const previous = e % 3 === 0 ? e + 2 : e - 1;
      const b = origin[next];
      const c = origin[previous];
      if (orient(x[v], y[v], x[b], y[b], x[c], y[c]) <= 0) putBackTriangle(mesh, Math.floor(e / 3));
      e = twin[previous];
    } while (e !== start);
  }
  for (let k = first; k < mesh.waitingCount; k++) pushStar(mesh, mesh.waiting[k]);
}

/** Puts one vertex of the triangle back where that alone makes it counter-clockwise again, else all of them. */
function putBackTriangle(mesh: Mesh, triangle: number): void {
  const { x, y, nextX, nextY, origin, putBack, round } = mesh;
  const e = 3 * triangle;
  const a = origin[e];
  const b = origin[e + 1];
  const c = origin[e + 2];
  if (putBack[a] !== round && orient(nextX[a], nextY[a], x[b], y[b], x[c], y[c]) > 0) {
    putBackVertex(mesh, a);
  } else if (putBack[b] !== round && orient(x[a], y[a], nextX[b], nextY[b], x[c], y[c]) > 0) {
    putBackVertex(mesh, b);
  } else if (putBack[c] !== round && orient(x[a], y[a], x[b], y[b], nextX[c], nextY[c]) > 0) {
    putBackVertex(mesh, c);
  } else {
    putBackVertex(mesh, a);
    putBackVertex(mesh, b);
    putBackVertex(mesh, c);
  }
}

function putBackVertex(mesh: Mesh, v: number): void {
  const { x, y, nextX, nextY, putBack, round } = mesh;
  if (v < FIRST_VERTEX || putBack[v] === round) return;
  putBack[v] = round;
  const targetX = x[v];
  const targetY = y[v];
  x[v] = nextX[v];
  y[v] = nextY[v];
  nextX[v] = targetX;
  nextY[v] = targetY;
  mesh.waiting[mesh.waitingCount++] = v;
}

/** Pushes the edges at v and around it that may have to be flipped, for legalize. */
export function pushStar(mesh: Mesh, v: number): void {
  const { twin } = mesh;
  const start = mesh.edgeOf[v];
  let e = start;
  do {
    pushDoubtful(mesh, e % 3 === 2 ? e - 2 : e + 1);
    e = twin[e % 3 === 0 ? e + 2 : e - 1];
  } while (e !== start);
}
