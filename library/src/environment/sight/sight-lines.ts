import { needPart, type Obstacles, SolidKind, type Solids } from '../../crowd/index.ts';
import { type BoxTree, createBoxTree, searchBoxes } from '../../geometry/index.ts';
import type { Surroundings } from '../common/contract.ts';
import { solidSight } from './optional.ts';
import { elementHides } from './sight.ts';

/**
 * Lines of sight over any distance: the still elements in a tree of boxes, the moving ones one by one. In space, a box
 * covers the element as seen from above.
 */
export type SightLines = {
  tree: BoxTree;
  /** The element of each box. */
  elements: Int32Array;
  /** The obstacles that the tree was built from, and their revision then. */
  of: Obstacles | Solids | undefined;
  revision: number;
  /** Still planes of space, which have no box. */
  planes: Int32Array;
  /** The query in progress. */
  surroundings: Surroundings | undefined;
  ends: Float64Array;
  isInTheWay: (box: number) => boolean;
};

export function createSightLines(): SightLines {
  const lines: SightLines = {
    tree: createBoxTree(new Float64Array(0)),
    elements: new Int32Array(0),
    of: undefined,
    revision: -1,
    planes: new Int32Array(0),
    surroundings: undefined,
    ends: new Float64Array(6),
    isInTheWay: (box) => hidesEnds(lines, lines.elements[box]),
  };
  return lines;
}

/** Whether no obstacle stands between two places. */
export function isInSight(
  lines: SightLines,
  surroundings: Surroundings,
  px: number,
  py: number,
  pz: number,
  qx: number,
  qy: number,
  qz: number,
): boolean {
  const { ends } = lines;
  const solid = surroundings.crowd.dimension === 3 ? surroundings.solids : surroundings.obstacles;
  if (solid.count === 0) return true;
  if (lines.of !== solid || lines.revision !== solid.revision) plant(lines, surroundings);
  lines.surroundings = surroundings;
  ends[0] = px;
  ends[1] = py;
  ends[2] = pz;
  ends[3] = qx;
  ends[4] = qy;
  ends[5] = qz;
  for (let element = solid.firstMoving; element < solid.count; element++) {
    if (hidesEnds(lines, element)) return false;
  }
  for (let k = 0; k < lines.planes.length; k++) if (hidesEnds(lines, lines.planes[k])) return false;
  return !searchBoxes(
    lines.tree,
    Math.min(px, qx),
    Math.min(py, qy),
    Math.max(px, qx),
    Math.max(py, qy),
    lines.isInTheWay,
  );
}

function hidesEnds({ ends, surroundings }: SightLines, element: number): boolean {
  const { crowd, obstacles, solids } = surroundings!;
  return crowd.dimension === 3
    ? needPart(solidSight).solidHides(solids, element, ends[0], ends[1], ends[2], ends[3], ends[4], ends[5])
    : elementHides(obstacles, element, ends[0], ends[1], ends[3], ends[4]);
}

/** Makes the tree of the still elements. */
function plant(lines: SightLines, { crowd, obstacles, solids }: Surroundings): void {
  const inSpace = crowd.dimension === 3;
  const solid = inSpace ? solids : obstacles;
  const still = Array.from({ length: solid.firstMoving }, (_, element) => element);
  const isPlane = (element: number) => inSpace && solids.kind[element] === SolidKind.plane;
  lines.planes = Int32Array.from(still.filter(isPlane));
  lines.elements = Int32Array.from(still.filter((element) => !isPlane(element)));
  const boxes = new Float64Array(4 * lines.elements.length);
  lines.elements.forEach((element, box) => {
    const [xs, ys] = inSpace
      ? needPart(solidSight).cornersFromAbove(solids, element)
      : endsOf(obstacles, element);
    boxes.set(boxAround(xs, ys, solid.radius[element]), 4 * box);
  });
  lines.tree = createBoxTree(boxes);
  lines.of = solid;
  lines.revision = solid.revision;
}

function endsOf({ endX, endY, startX, startY }: Obstacles, element: number): [number[], number[]] {
  return [
    [startX[element], endX[element]],
    [startY[element], endY[element]],
  ];
}

/**
 * Slightly larger than the element, because the deciding test rounds. Walls are decided exactly; a larger box does not
 * change the result.
 */
function boxAround(xs: number[], ys: number[], radius: number): number[] {
  const farthest = Math.max(...xs.map(Math.abs), ...ys.map(Math.abs), radius);
  const margin = radius + 1e-9 * farthest;
  return [
    Math.min(...xs) - margin,
    Math.min(...ys) - margin,
    Math.max(...xs) + margin,
    Math.max(...ys) + margin,
  ];
}
