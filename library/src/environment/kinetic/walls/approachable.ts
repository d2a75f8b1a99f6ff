import { type NearLists, reserveEntries } from '../../../crowd/index.ts';
import { prepareSearches, searchDiscCompiled } from '../discs/compiled-search.ts';
import { reserveCandidates } from './shadows.ts';
import { presentRows } from './walled.ts';
import type { Walled } from './walled-mesh.ts';

/**
 * Appends the agents that are approachable for a row's agent: within the radius, and joined to it by edges of the mesh
 * that are within it too (S0, A.3.1). An agent that is visible is approachable; not the reverse, for the ends of walls join
 * what they hide. An agent exactly on a wall that stays is no vertex: it counts as approachable for every agent near, as
 * every agent near does for it.
 */
export function appendApproachable(walled: Walled, row: number, radius: number, lists: NearLists): void {
  presentRows(walled);
  prepareSearches(walled.discs, walled);
  collectApproachable(walled, row, radius);
  const { count, rows } = walled.candidates;
  const items = reserveEntries(lists, count);
  lists.starts[row] = lists.length;
  lists.counts[row] = count;
  for (let k = 0; k < count; k++) items[lists.length++] = rows[k];
}

/** Makes the approachable ones the candidates; walled.discs are prepared. */
export function collectApproachable(walled: Walled, row: number, radius: number): void {
  const { candidates, discs, mesh, roster } = walled;
  candidates.count = 0;
  const v = walled.vertexOf[row];
  if (v < 0) {
    reserveCandidates(candidates, roster.count);
    for (let other = 0; other < roster.count; other++) addNear(walled, row, other, radius);
    return;
  }
  const queued = searchDiscCompiled(discs, walled, v, radius * radius);
  reserveCandidates(candidates, queued + mesh.twinCount + walled.asideCount);
  if (mesh.twinCount > 0) addWithTwins(walled, v, queued, radius);
  else {
    const { rowAt } = walled;
    const { x, y } = mesh;
    const { queue } = discs;
    const { rows, x: candidateX, y: candidateY } = candidates;
    const limit = radius * radius;
    let count = 0;
    for (let k = 1; k < queued; k++) {
      const w = queue[k];
      const dx = x[w] - x[v];
      const dy = y[w] - y[v];
      // Ends of walls are vertices too.
      if (rowAt[w] < 0 || !(dx * dx + dy * dy <= limit)) continue;
      rows[count] = rowAt[w];
      candidateX[count] = dx;
      candidateY[count++] = dy;
    }
    candidates.count = count;
  }
  for (let k = 0; k < walled.asideCount; k++) addNear(walled, row, walled.aside[k], radius);
}

/** The same where some vertices stand for several agents. */
function addWithTwins(walled: Walled, v: number, queued: number, radius: number): void {
  const { candidates, discs, mesh, rowAt } = walled;
  const { x, y, sameAs } = mesh;
  const { rows } = candidates;
  let { count } = candidates;
  for (let k = 0; k < queued; k++) {
    for (let w = discs.queue[k]; w >= 0; w = sameAs[w]) {
      const dx = x[w] - x[v];
      const dy = y[w] - y[v];
      if (w === v || rowAt[w] < 0 || !(dx * dx + dy * dy <= radius * radius)) continue;
      rows[count] = rowAt[w];
      candidates.x[count] = dx;
      candidates.y[count] = dy;
      count++;
    }
  }
  candidates.count = count;
}

/** Adds one agent if it is another and within the radius. */
function addNear({ candidates, roster }: Walled, row: number, other: number, radius: number): void {
  const dx = roster.x[other] - roster.x[row];
  const dy = roster.y[other] - roster.y[row];
  if (other === row || !(dx * dx + dy * dy <= radius * radius)) return;
  candidates.rows[candidates.count] = other;
  candidates.x[candidates.count] = dx;
  candidates.y[candidates.count++] = dy;
}
