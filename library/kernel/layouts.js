// @ts-check
// The memory that a compiled kernel shares with the library, once: scripts/build-kernel.js makes both sides of it. The
// kernel imports its part from './layout'; the library has a file with the columns as typed arrays.

/**
 * @typedef {object} Layout
 * @property {string} name as in bytesOfName and columnsOfName
 * @property {string} file the library's side
 * @property {number} first bytes that are left free before the first column
 * @property {string[]} sizes numbers that lengths depend on, as the kernel's `place` and the library take them
 * @property {Record<string, number>} constants numbers that both sides need
 * @property {[column: string, type: 'f64' | 'i32' | 'u8', length: string, holds: string][]} columns in the order of the
 *   memory, wide types first; a name that begins with _ is for the kernel alone
 */

/** By the name of the kernel's source. @type {Record<string, Layout>} */
export const layouts = {
  'library/kernel/discs.as.ts': {
    name: 'Discs',
    file: 'library/src/environment/kinetic/discs/layout.ts',
    first: 0,
    sizes: ['capacity'],
    constants: { BLOCK: 8 },
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
