export type { Command } from './command-schema.ts';
export {
  addAgent,
  moveTarget,
  openTarget,
  removeAgent,
  retargetAgent,
  sendCommand,
} from './commands.ts';
export { isOver } from './is-over.ts';
export { newsOf } from './news.ts';
export { addObstacle, moveObstacle, removeObstacle, turnObstacle } from './obstacle-commands.ts';
export * from './scenario/index.ts';
export { createWorld } from './scenario-world.ts';
export { loadWorld, saveWorld } from './snapshot.ts';
export { stageNames, stepWorld } from './step.ts';
export {
  readAgent,
  stateHashOf,
  timeOf,
  type World,
  type WorldOptions,
} from './world.ts';
