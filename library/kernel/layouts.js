// @ts-check
// The memory that a compiled kernel shares with the library, once: scripts/build-kernel.js makes both sides of it. The
// kernel imports its part from './layout'; the library has a file with the columns as typed arrays.

/**
 * @typedef {object} Layout
 * @property {string} name as in bytesOfName and columnsOfName
 * @property {string} file the library's side
 * @property {number} first bytes that are left free before the first column
 * @property {string[]} sizes numbers that lengths depend on, as the kernel's `place` and the library take them
 * @property {Record<string, number>} constants numbers that lengths depend on
 * @property {string[]} shares the constants that other files of the library use
 * @property {[column: string, type: 'f64' | 'i32' | 'u8', length: string, holds: string][]} columns in the order of the
 *   memory, wide types first; a name that begins with _ is for the kernel alone
 */

/** By the name of the kernel's source. @type {Record<string, Layout>} */
export const layouts = {
  'library/kernel/repellers.as.ts': {
    name: 'Repellers',
    file: 'library/src/steering/nonlinear/kernel-layout.ts',
    first: 0,
    // Rows are agents; spaceRows is their number in space, 0 in the plane; rateEntries is that of the items, or 0.
    sizes: ['rows', 'spaceRows', 'obstacleClasses', 'entries', 'rateEntries'],
    // The tables have as many entries as those of numerics/fast.ts.
    constants: { EXPONENTIALS: 44865, ASIN_RATIOS: 924, ARC_RATIOS: 1744, SCRATCH_LENGTH: 2560 },
    shares: [],
    columns: [
      ['exponentials', 'f64', 'EXPONENTIALS', 'The tables of numerics/fast.ts.'],
      ['asinRatios', 'f64', 'ASIN_RATIOS', 'The same for the arcsine.'],
      ['arcRatios', 'f64', 'ARC_RATIOS', 'The same for arcs.'],
      ['_scratch', 'f64', '10 * SCRATCH_LENGTH', 'Ten columns of waiting repellers.'],
      ['bodies', 'f64', '4 * rows', 'x, y, radius and z of each agent.'],
      ['headingX', 'f64', 'rows', 'Headings.'],
      ['headingY', 'f64', 'rows', 'Headings.'],
      ['headingZ', 'f64', 'spaceRows', 'Empty in the plane, as are forceX and forceY.'],
      ['decayRate', 'f64', 'rows', '1/d0 of each agent.'],
      ['nearness', 'f64', 'obstacleClasses * rows', 'Sums for each class of obstacles and row: see drives.ts.'],
      ['force', 'f64', 'obstacleClasses * rows', 'Repulsion.'],
      ['forceX', 'f64', 'obstacleClasses * spaceRows', 'Repulsion in space.'],
      ['forceY', 'f64', 'obstacleClasses * spaceRows', 'Repulsion in space.'],
      ['slope', 'f64', 'obstacleClasses * rows', 'The slope of the repulsion.'],
      ['window', 'f64', 'obstacleClasses * rows', 'Sums of the windows.'],
      ['closeness', 'f64', 'obstacleClasses * rows', 'Sums of the decays.'],
      ['pressing', 'f64', 'obstacleClasses * rows', 'The nearness of what presses most, by its own d0.'],
      ['rateScale', 'f64', 'obstacleClasses', 'The reciprocals of the factors of the classes on d0.'],
      ['rates', 'f64', 'rateEntries', '1/d0 of each entry of the lists; empty where d0 does not depend on the other.'],
      ['starts', 'i32', 'rows', 'Near lists.'],
      ['counts', 'i32', 'rows', 'Near lists.'],
      ['order', 'i32', 'rows', 'The order of the rows in the loops.'],
      ['_ends', 'i32', 'rows', 'The end of the repellers for each place in the order.'],
      ['classes', 'i32', 'rows', 'The obstacle class of each agent.'],
      ['items', 'i32', 'entries', 'Near lists.'],
    ],
  },
  'library/kernel/discs.as.ts': {
    name: 'Discs',
    file: 'library/src/environment/kinetic/discs/layout.ts',
    first: 0,
    sizes: ['capacity'],
    constants: { BLOCK: 8 },
    shares: ['BLOCK'],
    columns: [
      ['places', 'f64', '2 * capacity', 'The places of the vertices, x and y alternating.'],
      // Six neighbours on the average fill less than one further block for each vertex.
      ['blocks', 'i32', '2 * BLOCK * capacity', 'The neighbours of each vertex, in blocks of eight.'],
      ['further', 'i32', '2 * capacity', 'For each block the next one of the same vertex; 0: none.'],
      ['visited', 'i32', 'capacity', 'For each vertex the search that came there last.'],
      ['queue', 'i32', 'capacity + 1', 'The vertices that a search found.'],
    ],
  },
};
