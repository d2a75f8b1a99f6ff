import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginLists, createNearLists } from '../../crowd/index.ts';
import { rowsOf, sorted } from '../neighbours.fixture.ts';
import { createNearPairs, findPairs, listPairs } from './near-pairs.ts';
import { createTorus, fillTorus } from './torus.ts';

/** Whole and half steps of the reach, so that many are exactly as far apart, in few cells or in more than the torus has. */
const place = fc.oneof(fc.integer({ min: -12, max: 12 }), fc.double({ min: -60, max: 60, noNaN: true }));

test('every agent within the reach is in the list, once, as each pair seen by itself says', () => {
  const torus = createTorus(1);
  const pairs = createNearPairs();
  const lists = createNearLists();
  fc.assert(
    fc.property(
      fc.array(fc.tuple(place, place), { maxLength: 120 }),
      fc.constantFrom(0.5, 1, 2, 7.3),
      (places, reach) => {
        const x = Float64Array.from(places, ([first]) => first / 2);
        const y = Float64Array.from(places, ([, second]) => second / 2);
        fillTorus(torus, places.length, x, y, reach);
        findPairs(torus, reach, pairs);
        beginLists(lists, places.length);
        listPairs(pairs, places.length, lists);
        for (let row = 0; row < places.length; row++) {
          const expected = places.flatMap((_, other) => {
            const dx = x[other] - x[row];
            const dy = y[other] - y[row];
            return other !== row && dx * dx + dy * dy <= reach * reach ? [other] : [];
          });
          expect(sorted(rowsOf(lists, row))).toEqual(expected);
        }
      },
    ),
    { numRuns: 300 },
  );
});
