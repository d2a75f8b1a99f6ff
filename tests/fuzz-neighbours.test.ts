import { expect, test } from 'vitest';
// @ts-expect-error: a script, without types
import { fuzzNeighbours } from '../scripts/fuzz-neighbours.js';

// The script runs a million operations: node scripts/fuzz-neighbours.js
test.each([2, 3])(
  'after random operations every index agrees with brute force, in %i dimensions',
  (dimension) => {
    const { sets, report } = fuzzNeighbours({ operations: 6000, seed: 7, dimension });
    expect(sets).toBeGreaterThan(20_000);
    // In space there is no triangulation.
    expect(dimension === 2 ? report.flips : report.events).toBeGreaterThan(500);
  },
);
