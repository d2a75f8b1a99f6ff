/** SpaceEx: flat hybrid automata as XML, with a configuration for initial values. */
export { SpaceExError } from './error.ts';
export { readSpaceEx, type SpaceExFiles } from './read.ts';
export { writeSpaceEx } from './write.ts';
