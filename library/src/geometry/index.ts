/** Exact predicates, distances and indexes of plane geometry; distances in space; the shapes of obstacles. */
export { gapToBorder } from './border.ts';
export { type BoxTree, createBoxTree, searchBoxes } from './box-tree.ts';
export { findSelfCrossing, sweepRings } from './crossing.ts';
export { orient } from './orient.ts';
export { crossingOfRay, openRing, polygonArea, sideOfPolygon } from './polygon.ts';
export { closestFraction, distanceOfSegmentsSquared, distanceToSegmentSquared } from './segment.ts';
export * from './shapes/index.ts';
export { heightOf, lengthInSpace, type Place } from './space-place.ts';
