/** Exact predicates, distances and indexes of plane geometry. */
export { type BoxTree, createBoxTree, searchBoxes } from './box-tree.ts';
export { findSelfCrossing } from './crossing.ts';
export {
  type Box,
  boundsOfShape,
  type Circle,
  gapToBorder,
  gapToShape,
  type Polygon,
  type Segment,
  type Shape,
} from './gap.ts';
export { orientation } from './orientation.ts';
export {
  crossingOfRay,
  distanceToOutline,
  type Point,
  polygonArea,
  sideOfPolygon,
} from './polygon.ts';
export { closestFraction, distanceToSegmentSquared, segmentsMeet } from './segment.ts';
