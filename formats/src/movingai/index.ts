export { MovingAIError } from './error.ts';
export { type OctileMap, readOctileMap } from './map.ts';
export { type PathProblem, readPathProblems, requireProblemsOfMap } from './scen.ts';
