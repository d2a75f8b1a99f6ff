/** The ground in cells. */
export { besideOf, cellAt, cellsOf, centreX, centreY, type GridMap, maximumCells } from './grid.ts';
export { createGround, type Ground, radiusClass, terrainFor, updateGround } from './ground.ts';
export { createMap, updateMap } from './map.ts';
export { type Size, type SizedGround, sizeFor, updateSizes } from './sizes.ts';
export { goesStraight } from './straight.ts';
export { boxTarget } from './target-cells.ts';
export { createTerrain, type Terrain, updateTerrain } from './terrain.ts';
export { isWalkable } from './walk.ts';
