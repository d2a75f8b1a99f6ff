export type { Command, Goal } from './command-schema.ts';
export {
  addAgent,
  moveObstacle,
  moveTarget,
  openTarget,
  removeAgent,
  retargetAgent,
  sendCommand,
  setAgentPlanner,
} from './commands.ts';
export { isOver } from './journeys.ts';
export { newsOf } from './news.ts';
export { portraitOf } from './portrait.ts';
export * from './scenario/index.ts';
export { loadWorld, saveWorld } from './snapshot.ts';
export { stageNames, stepWorld } from './step.ts';
export {
  type AgentState,
  createWorld,
  readAgent,
  stateHashOf,
  timeOf,
  type World,
  type WorldOptions,
} from './world.ts';
