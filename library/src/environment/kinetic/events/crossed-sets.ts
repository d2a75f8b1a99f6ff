import { doubled } from '../../../crowd/index.ts';
import {
  addPair,
  clearPairs,
  createPairTable,
  numberOfPair,
  type PairTable,
  removePair,
} from './pair-table.ts';

/**
 * For each vertex p with a circle C_p, the vertices that are approachable from it (A_p: inside, on a path along edges
 * that stays inside) and the edges that its circle crosses properly (E_p: from an approachable vertex to one outside).
 * Only the ends of those edges can enter or leave next: Lemma 1 of Goldenstein and others, Scalable nonlinear dynamical
 * systems for agent steering and crowd simulation, 2001, appendix A.3.
 */
export type CrossedEdges = {
  /** Whether the sets belong to the mesh and the places as they are now. */
  valid: boolean;
  /** Whether the mesh has walls, so that a vertex inside a circle may not be approachable. */
  walled: boolean;
  /** A_p: numbers of entries by pair, and each p's entries as a list. */
  members: PairTable;
  member: Int32Array;
  nextMember: Int32Array;
  previousMember: Int32Array;
  firstMember: Int32Array;
  memberCount: number;
  freeMember: number;
  /** E_p: entries in two lists, that of the vertex p and that of the edge. */
  owner: Int32Array;
  edge: Int32Array;
  /** The approachable end of the edge. */
  inner: Int32Array;
  nextOfOwner: Int32Array;
  previousOfOwner: Int32Array;
  nextOfEdge: Int32Array;
  previousOfEdge: Int32Array;
  firstOfOwner: Int32Array;
  firstOfEdge: Int32Array;
  entryCount: number;
  freeEntry: number;
  /** By p: 1 if its sets have changed in the step, 2 if roundings decide about an agent near its circle. */
  touched: Uint8Array;
  /** The radius that each p's sets are of. */
  radius: Float64Array;
  stack: Int32Array;
  owners: Int32Array;
  stamps: Int32Array;
  stamp: number;
};

export function createCrossedEdges(): CrossedEdges {
  const integers = () => new Int32Array(64);
  return {
    valid: false,
    walled: false,
    members: createPairTable(),
    member: integers(),
    nextMember: integers(),
    previousMember: integers(),
    firstMember: new Int32Array(0),
    memberCount: 0,
    freeMember: -1,
    owner: integers(),
    edge: integers(),
    inner: integers(),
    nextOfOwner: integers(),
    previousOfOwner: integers(),
    nextOfEdge: integers(),
    previousOfEdge: integers(),
    firstOfOwner: new Int32Array(0),
    firstOfEdge: new Int32Array(0),
    entryCount: 0,
    freeEntry: -1,
    touched: new Uint8Array(0),
    radius: new Float64Array(0),
    stack: integers(),
    owners: integers(),
    stamps: new Int32Array(0),
    stamp: 0,
  };
}

/** Empties all sets and makes room for the mesh. */
export function clearSets(sets: CrossedEdges, vertices: number, edges: number): void {
  if (sets.firstMember.length < vertices) {
    sets.firstMember = new Int32Array(vertices);
    sets.firstOfOwner = new Int32Array(vertices);
    sets.radius = new Float64Array(vertices);
    sets.touched = new Uint8Array(vertices);
    sets.stamps = new Int32Array(vertices);
    sets.stack = new Int32Array(vertices);
    sets.owners = new Int32Array(vertices);
    sets.stamp = 0;
  }
  if (sets.firstOfEdge.length < edges) {
    sets.firstOfEdge = new Int32Array(edges);
  }
  sets.firstMember.fill(-1);
  sets.firstOfOwner.fill(-1);
  sets.firstOfEdge.fill(-1);
  sets.radius.fill(-1);
  clearPairs(sets.members);
  sets.memberCount = 0;
  sets.freeMember = -1;
  sets.entryCount = 0;
  sets.freeEntry = -1;
}

