/** Shortest paths over cells, and the guide that leads agents along them. */
export { createPathGuide } from './guide.ts';
export { createMoves } from './moves.ts';
export { pathOptionsOf } from './planner.ts';
export {
  addGoals,
  beginSearch,
  countNodes,
  createSearch,
  runSearch,
  SearchState,
  writePath,
} from './search.ts';
