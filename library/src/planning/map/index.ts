/** The ground in cells. */
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
export { createMap, updateMap } from './map.ts';
export { type Size, type SizedGround, sizeFor, updateSizes } from './sizes.ts';
export { goesStraight } from './straight.ts';
export { boxTarget, createTargetCells, listTargetCells, type TargetCells } from './target-cells.ts';
export { createTerrain, type Terrain, updateTerrain } from './terrain.ts';
export { isWalkable } from './walk.ts';
