export {
  createObstacleIndex,
  elementsNear,
  type ObstacleIndex,
  updateObstacleIndex,
} from './cells/obstacle-index.ts';
export { createTorus, fillTorus, type Torus } from './cells/torus.ts';
export { closeAgents } from './close-part.ts';
export type { KineticReport, NeighbourIndex, Sight, StepViews, Surroundings } from './common/contract.ts';
export type { IndexOptions, NeighbourDefinition, Situation } from './common/definition.ts';
export { limitFormerView } from './common/former-views.ts';
export { requireFiniteDisplacements } from './common/roster.ts';
export { type Contacts, createContacts, resolveContacts } from './contacts/contacts.ts';
export { neighbourEvents } from './grid/events-part.ts';
export { createGridIndex } from './grid/grid.ts';
export type { KnownThing, News } from './news/index.ts';
export {
  type Attention,
  createEnvironment,
  type Environment,
  followObstacles,
  followRows,
  perceive,
  storeRows,
} from './perceive.ts';
export { createNeighbourIndex, neighbourIndexes, registerNeighbourIndex } from './registry.ts';
export { isInSight } from './sight/sight-lines.ts';
export { space } from './space/optional.ts';
export { createSolidIndex, type SolidIndex } from './space/solid-tables.ts';
