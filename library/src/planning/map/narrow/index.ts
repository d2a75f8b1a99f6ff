/** Paths through places that the centres of cells do not show. */
export { findThreads, placeX, placeY, type Threads } from './threads.ts';
export { leastSpare } from './zones.ts';
