/** Shortest ways to targets, and ways round a crowd. */
export { createDistanceGuide } from './guide.ts';
