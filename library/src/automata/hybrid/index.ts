export {
  type ActorParts,
  type ActorScene,
  actorParts,
  actorVariables,
  composeActor,
  inOrder,
} from './actor.ts';
export * from './builder.ts';
export { findDoubts } from './doubts.ts';
export { createHybridAutomaton, type HybridOptions } from './engine.ts';
export { AutomatonError, type Problem } from './error.ts';
export type * from './model.ts';
export { findProblems } from './prepare.ts';
export { type Jump, type Simulation, type SimulationOptions, simulateAutomaton } from './simulate.ts';
export { type Application, type Expression, printExpression, type Tree } from './trees/expression.ts';
export { readExpression } from './trees/parse.ts';
export { toXState, type XStateNode } from './xstate.ts';