/** Whether q is p itself or approachable from it. */
export function isMember(sets: CrossedEdges, p: number, q: number): boolean {
  return p === q || numberOfPair(sets.members, p, q) >= 0;
}

/** The entry of an edge in E_p, −1 for none. */
export function entryOf(sets: CrossedEdges, p: number, edge: number): number {
  const { owner, nextOfEdge } = sets;
  let entry = sets.firstOfEdge[edge];
  while (entry >= 0 && owner[entry] !== p) entry = nextOfEdge[entry];
  return entry;
}

export function addMember(sets: CrossedEdges, p: number, q: number): void {
  let entry = sets.freeMember;
  if (entry >= 0) sets.freeMember = sets.nextMember[entry];
  else {
    entry = sets.memberCount++;
    if (entry === sets.member.length) {
      for (const name of ['member', 'nextMember', 'previousMember'] as const) {
        sets[name] = doubled(sets[name]);
      }
    }
  }
  const { nextMember, previousMember, firstMember } = sets;
  sets.member[entry] = q;
  nextMember[entry] = firstMember[p];
  previousMember[entry] = -1;
  if (firstMember[p] >= 0) previousMember[firstMember[p]] = entry;
  firstMember[p] = entry;
  addPair(sets.members, p, q, entry);
}

export function dropMember(sets: CrossedEdges, p: number, q: number): void {
  const { nextMember, previousMember, firstMember } = sets;
  const entry = numberOfPair(sets.members, p, q);
  removePair(sets.members, p, q);
  const next = nextMember[entry];
  const previous = previousMember[entry];
  if (next >= 0) previousMember[next] = previous;
  if (previous >= 0) nextMember[previous] = next;
  else firstMember[p] = next;
  nextMember[entry] = sets.freeMember;
  sets.freeMember = entry;
}

export function addEntry(sets: CrossedEdges, p: number, edge: number, inner: number): void {
  let entry = sets.freeEntry;
  if (entry >= 0) sets.freeEntry = sets.nextOfOwner[entry];
  else {
    entry = sets.entryCount++;
    if (entry === sets.owner.length) growEntries(sets);
  }
  const { nextOfOwner, previousOfOwner, nextOfEdge, previousOfEdge, firstOfOwner, firstOfEdge } = sets;
  sets.owner[entry] = p;
  sets.edge[entry] = edge;
  sets.inner[entry] = inner;
  nextOfOwner[entry] = firstOfOwner[p];
  previousOfOwner[entry] = -1;
  if (firstOfOwner[p] >= 0) previousOfOwner[firstOfOwner[p]] = entry;
  firstOfOwner[p] = entry;
  nextOfEdge[entry] = firstOfEdge[edge];
  previousOfEdge[entry] = -1;
  if (firstOfEdge[edge] >= 0) previousOfEdge[firstOfEdge[edge]] = entry;
  firstOfEdge[edge] = entry;
}

export function dropEntry(sets: CrossedEdges, entry: number): void {
  const { nextOfOwner, previousOfOwner, nextOfEdge, previousOfEdge } = sets;
  const next = nextOfOwner[entry];
  const previous = previousOfOwner[entry];
  if (next >= 0) previousOfOwner[next] = previous;
  if (previous >= 0) nextOfOwner[previous] = next;
  else sets.firstOfOwner[sets.owner[entry]] = next;
  const nextEdge = nextOfEdge[entry];
  const previousEdge = previousOfEdge[entry];
  if (nextEdge >= 0) previousOfEdge[nextEdge] = previousEdge;
  if (previousEdge >= 0) nextOfEdge[previousEdge] = nextEdge;
  else sets.firstOfEdge[sets.edge[entry]] = nextEdge;
  nextOfOwner[entry] = sets.freeEntry;
  sets.freeEntry = entry;
}

function growEntries(sets: CrossedEdges): void {
  for (const name of [
    'owner',
    'edge',
    'inner',
    'nextOfOwner',
    'previousOfOwner',
    'nextOfEdge',
    'previousOfEdge',
  ] as const) {
    sets[name] = doubled(sets[name]);
  }
}
