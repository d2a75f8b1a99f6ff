/**
 * wend/kinetic: the neighbour index that follows a crowd with triangulations. Scenarios may name it; a world made by a
 * program gets it by `registerNeighbourIndex(kinetic)`, and names it or lets `auto` choose it.
 *
 * @module
 */

export type { KineticReport } from './environment/index.ts';
export { kinetic } from './environment/kinetic/kinetic.ts';
export { type ShownTriangulation, triangulationOf } from './environment/kinetic/walls/triangulation.ts';
