import { FIRST_VERTEX, type Mesh, nextEdge, previousEdge } from '../mesh/mesh.ts';
import type { Certificates } from './certificates.ts';
import {
  addEntry,
  addMember,
  type CrossedEdges,
  dropEntry,
  dropMember,
  entryOf,
  isMember,
} from './crossed-sets.ts';
import { askPair, type Crossings, isInsideAt, Side, sideOf } from './crossings.ts';

/** What the changes of the sets need: the mesh with numbered edges, the pairs to ask, and the present fraction. */
export type Scene = {
  mesh: Mesh;
  certificates: Certificates;
  crossings: Crossings;
  now: number;
};

/** Makes the sets of one vertex again from the definition, for the mesh's present places and a radius. */
export function collectSets(sets: CrossedEdges, scene: Scene, p: number, radius: number): void {
  const { mesh, certificates } = scene;
  const { x, y, origin, twin, edgeOf } = mesh;
  while (sets.firstMember[p] >= 0) dropMember(sets, p, sets.member[sets.firstMember[p]]);
  while (sets.firstOfOwner[p] >= 0) dropEntry(sets, sets.firstOfOwner[p]);
  sets.radius[p] = radius;
  if (!(radius >= 0) || edgeOf[p] < 0) return;
  const { stack } = sets;
  const squaredRadius = radius * radius;
  stack[0] = p;
  let length = 1;
  while (length > 0) {
    const u = stack[--length];
    const start = edgeOf[u];
    let e = start;
    do {
      const v = origin[nextEdge(e)];
      const dx = x[v] - x[p];
      const dy = y[v] - y[p];
      if (v < FIRST_VERTEX || dx * dx + dy * dy > squaredRadius) addEntry(sets, p, certificates.edgeAt[e], u);
      else if (!isMember(sets, p, v)) {
        addMember(sets, p, v);
        stack[length++] = v;
      }
      e = twin[previousEdge(e)];
    } while (e !== start);
  }
}

/** Asks both ends of every edge that the circle of p crosses, and notes whether any is next to the circle. */
export function askEnds(sets: CrossedEdges, scene: Scene, p: number): void {
  const { mesh, certificates, crossings } = scene;
  const { origin, twin } = mesh;
  const { halfOf } = certificates;
  sets.touched[p] = 0;
  let asked = p;
  for (let entry = sets.firstOfOwner[p]; entry >= 0; entry = sets.nextOfOwner[entry]) {
    const e = halfOf[sets.edge[entry]];
    const inner = sets.inner[entry];
    const outer = origin[e] === inner ? origin[twin[e]] : origin[e];
    if (sideOf(crossings, p, outer) !== Side.stays) askAside(sets, scene, p, outer);
    // Edges at one vertex are mostly consecutive in the list.
    if (inner === asked || inner === p) continue;
    asked = inner;
    if (sideOf(crossings, p, inner) !== Side.stays) askAside(sets, scene, p, inner);
  }
}

function askAside(sets: CrossedEdges, scene: Scene, p: number, q: number): void {
  if (sideOf(scene.crossings, p, q) === Side.doubtful) sets.touched[p] |= 2;
  ask(scene, p, q);
}

function ask({ crossings, certificates }: Scene, p: number, q: number): void {
  if (p !== q) askPair(crossings, certificates.queue, certificates.edgeCount, p, q);
}

/**
 * q enters the circle of p. Edges to members are crossed no more, those to vertices outside are now; behind a wall's end
 * there may be some inside that become approachable with it, and so on from them.
 */
export function enterCircle(sets: CrossedEdges, scene: Scene, p: number, q: number): void {
  if (isMember(sets, p, q)) return;
  if (sets.walled && !touchesMember(sets, scene, p, q)) return;
  approach(sets, scene, p, q);
}

function approach(sets: CrossedEdges, scene: Scene, p: number, q: number): void {
  const { mesh, certificates, crossings, now } = scene;
  const { origin, twin, edgeOf } = mesh;
  const { stack } = sets;
  sets.touched[p] |= 1;
  addMember(sets, p, q);
  stack[0] = q;
  let length = 1;
  while (length > 0) {
    const u = stack[--length];
    ask(scene, p, u);
    const start = edgeOf[u];
    let e = start;
    do {
      const v = origin[nextEdge(e)];
      const edge = certificates.edgeAt[e];
      if (isMember(sets, p, v)) {
        const entry = entryOf(sets, p, edge);
        if (entry >= 0) dropEntry(sets, entry);
      } else if (sets.walled && isInsideAt(crossings, p, v, now)) {
        addMember(sets, p, v);
        stack[length++] = v;
      } else {
        if (entryOf(sets, p, edge) < 0) addEntry(sets, p, edge, u);
        ask(scene, p, v);
      }
      e = twin[previousEdge(e)];
    } while (e !== start);
  }
}

