import { FIRST_VERTEX, type Mesh } from '../mesh/mesh.ts';
import type { Certificates } from './certificates.ts';
import { askEnds, collectSets, enterCircle, leaveCircle, type Scene } from './crossed-edges.ts';
import { type CrossedEdges, clearSets, createCrossedEdges } from './crossed-sets.ts';
import { type Crossings, createCrossings, endsInside, Side, searchCircle, sideOf } from './crossings.ts';
import { schedule } from './event-queue.ts';

/**
 * Circles that are followed through the steps: crossings.radius says which vertices have one, and crossings what
 * crosses them.
 */
export type Tracked = {
  sets: CrossedEdges;
  crossings: Crossings;
  /** Whether the last step was carried to its end, so that the crossings are complete. */
  carried: boolean;
  /**
   * Circles whose crossings were searched for, because roundings decided which agents are inside or an event was out
   * of order.
   */
  searched: number;
  /** Of these, the ones whose sets were wrong at the end of the step. */
  corrected: number;
  scene?: Scene | undefined;
  /** Called after every event with the fraction of the step; for tests. */
  observe?: ((s: number) => void) | undefined;
};

export function createTracked(): Tracked {
  return {
    sets: createCrossedEdges(),
    crossings: createCrossings(),
    carried: false,
    searched: 0,
    corrected: 0,
  };
}

/** What the changes of the sets in a step need, at its beginning. */
export function sceneOf(tracked: Tracked, mesh: Mesh, certificates: Certificates): Scene {
  tracked.scene ??= { mesh, certificates, crossings: tracked.crossings, now: 0 };
  tracked.scene.mesh = mesh;
  tracked.scene.certificates = certificates;
  tracked.scene.now = 0;
  return tracked.scene;
}

/** Whether every vertex is where the last step left it. */
export function standsWhereItWas({ crossings }: Tracked, mesh: Mesh): boolean {
  const { endX, endY } = crossings;
  const { x, y, edgeOf, vertexCount } = mesh;
  if (endX.length < vertexCount) return false;
  for (let v = FIRST_VERTEX; v < vertexCount; v++) {
    if (edgeOf[v] >= 0 && (x[v] !== endX[v] || y[v] !== endY[v])) return false;
  }
  return true;
}

/** Makes the sets that are out of date again, and asks the ends of all edges that are crossed. */
export function beginSets({ sets, crossings }: Tracked, scene: Scene): void {
  const { mesh, certificates } = scene;
  const { radius } = crossings;
  if (!sets.valid) clearSets(sets, mesh.x.length, certificates.halfOf.length);
  for (let p = FIRST_VERTEX; p < mesh.vertexCount; p++) {
    if (sets.radius[p] !== radius[p]) collectSets(sets, scene, p, radius[p]);
  }
  sets.valid = true;
  // Stamps count flips; they begin again long before they are too large for their array.
  if (sets.stamp > 1000000000) {
    sets.stamps.fill(0);
    sets.stamp = 0;
  }
  for (let p = FIRST_VERTEX; p < mesh.vertexCount; p++) askEnds(sets, scene, p);
}

/** Carries out the next of a crossing's times. */
export function carryCrossing({ sets, crossings }: Tracked, scene: Scene, number: number): void {
  const { done, times, startsInside, agent, other, second } = crossings;
  const leaves = (done[number] === 0) === (startsInside[number] === 1);
  done[number]++;
  if (done[number] < times[number]) {
    const { queue, edgeCount } = scene.certificates;
    schedule(queue, edgeCount + number, second[number]);
  }
  if (leaves) leaveCircle(sets, scene, agent[number], other[number]);
  else enterCircle(sets, scene, agent[number], other[number]);
}

/**
 * At the end of a step the sets have to agree with the places; where nothing has changed they do. If an end of an edge
 * of E_p is on the wrong side, or so near the circle that roundings decide, the crossings of this circle are searched
 * for and its sets are rebuilt. No other agent can be on the wrong side: from any vertex outside, edges lead on to
 * vertices still farther from p, and from any vertex inside to nearer ones, so this path would contain an edge of E_p
 * with a wrong end.
 */
export function checkSets(tracked: Tracked, scene: Scene): void {
  tracked.carried = true;
  const { sets, crossings } = tracked;
  sets.radius.set(crossings.endRadius.subarray(0, scene.mesh.vertexCount));
  if (sets.walled) return;
  const { mesh } = scene;
  let found = 0;
  const stamp = ++sets.stamp;
  for (let p = FIRST_VERTEX; p < mesh.vertexCount; p++) {
    if (sets.touched[p] === 0 || sets.firstOfOwner[p] < 0) continue;
    const verdict = verdictOf(sets, scene, p);
    if (verdict === 0) continue;
    sets.stamps[p] = stamp;
    sets.owners[found++] = p;
    tracked.searched++;
    if (verdict === 2) tracked.corrected++;
  }
  if (found === 0) return;
  for (let k = 0; k < crossings.count; k++) {
    if (sets.stamps[crossings.agent[k]] === stamp) crossings.times[k] = 0;
  }
  for (let k = 0; k < found; k++) {
    const p = sets.owners[k];
    searchCircle(crossings, mesh, p);
    collectSets(sets, scene, p, crossings.endRadius[p]);
  }
}

/** 0: right; 1: right, but within rounding of the circle; 2: wrong. */
function verdictOf(sets: CrossedEdges, { mesh, certificates, crossings }: Scene, p: number): 0 | 1 | 2 {
  let verdict: 0 | 1 = (sets.touched[p] & 2) !== 0 ? 1 : 0;
  let checked = p;
  for (let entry = sets.firstOfOwner[p]; entry >= 0; entry = sets.nextOfOwner[entry]) {
    const e = certificates.halfOf[sets.edge[entry]];
    const inner = sets.inner[entry];
    const outer = mesh.origin[e] === inner ? mesh.origin[mesh.twin[e]] : mesh.origin[e];
    if (endsInside(crossings, p, outer)) return 2;
    if (sideOf(crossings, p, outer) === Side.doubtful) verdict = 1;
    if (inner === checked || inner === p) continue;
    checked = inner;
    if (!endsInside(crossings, p, inner)) return 2;
    if (sideOf(crossings, p, inner) === Side.doubtful) verdict = 1;
  }
  return verdict;
}

/** Searches for the crossings of all circles: after a step that was not carried to its end, on a mesh that is right again. */
export function searchAll({ crossings }: Tracked, mesh: Mesh): void {
  crossings.count = 0;
  for (let p = FIRST_VERTEX; p < mesh.vertexCount; p++) {
    const isThere = mesh.edgeOf[p] >= 0 || mesh.twinOf[p] >= 0;
    if (isThere && crossings.radius[p] >= 0) searchCircle(crossings, mesh, p);
  }
}
