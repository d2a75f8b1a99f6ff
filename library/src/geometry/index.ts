/** Exact predicates, distances and indexes of plane geometry; distances in space. */
export { createHalving, firstRise, type Halving, inCircleCoefficients } from './bernstein.ts';
export { type BoxTree, createBoxTree, searchBoxes } from './box-tree.ts';
export { findSelfCrossing, sweepRings } from './crossing.ts';
export { boundsOfShape, gapToBorder, gapToShape, type Polygon, type Shape } from './gap.ts';
export { inCircleChange } from './in-circle-change.ts';
export { crossingOfRay, polygonArea } from './polygon.ts';
export { inCircle, orient } from './predicates.ts';
export { closestFraction, distanceToSegmentSquared } from './segment.ts';
export { closestOnPlane, closestOnRectangle, closestOnTriangle } from './space-closest.ts';
export { gapToSolidShape, isDegenerateTriangle, type SolidShape } from './space-gap.ts';
export { heightOf, type Place } from './space-place.ts';
export { inSphere, orientInSpace } from './space-predicates.ts';