/** q leaves the circle of p: the reverse of entering. Agents that were approachable only through q no longer are. */
export function leaveCircle(sets: CrossedEdges, scene: Scene, p: number, q: number): void {
  if (p === q || !isMember(sets, p, q)) return;
  const { mesh, certificates } = scene;
  const { origin, twin, edgeOf } = mesh;
  sets.touched[p] |= 1;
  dropMember(sets, p, q);
  const start = edgeOf[q];
  let e = start;
  do {
    const v = origin[nextEdge(e)];
    const edge = certificates.edgeAt[e];
    const entry = entryOf(sets, p, edge);
    if (isMember(sets, p, v)) {
      if (entry < 0) addEntry(sets, p, edge, v);
      ask(scene, p, v);
    } else if (entry >= 0) dropEntry(sets, entry);
    e = twin[previousEdge(e)];
  } while (e !== start);
  if (sets.walled) dropUnreachable(sets, scene, p);
}

/** Removes from A_p the agents that no path inside the circle leads to any more, and from E_p their edges. */
function dropUnreachable(sets: CrossedEdges, { mesh, certificates }: Scene, p: number): void {
  const { origin, twin, edgeOf } = mesh;
  const { stack, stamps } = sets;
  const stamp = ++sets.stamp;
  stamps[p] = stamp;
  stack[0] = p;
  let length = 1;
  while (length > 0) {
    const u = stack[--length];
    const start = edgeOf[u];
    let e = start;
    do {
      const v = origin[nextEdge(e)];
      if (stamps[v] !== stamp && isMember(sets, p, v)) {
        stamps[v] = stamp;
        stack[length++] = v;
      }
      e = twin[previousEdge(e)];
    } while (e !== start);
  }
  for (let entry = sets.firstMember[p]; entry >= 0; ) {
    const v = sets.member[entry];
    entry = sets.nextMember[entry];
    if (stamps[v] === stamp) continue;
    dropMember(sets, p, v);
    const start = edgeOf[v];
    let e = start;
    do {
      const crossed = entryOf(sets, p, certificates.edgeAt[e]);
      if (crossed >= 0) dropEntry(sets, crossed);
      e = twin[previousEdge(e)];
    } while (e !== start);
  }
}

function touchesMember(sets: CrossedEdges, { mesh }: Scene, p: number, q: number): boolean {
  const { origin, twin, edgeOf } = mesh;
  const start = edgeOf[q];
  let e = start;
  do {
    if (isMember(sets, p, origin[nextEdge(e)])) return true;
    e = twin[previousEdge(e)];
  } while (e !== start);
  return false;
}

/** An edge is about to be flipped: it leaves every E_p. Returns how many those p are, listed for edgeAppears. */
export function edgeVanishes(sets: CrossedEdges, edge: number): number {
  const stamp = ++sets.stamp;
  let found = 0;
  while (sets.firstOfEdge[edge] >= 0) {
    const entry = sets.firstOfEdge[edge];
    const p = sets.owner[entry];
    sets.stamps[p] = stamp;
    sets.touched[p] |= 1;
    sets.owners[found++] = p;
    dropEntry(sets, entry);
  }
  return found;
}

/**
 * The flipped edge belongs to the E_p of those whose circle separates its new ends. Such a circle also crosses one of
 * the four sides; with the `vanished` ones before them, these are all that the flip concerns.
 */
export function edgeAppears(sets: CrossedEdges, scene: Scene, edge: number, vanished: number): void {
  const { mesh, certificates, crossings, now } = scene;
  const { origin, twin } = mesh;
  const { owners } = sets;
  const e = certificates.halfOf[edge];
  const f = twin[e];
  let found = storeOwners(sets, certificates.edgeAt[nextEdge(e)], vanished);
  found = storeOwners(sets, certificates.edgeAt[previousEdge(e)], found);
  found = storeOwners(sets, certificates.edgeAt[nextEdge(f)], found);
  found = storeOwners(sets, certificates.edgeAt[previousEdge(f)], found);
  const a = origin[e];
  const b = origin[f];
  for (let k = 0; k < found; k++) {
    const p = owners[k];
    const hasA = isMember(sets, p, a);
    if (hasA === isMember(sets, p, b)) continue;
    sets.touched[p] |= 1;
    const other = hasA ? b : a;
    if (sets.walled && isInsideAt(crossings, p, other, now)) {
      approach(sets, scene, p, other);
      continue;
    }
    addEntry(sets, p, edge, hasA ? a : b);
    ask(scene, p, a);
    ask(scene, p, b);
  }
}

/** Appends those whose circles cross an edge, each once. */
function storeOwners(sets: CrossedEdges, edge: number, length: number): number {
  const { owners, owner, nextOfEdge, stamps, stamp } = sets;
  let found = length;
  if (edge < 0) return found;
  for (let entry = sets.firstOfEdge[edge]; entry >= 0; entry = nextOfEdge[entry]) {
    const p = owner[entry];
    if (stamps[p] === stamp) continue;
    stamps[p] = stamp;
    owners[found++] = p;
  }
  return found;
}
