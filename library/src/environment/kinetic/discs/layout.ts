// Written by scripts/build-kernel.js from library/kernel/layouts.js; do not edit.

export const BLOCK = 8;

/** Where each column begins, and where the last one ends, in bytes. */
function offsets(capacity: number) {
  const places = 0;
  const blocks = places + 8 * (2 * capacity);
  const further = blocks + 4 * (2 * BLOCK * capacity);
  const visited = further + 4 * (2 * capacity);
  const queue = visited + 4 * capacity;
  return { places, blocks, further, visited, queue, end: queue + 4 * (capacity + 1) };
}

export function bytesOfDiscs(capacity: number): number {
  return offsets(capacity).end;
}

/** The columns of a kernel's memory. */
export function columnsOfDiscs(buffer: ArrayBuffer, capacity: number) {
  const at = offsets(capacity);
  return {
    /** The places of the vertices, x and y alternating. */
    places: new Float64Array(buffer, at.places, 2 * capacity),
    /** The neighbours of each vertex, in blocks of eight. */
    blocks: new Int32Array(buffer, at.blocks, 2 * BLOCK * capacity),
    /** For each block the next one of the same vertex; 0: none. */
    further: new Int32Array(buffer, at.further, 2 * capacity),
    /** For each vertex the search that came there last. */
    visited: new Int32Array(buffer, at.visited, capacity),
    /** The vertices that a search found. */
    queue: new Int32Array(buffer, at.queue, capacity + 1),
  };
}
