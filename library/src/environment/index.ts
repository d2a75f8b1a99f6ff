export { type BodyContacts, createBodyContacts, partBodies } from './bodies.ts';
export { createBruteIndex } from './brute.ts';
export type { NeighbourIndex } from './contract.ts';
export { createGridIndex } from './grid.ts';
export { createWallContacts, keepOutOfObstacles, type WallContacts } from './wall-contacts.ts';
export { createEnvironment, type Environment, followObstacles, perceive } from './perceive.ts';
