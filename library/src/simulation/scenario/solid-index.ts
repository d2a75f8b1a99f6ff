import {
  type BoxTree,
  boundsOfSolid,
  countParts,
  createBoxTree,
  gapToSolid,
  partOf,
  type SolidShape,
  searchBoxes,
} from '../../geometry/index.ts';

/** Obstacles of a world of three dimensions as they are at time 0, for "does a ball here reach into one?". */
export type SolidIndex = {
  dimension: 3;
  shapes: readonly SolidShape[];
  /** The level boxes of the parts that the solids are searched in. */
  tree: BoxTree;
  /** The obstacle of each part, and which of its parts it is. */
  owner: Int32Array;
  part: Int32Array;
  /** Obstacles without end; a search looks at each of them. */
  endless: readonly number[];
};

function createSolidIndex(shapes: readonly SolidShape[]): SolidIndex {
  const endless = shapes.flatMap((shape, obstacle) =>
    boundsOfSolid(shape).every(Number.isFinite) ? [] : [obstacle],
  );
  const isEndless = new Set(endless);
  const parts = shapes.map((shape, obstacle) => (isEndless.has(obstacle) ? 0 : countParts(shape)));
  const count = parts.reduce((sum, own) => sum + own, 0);
  const boxes = new Float64Array(4 * count);
  const owner = new Int32Array(count);
  const part = new Int32Array(count);
  let entry = 0;
  shapes.forEach((shape, obstacle) => {
    for (let k = 0; k < parts[obstacle]; k++, entry++) {
      owner[entry] = obstacle;
      part[entry] = k;
      const [minX, minY, , maxX, maxY] = boundsOfSolid(partOf(shape, k));
      boxes.set([minX, minY, maxX, maxY], 4 * entry);
    }
  });
  return { dimension: 3, shapes, tree: createBoxTree(boxes), owner, part, endless };
}

/**
 * The first obstacle found that a ball reaches into by more than the tolerance, or −1. Of triangles only the faces
 * count: whether a place lies inside a closed mesh is not asked.
 */
function findSolid(
  { shapes, tree, owner, part, endless }: SolidIndex,
  x: number,
  y: number,
  z: number,
  radius: number,
  tolerance: number,
  absent?: ReadonlySet<number>,
): number {
  const reaches = (shape: SolidShape) => gapToSolid(shape, x, y, z, radius) < -tolerance;
  for (const obstacle of endless) {
    if (!absent?.has(obstacle) && reaches(shapes[obstacle])) return obstacle;
  }
  let found = -1;
  searchBoxes(tree, x - radius, y - radius, x + radius, y + radius, (entry) => {
    if (absent?.has(owner[entry]) || !reaches(partOf(shapes[owner[entry]], part[entry]))) return false;
    found = owner[entry];
    return true;
  });
  return found;
}

/** What solidPlaces of ./obstacle-index.ts is registered with. */
export const solidPlacesParts = { createSolidIndex, findSolid };

export type SolidPlaces = typeof solidPlacesParts;
