export { analyseStability, type CompetitionFixedPoint, type StabilityAnalysis } from './analysis.ts';
export {
  type CompetitionSolver,
  closedFormLimit,
  createCompetitionSolver,
  integrateCompetition,
  solveCompetition,
} from './solver.ts';
export { solveStar } from './star.ts';
