/** The ground in cells. */

export { type Size, type SizedGround, sizeFor, updateSizes } from './body-sizes.ts';
export {
  besideOf,
  cellAt,
  cellsOf,
  centreX,
  centreY,
  type GridMap,
  maximumCells,
  writeOffset,
} from './grid.ts';
export { createGround, type Ground, radiusClass, terrainFor, updateGround } from './ground.ts';
export { goesStraight } from './in-sight.ts';
export { createMap, updateMap } from './map.ts';
export { isWalkable } from './open-line.ts';
export { boxTarget, createTargetCells, listTargetCells, type TargetCells } from './target-cells.ts';
export { createTerrain, type Terrain, updateTerrain } from './terrain.ts';
