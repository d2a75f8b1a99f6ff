import { FRAME_VERTICES, nextStamp, type SpaceMesh } from './mesh.ts';

/** The neighbours of every vertex along the edges of the mesh, without the frame; made when many queries will use it. */
export type SpaceAdjacency = {
  /** The neighbours of vertex v are neighbours[starts[v]] … neighbours[starts[v + 1] − 1]. */
  starts: Int32Array;
  neighbours: Int32Array;
  isCurrent: boolean;
  /** Scratch: the cells at each vertex. */
  cellStarts: Int32Array;
  cells: Int32Array;
};

export function createSpaceAdjacency(): SpaceAdjacency {
  return {
    starts: new Int32Array(0),
    neighbours: new Int32Array(0),
    isCurrent: false,
    cellStarts: new Int32Array(0),
    cells: new Int32Array(0),
  };
}

export function buildAdjacency(mesh: SpaceMesh, adjacency: SpaceAdjacency): void {
  sortCells(mesh, adjacency);
  const { corner, vertexCount, vertexMark } = mesh;
  const { cells, cellStarts, neighbours, starts } = adjacency;
  let end = 0;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    starts[vertex] = end;
    if (vertex < FRAME_VERTICES) continue;
    const seen = nextStamp(mesh);
    vertexMark[vertex] = seen;
    for (let entry = cellStarts[vertex]; entry < cellStarts[vertex + 1]; entry++) {
      const first = 4 * cells[entry];
      for (let i = first; i < first + 4; i++) {
        const other = corner[i];
        if (other < FRAME_VERTICES || vertexMark[other] === seen) continue;
        vertexMark[other] = seen;
        neighbours[end++] = other;
      }
    }
  }
  starts[vertexCount] = end;
  adjacency.isCurrent = true;
}

/** A counting sort of the cells by their corners. */
function sortCells(mesh: SpaceMesh, adjacency: SpaceAdjacency): void {
  const { cellCount, corner, vertexCount } = mesh;
  reserve(mesh, adjacency);
  const { cells, cellStarts } = adjacency;
  cellStarts.fill(0, 0, vertexCount + 1);
  for (let cell = 0; cell < cellCount; cell++) {
    if (corner[4 * cell] < 0) continue;
    for (let i = 4 * cell; i < 4 * cell + 4; i++) cellStarts[corner[i] + 1]++;
  }
  for (let vertex = 0; vertex < vertexCount; vertex++) cellStarts[vertex + 1] += cellStarts[vertex];
  // Filled from the back of each vertex's part, which leaves the ends at the beginnings: shifted by one place.
  for (let cell = 0; cell < cellCount; cell++) {
    if (corner[4 * cell] < 0) continue;
    for (let i = 4 * cell; i < 4 * cell + 4; i++) cells[--cellStarts[corner[i] + 1]] = cell;
  }
  const last = 4 * (cellCount - mesh.freeCellCount);
  cellStarts.copyWithin(0, 1, vertexCount + 1);
  cellStarts[vertexCount] = last;
}

function reserve(mesh: SpaceMesh, adjacency: SpaceAdjacency): void {
  if (adjacency.starts.length <= mesh.vertexCount) {
    adjacency.starts = new Int32Array(mesh.x.length + 1);
    adjacency.cellStarts = new Int32Array(mesh.x.length + 1);
  }
  if (adjacency.cells.length < 4 * mesh.cellCount) {
    adjacency.cells = new Int32Array(mesh.corner.length);
    // No vertex has more neighbours than cells.
    adjacency.neighbours = new Int32Array(mesh.corner.length);
  }
}
