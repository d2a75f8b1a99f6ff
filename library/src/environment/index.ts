export { type BodyContacts, createBodyContacts, partBodies } from './bodies.ts';
export { createBruteIndex } from './brute.ts';
export type { NeighbourIndex } from './contract.ts';
export { createGridIndex } from './grid.ts';
export {
  createObstacleIndex,
  elementsNear,
  type ObstacleIndex,
  updateObstacleIndex,
} from './obstacle-index.ts';
export { createEnvironment, type Environment, followObstacles, perceive } from './perceive.ts';
export { createSolidContacts, keepOutOfSolids, type SolidContacts } from './space/solid-contacts.ts';
export {
  createSolidIndex,
  type SolidIndex,
  solidsNear,
  updateSolidIndex,
} from './space/solid-index.ts';
export { createTorus, fillTorus, type Torus } from './torus.ts';
export { createWallContacts, keepOutOfObstacles, type WallContacts } from './wall-contacts.ts';
