/** The ground in cells. */

export { type Size, type SizedGround, sizeFor, updateSizes } from './body-sizes.ts';
export {
  type Costs,
  isBarredLine,
  isBarredSide,
  isEven,
  isQuickest,
  type MoveCosts,
  registerCosts,
} from './cells/costs.ts';
export {
  bringForward,
  clearFront,
  createFront,
  type Front,
  growFront,
  TAKEN,
  takeFirst,
  takeOut,
} from './cells/front.ts';
export {
  besideOf,
  cellAt,
  cellsOf,
  centreX,
  centreY,
  type GridMap,
  maximumCells,
  writeOffset,
} from './cells/grid.ts';
export { entryTo, footingOn, isUncrossed } from './escape.ts';
export {
  bodyClass,
  bodyClassOn,
  createGround,
  type Ground,
  radiusClass,
  spareToFit,
  terrainFor,
  updateGround,
} from './ground.ts';
export { goesStraight, leadThroughNarrow } from './in-sight.ts';
export { createMap, placeBodies, updateMap } from './map.ts';
export { placeX, placeY } from './narrow/index.ts';
export { mapUpdates } from './optional.ts';
export { boxTarget, createTargetCells, listTargetCells, type TargetCells } from './target-cells.ts';
export {
  createTerrain,
  isNarrow,
  isWalkable,
  openBeside,
  type Terrain,
  updateTerrain,
  writeVectorTo,
} from './terrain.ts';
