/**
 * Which elements can matter at a place, as levels of cells, each level's twice as large as the one before. An element is
 * listed in all cells within `reach` of it, on the finest level where these are few: small faces among large ones keep
 * small cells, and one huge face does not fill memory. A query looks into one bucket of each level.
 */
export type SolidCells = {
  reach: number;
  levels: CellLevel[];
  /** Planes, and what is too large for every level: candidates at every place. */
  everywhere: Int32Array;
  everywhereCount: number;
  /** Scratch of the building: each element's level, and the bucket and element of each note of a level. */
  levelOf: Int8Array;
  bucketOf: Int32Array;
  elementOf: Int32Array;
  /** Least and greatest coordinates of an element, with the reach around it. */
  box: Float64Array;
  to: Float64Array;
};

/** One torus of buckets: see ../cells/torus.ts. */
export type CellLevel = {
  cellSize: number;
  /** Elements on the level; 0 when it is not used. */
  count: number;
  /** Buckets along each axis, powers of two. */
  width: number;
  height: number;
  depth: number;
  /** The elements of bucket b are elements[starts[b]] … elements[starts[b + 1] − 1], in ascending order. */
  starts: Int32Array;
  elements: Int32Array;
  /** The element listed last in each bucket, plus one: an element that meets a bucket twice is listed once. */
  listed: Int32Array;
  /** Bounds of what is on the level. */
  bounds: Float64Array;
};

/** Which solids can matter at a place: those that stand still, listed once, and those that move, listed in each step. */
export type SolidIndex = {
  still: SolidCells;
  moving: SolidCells;
  /** The revision of the solids that `still` was built for. */
  revision: number;
  /** Scratch of a query: the candidates at a place, and the vector to one. */
  candidates: Int32Array;
  to: Float64Array;
};

function createSolidCells(): SolidCells {
  return {
    reach: 0,
    levels: [],
    everywhere: new Int32Array(0),
    everywhereCount: 0,
    levelOf: new Int8Array(0),
    bucketOf: new Int32Array(1024),
    elementOf: new Int32Array(1024),
    box: new Float64Array(6),
    to: new Float64Array(3),
  };
}

export function createSolidIndex(): SolidIndex {
  return {
    still: createSolidCells(),
    moving: createSolidCells(),
    revision: -1,
    candidates: new Int32Array(256),
    to: new Float64Array(3),
  };
}
