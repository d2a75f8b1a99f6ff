import { instantiate, WORTH_COMPILING } from '../../../numerics/compiled.ts';
import { FIRST_VERTEX, type Mesh } from '../mesh/mesh.ts';
import { kernelText } from './kernel-bytes.ts';
import { BLOCK, bytesOfDiscs, columnsOfDiscs } from './layout.ts';
import {
  type DiscSearch,
  type SearchDisc,
  type Searched,
  searchDisc,
  vertexInMesh,
  widened,
} from './search.ts';

/** What library/kernel/discs.as.ts exports. */
type Kernel = {
  place(capacity: number): void;
  search(first: number, ownX: number, ownY: number, squaredReach: number, round: number): number;
};

/**
 * searchDisc, compiled. The neighbours of each vertex lie in blocks of eight, because loops of one length are predicted
 * and loops of about six are not. Block v is that of vertex v; a vertex with more than eight neighbours has further
 * blocks, behind those of all vertices.
 *
 * Saves 31 % of a step of 800 walkers and 36 % of one of 2,000 nonlinear agents with this index, 8 % where `auto` takes it
 * for sight among 420 walls, against searchDisc in one run.
 */
export type CompiledSearch = DiscSearch & {
  /** Undefined for a small mesh, and where WebAssembly is missing: searchDisc does the same. */
  kernel: Kernel | undefined;
  places: Float64Array;
  /** In place of a corner, and where there are fewer neighbours, the vertex itself, which every search has seen. */
  blocks: Int32Array;
  /** For each block the next one of the same vertex; 0: none. */
  further: Int32Array;
  blockCount: number;
  /** For each vertex how many places of its blocks are taken. */
  counts: Int32Array;
  /** The version of the mesh that the blocks are of. */
  version: number;
  /** Questions since the mesh changed to this version that were answered without the blocks. */
  questions: number;
  questionsVersion: number;
};

/** This many searches along half-edges cost about as much as filling the blocks of a small crowd. */
const MANY = 16;

export function createCompiledSearch(): CompiledSearch {
  return {
    kernel: undefined,
    places: new Float64Array(0),
    blocks: new Int32Array(0),
    further: new Int32Array(0),
    blockCount: 0,
    counts: new Int32Array(0),
    queue: new Int32Array(0),
    visited: new Int32Array(0),
    search: 0,
    version: -1,
    questions: 0,
    questionsVersion: -1,
  };
}

export const searchDiscCompiled: SearchDisc<CompiledSearch> = (state, searched, v, squaredRadius) => {
  const { kernel } = state;
  if (!kernel || state.version !== searched.version) return searchDisc(state, searched, v, squaredRadius);
  const { x, y, mesh } = searched;
  return kernel.search(vertexInMesh(mesh, v), x[v], y[v], widened(squaredRadius), ++state.search);
};

/** Prepares searches from most vertices of the mesh as it is now. */
export function prepareSearches(state: CompiledSearch, searched: Searched): void {
  reserve(state, searched.mesh);
  if (!state.kernel || state.version === searched.version) return;
  state.version = searched.version;
  fillBlocks(state, searched.mesh);
  const { mesh, x, y } = searched;
  for (let v = 0; v < mesh.vertexCount; v++) {
    state.places[2 * v] = x[v];
    state.places[2 * v + 1] = y[v];
  }
}

/** Prepares one search; when there have been many since the mesh changed, all. */
export function prepareSearch(state: CompiledSearch, searched: Searched): void {
  reserve(state, searched.mesh);
  if (!state.kernel || state.version === searched.version) return;
  if (state.questionsVersion !== searched.version) {
    state.questionsVersion = searched.version;
    state.questions = 0;
  }
  if (++state.questions > MANY) prepareSearches(state, searched);
}

function reserve(state: CompiledSearch, mesh: Mesh): void {
  if (state.search > 2000000000) {
    state.visited.fill(0);
    state.search = 0;
  }
  const capacity = mesh.x.length;
  if (state.visited.length >= capacity) return;
  const instance = capacity >= WORTH_COMPILING ? instantiate(kernelText, bytesOfDiscs(capacity)) : undefined;
  state.kernel = instance?.exports as Kernel | undefined;
  state.kernel?.place(capacity);
  if (instance) Object.assign(state, columnsOfDiscs(instance.buffer, capacity));
  else Object.assign(state, { visited: new Int32Array(capacity), queue: new Int32Array(capacity + 1) });
  if (instance) state.counts = new Int32Array(capacity);
  state.search = 0;
  state.version = -1;
}

function fillBlocks(state: CompiledSearch, { origin, triangleCount, vertexCount }: Mesh): void {
  const { blocks, counts, further } = state;
  counts.fill(0, 0, vertexCount);
  further.fill(0, 0, vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    for (let k = BLOCK * v; k < BLOCK * v + BLOCK; k++) blocks[k] = v;
  }
  state.blockCount = vertexCount;
  // Every edge at a vertex is one half-edge that begins there; that of an unused triangle begins at −1.
  for (let e = 0; e < 3 * triangleCount; e += 3) {
    const a = origin[e];
    const b = origin[e + 1];
    const c = origin[e + 2];
    addNeighbour(state, a, b);
    addNeighbour(state, b, c);
    addNeighbour(state, c, a);
  }
}

function addNeighbour(state: CompiledSearch, v: number, neighbour: number): void {
  if (v < FIRST_VERTEX || neighbour < FIRST_VERTEX) return;
  const { blocks, counts } = state;
  const count = counts[v]++;
  if (count < BLOCK) blocks[BLOCK * v + count] = neighbour;
  else addFurther(state, v, count % BLOCK, neighbour);
}

function addFurther(state: CompiledSearch, v: number, place: number, neighbour: number): void {
  const { blocks, further } = state;
  let block = v;
  while (further[block] > 0) block = further[block];
  if (place === 0) {
    further[block] = state.blockCount;
    block = state.blockCount++;
    further[block] = 0;
    blocks.fill(v, BLOCK * block, BLOCK * block + BLOCK);
  }
  blocks[BLOCK * block + place] = neighbour;
}
